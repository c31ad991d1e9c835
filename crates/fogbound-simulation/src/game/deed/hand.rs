//! What is done by hand to a tile.

use bevy::prelude::*;

use super::kinds::Doer;
use crate::game::being::{Disguise, Obstacle, Occupancy};
use crate::game::sense::known_tile;
use crate::map::{Tile, TileMap};

/// What a tile becomes, if it can be changed.
type Changes = fn(Tile) -> Option<Tile>;

/// Applies `changes`, which represents a change made by hand, to the tile on a cell. Returns two results: the first is
/// for the tile that the actor believes to be there, the second for the actual tile.
///
/// # Errors
///
/// Returns `missing` if `has_hands` returns false for the actor, or if the actor does not know of a tile there that can
/// be changed by hand.
pub(super) fn by_hand(
    world: &World,
    doer: &Doer,
    cell: IVec2,
    (changes, has_hands): (Changes, fn(&World, Entity) -> bool),
    missing: Obstacle,
) -> Result<(Tile, Option<Tile>), Obstacle> {
    let known = known_tile(world, doer.entity, cell).and_then(changes);
    let known = known.filter(|_| has_hands(world, doer.entity));
    let tile = world.resource::<TileMap>().tile(cell);
    // A hand on a disguised creature touches the creature.
    let touched = world.resource::<Occupancy>().at(cell);
    let is_real = touched.is_none_or(|it| world.get::<Disguise>(it).is_none());
    Ok((known.ok_or(missing)?, changes(tile).filter(|_| is_real)))
}
