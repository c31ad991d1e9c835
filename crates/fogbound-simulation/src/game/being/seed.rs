//! Which game is being played, and which level.

use bevy::prelude::*;

/// The seed of the current dungeon. It decides everything random.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seed(pub u64);

/// The current level, counted from 1 downward.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth(pub u32);

impl Default for Depth {
    fn default() -> Self {
        Self(1)
    }
}

/// Whether the player is on its way to another level: it leaves as soon as everything that happens at this moment is
/// done.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leaving(pub bool);
