//! Choosing cells for effects.

use bevy::prelude::*;

use crate::game::being::Occupancy;
use crate::grid::Direction;
use crate::map::TileMap;

/// Returns the free cells beside a cell, clockwise from north.
pub(super) fn free_beside(world: &World, at: IVec2) -> Vec<IVec2> {
    let (map, occupancy) = (world.resource::<TileMap>(), world.resource::<Occupancy>());
    let is_free = |cell: &IVec2| map.is_walkable(*cell) && occupancy.at(*cell).is_none();
    let beside = Direction::ALL.map(|way| at + way.delta());
    beside.into_iter().filter(is_free).collect()
}

/// Returns the walkable cells that are this many steps from a cell, where a diagonal step counts as one, row by row.
pub(super) fn walkable_at(map: &TileMap, center: IVec2, distance: i32) -> Vec<IVec2> {
    let ring = |offset: IVec2| offset.abs().max_element() == distance;
    let side = -distance..=distance;
    let offsets = side
        .clone()
        .flat_map(|y| side.clone().map(move |x| IVec2::new(x, y)));
    let cells = offsets.filter(|it| ring(*it)).map(|it| center + it);
    cells.filter(|cell| map.is_walkable(*cell)).collect()
}
