//! Actors: the player and all creatures.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

use bevy::ecs::entity_disabling::DefaultQueryFilters;
use bevy::prelude::*;

use super::action::Intent;
use super::body::Breath;
use super::clock::TICKS_PER_TURN;
use super::occupancy::{Blocks, Occupancy};
use super::senses::Senses;
use crate::vision::Position;

/// Marks the entity that the player controls and from whose point of view the game is shown.
#[derive(Component, Reflect, Clone, Copy, Debug, Default)]
#[reflect(Component)]
pub struct Player;

/// The player that was found last. Looking for it among all entities takes much longer.
#[derive(Resource, Debug, Default)]
pub(crate) struct LastPlayer(AtomicU64);

/// Returns the player, if there is one.
pub fn player_of(world: &World) -> Option<Entity> {
    let last = world.get_resource::<LastPlayer>();
    let known = last.and_then(|it| Entity::try_from_bits(it.0.load(Ordering::Relaxed)));
    if let Some(who) = known.filter(|it| is_player(world, *it)) {
        return Some(who);
    }
    let mut players = world.try_query_filtered::<Entity, With<Player>>()?;
    let who = players.single(world).ok()?;
    if let Some(last) = last {
        last.0.store(who.to_bits(), Ordering::Relaxed);
    }
    Some(who)
}

/// Returns the actor with this ID on the current level.
pub fn actor_with(world: &World, id: ActorId) -> Option<Entity> {
    let mut actors = world.try_query::<(Entity, &Actor)>()?;
    let found = actors.iter(world).find(|(_, it)| it.id == id);
    found.map(|(who, _)| who)
}

/// Returns whether an entity is the player, and not a copy of it that is put away.
fn is_player(world: &World, who: Entity) -> bool {
    let Ok(body) = world.get_entity(who) else {
        return false;
    };
    let disabling = world.get_resource::<DefaultQueryFilters>();
    let mut disabling = disabling
        .into_iter()
        .flat_map(DefaultQueryFilters::disabling_ids);
    body.contains::<Player>() && !disabling.any(|it| body.contains_id(it))
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
    /// The sum of all changes of speed now in force, in percent of `speed`.
    more: i64,
}

/// Leaves out `more`, which follows from the changes in force. They are hashed.
impl Hash for Actor {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.id, self.due, self.speed).hash(state);
    }
}

/// The lowest and highest speed that changes can lead to, in percent of an actor's own.
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

    /// Gives access to the sum of the changes of speed.
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
    /// The actor's cell, if it has chosen to strike or shoot since it came there. While it stands there, those beside it
    /// know where it is, even in the dark. Parting blows are not chosen.
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

/// Moves an actor to a free cell. Nobody knows any more where it struck.
pub(crate) fn move_to(world: &mut World, who: Entity, cell: IVec2) {
    if let Some(mut place) = world.get_mut::<Position>(who) {
        place.0 = cell;
        world.resource_mut::<Occupancy>().place(who, cell);
    }
    if let Some(mut conduct) = world.get_mut::<Conduct>(who) {
        conduct.struck_from = None;
    }
}

/// Makes two actors change places.
pub(crate) fn change_places(
    world: &mut World,
    (one, here): (Entity, IVec2),
    (other, there): (Entity, IVec2),
) {
    move_to(world, one, there);
    move_to(world, other, here);
}

#[cfg(test)]
mod tests {
    use bevy::ecs::entity_disabling::Disabled;

    use super::*;

    #[test]
    fn the_player_is_found_again_after_it_was_replaced_and_is_never_a_copy_that_is_put_away() {
        for remembers in [false, true] {
            let mut world = World::new();
            if remembers {
                world.init_resource::<LastPlayer>();
            }
            assert_eq!(player_of(&world), None);
            let first = world.spawn(Player).id();
            assert_eq!(player_of(&world), Some(first));
            let copy = world.spawn((Player, Disabled)).id();
            assert_eq!(player_of(&world), Some(first));
            world.despawn(first);
            assert_eq!(player_of(&world), None);
            let second = world.spawn(Player).id();
            assert_eq!(player_of(&world), Some(second));
            // They change places.
            world.entity_mut(second).insert(Disabled);
            world.entity_mut(copy).remove::<Disabled>();
            assert_eq!(player_of(&world), Some(copy));
        }
    }
}
