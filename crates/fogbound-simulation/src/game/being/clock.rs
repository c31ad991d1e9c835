//! Time in the dungeon.

use bevy::prelude::*;

/// The length of an action at normal speed, in ticks.
pub const TICKS_PER_TURN: u64 = 100;

/// The simulation's clock. It advances only when the player acts.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The current tick.
    pub tick: u64,
    /// Which actors act in this run of [`Turn`](super::Turn).
    pub(crate) phase: Phase,
}

/// Which actors act in a run of [`Turn`](super::Turn).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Phase {
    /// No actors, so no time passes. For a change that takes no time, such as a new sight radius, only `See` and
    /// `Remember` run.
    #[default]
    Look,
    /// Only the player.
    Player,
    /// All other actors that are due.
    Others,
}

impl Clock {
    /// Returns the number of whole turns at normal speed since the level began.
    pub fn turn(&self) -> u64 {
        self.tick / TICKS_PER_TURN
    }

    /// Returns whether the actors other than the player act in this run of [`Turn`](super::Turn).
    pub(crate) fn is_others(&self) -> bool {
        self.phase == Phase::Others
    }
}
