//! The end of a game, and what counts for the score.

use std::hash::{Hash, Hasher};

use bevy::prelude::*;

use super::goals::Goals;

/// How the player died.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Death {
    /// The killer's name, or `None` if the player did not see the killer.
    pub killer: Option<String>,
    /// The cell on which the player died.
    pub at: IVec2,
    /// The level on which the player died. Level 1 is the topmost.
    pub depth: u32,
    /// The turn on which the player died.
    pub turn: u64,
}

/// How the player won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Victory {
    /// The turn on which the player won.
    pub turn: u64,
}

/// Whether the player is alive, dead or victorious. Once the game is over, the player can only begin a new one.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub enum Fate {
    /// The game is still in progress.
    #[default]
    Alive,
    /// The player died.
    Died(Death),
    /// The player won.
    Won(Victory),
}

impl Fate {
    /// Returns whether the game is still in progress.
    pub fn is_alive(&self) -> bool {
        *self == Self::Alive
    }

    /// Returns the turn on which the game ended, if it has ended.
    pub fn turn(&self) -> Option<u64> {
        match self {
            Self::Alive => None,
            Self::Died(death) => Some(death.turn),
            Self::Won(victory) => Some(victory.turn),
        }
    }

    /// Returns how the player died, if the player is dead.
    pub fn death(&self) -> Option<&Death> {
        match self {
            Self::Died(death) => Some(death),
            Self::Alive | Self::Won(_) => None,
        }
    }

    /// Returns how the player won, if the player has won.
    pub fn victory(&self) -> Option<&Victory> {
        match self {
            Self::Won(victory) => Some(victory),
            Self::Alive | Self::Died(_) => None,
        }
    }
}

/// The player's progress towards the goal.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Quest {
    /// What the game is about.
    pub goals: Goals,
    /// The number of the last level, which holds the beacon. Level 1 is the topmost. `None` in a game without an end.
    pub last: Option<u32>,
    /// Whether the player carries the beacon, or something else that glows like it.
    pub has_beacon: bool,
    /// Whether the player has taken what lies on the tile that is the goal.
    pub has_taken: bool,
    /// Whether all goals of the game are met.
    pub is_done: bool,
    /// How far each goal is met, as far as that is counted.
    pub progress: Vec<u32>,
    /// Monsters that goals name and that have died where the player did not know of them: the level, the cell, and the name.
    pub unseen: Vec<(u32, IVec2, String)>,
    /// The total value of the treasure that the player carries.
    pub treasure: u32,
    /// The deepest level the player has reached.
    pub deepest: u32,
    /// How many times a creature has started to hunt the player.
    pub hunted: u32,
    /// How many walkable cells the player has seen by light.
    pub ground: u32,
    /// How many kinds of monsters the player knows from study.
    pub kinds: u32,
    /// How many levels the player has left without having been hunted there.
    pub unnoticed: u32,
}

/// In a game that is only about the beacon, nothing else is counted, and nothing else is hashed. The goals are written with the
/// setup of the game.
impl Hash for Quest {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.last, self.has_beacon, self.treasure, self.deepest).hash(state);
        (self.hunted, self.ground, self.kinds, self.unnoticed).hash(state);
        let other = (self.is_done, self.has_taken);
        if other != (self.has_beacon, self.has_beacon)
            || !self.progress.is_empty()
            || !self.unseen.is_empty()
        {
            other.hash(state);
            // In the same byte order on every machine.
            self.progress.len().hash(state);
            let progress = self.progress.iter().flat_map(|it| it.to_le_bytes());
            state.write(&progress.collect::<Vec<u8>>());
            self.unseen.hash(state);
        }
    }
}
