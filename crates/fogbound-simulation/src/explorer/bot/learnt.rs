//! What the player has learnt by watching monsters: how fast they are, and which ones darkness does not stop.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use crate::explorer::outlook::{Creature, Outlook, distance};
use crate::game::{ActorId, State, TICKS_PER_TURN};

/// What the player has learnt about each kind of monster.
#[derive(Clone, Debug, Default)]
pub(super) struct Learnt {
    /// The last known position of each hunter, and the tick when the player saw it there.
    seen: BTreeMap<ActorId, (IVec2, u64)>,
    /// For each monster name, the number of cells walked and the number of ticks taken.
    walked: BTreeMap<String, (u64, u64)>,
    /// The names of monsters that do not need light: they see in the dark, or never see at all.
    at_home_in_the_dark: BTreeSet<String>,
}

/// How long, in ticks, a kind of monster must be watched before its pace is known.
const ENOUGH: u64 = 4 * TICKS_PER_TURN;

impl Learnt {
    /// Records which monsters in view do not need light: those that see a player in the dark, and those that only feel
    /// a player in the light.
    pub(super) fn watch_eyes(&mut self, outlook: &Outlook) {
        let is_dark = outlook.is_in_the_dark();
        for foe in &outlook.foes {
            if foe.its.is_some() && foe.is_beside(outlook.here) && foe.sees_player() == is_dark {
                self.at_home_in_the_dark.insert(foe.name.clone());
            }
        }
    }

    /// Returns whether a kind of monster does not need light, as far as the player knows.
    pub(super) fn needs_no_light(&self, foe: &Creature) -> bool {
        self.at_home_in_the_dark.contains(&foe.name)
    }

    /// Compares the positions of hunters with their previous positions. Adjacent hunters do not count, because they
    /// have no reason to walk.
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

    /// Returns the pace of a kind of monster, as a percentage of the player's walking pace. Returns 100 until the kind
    /// has been watched long enough.
    pub(super) fn pace_of(&self, foe: &Creature) -> u64 {
        match self.walked.get(&foe.name) {
            Some(&(cells, ticks)) if ticks >= ENOUGH => {
                (cells * TICKS_PER_TURN * 100 / ticks).min(250)
            }
            _ => 100,
        }
    }
}
