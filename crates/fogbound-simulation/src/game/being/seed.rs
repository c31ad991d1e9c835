//! The seed of the current game, and the current level.

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
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Leaving(pub bool);
