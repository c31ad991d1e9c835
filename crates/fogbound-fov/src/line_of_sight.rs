//! One line for every cell: Steve Register's line of sight.
//!
//! A cell is seen if the Bresenham line from it to the eye meets no opaque cell between the two. The
//! line is walked from the target, the target itself is not tested, and so walls are seen.
//!
//! Source: Steve Register, *Line of sight* (RogueBasin).
//!
//! The lines there and back differ where they pass exactly between two cells, so it is not
//! symmetric, though nearly. As walls are judged by one line each, some in the sides of corridors
//! and rooms are missed. The time goes with the square of the radius and, for each cell, its
//! distance.

use glam::IVec2;

use super::eye::Eye;
use super::{OpacityMap, VisibleSet};

/// Adds every cell that the eye sees.
pub(super) fn compute(eye: &Eye, out: &mut VisibleSet) {
    let Eye { map, at, sight, .. } = *eye;
    let last = map.size().as_ivec2() - 1;
    let reach = IVec2::splat(eye.reach as i32);
    let (min, max) = ((at - reach).max(IVec2::ZERO), (at + reach).min(last));
    for y in min.y..=max.y {
        for x in min.x..=max.x {
            let cell = IVec2::new(x, y);
            if sight.reaches(cell - at) && is_clear(map, at, cell) {
                out.insert(cell);
            }
        }
    }
}

/// Whether no cell between the target and the eye is opaque.
pub(super) fn is_clear(map: &OpacityMap, eye: IVec2, target: IVec2) -> bool {
    let way = eye - target;
    let (a, b) = (i64::from(way.x.abs()), i64::from(way.y.abs()));
    let (long, short) = (a.max(b), a.min(b));
    let step = way.signum();
    let straight = if a > b {
        IVec2::new(step.x, 0)
    } else {
        IVec2::new(0, step.y)
    };
    let (mut at, mut counter) = (target, 2 * short - long);
    for _ in 1..long {
        at += straight;
        if counter >= 0 {
            at += step - straight;
            counter -= 2 * long;
        }
        counter += 2 * short;
        if map.is_opaque(at) {
            return false;
        }
    }
    true
}
