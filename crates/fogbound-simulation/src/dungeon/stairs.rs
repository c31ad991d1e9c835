//! Where a level begins, and where it leads on.

use std::collections::VecDeque;

use bevy::math::{IVec2, UVec2};

use super::carve::Canvas;
use super::random::RandomStream;
use super::sides::SIDES;
use crate::grid::Grid;
use crate::map::Tile;

/// Puts the stairs down, or on the last level what the player has come for, on the floor that is farthest on foot from
/// where the player comes in, and the stairs up there. Secret doors count as walls: nobody has to find one.
pub(super) fn place(canvas: &mut Canvas, _: &mut RandomStream) {
    let Some(start) = canvas.first_cell() else {
        return;
    };
    canvas.start_at(start);
    let steps = steps_from(canvas.size(), start, |cell| canvas.is_plain_way(cell));
    let open = |cell: &IVec2| canvas.tile(*cell) == Tile::FLOOR && !canvas.is_kept(*cell);
    let far = |cell: IVec2| steps[cell].map(|far| (far, -cell.y, -cell.x));
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

/// By cell, how many steps over the four sides it is from `start`, over cells of the way; none if nobody gets there.
pub(super) fn steps_from(
    size: UVec2,
    start: IVec2,
    is_way: impl Fn(IVec2) -> bool,
) -> Grid<Option<u32>> {
    let mut steps = Grid::new(size, None);
    steps.set(start, Some(0));
    let mut front = VecDeque::from([start]);
    while let Some(cell) = front.pop_front() {
        let next = steps[cell].map(|it| it + 1);
        for side in SIDES {
            let there = cell + side;
            if is_way(there) && steps[there].is_none() {
                steps.set(there, next);
                front.push_back(there);
            }
        }
    }
    steps
}
