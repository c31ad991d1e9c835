//! Short queries about actors.

use bevy::prelude::*;

use super::actor::Player;
use super::body::{Faction, Health};
use super::occupancy::Occupancy;
use super::traits::{BreaksDoors, DousesFlames, LightsFlames, OpensDoors};
use crate::map::Tile;
use crate::vision::Position;

/// Returns whether the two actors are on different sides.
pub(crate) fn are_enemies(world: &World, one: Entity, other: Entity) -> bool {
    let side = |entity| world.get::<Faction>(entity).copied();
    match (side(one), side(other)) {
        (Some(one), Some(other)) => one.is_hostile_to(other),
        _ => false,
    }
}

/// Returns whether an actor can open doors.
pub(crate) fn opens_doors(world: &World, actor: Entity) -> bool {
    world.get::<Player>(actor).is_some() || world.get::<OpensDoors>(actor).is_some()
}

/// Returns whether an actor opens or breaks a closed door.
pub(crate) fn passes_door(world: &World, actor: Entity, door: Tile) -> bool {
    let breaks = || world.get::<BreaksDoors>(actor).is_some() && door.breaks_to().is_some();
    door.opens_to().is_some() && (opens_doors(world, actor) || breaks())
}

/// Returns whether an actor has hands for putting out and lighting flames.
pub(crate) fn tends_flames(world: &World, actor: Entity) -> bool {
    opens_doors(world, actor)
        || world.get::<DousesFlames>(actor).is_some()
        || world.get::<LightsFlames>(actor).is_some()
}

/// Returns an actor's cell if the actor is alive and on the current level.
pub(crate) fn place_of(world: &World, who: Entity) -> Option<IVec2> {
    let place = world.get_entity(who).ok()?.get::<Position>()?.0;
    let lives = world
        .get::<Health>(who)
        .is_none_or(|health| health.now() > 0);
    (lives && world.resource::<Occupancy>().at(place) == Some(who)).then_some(place)
}
