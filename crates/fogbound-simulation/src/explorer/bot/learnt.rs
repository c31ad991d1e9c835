//! What the player has learnt about monsters by watching them: how fast they are, and which shoot.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use crate::explorer::outlook::{Creature, Outlook, distance};
use crate::game::{ActorId, State, TICKS_PER_TURN};

/// What the player has learnt about monsters, by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Learnt {
    /// The positions of hunters when the player last looked, and when that was.
    seen: BTreeMap<ActorId, (IVec2, u64)>,
    /// How many cells monsters of each name have walked in how many ticks.
    walked: BTreeMap<String, (u64, u64)>,
    /// How many times monsters of each name were in view, among others, when the player was hurt from a distance.
    suspects: BTreeMap<String, u32>,
    shooters: BTreeSet<String>,
}

/// How long monsters of a name must be watched to know their pace, in ticks.
const ENOUGH: u64 = 4 * TICKS_PER_TURN;
/// How many times monsters of a name must be suspected before they count as shooters.
const OFTEN: u32 = 3;

impl Learnt {
    /// Compares the positions of hunters with those before. Adjacent hunters have no reason to walk.
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

    /// Returns the pace of this kind, in percent of the player's walk; 100 until it has been watched long enough.
    pub(super) fn pace_of(&self, foe: &Creature) -> u64 {
        match self.walked.get(&foe.name) {
            Some(&(cells, ticks)) if ticks >= ENOUGH => {
                (cells * TICKS_PER_TURN * 100 / ticks).min(250)
            }
            _ => 100,
        }
    }

    /// Finds a culprit when the player was hurt from a distance: a known shooter, or the only enemy in view, or one
    /// that was present again and again.
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

    /// Whether this kind shoots, as far as the player knows.
    pub(super) fn shoots(&self, foe: &Creature) -> bool {
        self.shooters.contains(&foe.name)
    }
}
