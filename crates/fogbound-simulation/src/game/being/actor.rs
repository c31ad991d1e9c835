//! Actors: the player and all creatures.

use bevy::prelude::*;

use super::action::Intent;
use super::body::Breath;
use super::clock::TICKS_PER_TURN;
use super::occupancy::Blocks;
use super::senses::Senses;
use crate::vision::Position;

/// The entity that the player's commands control, and the game's point of view.
#[derive(Component, Reflect, Clone, Copy, Debug, Default)]
#[reflect(Component)]
pub struct Player;

/// A number that is the same in every run of the same game. Anything that depends on the order of actors uses this
/// number, never the order of [`Entity`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActorId(pub u32);

impl ActorId {
    /// The player's number. It is the lowest: the player acts before all others due at the same tick.
    pub const PLAYER: Self = Self(0);
}

/// The speed at which an action takes one turn.
pub const NORMAL_SPEED: u32 = 100;

/// An actor's place in the order of turns.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[require(Intent, Blocks, Breath, Conduct, Senses)]
pub struct Actor {
    /// The actor's number.
    pub id: ActorId,
    /// The next tick at which it may act.
    pub due: u64,
    /// Its speed: 100 is one action a turn, 200 two.
    pub speed: u32,
}

impl Actor {
    /// An actor of this speed that may act at once.
    pub fn new(id: ActorId, speed: u32) -> Self {
        Self { id, due: 0, speed }
    }

    /// Returns the length of its normal action in ticks, at least 1.
    pub fn delay(&self) -> u64 {
        (TICKS_PER_TURN * u64::from(NORMAL_SPEED) / u64::from(self.speed.max(1))).max(1)
    }

    /// Charges for an action begun at `tick`: the actor is next due `ticks` later, at least 1.
    pub(crate) fn spend(&mut self, tick: u64, ticks: u64) {
        self.due = tick.saturating_add(ticks.max(1));
    }
}

/// What others can tell from an actor's latest actions.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Conduct {
    /// It is easier to notice until this tick, because it ran or fought.
    pub conspicuous_until: u64,
    /// The direction of its last step, if any.
    pub heading: Option<crate::grid::Direction>,
}

/// Lives on this level, counted from 1 downward, and knows its plan.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Native(pub u32);

/// Belongs to the current level and is removed with it.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct OnLevel;

/// Was left behind when the player took the stairs, and has been disabled since this tick.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftAt(pub u64);

/// Returns the player and its cell, if there is a player.
pub(crate) fn find_player(world: &mut World) -> Option<(Entity, IVec2)> {
    world
        .query_filtered::<(Entity, &Position), With<Player>>()
        .single(world)
        .ok()
        .map(|(entity, position)| (entity, position.0))
}
