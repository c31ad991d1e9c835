//! Choosing cells for effects.

use std::iter;

use bevy::prelude::*;

use crate::game::being::{Actor, Incident, Occupancy, Terrain};
use crate::game::sense::{known_at, known_tile, knows_of};
use crate::grid::Direction;
use crate::map::{Tile, TileMap};

/// Returns the free cells beside a cell, clockwise from north.
pub(super) fn free_beside(world: &World, at: IVec2) -> Vec<IVec2> {
    let mut cells = free_around(world, at);
    cells.retain(|cell| *cell != at);
    cells
}

/// Returns a cell, if it is free, and the free cells beside it, clockwise from north.
pub(super) fn free_around(world: &World, at: IVec2) -> Vec<IVec2> {
    let (map, occupancy) = (world.resource::<TileMap>(), world.resource::<Occupancy>());
    let is_free = |cell: &IVec2| map.is_walkable(*cell) && occupancy.at(*cell).is_none();
    let beside = Direction::ALL.map(|way| at + way.delta());
    iter::once(at).chain(beside).filter(is_free).collect()
}

/// Returns the cells beside the creature that has an effect that may be free, as far as the creature knows.
pub(super) fn known_free_beside(world: &World, incident: &Incident) -> Vec<IVec2> {
    let beside = Direction::ALL.map(|way| incident.at + way.delta());
    let beside = beside.into_iter();
    beside
        .filter(|cell| may_be_free(world, incident, *cell))
        .collect()
}

/// Returns whether a cell may be free, as far as the creature that has an effect knows.
pub(super) fn may_be_free(world: &World, incident: &Incident, cell: IVec2) -> bool {
    let (who, at) = (incident.who, incident.at);
    known_tile(world, who, cell).is_none_or(Tile::is_walkable)
        && known_at(world, who, at, cell).is_none()
}

/// Returns whether an effect reaches only the cell of the creature that has it.
pub(super) fn is_own_cell(incident: &Incident) -> bool {
    incident.area.is_one_cell() && incident.center() == incident.at
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

pub fn reached(world: &World, incident: &Incident) -> Vec<IVec2> {
    let map = world.resource::<TileMap>();
    Terrain::of(map, |it| {
        it.reached(incident.area, incident.from, incident.center())
    })
}

/// Returns the creatures that an effect concerns, in the order of their IDs.
pub fn concerned(world: &World, incident: &Incident) -> Vec<Entity> {
    let occupancy = world.resource::<Occupancy>();
    let cells = reached(world, incident).into_iter();
    let creatures = cells.filter_map(|cell| occupancy.at(cell));
    let creatures = creatures.filter(|who| incident.concerns(world, *who, knows_of));
    let numbered = creatures.filter_map(|who| Some((world.get::<Actor>(who)?.id, who)));
    let mut numbered: Vec<_> = numbered.collect();
    numbered.sort_unstable();
    numbered.into_iter().map(|(_, who)| who).collect()
}
