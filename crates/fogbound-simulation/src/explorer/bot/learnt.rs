//! What the player has learnt of monsters by watching them: how quick they are, and who shoots.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use crate::explorer::outlook::{Creature, Outlook, distance};
use crate::game::{ActorId, State, TICKS_PER_TURN};

/// What the player has learnt of monsters, by their names.
#[derive(Clone, Debug, Default)]
pub(super) struct Learnt {
    /// Where hunters were when the player last looked, and when that was.
    seen: BTreeMap<ActorId, (IVec2, u64)>,
    /// How many cells those of a name have come in how many ticks.
    walked: BTreeMap<String, (u64, u64)>,
    /// How often those of a name were among others in view when the player was hurt from afar.
    suspects: BTreeMap<String, u32>,
    shooters: BTreeSet<String>,
}

/// How long those of a name must have been watched before it counts, in ticks.
const ENOUGH: u64 = 4 * TICKS_PER_TURN;
/// So often those of a name must have been among others who may have shot.
const OFTEN: u32 = 3;

impl Learnt {
    /// Compares where hunters are with where they were. One beside the player has no reason to walk.
    pub(super) fn watch(&mut self, outlook: &Outlook) {
        let before = std::mem::take(&mut self.seen);
        for foe in &outlook.foes {
            if foe.state != State::Hunting || foe.is_beside(outlook.here) {
                continue;
            }
            self.seen.insert(foe.id, (foe.at, outlook.tick));
            if let Some((at, tick)) = before.get(&foe.id) {
                let walked = self.walked.entry(foe.name.clone()).or_default();
                walked.0 += u64::from(distance(foe.at, *at).unsigned_abs());
                walked.1 += outlook.tick.saturating_sub(*tick);
            }
        }
    }

    /// The pace of those of this one's name, in percent of the player's walk: 100 until they were watched for long enough.
    pub(super) fn pace_of(&self, foe: &Creature) -> u64 {
        match self.walked.get(&foe.name) {
            Some(&(cells, ticks)) if ticks >= ENOUGH => {
                (cells * TICKS_PER_TURN * 100 / ticks).min(250)
            }
            _ => 100,
        }
    }

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
            let seen = self.suspects.entry(name.clone()).or_default();
            *seen += 1;
            if *seen >= needed {
                self.shooters.insert(name.clone());
            }
        }
    }

    /// Whether those of this one's name shoot, as far as the player knows.
    pub(super) fn shoots(&self, foe: &Creature) -> bool {
        self.shooters.contains(&foe.name)
    }
}
