//! MRPAS: restrictive precise angle shadowcasting.
//!
//! In each octant, rows are scanned outward. Every wall adds the slopes that it covers to a list of shadows, or extends
//! an adjacent shadow. A floor cell is visible if its centre lies outside all shadows, and a wall is visible unless a
//! single shadow covers all of it. One more condition makes the algorithm restrictive: a cell is visible only if at
//! least one of its two neighbours in the previous row, the straight one or the diagonal one, is visible and
//! transparent. Shadows that touch the octant's axis are kept as a single slope. A row begins at the column nearest to
//! that slope, even if the centre of this cell lies in shadow.
//!
//! Source: Dominik Marczuk (Mingos), *Restrictive Precise Angle Shadowcasting* (2009), which was the default in libtcod
//! for years. Common implementations reserve memory for width × height / 7 shadows and write past the end of that
//! memory on maps with more shadows; here, the list grows. Those implementations also read cells in the neighbouring
//! octant, whether or not that octant has been scanned yet, so a mirrored map gives a different view; here, each octant
//! reads only its own cells. Slopes are compared as fractions.
//!
//! The algorithm is not symmetric. A pillar's shadow widens with distance. The algorithm misses some walls that the
//! other algorithms show.

use alloc::vec::Vec;

use super::VisibleSet;
use super::eye::Eye;
use super::octants::Octant;
use super::sector::Sector;
use super::slope::Slope;
use super::terrain::Terrain;

/// The slopes that one or more walls cover.
#[derive(Clone, Copy, Debug)]
struct Shadow {
    start: Slope,
    end: Slope,
}

/// The shadows in an octant. Their memory is reused for the next view.
#[derive(Debug, Default)]
pub(super) struct Shadows {
    cast: Vec<Shadow>,
    /// The end of the shadow that touches the axis.
    first: Slope,
    /// Which cells in the previous row, and in the current row, are visible and transparent.
    before: Vec<bool>,
    now: Vec<bool>,
}

/// Computes the eye's view and adds the visible cells to `out`.
pub(super) fn compute(
    eye: &Eye<impl Terrain>,
    sector: Option<&Sector>,
    shadows: &mut Shadows,
    out: &mut VisibleSet,
) {
    out.insert(eye.at);
    for octant in Octant::of(sector) {
        shadows.begin();
        for row in 1..=i64::from(eye.reach) {
            let look = |column| {
                let cell = eye.at + octant.offset(row, column);
                eye.map.contains(cell).then(|| eye.map.is_opaque(cell))
            };
            let any = shadows.scan_row(row, look, |column| {
                let offset = octant.offset(row, column);
                if eye.sight.reaches(offset) {
                    out.insert(eye.at + offset);
                }
            });
            if !any {
                break;
            }
        }
    }
}

/// Returns the slope of the point in a row that is `half_cells` half cells to the side of the axis.
fn slope_at(half_cells: i64, row: i64) -> Slope {
    Slope::new(half_cells, 2 * row)
}

impl Shadows {
    /// Begins an octant with no shadows.
    fn begin(&mut self) {
        self.cast.clear();
        self.first = Slope::default();
        self.before.clear();
        self.before.push(true);
    }

    /// Scans one row. `look` returns whether a cell is opaque, or `None` if the cell is off the map. Returns `false` if
    /// no cell in the rows behind this one can be visible.
    fn scan_row(
        &mut self,
        row: i64,
        look: impl Fn(i64) -> Option<bool>,
        mut reveal: impl FnMut(i64),
    ) -> bool {
        // Only the shadows cast by earlier rows count in this row.
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
        core::mem::swap(&mut self.before, &mut self.now);
        any
    }

    /// Returns whether a cell is visible, and whether it is a wall that an existing shadow has been extended to cover.
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
                    return (false, false);
                }
            } else if start >= shadow.start && shadow.end >= end {
                return (false, false);
            } else {
                shadow.start = shadow.start.min(start);
                shadow.end = shadow.end.max(end);
                extends = true;
            }
        }
        (true, extends)
    }
}
