//! Bresenham lines to a circle: ray casting in integers.
//!
//! Points are spread evenly on a circle around the eye, and a Bresenham line runs from the eye to each of them. Every
//! step of a line moves along its longer side, and a counter decides when to move along its shorter side as well. Every
//! cell on a line is visible, up to and including the first opaque one.
//!
//! Source: Jack Bresenham, *Algorithm for computer control of a digital plotter* (1965). Its use for sight is folklore.
//!
//! It is not symmetric. With too few points for the circle, there are gaps between the lines. More points than there
//! are cells on the circle only take more time.
//!
//! Directions are integers in units of 2⁻³², so every machine computes the same view.

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

/// Returns the direction of a line, from a table if there are as many lines as usual.
fn direction(point: u32, points: u32) -> Heading {
    if points == BresenhamLines::DEFAULT.points {
        Heading::degrees()[point as usize]
    } else {
        Heading::of_turn(point, points)
    }
}
