//! The seed of the current game, and the current level.

use std::hash::{Hash, Hasher};

use bevy::prelude::*;

/// The seed of the current dungeon. Everything random is derived from it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seed(pub u64);

/// The current level, where 1 is the topmost.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Depth(pub u32);

impl Default for Depth {
    fn default() -> Self {
        Self(1)
    }
}

/// Whether the player is about to move to another level. The move takes place once all other actions of this tick are
/// done.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leaving {
    /// The player stays.
    #[default]
    Stays,
    /// The player takes the stairs that it is on.
    TakesStairs,
    /// The player falls to the level below.
    Falls,
}

/// Saved games hold a check value, in which those who stay and those who take stairs are a `bool`.
impl Hash for Leaving {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Stays => false.hash(state),
            Self::TakesStairs => true.hash(state),
            Self::Falls => 2_u8.hash(state),
        }
    }
}
