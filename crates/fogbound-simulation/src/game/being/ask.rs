//! Short questions about somebody, asked of the world as it is.

use bevy::prelude::*;

use super::actor::Player;
use super::body::{Faction, Health};
use super::occupancy::Occupancy;
use super::traits::OpensDoors;
use crate::vision::Position;

/// Whether the two are on different sides.
pub(crate) fn are_enemies(world: &World, one: Entity, other: Entity) -> bool {
    let side = |entity| world.get::<Faction>(entity).copied();
    match (side(one), side(other)) {
        (Some(one), Some(other)) => one.is_hostile_to(other),
        _ => false,
    }
}

/// Whether closed doors do not stop somebody.
pub(crate) fn opens_doors(world: &World, actor: Entity) -> bool {
    world.get::<Player>(actor).is_some() || world.get::<OpensDoors>(actor).is_some()
}

/// Where somebody is who lives and is on this level.
pub(crate) fn place_of(world: &World, who: Entity) -> Option<IVec2> {
    let place = world.get_entity(who).ok()?.get::<Position>()?.0;
    let lives = world.get::<Health>(who).is_none_or(|health| health.now > 0);
    (lives && world.resource::<Occupancy>().at(place) == Some(who)).then_some(place)
}
