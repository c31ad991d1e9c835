//! Levels with several parts, each carved by a different builder.

use bevy::math::UVec2;
use rand::RngExt;

use super::carve::Canvas;
use super::random::RandomStream;
use super::{bsp, caves, maze, rooms};
use crate::grid::Rectangle;

/// The minimum size of a part.
const SMALLEST: UVec2 = UVec2::new(22, 15);

/// The maximum size of a part. Larger parts are always cut, so that large levels also have a mix of builders.
const LARGEST: UVec2 = UVec2::new(64, 44);

/// Carves the parts of a level with different builders. A later step joins the parts.
pub(super) fn carve(canvas: &mut Canvas, rng: &mut RandomStream) {
    let mut parts = Vec::new();
    divide(canvas.room_for_parts(), true, rng, &mut parts);
    // The builders take turns, starting with a random one, so adjacent parts rarely have the same builder.
    let first = rng.random_range(0..4_u32);
    for (part, number) in parts.into_iter().zip(first..) {
        match number % 4 {
            0 => bsp::carve_within(part, canvas, rng),
            1 => caves::carve_within(inner(part), canvas, rng),
            2 => rooms::carve_within(part, canvas, rng),
            _ => maze::carve_within(inner(part), canvas, rng),
        }
    }
}

/// Returns the part without its last column and row, which stay free.
fn inner(part: Rectangle) -> Rectangle {
    Rectangle::new(part.min, part.size - UVec2::ONE)
}

fn divide(part: Rectangle, is_whole: bool, rng: &mut RandomStream, parts: &mut Vec<Rectangle>) {
    let (upright, length, least) = bsp::longer_side(part, SMALLEST);
    // The whole level is always cut if it is large enough.
    let is_small = part.size.cmple(LARGEST).all() && !is_whole;
    if length < 2 * least || is_small && rng.random_ratio(1, 5) {
        parts.push(part);
        return;
    }
    let at = rng.random_range(least..=length - least);
    let (first, second) = bsp::split(part, upright, at);
    divide(first, false, rng, parts);
    divide(second, false, rng, parts);
}
