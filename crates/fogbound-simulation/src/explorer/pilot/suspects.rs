//! Who hurts the player from afar.

use std::collections::{BTreeMap, BTreeSet};

use super::outlook::{Foe, Outlook};

/// Who hurts the player from afar, by name: it is hurt while nobody stands beside it, and looks round for who it was.
#[derive(Clone, Debug, Default)]
pub(super) struct Suspects {
    /// How often those of a name were in view when it happened, and others were too.
    seen: BTreeMap<String, u32>,
    shooters: BTreeSet<String>,
}

/// So often those of a name must have been among others who may have done it.
const OFTEN: u32 = 3;

impl Suspects {
    /// The player was hurt from afar: by one that is known to shoot, or else by the only one in view, or by whoever was
    /// there again and again.
    pub(super) fn blame(&mut self, outlook: &Outlook) {
        let alert = outlook.foes.iter().filter(|foe| foe.is_alert());
        let names: BTreeSet<&String> = alert.map(|foe| &foe.name).collect();
        if names.iter().any(|name| self.shooters.contains(*name)) {
            return;
        }
        let needed = if names.len() == 1 { 1 } else { OFTEN };
        for name in names {
            let seen = self.seen.entry(name.clone()).or_default();
            *seen += 1;
            if *seen >= needed {
                self.shooters.insert(name.clone());
            }
        }
    }

    /// Whether those of this one's name shoot, as far as the player knows.
    pub(super) fn shoots(&self, foe: &Foe) -> bool {
        self.shooters.contains(&foe.name)
    }
}
