//! Flights: the cells that a thrown thing or a drake's fire crosses on its way, and what stops it.
//!
//! Everything that flies takes the straight line from the centre of one cell to the centre of another. Where the line
//! passes exactly between two cells, the flight takes the one that is open, and the upper or left one if both are. The
//! symmetric field of view follows the same line and is blocked only if both cells are opaque. So what is thrown at a
//! target in plain view arrives, unless something that can be seen through is in the way.
//!
//! The cells depend only on where the two ends lie from each other and on what is between them. They are the same in
//! both directions and everywhere on the map. A mirrored map can have the other one of two open cells: half a turn
//! exchanges the ends of a knight's move and also the two cells between them, so no rule could be the same for both.

use bevy::math::I64Vec2;
use bevy::prelude::*;

use crate::map::Tile;

/// How far a thing can be thrown, in steps, where a diagonal step counts as one.
pub const THROW: i32 = 8;

/// The flight of a thrown thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flight {
    /// The cells that the thing flies over, without the first. It lands on the last of them.
    pub cells: Vec<IVec2>,
    /// The cell on which the thing lands.
    pub lands: IVec2,
    /// The tile before which the flight stops, if the flight stops early at a known tile.
    pub stopped_by: Option<Tile>,
}

impl Flight {
    /// Returns the flight of a thing that is thrown from one cell to another. `tile` returns the tile on a cell, if it is
    /// known.
    ///
    /// The thing flies no farther than [`THROW`], and stops before the first cell that is unwalkable or unknown.
    pub fn thrown(from: IVec2, to: IVec2, tile: impl Fn(IVec2) -> Option<Tile>) -> Self {
        let passage = |cell| Passage::of(tile(cell), Tile::is_walkable);
        let steps = length(from, to).min(THROW as usize);
        let mut flight = Self {
            cells: Vec::new(),
            lands: from,
            stopped_by: None,
        };
        for (cell, passage) in line(from, to, passage).take(steps) {
            if !passage.is_free {
                flight.stopped_by = tile(cell);
                break;
            }
            flight.cells.push(cell);
            flight.lands = cell;
        }
        flight
    }
}

/// How open a cell is to something that flies. Where a line passes between two cells, it takes the greater one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Passage {
    /// Whether the flight can pass.
    pub(crate) is_free: bool,
    /// Whether sight can pass.
    pub(crate) is_transparent: bool,
}

impl Passage {
    /// Returns how open a cell with this tile is, if the tile is known. `lets_pass` returns whether the flight can pass it.
    pub(crate) fn of(tile: Option<Tile>, lets_pass: impl FnOnce(Tile) -> bool) -> Self {
        Self {
            is_free: tile.is_some_and(lets_pass),
            is_transparent: tile.is_some_and(|it| !it.is_opaque()),
        }
    }

    fn is_open(self) -> bool {
        self.is_free && self.is_transparent
    }
}

/// Iterates over the cells of the line that starts at `from` and goes through `to` without end, and over how open each
/// of them is. The first cell is left out.
pub(crate) fn line(
    from: IVec2,
    to: IVec2,
    passage: impl Fn(IVec2) -> Passage,
) -> impl Iterator<Item = (IVec2, Passage)> {
    (1..).map(move |steps| {
        let [one, other] = on_line(from, to, steps);
        let first = (one, passage(one));
        if first.1.is_open() || one == other {
            return first;
        }
        let second = (other, passage(other));
        if second.1 > first.1 { second } else { first }
    })
}

/// Returns how many steps it takes to get from one cell to another along a [`line`].
pub(super) fn length(from: IVec2, to: IVec2) -> usize {
    from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)) as usize
}

/// Returns the cell that lies this many steps from `from` on the line through `to`. If the line passes exactly between
/// two cells there, returns the upper or left one first; otherwise, both are the same.
fn on_line(from: IVec2, to: IVec2, steps: i32) -> [IVec2; 2] {
    // Nothing overflows, wherever the cells are.
    let offset = to.as_i64vec2() - from.as_i64vec2();
    let length = offset.abs().max_element().max(1);
    let place = |start: i32, offset: i64| {
        let product = i128::from(steps) * i128::from(offset);
        let whole = product.div_euclid(length.into()) as i64;
        let rest = product.rem_euclid(length.into()) as i64;
        let below = i64::from(start) + whole;
        match (2 * rest).cmp(&length) {
            std::cmp::Ordering::Less => [below, below],
            std::cmp::Ordering::Equal => [below, below + 1],
            std::cmp::Ordering::Greater => [below + 1, below + 1],
        }
    };
    let (x, y) = (place(from.x, offset.x), place(from.y, offset.y));
    let (least, most) = (i64::from(i32::MIN), i64::from(i32::MAX));
    [0, 1].map(|at| {
        let cell = I64Vec2::new(x[at], y[at]);
        cell.clamp(I64Vec2::splat(least), I64Vec2::splat(most))
            .as_ivec2()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_the_same_in_both_directions_and_from_everywhere() {
        for (x, y) in (-7..=7).flat_map(|x| (-7..=7).map(move |y| (x, y))) {
            let offset = IVec2::new(x, y);
            let steps = x.abs().max(y.abs());
            let cells = |from: IVec2, to: IVec2| {
                let cells = (0..=steps).map(|it| on_line(from, to, it).map(|cell| cell - from));
                cells.collect::<Vec<_>>()
            };
            let there = cells(IVec2::ZERO, offset);
            let back = cells(offset, IVec2::ZERO).into_iter().rev();
            let back: Vec<_> = back.map(|it| it.map(|cell| cell + offset)).collect();
            assert_eq!(there, back, "{offset}");
            for from in [(1, 0), (0, 1), (-3, 2), (4, -6)].map(IVec2::from) {
                assert_eq!(there, cells(from, from + offset), "{offset} from {from}");
            }
            assert_eq!(there[0], [IVec2::ZERO; 2]);
            assert_eq!(there[steps as usize], [offset; 2]);
        }
    }

    #[test]
    fn between_two_cells_a_flight_takes_the_open_one_and_else_the_upper_or_left_one() {
        let ends = [(2, 1), (2, -1), (1, 2), (-1, 2)].map(IVec2::from);
        let pairs = [
            [(1, 0), (1, 1)],
            [(1, -1), (1, 0)],
            [(0, 1), (1, 1)],
            [(-1, 1), (0, 1)],
        ];
        for (end, pair) in ends.into_iter().zip(pairs) {
            let [first, second] = pair.map(IVec2::from);
            let over = |tiles: [Tile; 2]| {
                let tile = |cell| match cell {
                    it if it == first => Some(tiles[0]),
                    it if it == second => Some(tiles[1]),
                    _ => Some(Tile::FLOOR),
                };
                let flight = Flight::thrown(IVec2::ZERO, end, tile);
                assert_eq!(
                    flight.lands == end,
                    flight.stopped_by.is_none(),
                    "{flight:?}"
                );
                flight.cells.first().copied()
            };
            let (floor, leaves, wall) = (Tile::FLOOR, Tile::FOLIAGE, Tile::WALL);
            for (tiles, cell) in [
                ([floor, floor], Some(first)),
                ([floor, wall], Some(first)),
                ([wall, floor], Some(second)),
                ([leaves, floor], Some(second)),
                ([leaves, wall], Some(first)),
                ([Tile::WINDOW, leaves], Some(second)),
                ([wall, Tile::WATER], None),
            ] {
                assert_eq!(over(tiles), cell, "{end}: {tiles:?}");
            }
        }
    }
}
