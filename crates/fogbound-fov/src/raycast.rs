//! Ray casting: the oldest and simplest algorithm.
//!
//! 360 rays leave the eye, one per degree. Each ray advances in steps of one cell's width. The cell nearest to the end
//! of each step is visible, and the first opaque cell ends the ray.
//!
//! Source: folklore, described on RogueBasin as *Eligloscode* and *Basic ray casting*.
//!
//! Positions along a ray are integers in units of 2⁻³² cells, so every machine computes the same view.
//!
//! The algorithm is not symmetric. More than about 57 cells from the eye, neighbouring rays are more than one cell
//! apart, so even an open field has gaps. A ray also ends where it passes the centre line of the outermost cells, so
//! some cells at the edge of the map are missed. Single cells behind corners are missed at much shorter distances. Near
//! the eye, many rays visit the same cells, which also makes the algorithm slow.

use glam::{IVec2, UVec2};

use super::eye::Eye;
use super::heading::{Heading, ONE};
use super::terrain::Terrain;
use super::{Shape, Sight, VisibleSet};

/// Computes the eye's view and adds the visible cells to `out`.
pub(super) fn compute(eye: &Eye<impl Terrain>, out: &mut VisibleSet) {
    let Eye { map, at, sight, .. } = *eye;
    out.insert(at);
    // No cell of the map is farther away than √2 · `reach`. A ray is as long as the radius, whatever its shape, so the
    // corners of a square radius stay hidden.
    let longest = (f64::from(eye.reach) * core::f64::consts::SQRT_2) as u32 + 2;
    let steps = sight.radius.map_or(longest, |radius| radius.min(longest));
    // No side of a map is longer than 2³⁰ cells, so positions stay below 2⁶².
    let last = map.size().as_ivec2() - 1;
    let (right, bottom) = (i64::from(last.x) * ONE, i64::from(last.y) * ONE);
    let nearest = |position: i64| ((position + ONE / 2) / ONE) as i32;
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

/// Returns whether a ray can end on a cell, which may lie just outside the circle. Always `false` for other shapes,
/// whose rays are cut off by [`Sight::reaches`]. `away` is the cell's distance from the eye in columns and rows.
///
/// A ray ends on the cell nearest to its end point. The centre of that cell lies at most half a cell's diagonal farther
/// out: dx² + dy² ≤ (r + ½√2)² = r² + √(2r²) + ½.
pub(super) fn can_end_on(shape: Shape, radius: u32, away: UVec2) -> bool {
    let square = |side: u32| u128::from(side) * u128::from(side);
    let limit = square(radius) + (2 * square(radius)).isqrt() + 1;
    shape == Shape::Circle && radius > 0 && square(away.x) + square(away.y) <= limit
}

impl Sight {
    /// Does the same as [`Sight::reaches`], but ignores a circular radius, because the length of the rays already
    /// limits the view.
    fn reaches_by_ray(self, offset: IVec2) -> bool {
        let of_length = self.shape == Shape::Circle;
        let radius = self.radius.filter(|_| !of_length);
        Self { radius, ..self }.reaches(offset)
    }
}
