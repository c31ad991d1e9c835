//! Several builders in one level, each in a part of it.

use bevy::math::{IVec2, UVec2};
use rand::RngExt;

use super::carve::Canvas;
use super::random::RandomStream;
use super::{bsp, caves, maze, rooms};
use crate::grid::Rectangle;

/// A part is not cut into anything smaller.
const SMALLEST: UVec2 = UVec2::new(22, 15);

/// A part is not left larger than this, so that even a large level is mixed.
const LARGEST: UVec2 = UVec2::new(64, 44);

/// Carves each part of a level by another builder; what comes next joins them.
pub(super) fn carve(canvas: &mut Canvas, rng: &mut RandomStream) {
    let mut parts = Vec::new();
    divide(canvas.room_for_parts(), true, rng, &mut parts);
    // No two neighbours are alike by more than chance: the kinds go round, from any of them.
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

/// The part without its last column and row, which stay free.
fn inner(part: Rectangle) -> Rectangle {
    Rectangle::new(part.min, part.size - UVec2::ONE)
}

fn divide(part: Rectangle, is_whole: bool, rng: &mut RandomStream, parts: &mut Vec<Rectangle>) {
    let (size, smallest) = (part.size, SMALLEST);
    let upright = size.x * smallest.y >= size.y * smallest.x;
    let (length, least) = if upright {
        (size.x, smallest.x)
    } else {
        (size.y, smallest.y)
    };
    // The first cut is always made, where there is room for it.
    let is_small = size.cmple(LARGEST).all() && !is_whole;
    if length < 2 * least || is_small && rng.random_ratio(1, 5) {
        parts.push(part);
        return;
    }
    let at = rng.random_range(least..=length - least);
    let (first, offset) = if upright {
        (UVec2::new(at, size.y), IVec2::new(at as i32, 0))
    } else {
        (UVec2::new(size.x, at), IVec2::new(0, at as i32))
    };
    divide(Rectangle::new(part.min, first), false, rng, parts);
    divide(
        Rectangle::new(part.min + offset, size - offset.as_uvec2()),
        false,
        rng,
        parts,
    );
}
