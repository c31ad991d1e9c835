//! Time in the dungeon.

use bevy::prelude::*;

/// How many ticks an action of normal speed takes.
pub const TICKS_PER_TURN: u64 = 100;

/// The simulation's clock. It stands still until the player acts.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The current tick.
    pub tick: u64,
    /// Who acts in this run of [`Turn`](super::Turn).
    pub(crate) phase: Phase,
}

/// Who acts in a run of [`Turn`](super::Turn).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Nobody: no time passes. A change that takes none, such as another radius, runs `See` and `Remember`
    /// alone.
    #[default]
    Look,
    /// The player, alone.
    Player,
    /// Everybody else who is due.
    Others,
}

impl Clock {
    /// Whole turns of normal speed since the level began.
    pub fn turn(&self) -> u64 {
        self.tick / TICKS_PER_TURN
    }

    /// Whether this run of [`Turn`](super::Turn) is one in which everybody but the player acts.
    pub(crate) fn is_others(&self) -> bool {
        self.phase == Phase::Others
    }
}
