//! Levels with rooms at random places.
//!
//! A large level is divided into blocks, each about the size of one screen. Each block gets its own rooms.

use bevy::math::{IVec2, UVec2};

use super::carve::Canvas;
use super::caves;
use super::random::{RandomStream, between};
use super::shapes;
use crate::grid::Rectangle;

/// The approximate size of a block.
const BLOCK: UVec2 = UVec2::new(64, 36);

/// The number of attempts to place a room in each block.
const TRIES: u32 = 40;

/// The minimum size of a room, if the block is large enough.
const SMALLEST: IVec2 = IVec2::new(4, 3);
/// The maximum size of a room.
const LARGEST: IVec2 = IVec2::new(13, 9);

/// Carves rooms at random places throughout the level.
pub(super) fn carve(canvas: &mut Canvas, rng: &mut RandomStream) {
    carve_within(canvas.room_for_parts(), canvas, rng);
    caves::carve_if_bare(canvas, rng);
}

/// Carves rooms at random places in a part of a level, and leaves the part's last column and row free.
pub(super) fn carve_within(part: Rectangle, canvas: &mut Canvas, rng: &mut RandomStream) {
    for block in blocks(part) {
        place_rooms(block, canvas, rng);
    }
}

/// Divides the level evenly into blocks. Returns them row by row, with every second row in reverse order.
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

/// Carves rooms at random free places in a block.
fn place_rooms(block: Rectangle, canvas: &mut Canvas, rng: &mut RandomStream) {
    // The last column and row stay free, so rooms in different blocks never touch.
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
        let is_free = canvas.rooms[first..].iter().all(free)
            && with_walls.cells().all(|cell| !canvas.is_kept(cell));
        if is_free {
            shapes::carve_room(canvas, room, rng);
        }
    }
}
