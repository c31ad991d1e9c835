//! What chance decided in the player's last fight, so that it can be said what a boon would have changed there.

use bevy::prelude::*;

/// How many blows of a fight are kept, for each side.
const MOST: usize = 200;

/// The blows that the player dealt and took in its last fight, which may still go on.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bout {
    /// The player's own blows.
    pub mine: Vec<Stroke>,
    /// The blows at the player.
    pub theirs: Vec<Stroke>,
    /// The fewest hit points that the player had after a blow, or `None` if no blow cost it any.
    pub worst: Option<i32>,
}

/// A blow or a shot, and how chance decided it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stroke {
    /// The chance to hit, as a percentage.
    pub chance: i32,
    /// What was drawn, from 0 to 99. The blow hit if it is below the chance.
    pub drawn: i32,
    /// The percentage points that the attacker lost because it only felt its target.
    pub felt: i32,
}

impl Stroke {
    /// Returns whether the blow hit, or would have if the chance had been higher by some points. No blow is certain.
    pub fn hits_with(&self, points: i32) -> bool {
        let (least, most) = CHANCES;
        let chance = self.chance.saturating_add(points);
        self.drawn < chance.clamp(least, most)
    }
}

/// The least and the greatest chance to hit, as percentages. No blow is certain to hit or to miss.
pub(crate) const CHANCES: (i32, i32) = (5, 95);

impl Bout {
    /// Adds a blow of the player, or one at the player.
    pub(crate) fn add(&mut self, is_mine: bool, stroke: Stroke) {
        let all = match is_mine {
            true => &mut self.mine,
            false => &mut self.theirs,
        };
        if all.len() < MOST {
            all.push(stroke);
        }
    }

    /// Returns how many of the player's misses would have hit with this many more points.
    pub fn more_hits(&self, points: i32) -> usize {
        let more = |it: &&Stroke| it.hits_with(points) && !it.hits_with(0);
        self.mine.iter().filter(more).count()
    }

    /// Returns how many of the player's misses would have hit if it had seen whom it struck.
    pub fn more_hits_by_sight(&self) -> usize {
        let more = |it: &&Stroke| it.hits_with(it.felt) && !it.hits_with(0);
        self.mine.iter().filter(more).count()
    }

    /// Returns how many of the hits that the player took would have missed with this many more points of defence.
    pub fn fewer_wounds(&self, points: i32) -> usize {
        let fewer = |it: &&Stroke| it.hits_with(0) && !it.hits_with(-points);
        self.theirs.iter().filter(fewer).count()
    }

    /// Returns how many of the player's blows hit.
    pub fn hits(&self) -> usize {
        self.mine.iter().filter(|it| it.hits_with(0)).count()
    }
}
