//! Notices that the player goes round in circles.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use crate::explorer::outlook::Outlook;

/// Counts how often the player has stood where since anything last changed for the better.
#[derive(Clone, Debug, Default)]
pub(super) struct Rounds {
    visits: HashMap<IVec2, u32>,
    /// What counts as a change: another level, more of it known, and more health than at any time since then. To lose
    /// health and to get it back again and again is none.
    best: (u32, usize, i32),
    /// How often it went round in circles on this level since it last learnt something.
    pub(super) lost: u32,
}

/// How often the player may come to the same cell.
const ROUNDS: u32 = 5;

impl Rounds {
    /// Counts a step from here. True if the player has gone round in circles, and should do something else.
    pub(super) fn count(&mut self, outlook: &Outlook) -> bool {
        let (depth, most_known, health) = self.best;
        let known = outlook.memory.known_count();
        let now = (outlook.depth, known, outlook.health.now);
        let is_news = depth != now.0 || most_known < now.1;
        if is_news {
            self.lost = 0;
        }
        if is_news || health < now.2 {
            self.visits.clear();
        }
        self.best = if is_news {
            now
        } else {
            (now.0, now.1, health.max(now.2))
        };
        let visits = self.visits.entry(outlook.here).or_default();
        *visits += 1;
        let is_lost = *visits > ROUNDS;
        if is_lost {
            self.visits.clear();
            self.lost += 1;
        }
        is_lost
    }
}
