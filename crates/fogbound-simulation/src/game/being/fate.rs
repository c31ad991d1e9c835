//! The end of a game, and what is gained on the way there.

use bevy::prelude::*;

/// How the player died.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Death {
    /// The name of who did it; none if the player did not make it out.
    pub killer: Option<String>,
    /// The cell where it happened.
    pub at: IVec2,
    /// The level where it happened, counted from 1 downward.
    pub depth: u32,
    /// The turn when it happened.
    pub turn: u64,
}

/// How the player came out of the dungeon with what it had come for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Victory {
    /// The turn when it happened.
    pub turn: u64,
}

/// What has become of the player. Whoever has died or won does nothing but begin again.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub enum Fate {
    /// The game goes on.
    #[default]
    Alive,
    /// The player has died.
    Died(Death),
    /// The player has come out as the victor.
    Won(Victory),
}

impl Fate {
    /// Whether the game goes on: the player lives, and is in the dungeon.
    pub fn is_alive(&self) -> bool {
        *self == Self::Alive
    }

    /// The turn in which the game ended, if it did.
    pub fn turn(&self) -> Option<u64> {
        match self {
            Self::Alive => None,
            Self::Died(death) => Some(death.turn),
            Self::Won(victory) => Some(victory.turn),
        }
    }

    /// How the player died, if it did.
    pub fn death(&self) -> Option<&Death> {
        match self {
            Self::Died(death) => Some(death),
            Self::Alive | Self::Won(_) => None,
        }
    }

    /// How the player won, if it did.
    pub fn victory(&self) -> Option<&Victory> {
        match self {
            Self::Won(victory) => Some(victory),
            Self::Alive | Self::Died(_) => None,
        }
    }
}

/// How far the player has come with what it came for.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Quest {
    /// The last level of the dungeon, on which it lies, counted from 1; none in a game without an end.
    pub last: Option<u32>,
    /// Whether the player has it.
    pub has_beacon: bool,
    /// What the treasure is worth that the player carries.
    pub treasure: u32,
    /// The deepest level that the player has been to.
    pub deepest: u32,
    /// How often somebody has begun to hunt.
    pub hunted: u32,
}

impl Quest {
    /// What the game counts for that ends, or would end, in this turn: the treasure, 25 for each level below the first, and
    /// for a victory 1,000 more, 3 less for each time that somebody began to hunt and one less for each 50 turns, but at
    /// least 200.
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
