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

use glam::{IVec2, UVec2};

use super::octants::Octant;
use super::{OpacityMap, Shape, Sight, VisibleSet};

/// A slope as an exact fraction, both parts positive or the rise 0.
///
/// Rises and runs stay below 2³² for maps within [`OpacityMap::MAX_SIDE`], one of each two that are
/// multiplied below 2³¹, so the products fit.
#[derive(Clone, Copy, Debug)]
struct Slope {
    rise: i64,
    run: i64,
}

impl Slope {
    /// Whether it is steeper than the line through the point at (x, y).
    fn above(self, x: i64, y: i64) -> bool {
        self.rise * x > self.run * y
    }

    /// Whether it is flatter than the line through the point at (x, y).
    fn below(self, x: i64, y: i64) -> bool {
        self.rise * x < self.run * y
    }

    /// The cell of column `x` in which the slope enters it, half a cell before its middle.
    fn entered_row(self, x: i64) -> i64 {
        ((2 * x - 1) * self.rise + self.run) / (2 * self.run)
    }
}

/// Returns whether a cell outside a radius can change the view. `away`: columns and rows from the eye.
///
/// A wall's corner is cut off unless a wall stands beside or behind it. So what light passes a wall
/// inside the radius depends on its neighbours, one cell farther out. Along an axis no corner counts.
pub(super) fn depends_beyond(shape: Shape, radius: u32, away: UVec2) -> bool {
    radius > 0 && away.min_element() > 0 && shape.holds(away - 1, radius)
}

/// Light between two slopes, arriving at a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beam {
    column: i64,
    top: Slope,
    bottom: Slope,
}

/// Adds every cell that the eye sees and that is at most `reach` rows and columns away. The beams
/// still to be followed wait in `pending`.
pub(super) fn compute(
    map: &OpacityMap,
    eye: IVec2,
    sight: Sight,
    reach: u32,
    pending: &mut Vec<Beam>,
    out: &mut VisibleSet,
) {
    out.insert(eye);
    for octant in Octant::ALL {
        pending.clear();
        pending.push(Beam {
            column: 1,
            top: Slope { rise: 1, run: 1 },
            bottom: Slope { rise: 0, run: 1 },
        });
        let is_opaque = |x, y| map.is_opaque(eye + octant.offset(x, y));
        while let Some(mut beam) = pending.pop() {
            while beam.column <= i64::from(reach) {
                let goes_on = follow(&mut beam, pending, &is_opaque, |x, y| {
                    let offset = octant.offset(x, y);
                    if map.contains(eye + offset) && sight.reaches(offset) {
                        out.insert(eye + offset);
                    }
                });
                if !goes_on {
                    break;
                }
                beam.column += 1;
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
    let x = beam.column;
    let (highest, lowest) = (highest_row(beam, is_opaque), lowest_row(beam, is_opaque));
    let mut above: Option<bool> = None;
    for y in (lowest..=highest).rev() {
        let opaque = is_opaque(x, y);
        // The nearest corners of the inner square, in quarters of a cell: the lower right one for
        // light from above, the upper left one for light from below.
        let lit_from_above = y != highest || beam.top.above(4 * x + 1, 4 * y - 1);
        let lit_from_below = y != lowest || beam.bottom.below(4 * x - 1, 4 * y + 1);
        if opaque || lit_from_above && lit_from_below {
            reveal(x, y);
        }
        match (above, opaque) {
            (Some(false), true) => {
                // Light passes over the wall, by its upper left corner, cut off unless a wall
                // stands on it.
                let run = 2 * x - i64::from(is_opaque(x, y + 1));
                let rise = 2 * y + 1;
                if beam.top.above(run, rise) {
                    let bottom = Slope { rise, run };
                    if y == lowest {
                        beam.bottom = bottom;
                        return true;
                    }
                    pending.push(Beam {
                        column: x + 1,
                        top: beam.top,
                        bottom,
                    });
                } else if y == lowest {
                    return false;
                }
            }
            (Some(true), false) => {
                // Light passes below a wall, by its lower right corner, cut off unless a wall
                // stands behind it.
                let run = 2 * x + i64::from(is_opaque(x + 1, y + 1));
                let rise = 2 * y + 1;
                if !beam.bottom.below(run, rise) {
                    return false;
                }
                beam.top = Slope { rise, run };
            }
            _ => {}
        }
        above = Some(opaque);
    }
    above == Some(false)
}

/// The highest cell of the column that the beam touches.
fn highest_row(beam: &Beam, is_opaque: &impl Fn(i64, i64) -> bool) -> i64 {
    let x = beam.column;
    if beam.top.run == 1 {
        return x;
    }
    let y = beam.top.entered_row(x);
    let enters_next = if is_opaque(x, y) {
        // It slides off the wall's cut upper left corner into the cell above.
        !beam.top.below(2 * x, 2 * y + 1) && !is_opaque(x, y + 1)
    } else {
        // It leaves through the top side, before the corner of a wall behind if there is one.
        let run = 2 * x + i64::from(is_opaque(x + 1, y + 1));
        beam.top.above(run, 2 * y + 1)
    };
    y + i64::from(enters_next)
}

/// The lowest cell of the column that the beam touches.
fn lowest_row(beam: &Beam, is_opaque: &impl Fn(i64, i64) -> bool) -> i64 {
    let x = beam.column;
    if beam.bottom.rise == 0 {
        return 0;
    }
    let y = beam.bottom.entered_row(x);
    let passes_over =
        !beam.bottom.below(2 * x, 2 * y + 1) && is_opaque(x, y) && !is_opaque(x, y + 1);
    y + i64::from(passes_over)
}
