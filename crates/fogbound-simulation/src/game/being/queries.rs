//! Short queries about actors.

use bevy::prelude::*;

use super::body::{Faction, Health};
use super::occupancy::Occupancy;
use crate::vision::Position;

/// Returns whether the two actors are on different sides.
pub(crate) fn are_enemies(world: &World, one: Entity, other: Entity) -> bool {
    let side = |entity| world.get::<Faction>(entity).copied();
    match (side(one), side(other)) {
        (Some(one), Some(other)) => one.is_hostile_to(other),
        _ => false,
    }
}

/// Returns an actor's cell if the actor is alive and on the current level.
pub(crate) fn place_of(world: &World, who: Entity) -> Option<IVec2> {
    let place = world.get_entity(who).ok()?.get::<Position>()?.0;
    let lives = world
        .get::<Health>(who)
        .is_none_or(|health| health.now() > 0);
    (lives && world.resource::<Occupancy>().at(place) == Some(who)).then_some(place)
}
