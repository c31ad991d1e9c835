//! Rooms at random, joined in the order in which they found a place.
//!
//! A large level is divided into blocks of about a screen. Each block gets its
//! rooms in turn, back and forth like a plough, so that a corridor never leads
//! farther than into the next block.

use bevy::math::{IVec2, UVec2};
use rand::RngExt;

use super::carve::Canvas;
use super::random::{RandomStream, between};
use crate::grid::Rectangle;

/// About how large a block is.
const BLOCK: UVec2 = UVec2::new(64, 36);

/// How often a place for one more room is tried in each block.
const TRIES: u32 = 40;

/// The smallest and the largest room, where the level has space for it.
const SMALLEST: IVec2 = IVec2::new(4, 3);
const LARGEST: IVec2 = IVec2::new(13, 9);

/// Carves a level of rooms at random.
pub(super) fn carve(canvas: &mut Canvas, rng: &mut RandomStream) {
    for block in blocks(canvas.room_for_parts()) {
        place_rooms(block, canvas, rng);
    }
    for index in 1..canvas.rooms.len() {
        let (from, to) = (canvas.rooms[index - 1], canvas.rooms[index]);
        canvas.carve_corridor(from.center(), to.center(), rng.random());
    }
}

/// Divides the level evenly into blocks, row by row, every second row
/// backwards.
fn blocks(level: Rectangle) -> Vec<Rectangle> {
    let count = (level.size / BLOCK).max(UVec2::ONE);
    let corner =
        |column, row| level.min + (level.size * UVec2::new(column, row) / count).as_ivec2();
    let mut blocks = Vec::new();
    for row in 0..count.y {
        for step in 0..count.x {
            let column = if row % 2 == 0 {
                step
            } else {
                count.x - 1 - step
            };
            let last = corner(column + 1, row + 1) - IVec2::ONE;
            blocks.push(Rectangle::from_corners(corner(column, row), last));
        }
    }
    blocks
}

/// Carves rooms in a block wherever chance finds a place for them. The first
/// try always succeeds, so that no block is left without a room.
fn place_rooms(block: Rectangle, canvas: &mut Canvas, rng: &mut RandomStream) {
    // The last column and row stay free: no room touches one of another block.
    let space = block.size.as_ivec2() - IVec2::ONE;
    let (smallest, largest) = (SMALLEST.min(space), LARGEST.min(space));
    let first = canvas.rooms.len();
    for _ in 0..TRIES {
        let size = IVec2::new(
            between(rng, smallest.x, largest.x),
            between(rng, smallest.y, largest.y),
        );
        let offset = IVec2::new(
            between(rng, 0, space.x - size.x),
            between(rng, 0, space.y - size.y),
        );
        let room = Rectangle::new(block.min + offset, size.as_uvec2());
        let with_walls = room.expanded(1);
        let free = |other: &Rectangle| !with_walls.intersects(other);
        if canvas.rooms[first..].iter().all(free) {
            canvas.carve_room(room);
        }
    }
}
