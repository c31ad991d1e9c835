//! What touch reveals.

use bevy::prelude::*;

use crate::game::being::{Due, Player};
use crate::grid::Direction;
use crate::map::{Tile, TileMap};
use crate::vision::{MapMemory, Moment, Position, Viewshed};

type Blind = (&'static Position, &'static mut MapMemory);

/// Makes blind creatures feel the cells around them.
pub(crate) fn feel_around(
    due: Res<Due>,
    map: Res<TileMap>,
    now: Res<Moment>,
    mut blind: Query<Blind, (Without<Viewshed>, Without<Player>)>,
) {
    for (position, mut memory) in blind.iter_many_unique_mut(due.all()) {
        let around = Direction::ALL.map(|way| position.0 + way.delta());
        for cell in around.into_iter().chain([position.0]) {
            feel(&mut memory, &map, cell, *now);
        }
    }
}

/// Records the tile of a cell that was touched.
pub(crate) fn feel(memory: &mut Mut<MapMemory>, map: &TileMap, cell: IVec2, now: Moment) {
    // Touch does not reveal secrets that sight would miss.
    let seen = |tile: Tile| match memory.lore().and_then(|lore| lore.get(cell)) {
        Some(told) if told == tile => tile,
        _ => tile.apparent(),
    };
    let tile = map
        .get(cell)
        .map(seen)
        .filter(|&tile| memory.tile(cell) != Some(tile));
    if let Some(tile) = tile {
        memory.see(cell, tile, None, now);
    }
}
