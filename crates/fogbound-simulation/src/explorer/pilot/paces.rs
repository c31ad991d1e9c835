//! How quick monsters are, as far as the player has watched them.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::outlook::{Outlook, distance};
use crate::game::{ActorId, State, TICKS_PER_TURN};

/// How quick monsters are, by name: what the player has seen of those who came for it.
#[derive(Clone, Debug, Default)]
pub(super) struct Paces {
    seen: BTreeMap<ActorId, (IVec2, u64)>,
    /// How many cells those of a name have come in how many ticks.
    walked: BTreeMap<String, (u64, u64)>,
}

/// How long those of a name must have been watched before it counts, in ticks.
const ENOUGH: u64 = 4 * TICKS_PER_TURN;

impl Paces {
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

    /// The pace of those of a name, in percent of the player's walk: 100 until they were watched for long enough.
    pub(super) fn of(&self, name: &str) -> u64 {
        match self.walked.get(name) {
            Some(&(cells, ticks)) if ticks >= ENOUGH => {
                (cells * TICKS_PER_TURN * 100 / ticks).min(250)
            }
            _ => 100,
        }
    }
}
