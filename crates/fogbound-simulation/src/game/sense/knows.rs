//! What an actor knows about the positions of others and about the map.

use bevy::prelude::*;

use super::looking::{is_by_sight, makes_out, watches};
use crate::game::being::{
    Camouflage, HuntsBySound, Occupancy, Player, Senses, Sighting, StillWhenWatched, are_enemies,
    place_of,
};
use crate::grid::Direction;
use crate::map::{Tile, TileMap};
use crate::vision::{LightMap, MapMemory, Position, Viewshed};

/// Returns the actor on the cell `at`, if `actor` knows that someone is there.
pub(crate) fn known_at(world: &World, actor: Entity, from: IVec2, at: IVec2) -> Option<Entity> {
    let other = world.resource::<Occupancy>().at(at)?;
    (at == from || knows_of(world, actor, other, at)).then_some(other)
}

/// Returns whether `actor` knows that `other` is on the cell `at`, because `actor` sees or has touched `other` there. A
/// blind actor feels others on adjacent cells.
pub fn knows_of(world: &World, actor: Entity, other: Entity, at: IVec2) -> bool {
    let felt = world.get::<Senses>(actor).and_then(|senses| senses.felt);
    if felt == Some(Sighting { who: other, at }) {
        return true;
    }
    if world.get::<Viewshed>(actor).is_some() {
        return makes_out_at(world, actor, other, at);
    }
    let place = world.get::<Position>(actor);
    place.is_some_and(|eye| Direction::from_delta(at - eye.0).is_some())
}

/// Returns whether `actor` sees `other` on the cell `at`, despite any camouflage.
pub(crate) fn makes_out_at(world: &World, actor: Entity, other: Entity, at: IVec2) -> bool {
    let (Some(&Position(eye)), Some(viewshed)) =
        (world.get::<Position>(actor), world.get::<Viewshed>(actor))
    else {
        return false;
    };
    let hidden = world.get::<Camouflage>(other);
    let scene = (world.resource::<TileMap>(), world.resource::<LightMap>());
    makes_out(scene, viewshed, eye, at, hidden)
}

/// Returns whether `actor` sees `other` on the cell `at`, rather than only feels it there: `actor` makes it out, and
/// either light falls on the cell or the cell is within a dark sight that reaches farther than touch does.
pub(crate) fn sees(world: &World, actor: Entity, other: Entity, at: IVec2) -> bool {
    let Ok(body) = world.get_entity(actor) else {
        return false;
    };
    let (Some(&Position(eye)), Some(viewshed)) = (body.get(), body.get::<Viewshed>()) else {
        return false;
    };
    let (map, light) = (world.resource(), world.resource());
    let hidden = world.get::<Camouflage>(other);
    !body.contains::<HuntsBySound>()
        && makes_out((map, light), viewshed, eye, at, hidden)
        && is_by_sight((map, light), viewshed, eye, at)
}

/// Returns whether an actor is stone at the moment: it stands still when watched, and an enemy sees its cell.
pub fn is_stone(world: &World, who: Entity) -> bool {
    if world.get::<StillWhenWatched>(who).is_none() {
        return false;
    }
    let Some(at) = place_of(world, who) else {
        return false;
    };
    let ground = (world.resource(), world.resource());
    let is_watched_by = |(eye, from): (Entity, IVec2)| {
        // Few have the cell in view, and this is found out quickly.
        let viewshed = world.get::<Viewshed>(eye).filter(|it| it.has_in_view(at));
        viewshed.is_some_and(|it| watches(ground, it, from, at)) && are_enemies(world, eye, who)
    };
    // Who is beside it most often watches it.
    let occupancy = world.resource::<Occupancy>();
    let beside = occupancy.near(at, 1).into_iter();
    beside.chain(occupancy.iter()).any(is_watched_by)
}

/// Returns whether `actor` is the player and does not know where `who` is. The minds of creatures attack only enemies
/// that they have sensed.
pub(crate) fn is_unknown_to_player(world: &World, actor: Entity, who: Entity) -> bool {
    world.get::<Player>(actor).is_some()
        && !place_of(world, who).is_some_and(|at| knows_of(world, actor, who, at))
}

/// Returns the cell on which `actor` last felt another actor.
pub(crate) fn felt_at(world: &World, actor: Entity) -> Option<IVec2> {
    Some(world.get::<Senses>(actor)?.felt?.at)
}

/// Returns the tile that `actor` believes to be on a cell. For an actor without a memory, this is the actual tile.
pub fn known_tile(world: &World, actor: Entity, cell: IVec2) -> Option<Tile> {
    match world.get::<MapMemory>(actor) {
        Some(memory) => memory.tile(cell),
        None => world.resource::<TileMap>().get(cell),
    }
}
