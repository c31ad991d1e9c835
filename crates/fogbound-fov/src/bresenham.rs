//! Bresenham lines to a circle: ray casting with integers.
//!
//! Points are spread evenly around a circle whose centre is the eye, and a Bresenham line runs from the eye to each
//! point. Every step moves along the line's longer axis, and a counter decides when a step also moves along the shorter
//! axis. Every cell on a line is visible, up to and including the first opaque one.
//!
//! Source: Jack Bresenham, *Algorithm for computer control of a digital plotter* (1965). Its use for field of view is
//! folklore.
//!
//! The algorithm is not symmetric. If there are too few points for the size of the circle, there are gaps between the
//! lines. If there are more points than the circle has cells, the extra points only cost time.
//!
//! Directions are integers in units of 2⁻³², so every machine computes the same view.

use super::eye::Eye;
use super::heading::{Heading, along};
use super::line::LineCells;
use super::terrain::Terrain;
use super::{BresenhamLines, VisibleSet};

/// Computes the eye's view and adds the visible cells to `out`.
pub(super) fn compute(eye: &Eye<impl Terrain>, lines: BresenhamLines, out: &mut VisibleSet) {
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

/// Returns the direction of a line. With the default number of lines, the direction comes from a table.
fn direction(point: u32, points: u32) -> Heading {
    if points == BresenhamLines::DEFAULT.points {
        Heading::degrees()[point as usize]
    } else {
        Heading::of_turn(point, points)
    }
}
