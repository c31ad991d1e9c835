//! The end of a game, and the score.

use bevy::prelude::*;

/// How the player died.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Death {
    /// The killer's name; `None` if the player did not see it.
    pub killer: Option<String>,
    /// The cell where it happened.
    pub at: IVec2,
    /// The level where it happened, counted from 1 downward.
    pub depth: u32,
    /// The turn when it happened.
    pub turn: u64,
}

/// How the player won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Victory {
    /// The turn when it happened.
    pub turn: u64,
}

/// Whether the player is alive, dead or victorious. After the end the only thing left to do is begin a new game.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub enum Fate {
    /// The game is still being played.
    #[default]
    Alive,
    /// The player died.
    Died(Death),
    /// The player won.
    Won(Victory),
}

impl Fate {
    /// Whether the game is still being played.
    pub fn is_alive(&self) -> bool {
        *self == Self::Alive
    }

    /// Returns the turn in which the game ended, if it did.
    pub fn turn(&self) -> Option<u64> {
        match self {
            Self::Alive => None,
            Self::Died(death) => Some(death.turn),
            Self::Won(victory) => Some(victory.turn),
        }
    }

    /// Returns how the player died, if it did.
    pub fn death(&self) -> Option<&Death> {
        match self {
            Self::Died(death) => Some(death),
            Self::Alive | Self::Won(_) => None,
        }
    }

    /// Returns how the player won, if it did.
    pub fn victory(&self) -> Option<&Victory> {
        match self {
            Self::Won(victory) => Some(victory),
            Self::Alive | Self::Died(_) => None,
        }
    }
}

/// The player's progress towards the goal.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Quest {
    /// The last level, where the beacon lies, counted from 1; `None` in a game without an end.
    pub last: Option<u32>,
    /// Whether the player has the beacon.
    pub has_beacon: bool,
    /// The worth of the treasure that the player carries.
    pub treasure: u32,
    /// The deepest level the player has reached.
    pub deepest: u32,
    /// How many times a creature began to hunt.
    pub hunted: u32,
}

impl Quest {
    /// Returns the score of a game that ends in this turn: the treasure, plus 25 for each level below the first. A
    /// victory adds 1,000, minus 3 for each time a creature began to hunt and 1 for every 50 turns, but at least 200.
    pub fn score(&self, victory: bool, turn: u64) -> u32 {
        let levels = self.deepest.saturating_sub(1) * 25;
        let lost = u64::from(self.hunted) * 3 + turn / 50;
        let lost = u32::try_from(lost).unwrap_or(u32::MAX);
        let won = if victory {
            1_000_u32.saturating_sub(lost).max(200)
        } else {
            0
        };
        self.treasure.saturating_add(levels).saturating_add(won)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_of_a_score_counts() {
        let quest = Quest {
            treasure: 40,
            deepest: 12,
            hunted: 10,
            ..Quest::default()
        };
        assert_eq!(quest.score(false, 2_000), 40 + 275);
        assert_eq!(quest.score(true, 2_000), 40 + 275 + 1_000 - 30 - 40);
        assert_eq!(quest.score(true, u64::MAX), 40 + 275 + 200);
    }
}
