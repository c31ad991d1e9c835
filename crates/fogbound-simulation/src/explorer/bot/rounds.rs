//! Detecting that the player is going in circles.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use crate::explorer::outlook::Outlook;

/// A count of the visits to each cell since the last improvement.
#[derive(Clone, Debug, Default)]
pub(super) struct Rounds {
    visits: HashMap<IVec2, u32>,
    /// The depth and the number of known cells at the last improvement, and the highest health since then. Regaining
    /// lost health is not an improvement.
    best: (u32, usize, i32),
    /// How many times the player has gone in circles since it last learnt something about the level.
    pub(super) lost: u32,
}

/// The maximum number of visits to the same cell.
const ROUNDS: u32 = 5;

impl Rounds {
    /// Counts a visit to the player's cell. Returns whether the player is going in circles and should do something
    /// else.
    pub(super) fn count(&mut self, outlook: &Outlook) -> bool {
        let (depth, most_known, health) = self.best;
        let known = outlook.memory.known_count();
        let now = (outlook.depth, known, outlook.health.now());
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
