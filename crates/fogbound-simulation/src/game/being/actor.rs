//! Those who act: the player and every creature.

use bevy::prelude::*;

use super::action::Intent;
use super::body::Breath;
use super::clock::TICKS_PER_TURN;
use super::occupancy::Blocks;
use super::senses::Senses;
use crate::vision::Position;

/// The entity that the player's commands move, and the game's point of view.
#[derive(Component, Reflect, Clone, Copy, Debug, Default)]
#[reflect(Component)]
pub struct Player;

/// A number that stays the same in every run of the same game. Whatever depends on an order of
/// actors uses this one, never that of [`Entity`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActorId(pub u32);

impl ActorId {
    /// The player's, who acts before all others who are due at the same tick.
    pub const PLAYER: Self = Self(0);
}

/// The speed at which an action takes one turn.
pub const NORMAL_SPEED: u32 = 100;

/// Takes turns.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[require(Intent, Blocks, Breath, Conduct, Senses)]
pub struct Actor {
    /// Which actor this is.
    pub id: ActorId,
    /// The tick at which it may act next.
    pub due: u64,
    /// How quick it is: 100 is one action a turn, 200 two.
    pub speed: u32,
}

impl Actor {
    /// An actor of the given speed that may act at once.
    pub fn new(id: ActorId, speed: u32) -> Self {
        Self { id, due: 0, speed }
    }

    /// How many ticks an action of the usual length takes, at least one.
    pub fn delay(&self) -> u64 {
        (TICKS_PER_TURN * u64::from(NORMAL_SPEED) / u64::from(self.speed.max(1))).max(1)
    }

    /// Charges so many ticks, at least one, for what it does at this tick.
    pub(crate) fn spend(&mut self, tick: u64, ticks: u64) {
        self.due = tick.saturating_add(ticks.max(1));
    }
}

/// What an actor did last, as far as others can tell.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Conduct {
    /// Until this tick it is easier to notice, for it has run or fought.
    pub conspicuous_until: u64,
    /// The way it went last, if it ever went.
    pub heading: Option<crate::grid::Direction>,
}

/// Lives on this level, counted from 1 downward, and knows the plan of it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Native(pub u32);

/// Belongs to the current level and goes when the level does.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct OnLevel;

/// Was left behind when the player took the stairs: disabled since this tick.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftAt(pub u64);

/// The player and where it stands, if there is one.
pub(crate) fn find_player(world: &mut World) -> Option<(Entity, IVec2)> {
    world
        .query_filtered::<(Entity, &Position), With<Player>>()
        .single(world)
        .ok()
        .map(|(entity, position)| (entity, position.0))
}
