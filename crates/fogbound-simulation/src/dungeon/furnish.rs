//! Furnishings, plants and water.
//!
//! Furnishings never cut off any part of the level. Foliage, rubble, curtains and low walls are walkable. Obstacles are
//! placed only where the cells around them stay connected.

use bevy::math::IVec2;
use rand::RngExt;

use super::carve::Canvas;
use super::random::{RandomStream, between};
use crate::grid::{Direction, Rectangle};
use crate::map::Tile;
use crate::path::{SIDES, parts};

/// The number of level cells per attempt to furnish an area outside rooms.
const CELLS_PER_PATCH: u32 = 220;

/// Furnishes caves, corridors, and all rooms except the first, where the player starts.
pub(super) fn furnish(canvas: &mut Canvas, rng: &mut RandomStream) {
    for room in canvas.rooms.clone().into_iter().skip(1) {
        match rng.random_range(0..24_u32) {
            0..3 => raise(Tile::WALL, room, canvas),
            3..5 => raise(Tile::STATUE, room, canvas),
            5..8 => scatter(Tile::FOLIAGE, random_cell(room, rng), room, canvas, rng),
            8..10 => pool(Tile::WATER, room, canvas, rng),
            10 => pool(Tile::CHASM, room, canvas, rng),
            11..13 => scatter(Tile::RUBBLE, random_cell(room, rng), room, canvas, rng),
            13 => partition(Tile::LOW_WALL, room, canvas, rng),
            14 => partition(Tile::CURTAIN, room, canvas, rng),
            _ => {}
        }
    }
    furnish_caves(canvas, rng);
}

/// Furnishes open areas outside rooms.
fn furnish_caves(canvas: &mut Canvas, rng: &mut RandomStream) {
    let all = Rectangle::new(IVec2::ZERO, canvas.size());
    let tries = canvas.size().element_product() / CELLS_PER_PATCH;
    for _ in 0..tries {
        let middle = random_cell(all, rng);
        let is_open = Direction::ALL
            .iter()
            .all(|it| canvas.tile(middle + it.delta()) == Tile::FLOOR);
        if !is_open || canvas.is_in_room(middle) {
            continue;
        }
        let around = Rectangle::from_corners(middle, middle).expanded(3);
        match rng.random_range(0..8_u32) {
            0..4 => scatter(Tile::FOLIAGE, middle, around, canvas, rng),
            4..6 => scatter(Tile::RUBBLE, middle, around, canvas, rng),
            6 => pool(Tile::WATER, around, canvas, rng),
            _ => set_if_free(canvas, middle, Tile::STATUE),
        }
    }
}

fn random_cell(room: Rectangle, rng: &mut RandomStream) -> IVec2 {
    IVec2::new(
        between(rng, room.min.x, room.max().x),
        between(rng, room.min.y, room.max().y),
    )
}

/// Places rows of pillars or statues in a large room.
fn raise(tile: Tile, room: Rectangle, canvas: &mut Canvas) {
    let (first, last) = (room.min + 2, room.max() - 2);
    if last.x - first.x < 2 || last.y < first.y {
        return;
    }
    // A large hall has more than four pillars or statues.
    let rows = |first: i32, last: i32| {
        let step = if last - first >= 6 {
            3
        } else {
            (last - first).max(1)
        };
        (first..=last).step_by(step as usize)
    };
    for y in rows(first.y, last.y) {
        for x in rows(first.x, last.x) {
            set_if_free(canvas, IVec2::new(x, y), tile);
        }
    }
}

/// Places an obstacle on a cell if all adjacent cells are floor, so that creatures can walk around it.
fn set_if_free(canvas: &mut Canvas, cell: IVec2, tile: Tile) {
    let around = Direction::ALL.map(|it| canvas.tile(cell + it.delta()));
    let is_free = around.into_iter().all(|it| it == Tile::FLOOR);
    if is_free && canvas.tile(cell) == Tile::FLOOR {
        canvas.set(cell, tile);
    }
}

/// Places a tile on about half of the floor cells around a cell.
fn scatter(
    tile: Tile,
    middle: IVec2,
    room: Rectangle,
    canvas: &mut Canvas,
    rng: &mut RandomStream,
) {
    for cell in Rectangle::from_corners(middle, middle).expanded(2).cells() {
        let is_covered = rng.random_ratio(1, 2);
        if is_covered && room.contains(cell) && canvas.tile(cell) == Tile::FLOOR {
            canvas.set(cell, tile);
        }
    }
}

/// Places a row of tiles across the middle of a room.
fn partition(tile: Tile, room: Rectangle, canvas: &mut Canvas, rng: &mut RandomStream) {
    let middle = room.center();
    let is_upright = room.size.x > room.size.y;
    let gap = rng.random_range(0..3_u32);
    for cell in room.cells() {
        let (on_line, along) = if is_upright {
            (cell.x == middle.x, cell.y - room.min.y)
        } else {
            (cell.y == middle.y, cell.x - room.min.x)
        };
        let is_gap = gap > 0 && along == gap as i32;
        if on_line && !is_gap && canvas.tile(cell) == Tile::FLOOR {
            canvas.set(cell, tile);
        }
    }
}

/// Places a pool in the middle of a room if the cells around the pool stay connected.
fn pool(tile: Tile, room: Rectangle, canvas: &mut Canvas, rng: &mut RandomStream) {
    let inside = room.expanded(-1);
    if inside.is_empty() || inside.size.min_element() < 2 {
        return;
    }
    let middle = inside.center();
    let reach = (inside.size.as_ivec2() / 2)
        .max(IVec2::ONE)
        .min(IVec2::splat(4));
    let mut cells = Vec::new();
    for cell in inside.cells() {
        let offset = (cell - middle).abs();
        // The pool is a diamond with an uneven shore.
        let far = offset.x * 4 / reach.x + offset.y * 4 / reach.y;
        let is_wet = far <= 3 || far <= 5 && rng.random_ratio(1, 2);
        if is_wet && canvas.tile(cell) == Tile::FLOOR {
            cells.push(cell);
        }
    }
    if cells.len() < 3 {
        return;
    }
    for &cell in &cells {
        canvas.set(cell, tile);
    }
    // Within the room and its walls, all passable cells must stay connected without diagonal steps.
    let around = room.expanded(1);
    let is_open = |cell: IVec2| canvas.is_passable(around.min + cell);
    let is_parted = parts(around.size, &SIDES, is_open).nth(1).is_some();
    if is_parted {
        for &cell in &cells {
            canvas.set(cell, Tile::FLOOR);
        }
    }
}
