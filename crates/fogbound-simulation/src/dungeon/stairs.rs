//! The start of a level, and the stairs.

use bevy::math::{IVec2, UVec2};

use super::carve::Canvas;
use super::random::RandomStream;
use crate::map::Tile;
use crate::path::{Search, Ways};

/// Places stairs up at the start if the site has a way up, and stairs down on the floor cell that is farthest from the
/// start on foot. On the last level, the goal takes the place of the stairs down. Secret doors count as walls, so the
/// player never needs to find one.
pub(super) fn place(canvas: &mut Canvas, _: &mut RandomStream) {
    let Some(start) = canvas.first_cell() else {
        return;
    };
    canvas.start_at(start);
    let ways = ways_from(canvas.size(), start, |cell| canvas.is_plain_way(cell));
    let open = |cell: &IVec2| canvas.tile(*cell) == Tile::FLOOR && !canvas.is_kept(*cell);
    let far = |cell: IVec2| ways.cost_to(cell).map(|far| (far, -cell.y, -cell.x));
    let reached = canvas
        .positions()
        .filter(|&cell| cell != start && open(&cell));
    if let Some(cell) = reached
        .max_by_key(|cell| far(*cell))
        .filter(|it| far(*it).is_some())
    {
        let goal = if canvas.site().is_last {
            Tile::BEACON
        } else {
            Tile::STAIRS_DOWN
        };
        canvas.set(cell, goal);
    }
    if canvas.site().has_way_up {
        canvas.set(start, Tile::STAIRS_UP);
    }
}

/// Returns the shortest paths from `start`, without diagonal steps, over the cells that `is_way` accepts.
pub(super) fn ways_from(size: UVec2, start: IVec2, is_way: impl Fn(IVec2) -> bool) -> Ways {
    let search = Search::on_level(start, size);
    search
        .until(|cell| is_way(cell).then_some(1), |_| None::<()>)
        .0
}
