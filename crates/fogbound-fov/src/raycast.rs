//! Ray casting: the oldest way, and the simplest.
//!
//! 360 rays leave the eye, one for each degree. Each takes steps of length one, and the cell nearest
//! to where a step ends is seen; the first opaque one ends the ray.
//!
//! Source: folklore; *Eligloscode* and *Basic ray casting* on RogueBasin describe it.
//!
//! Places along a ray are whole numbers of 2⁻³² cells, so every machine sees the same.
//!
//! It is not symmetric. Farther than some 57 cells from the eye neighbouring rays are more than a
//! cell apart, so even an open field is seen with gaps, and long before that single cells behind
//! corners are missed. Cells near the eye are visited by many rays, which makes it slow as well.

use glam::{IVec2, UVec2};

use super::eye::Eye;
use super::heading::{Heading, ONE};
use super::{Shape, Sight, VisibleSet};

/// Adds every cell that the eye sees.
pub(super) fn compute(eye: &Eye, out: &mut VisibleSet) {
    let Eye { map, at, sight, .. } = *eye;
    out.insert(at);
    // A ray at most this long can come to rest on a cell within reach.
    let longest = (f64::from(eye.reach) * std::f64::consts::SQRT_2) as u32 + 2;
    let steps = sight.radius.map_or(longest, |radius| radius.min(longest));
    // No side is longer than 2³⁰, so places stay below 2⁶².
    let last = map.size().as_ivec2() - 1;
    let (right, bottom) = (i64::from(last.x) * ONE, i64::from(last.y) * ONE);
    let nearest = |place: i64| ((place + ONE / 2) / ONE) as i32;
    for Heading { sin, cos } in Heading::degrees() {
        let (mut x, mut y) = (i64::from(at.x) * ONE, i64::from(at.y) * ONE);
        for _ in 0..steps {
            x -= sin;
            y -= cos;
            if x < 0 || x > right || y < 0 || y > bottom {
                break;
            }
            let cell = IVec2::new(nearest(x), nearest(y));
            if sight.reaches_by_ray(cell - at) {
                out.insert(cell);
            }
            if map.is_opaque(cell) {
                break;
            }
        }
    }
}

/// Returns whether a ray can end on a cell outside the circle. `away`: columns and rows from the eye.
///
/// A ray ends on the cell nearest to its end, whose centre lies at most half a cell's diagonal
/// farther out: dx² + dy² ≤ (r + ½√2)² = r² + √(2r²) + ½.
pub(super) fn ends_beyond(shape: Shape, radius: u32, away: UVec2) -> bool {
    let square = |side: u32| u128::from(side) * u128::from(side);
    let limit = square(radius) + (2 * square(radius)).isqrt() + 1;
    shape == Shape::Circle && radius > 0 && square(away.x) + square(away.y) <= limit
}

impl Sight {
    /// As [`Sight::reaches`], but for a circle the length of the rays is the limit.
    fn reaches_by_ray(self, offset: IVec2) -> bool {
        let of_length = self.shape == Shape::Circle;
        let radius = self.radius.filter(|_| !of_length);
        Self { radius, ..self }.reaches(offset)
    }
}
