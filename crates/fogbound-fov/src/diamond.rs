//! Adam Milazzo's algorithm: bevelled walls and inner squares.
//!
//! Every wall is a square whose corners are cut off, like a diamond with straight sides, but only
//! those corners that border on floor; so light passes pillars and corners closely, while smooth
//! walls stay smooth. A floor cell is seen if light reaches the small square in its middle, half as
//! wide as the cell; a wall is seen if any light falls on it.
//!
//! An octant is scanned column by column outward between two slopes, rise over run. Slopes pass
//! through the middles of a wall's edges, at (2x, 2y + 1) in half cells, or half a cell nearer or
//! farther where the corner is not cut.
//!
//! Source: Adam Milazzo, *Roguelike Vision Algorithms* (2014).
//!
//! It is not symmetric, for eyes are points and targets are squares, but where it is not, the
//! difference is small. Walls of convex rooms are all seen and a pillar's shadow widens with
//! distance.

use glam::UVec2;

use super::eye::Eye;
use super::octants::Octant;
use super::slope::{Beam, Slope};
use super::{Shape, VisibleSet};

/// Returns whether a cell outside a radius can change the view. `away`: columns and rows from the eye.
///
/// A wall's corner is cut off unless a wall stands beside or behind it. So what light passes a wall
/// inside the radius depends on its neighbours, one cell farther out. Along an axis no corner counts.
pub(super) fn depends_beyond(shape: Shape, radius: u32, away: UVec2) -> bool {
    radius > 0 && away.min_element() > 0 && shape.holds(away - 1, radius)
}

/// Adds every cell that the eye sees. The beams still to be followed wait in `pending`, from their upper slope to their
/// lower one.
pub(super) fn compute(eye: &Eye, pending: &mut Vec<Beam>, out: &mut VisibleSet) {
    out.insert(eye.at);
    for octant in Octant::ALL {
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

/// Follows a beam through one column. What passes between walls is left in `pending`, what passes
/// below the last wall in `beam`; the answer is whether that is anything.
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
        // The nearest corners of the inner square, in quarters of a cell: the lower right one for
        // light from above, the upper left one for light from below.
        let lit_from_above = y != highest || beam.start > Slope::new(4 * y - 1, 4 * x + 1);
        let lit_from_below = y != lowest || beam.end < Slope::new(4 * y + 1, 4 * x - 1);
        if opaque || lit_from_above && lit_from_below {
            reveal(x, y);
        }
        match (above, opaque) {
            (Some(false), true) => {
                // Light passes over the wall, by its upper left corner, cut off unless a wall
                // stands on it.
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
                // Light passes below a wall, by its lower right corner.
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

/// The lower right corner of the wall above a cell, cut off unless a wall stands behind it.
fn lower_right(x: i64, y: i64, is_opaque: &impl Fn(i64, i64) -> bool) -> Slope {
    Slope::new(2 * y + 1, 2 * x + i64::from(is_opaque(x + 1, y + 1)))
}

/// The cell of column `x` in which a slope enters it, half a cell before its middle.
fn entered_row(slope: Slope, x: i64) -> i64 {
    ((2 * x - 1) * slope.rise + slope.run) / (2 * slope.run)
}

/// The highest cell of the column that the beam touches.
fn highest_row(beam: &Beam, is_opaque: &impl Fn(i64, i64) -> bool) -> i64 {
    let (x, top) = (beam.row, beam.start);
    if top.run == 1 {
        return x;
    }
    let y = entered_row(top, x);
    let enters_next = if is_opaque(x, y) {
        // It slides off the wall's cut upper left corner into the cell above.
        top >= Slope::new(2 * y + 1, 2 * x) && !is_opaque(x, y + 1)
    } else {
        // It leaves through the top side, before the corner of a wall behind if there is one.
        top > lower_right(x, y, is_opaque)
    };
    y + i64::from(enters_next)
}

/// The lowest cell of the column that the beam touches.
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
