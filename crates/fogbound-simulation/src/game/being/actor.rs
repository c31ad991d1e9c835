//! Actors: the player and all creatures.

use std::hash::{Hash, Hasher};

use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::world::DeferredWorld;
use bevy::prelude::*;

use super::action::Intent;
use super::body::Breath;
use super::clock::TICKS_PER_TURN;
use super::occupancy::Blocks;
use super::senses::Senses;
use crate::vision::Position;

/// Marks the entity that the player controls and from whose point of view the game is shown.
#[derive(Component, Reflect, Clone, Copy, Debug, Default)]
#[component(on_insert = note_player)]
#[reflect(Component)]
pub struct Player;

/// The entity that has become the player last, so that nobody has to look for it.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(crate) struct LastPlayer(Option<Entity>);

fn note_player(mut world: DeferredWorld, HookContext { entity, .. }: HookContext) {
    if let Some(mut last) = world.get_resource_mut::<LastPlayer>() {
        last.0 = Some(entity);
    }
}

/// Returns the player, if there is one.
pub fn player_of(world: &World) -> Option<Entity> {
    let last = world.get_resource::<LastPlayer>().and_then(|it| it.0);
    if let Some(who) = last.filter(|it| world.get::<Player>(*it).is_some()) {
        return Some(who);
    }
    let mut players = world.try_query_filtered::<Entity, With<Player>>()?;
    players.single(world).ok()
}

/// An actor's ID, which is the same in every run of the same game. Code that depends on the order of actors uses this
/// ID, never the order of [`Entity`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActorId(pub u32);

impl ActorId {
    /// The player's ID. It is the lowest ID, so the player acts before all other actors due at the same tick.
    pub const PLAYER: Self = Self(0);
}

/// The speed at which an action takes one turn.
pub const NORMAL_SPEED: u32 = 100;

/// An actor's place in the order of turns.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Intent, Blocks, Breath, Conduct, Senses)]
pub struct Actor {
    /// The actor's ID.
    pub id: ActorId,
    /// The next tick at which the actor may act.
    pub due: u64,
    /// The actor's own speed. At 100, the actor acts once per turn; at 200, it acts twice.
    pub speed: u32,
    /// The sum of what changes this speed now, in percent of it.
    more: i64,
}

/// The sum of what changes the speed follows from what is in force, which is hashed.
impl Hash for Actor {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.id, self.due, self.speed).hash(state);
    }
}

/// The least and the greatest speed, in percent of an actor's own.
const PACES: (i64, i64) = (20, 400);

impl Actor {
    /// Creates an actor that has this speed and may act at once.
    pub fn new(id: ActorId, speed: u32) -> Self {
        Self {
            id,
            due: 0,
            speed,
            more: 0,
        }
    }

    /// Returns how long a normal action takes this actor, in ticks. The result is at least 1.
    pub fn delay(&self) -> u64 {
        let usual = TICKS_PER_TURN * u64::from(NORMAL_SPEED) / u64::from(self.speed.max(1));
        // Few speeds are ever changed, and this runs often.
        if self.more == 0 {
            return usual.max(1);
        }
        let percent = self.more.saturating_add(100).clamp(PACES.0, PACES.1);
        (usual * 100 / percent.unsigned_abs()).max(1)
    }

    /// The sum of what changes the speed now.
    pub(super) fn more(&mut self) -> &mut i64 {
        &mut self.more
    }

    /// Charges the actor for an action started at `tick`. The actor is next due `ticks` ticks later, or one tick later
    /// if `ticks` is 0.
    pub(crate) fn spend(&mut self, tick: u64, ticks: u64) {
        // An effect may keep the actor from acting for longer.
        self.due = self.due.max(tick.saturating_add(ticks.max(1)));
    }
}

/// What others can tell from an actor's latest actions.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Conduct {
    /// The actor is easier to notice until this tick, because it ran or fought.
    pub conspicuous_until: u64,
    /// The cell on which the actor stood when it last chose to strike or shoot, on this level. While it stands there, those
    /// beside it know where it is, even in the dark. Parting blows are not chosen.
    pub struck_from: Option<IVec2>,
    /// The direction of the actor's last step, blow or shot, if there was one.
    pub heading: Option<crate::grid::Direction>,
}

/// The level that an actor lives on and whose plan the actor knows. Level 1 is the topmost.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Native(pub u32);

/// Marks an entity that belongs to the current level and is removed with it.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct OnLevel;

/// Marks a creature or thing that was left behind when the player took the stairs.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LeftAt {
    /// The level on which it is. Level 1 is the topmost.
    pub depth: u32,
    /// The tick at which it was disabled.
    pub tick: u64,
}

/// Returns the player and its cell, if there is a player.
pub(crate) fn find_player(world: &World) -> Option<(Entity, IVec2)> {
    let who = player_of(world)?;
    Some((who, world.get::<Position>(who)?.0))
}
