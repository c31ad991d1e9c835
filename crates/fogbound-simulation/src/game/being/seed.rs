//! Which game is being played, and on which level.

use bevy::prelude::*;

/// The seed of the dungeon that is being played: it decides everything that is left to chance.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seed(pub u64);

/// The level that is being played, counted from 1 downward.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth(pub u32);

impl Default for Depth {
    fn default() -> Self {
        Self(1)
    }
}

/// The player is on the stairs: it leaves the level as soon as everything that happens at this moment is
/// done.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leaving(pub bool);
