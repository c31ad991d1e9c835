//! Binary space partition.
//!
//! The level is cut in two, each half in two again, until the parts are too
//! small to be cut. Each part gets a room, unless a vault stands there.

use bevy::math::{IVec2, UVec2};
use rand::RngExt;

use super::carve::Canvas;
use super::caves;
use super::random::{RandomStream, between};
use super::shapes;
use crate::grid::Rectangle;

/// A part is not cut into anything smaller than this, unless the level itself
/// is. One column and one row of it stay free.
const SMALLEST_PART: UVec2 = UVec2::new(10, 8);

/// How often a place for a room is tried in a part.
const TRIES: u32 = 6;

/// The shortest side of a room.
const SHORTEST: i32 = 3;

/// Carves a level by partition.
pub(super) fn carve(canvas: &mut Canvas, rng: &mut RandomStream) {
    carve_within(canvas.room_for_parts(), canvas, rng);
    caves::carve_if_bare(canvas, rng);
}

/// Carves the rooms of one part. The depth of the recursion is logarithmic in the size of the part, since [`cut`] leaves
/// a third of it at least on either side.
pub(super) fn carve_within(part: Rectangle, canvas: &mut Canvas, rng: &mut RandomStream) {
    match cut(part, rng) {
        Some((first, second)) => {
            carve_within(first, canvas, rng);
            carve_within(second, canvas, rng);
        }
        None => {
            // Where a vault stands in the way, a smaller room may do.
            for _ in 0..TRIES {
                let room = room_within(part, rng);
                if room.expanded(1).cells().all(|cell| !canvas.is_kept(cell)) {
                    shapes::carve_room(canvas, room, rng);
                    return;
                }
            }
        }
    }
}

/// Cuts a part across its longer side, measured in [`SMALLEST_PART`]s; `None`
/// if it is too small for that.
fn cut(part: Rectangle, rng: &mut RandomStream) -> Option<(Rectangle, Rectangle)> {
    let (size, smallest) = (part.size, SMALLEST_PART);
    let upright = size.x * smallest.y >= size.y * smallest.x;
    let (length, least) = if upright {
        (size.x, smallest.x)
    } else {
        (size.y, smallest.y)
    };
    if length < 2 * least {
        return None;
    }
    let least = least.max(length / 3);
    let at = rng.random_range(least..=length - least);
    let (first, offset) = if upright {
        (UVec2::new(at, size.y), IVec2::new(at as i32, 0))
    } else {
        (UVec2::new(size.x, at), IVec2::new(0, at as i32))
    };
    Some((
        Rectangle::new(part.min, first),
        Rectangle::new(part.min + offset, size - offset.as_uvec2()),
    ))
}

/// A room at random within a part, leaving its last column and row free, and
/// filling at least half of either side.
fn room_within(part: Rectangle, rng: &mut RandomStream) -> Rectangle {
    let space = part.size.as_ivec2() - IVec2::ONE;
    let width = between(rng, SHORTEST.max(space.x / 2), space.x);
    let height = between(rng, SHORTEST.max(space.y / 2), space.y);
    let offset = IVec2::new(
        between(rng, 0, space.x - width),
        between(rng, 0, space.y - height),
    );
    Rectangle::new(part.min + offset, IVec2::new(width, height).as_uvec2())
}
