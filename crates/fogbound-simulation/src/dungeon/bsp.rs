//! Levels built by binary space partitioning.
//!
//! The level is cut in two, and each part is cut again until it is too small to cut. Each final part gets a room,
//! unless a vault is in the way.

use bevy::math::{IVec2, UVec2};
use rand::RngExt;

use super::carve::Canvas;
use super::caves;
use super::random::{RandomStream, between};
use super::shapes;
use crate::grid::Rectangle;

/// The minimum size of a part, unless the level itself is smaller. The last column and row of each part stay free.
const SMALLEST_PART: UVec2 = UVec2::new(10, 8);

/// The maximum number of attempts to place a room in a part.
const TRIES: u32 = 6;

/// The minimum side length of a room.
const SHORTEST: i32 = 3;

/// Carves rooms into the whole level.
pub(super) fn carve(canvas: &mut Canvas, rng: &mut RandomStream) {
    carve_within(canvas.room_for_parts(), canvas, rng);
    caves::carve_if_bare(canvas, rng);
}

/// Carves rooms into one part of the level. The recursion depth is logarithmic in the size of the part, because [`cut`]
/// leaves at least a third of the part on each side.
pub(super) fn carve_within(part: Rectangle, canvas: &mut Canvas, rng: &mut RandomStream) {
    match cut(part, rng) {
        Some((first, second)) => {
            carve_within(first, canvas, rng);
            carve_within(second, canvas, rng);
        }
        None => {
            // If a vault is in the way, a smaller room may still fit.
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

/// Cuts a part across its longer side. Returns `None` if the part is too small to cut.
fn cut(part: Rectangle, rng: &mut RandomStream) -> Option<(Rectangle, Rectangle)> {
    let (upright, length, least) = longer_side(part, SMALLEST_PART);
    if length < 2 * least {
        return None;
    }
    let least = least.max(length / 3);
    let at = rng.random_range(least..=length - least);
    Some(split(part, upright, at))
}

/// Finds the longer side of a part, measured in units of `smallest`. Returns whether a cut across that side is
/// vertical, the length of that side, and the length of the same side in `smallest`.
pub(super) fn longer_side(part: Rectangle, smallest: UVec2) -> (bool, u32, u32) {
    let size = part.size;
    if size.x * smallest.y >= size.y * smallest.x {
        (true, size.x, smallest.x)
    } else {
        (false, size.y, smallest.y)
    }
}

/// Splits a part in two: `at` columns from the left if `upright` is set, otherwise `at` rows from the top.
pub(super) fn split(part: Rectangle, upright: bool, at: u32) -> (Rectangle, Rectangle) {
    let size = part.size;
    let (first, offset) = if upright {
        (UVec2::new(at, size.y), IVec2::new(at as i32, 0))
    } else {
        (UVec2::new(size.x, at), IVec2::new(0, at as i32))
    };
    (
        Rectangle::new(part.min, first),
        Rectangle::new(part.min + offset, size - offset.as_uvec2()),
    )
}

/// Returns a random room within a part. The room leaves the part's last column and row free, and its sides are at least
/// half as long as those of the remaining space.
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
