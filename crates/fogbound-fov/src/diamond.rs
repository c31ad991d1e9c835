//! Adam Milazzo's algorithm: bevelled walls and inner squares.
//!
//! Every wall is a square whose corners are bevelled where they border on floor. Light passes close to pillars and
//! corners, while straight walls stay smooth. A floor cell is visible if light reaches the small square in its middle,
//! which is half as wide as the cell. A wall is visible if any light falls on it.
//!
//! Each octant is scanned outward, column by column, between two slopes, each of which is rise over run. A slope passes
//! through the middle of a wall's edge, at (2x, 2y + 1) in half cells. Where the corner is not bevelled, the slope
//! passes half a cell nearer to the eye or farther from it.
//!
//! Source: Adam Milazzo, *Roguelike Vision Algorithms* (2014).
//!
//! The algorithm is not symmetric, because eyes are points and targets are squares, but it comes close to symmetry. All
//! walls of a convex room are visible, and a pillar's shadow widens with distance.

use alloc::vec::Vec;

use glam::UVec2;

use super::eye::Eye;
use super::octants::Octant;
use super::sector::Sector;
use super::slope::{Beam, Slope};
use super::terrain::Terrain;
use super::{Shape, VisibleSet};

/// Returns whether a cell outside a radius can change the view. `away` is the cell's distance from the eye in columns
/// and rows.
///
/// A wall's corner is bevelled unless another wall stands beside or behind it. The way light passes a wall inside the
/// radius therefore depends on the wall's neighbours, which may lie one cell farther out. Along an axis, corners do not
/// matter.
pub(super) fn depends_beyond(shape: Shape, radius: u32, away: UVec2) -> bool {
    radius > 0 && away.min_element() > 0 && shape.holds(away - 1, radius)
}

/// Computes the eye's view and adds the visible cells to `out`. `pending` holds the beams that remain to be followed.
/// The start of a beam is its upper slope, and the end is its lower slope.
pub(super) fn compute(
    eye: &Eye<impl Terrain>,
    sector: Option<&Sector>,
    pending: &mut Vec<Beam>,
    out: &mut VisibleSet,
) {
    out.insert(eye.at);
    for octant in Octant::of(sector) {
        pending.clear();
        pending.push(Beam::from_eye(Slope::new(1, 1), Slope::default()));
        let is_opaque = |x, y| eye.is_opaque(octant.offset(x, y));
        while let Some(mut beam) = pending.pop() {
            while beam.row <= i64::from(eye.reach)
                && follow(&mut beam, pending, &is_opaque, |x, y| {
                    eye.reveal(octant.offset(x, y), out);
                })
            {
                beam.row += 1;
            }
        }
    }
}

/// Follows a beam through one column. The light that passes between walls is added to `pending`, and the light below
/// the last wall remains in `beam`. Returns whether there is any light below the last wall.
fn follow(
    beam: &mut Beam,
    pending: &mut Vec<Beam>,
    is_opaque: &impl Fn(i64, i64) -> bool,
    mut reveal: impl FnMut(i64, i64),
) -> bool {
    let x = beam.row;
    let (highest, lowest) = (highest_row(beam, is_opaque), lowest_row(beam, is_opaque));
    let mut above: Option<bool> = None;
    for y in (lowest..=highest).rev() {
        let opaque = is_opaque(x, y);
        // Light from above reaches the lower right corner of the inner square first, and light from below reaches the
        // upper left corner first. The corners are given in quarters of a cell.
        let lit_from_above = y != highest || beam.start > Slope::new(4 * y - 1, 4 * x + 1);
        let lit_from_below = y != lowest || beam.end < Slope::new(4 * y + 1, 4 * x - 1);
        if opaque || lit_from_above && lit_from_below {
            reveal(x, y);
        }
        match (above, opaque) {
            (Some(false), true) => {
                // Light passes over the wall at its upper left corner, which is bevelled unless a wall stands on top.
                let corner = Slope::new(2 * y + 1, 2 * x - i64::from(is_opaque(x, y + 1)));
                let passes = beam.start > corner;
                if y == lowest {
                    beam.end = corner;
                    return passes;
                }
                if passes {
                    pending.push(Beam {
                        row: x + 1,
                        end: corner,
                        ..*beam
                    });
                }
            }
            (Some(true), false) => {
                // Light passes below the wall at its lower right corner.
                beam.start = lower_right(x, y, is_opaque);
                if beam.end >= beam.start {
                    return false;
                }
            }
            _ => {}
        }
        above = Some(opaque);
    }
    above == Some(false)
}

/// Returns the slope through the lower right corner of the cell above (x, y), as if that cell were a wall. The corner
/// is bevelled unless a wall stands behind it.
fn lower_right(x: i64, y: i64, is_opaque: &impl Fn(i64, i64) -> bool) -> Slope {
    Slope::new(2 * y + 1, 2 * x + i64::from(is_opaque(x + 1, y + 1)))
}

/// Returns the row in which a slope enters column `x`, half a cell before the middle of that column.
fn entered_row(slope: Slope, x: i64) -> i64 {
    ((2 * x - 1) * slope.rise + slope.run) / (2 * slope.run)
}

/// Returns the row of the highest cell in column `x` that the beam touches.
fn highest_row(beam: &Beam, is_opaque: &impl Fn(i64, i64) -> bool) -> i64 {
    let (x, top) = (beam.row, beam.start);
    if top.run == 1 {
        return x;
    }
    let y = entered_row(top, x);
    let enters_next = if is_opaque(x, y) {
        // The light slides over the wall's bevelled upper left corner into the cell above.
        top >= Slope::new(2 * y + 1, 2 * x) && !is_opaque(x, y + 1)
    } else {
        // The light enters the cell above if it is steeper than the slope through that cell's lower right corner.
        top > lower_right(x, y, is_opaque)
    };
    y + i64::from(enters_next)
}

/// Returns the row of the lowest cell in column `x` that the beam touches.
fn lowest_row(beam: &Beam, is_opaque: &impl Fn(i64, i64) -> bool) -> i64 {
    let (x, bottom) = (beam.row, beam.end);
    if bottom.rise == 0 {
        return 0;
    }
    let y = entered_row(bottom, x);
    let corner = Slope::new(2 * y + 1, 2 * x);
    let passes_over = bottom >= corner && is_opaque(x, y) && !is_opaque(x, y + 1);
    y + i64::from(passes_over)
}
