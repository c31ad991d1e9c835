//! Time in the dungeon.

use bevy::prelude::*;

/// How many ticks an action of normal speed takes.
pub const TICKS_PER_TURN: u64 = 100;

/// The simulation's clock. It stands still until the player acts.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The current tick.
    pub tick: u64,
    /// Whether this run of [`Turn`](super::Turn) is one in which actors act. A change that takes no
    /// time, such as another radius, runs `See` and `Remember` alone.
    pub(super) passing: bool,
}

impl Clock {
    /// Whole turns of normal speed since the level began.
    pub fn turn(&self) -> u64 {
        self.tick / TICKS_PER_TURN
    }
}
