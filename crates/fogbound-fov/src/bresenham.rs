//! Lines to a circle: ray casting in whole numbers.
//!
//! A number of points is spread evenly on a circle around the eye, and a line of cells is drawn to
//! each by Bresenham's rule, which steps along the longer side and lets a counter decide when to
//! step aside. Every cell on the way is seen, up to the first opaque one.
//!
//! Source: Jack Bresenham, *Algorithm for computer control of a digital plotter* (1965); the use
//! for sight is folklore.
//!
//! It is not symmetric, and where the points are too few for the circle there are gaps between the
//! lines. More points than cells on the circle change nothing but the time.
//!
//! Directions are whole numbers of 2⁻³² parts, so every machine sees the same.

use super::eye::Eye;
use super::heading::{Heading, along};
use super::line::LineCells;
use super::{BresenhamLines, VisibleSet};

/// Adds every cell that the eye sees.
pub(super) fn compute(eye: &Eye, lines: BresenhamLines, out: &mut VisibleSet) {
    let Eye { map, at, sight, .. } = *eye;
    out.insert(at);
    let distance = lines.distance.or(sight.radius);
    let distance = distance.unwrap_or_else(|| map.size().element_sum());
    for point in 0..lines.points {
        let Heading { sin, cos } = direction(point, lines.points);
        let end = (along(distance, cos), along(distance, sin));
        for cell in LineCells::towards(at, end).skip(1).take(eye.reach as usize) {
            if !map.contains(cell) {
                break;
            }
            if sight.reaches(cell - at) {
                out.insert(cell);
            }
            if map.is_opaque(cell) {
                break;
            }
        }
    }
}

/// The direction of a line, remembered for the usual number of lines.
fn direction(point: u32, points: u32) -> Heading {
    if points == BresenhamLines::DEFAULT.points {
        Heading::degrees()[point as usize]
    } else {
        Heading::of_turn(point, points)
    }
}
