//! One line per cell: Steve Register's line of sight.
//!
//! A cell is visible if the Bresenham line from it to the eye meets no opaque cell between the two. The line starts at
//! the target, which itself is not tested, so walls are visible.
//!
//! Source: Steve Register, *Line of sight* (RogueBasin).
//!
//! The algorithm is nearly symmetric: the lines in the two directions differ only where they pass exactly between two
//! cells. Each wall is judged by a single line, so some walls along corridors and rooms are missed. Checking a cell
//! takes time proportional to its distance from the eye, so a view takes time proportional to the cube of the radius.

use glam::IVec2;

use super::VisibleSet;
use super::eye::Eye;
use super::terrain::Terrain;

/// Computes the eye's view and adds the visible cells to `out`.
pub(super) fn compute(eye: &Eye<impl Terrain>, out: &mut VisibleSet) {
    let Eye { map, at, sight, .. } = *eye;
    let last = map.size().as_ivec2() - 1;
    let reach = IVec2::splat(eye.reach as i32);
    let (min, max) = ((at - reach).max(IVec2::ZERO), (at + reach).min(last));
    for y in min.y..=max.y {
        for x in min.x..=max.x {
            let cell = IVec2::new(x, y);
            if sight.reaches(cell - at) && is_clear(at, cell, |cell| map.is_opaque(cell)) {
                out.insert(cell);
            }
        }
    }
}

/// Returns whether all cells between the target and the eye are transparent.
pub(super) fn is_clear(
    eye: IVec2,
    target: IVec2,
    mut is_opaque: impl FnMut(IVec2) -> bool,
) -> bool {
    let offset = eye - target;
    let (a, b) = (i64::from(offset.x.abs()), i64::from(offset.y.abs()));
    let (long, short) = (a.max(b), a.min(b));
    let step = offset.signum();
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
        if is_opaque(at) {
            return false;
        }
    }
    true
}
