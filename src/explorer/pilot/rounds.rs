//! Notices that the player goes round in circles.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::outlook::Outlook;

/// Counts how often the player has stood where since anything last changed for the better.
#[derive(Clone, Debug, Default)]
pub(super) struct Rounds {
    visits: HashMap<IVec2, u32>,
    /// What counts as a change: the level, what is known of it, how many enemies are in view, and health.
    best: (u32, usize, i32),
    /// How often it went round in circles on this level since it last learnt something.
    lost: u32,
}

/// How often the player may come to the same cell.
const ROUNDS: u32 = 5;

impl Rounds {
    /// Counts a step from here. True if the player has gone round in circles, and should do something else.
    pub(super) fn count(&mut self, outlook: &Outlook) -> bool {
        let (depth, known, health) = self.best;
        let now = (outlook.depth, outlook.known, outlook.health.now);
        if depth != now.0 || known < now.1 {
            self.lost = 0;
        }
        if depth != now.0 || known < now.1 || health < now.2 {
            self.visits.clear();
        }
        self.best = now;
        let visits = self.visits.entry(outlook.here).or_default();
        *visits += 1;
        let is_lost = *visits > ROUNDS;
        if is_lost {
            self.visits.clear();
            self.lost += 1;
        }
        is_lost
    }

    /// How often the player went round in circles since it last learnt something.
    pub(super) fn lost(&self) -> u32 {
        self.lost
    }
}
