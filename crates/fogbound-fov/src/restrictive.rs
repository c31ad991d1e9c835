//! MRPAS: restrictive precise angle shadowcasting.
//!
//! In each octant rows are scanned outward, and every wall that is met adds the slopes that it
//! covers to a list of shadows; a wall next to a shadow extends it instead. A floor cell is seen if
//! its centre is in no shadow, a wall if a part of it is in none. What makes it restrictive is one
//! more condition: of the two cells before a cell, straight and aside, one must be seen and
//! transparent. Shadows that touch the octant's axis are kept as one slope from which the rows
//! begin.
//!
//! Source: Dominik Marczuk (Mingos), *Restrictive Precise Angle Shadowcasting* (2009), the default
//! of libtcod for years. Its common implementations reserve memory for width × height / 7 shadows
//! and write past it on maps with more; here the list grows. They also look at cells of the
//! neighbouring octant, seen or not by then, so that a mirrored map gives another view; here an
//! octant knows only itself. Slopes are compared as fractions.
//!
//! It is not symmetric. Pillars' shadows widen with distance; of walls it misses some that the
//! others show.

use super::VisibleSet;
use super::eye::Eye;
use super::octants::Octant;
use super::slope::Slope;

/// The slopes that a wall or several cover.
#[derive(Clone, Copy, Debug)]
struct Shadow {
    start: Slope,
    end: Slope,
}

/// What hides the cells of an octant. The memory is kept from one view to the next.
#[derive(Debug, Default)]
pub(super) struct Shadows {
    cast: Vec<Shadow>,
    /// Everything below this slope is in shadow.
    first: Slope,
    /// Which cells of the row before, and of this row, are seen and transparent.
    before: Vec<bool>,
    now: Vec<bool>,
}

/// Adds every cell that the eye sees.
pub(super) fn compute(eye: &Eye, shadows: &mut Shadows, out: &mut VisibleSet) {
    out.insert(eye.at);
    for octant in Octant::ALL {
        shadows.begin();
        for row in 1..=i64::from(eye.reach) {
            let look = |column| {
                let cell = eye.at + octant.offset(row, column);
                eye.map.contains(cell).then(|| eye.map.is_opaque(cell))
            };
            let any = shadows.scan_row(row, look, |column| {
                eye.reveal(octant.offset(row, column), out);
            });
            if !any {
                break;
            }
        }
    }
}

/// The slope of a point so many half cells aside in a row.
fn slope_at(half_cells: i64, row: i64) -> Slope {
    Slope::new(half_cells, 2 * row)
}

impl Shadows {
    /// Begins an octant, in which there are none.
    fn begin(&mut self) {
        self.cast.clear();
        self.first = Slope::default();
        self.before.clear();
        self.before.push(true);
    }

    /// Scans one row. `look` tells whether a cell is opaque, `None` off the map. Returns whether
    /// anything was seen.
    fn scan_row(
        &mut self,
        row: i64,
        look: impl Fn(i64) -> Option<bool>,
        mut reveal: impl FnMut(i64),
    ) -> bool {
        // The shadows cast by the rows before; those of this row do not count in it.
        let cast = self.cast.len();
        self.now.clear();
        self.now.resize(row as usize + 1, false);
        let mut any = false;
        let Slope { rise, run } = self.first;
        for column in (2 * rise * row + run) / (2 * run)..=row {
            let Some(opaque) = look(column) else {
                break;
            };
            let (lit, extends) = self.light(cast, column, row, opaque);
            if !lit {
                continue;
            }
            any = true;
            reveal(column);
            self.now[column as usize] = !opaque;
            if !opaque {
                continue;
            }
            let start = slope_at(2 * column - 1, row);
            let end = slope_at(2 * column + 1, row);
            if self.first >= start {
                self.first = end;
                if column == row {
                    return false;
                }
            } else if !extends {
                self.cast.push(Shadow { start, end });
            }
        }
        std::mem::swap(&mut self.before, &mut self.now);
        any
    }

    /// Whether a cell is seen, and whether, being a wall, it was made part of a shadow.
    fn light(&mut self, cast: usize, column: i64, row: i64, opaque: bool) -> (bool, bool) {
        if cast == 0 {
            return (true, false);
        }
        let is_open = |column: i64| {
            let before = usize::try_from(column).ok();
            before.and_then(|column| self.before.get(column)) == Some(&true)
        };
        if !is_open(column) && !is_open(column - 1) {
            return (false, false);
        }
        let [start, centre, end] = [-1, 0, 1].map(|half| slope_at(2 * column + half, row));
        let mut extends = false;
        for shadow in &mut self.cast[..cast] {
            if shadow.end < start || end < shadow.start {
                continue;
            }
            if !opaque {
                if shadow.start < centre && centre < shadow.end {
                    return (false, extends);
                }
            } else if start >= shadow.start && shadow.end >= end {
                return (false, extends);
            } else {
                shadow.start = shadow.start.min(start);
                shadow.end = shadow.end.max(end);
                extends = true;
            }
        }
        (true, extends)
    }
}
