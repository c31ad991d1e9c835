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

use std::cmp::Ordering;

use glam::IVec2;

use super::octants::Octant;
use super::{OpacityMap, Sight, VisibleSet};

/// A slope as an exact fraction, aside over outward.
#[derive(Clone, Copy, Debug)]
struct Slope {
    aside: i64,
    outward: i64,
}

impl Slope {
    /// The slope of a point so many half cells aside in a row.
    fn at(half_cells: i64, row: i64) -> Self {
        Self {
            aside: half_cells,
            outward: 2 * row,
        }
    }

    fn compare(self, other: Self) -> Ordering {
        (self.aside * other.outward).cmp(&(other.aside * self.outward))
    }

    fn below(self, other: Self) -> bool {
        self.compare(other) == Ordering::Less
    }

    fn min(self, other: Self) -> Self {
        if other.below(self) { other } else { self }
    }

    fn max(self, other: Self) -> Self {
        if self.below(other) { other } else { self }
    }
}

/// The slopes that a wall or several cover.
#[derive(Clone, Copy, Debug)]
struct Shadow {
    start: Slope,
    end: Slope,
}

/// The memory that a view needs besides its result.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    shadows: Vec<Shadow>,
    /// Which cells of the row before, and of this row, are seen and transparent.
    before: Vec<bool>,
    now: Vec<bool>,
}

/// Adds every cell that the eye sees and that is at most `reach` rows and columns away.
pub(super) fn compute(
    map: &OpacityMap,
    eye: IVec2,
    sight: Sight,
    reach: u32,
    scratch: &mut Scratch,
    out: &mut VisibleSet,
) {
    out.insert(eye);
    for octant in Octant::ALL {
        let mut scan = Scan {
            scratch: &mut *scratch,
            first: Slope {
                aside: 0,
                outward: 1,
            },
        };
        scan.scratch.shadows.clear();
        scan.scratch.before.clear();
        scan.scratch.before.push(true);
        for row in 1..=i64::from(reach) {
            let look = |column| {
                let cell = eye + octant.offset(row, column);
                map.contains(cell).then(|| map.is_opaque(cell))
            };
            let any = scan.row(row, look, |column| {
                let offset = octant.offset(row, column);
                if sight.reaches(offset) {
                    out.insert(eye + offset);
                }
            });
            if !any {
                break;
            }
        }
    }
}

/// The scan of one octant.
struct Scan<'a> {
    scratch: &'a mut Scratch,
    /// Everything below this slope is in shadow.
    first: Slope,
}

impl Scan<'_> {
    /// Scans one row. `look` tells whether a cell is opaque, `None` off the map. Returns whether
    /// anything was seen.
    fn row(
        &mut self,
        row: i64,
        look: impl Fn(i64) -> Option<bool>,
        mut reveal: impl FnMut(i64),
    ) -> bool {
        // The shadows cast by the rows before; those of this row do not count in it.
        let cast = self.scratch.shadows.len();
        self.scratch.now.clear();
        self.scratch.now.resize(row as usize + 1, false);
        let mut any = false;
        let first = (2 * self.first.aside * row + self.first.outward) / (2 * self.first.outward);
        for column in first..=row {
            let Some(opaque) = look(column) else {
                break;
            };
            let (start, end) = (
                Slope::at(2 * column - 1, row),
                Slope::at(2 * column + 1, row),
            );
            let (lit, extends) = self.light(cast, column, row, opaque);
            if !lit {
                continue;
            }
            any = true;
            reveal(column);
            self.scratch.now[column as usize] = !opaque;
            if !opaque {
                continue;
            }
            if !self.first.below(start) {
                self.first = end;
                if column == row {
                    return false;
                }
            } else if !extends {
                self.scratch.shadows.push(Shadow { start, end });
            }
        }
        std::mem::swap(&mut self.scratch.before, &mut self.scratch.now);
        any
    }

    /// Whether a cell is seen, and whether, being a wall, it was made part of a shadow.
    fn light(&mut self, cast: usize, column: i64, row: i64, opaque: bool) -> (bool, bool) {
        let Scratch {
            shadows, before, ..
        } = &mut *self.scratch;
        if cast == 0 {
            return (true, false);
        }
        let column_before = |column: i64| usize::try_from(column).ok().and_then(|c| before.get(c));
        let straight = column_before(column).is_some_and(|open| *open);
        let aside = column_before(column - 1).is_some_and(|open| *open);
        if !straight && !aside {
            return (false, false);
        }
        let (start, end) = (
            Slope::at(2 * column - 1, row),
            Slope::at(2 * column + 1, row),
        );
        let centre = Slope::at(2 * column, row);
        let mut extends = false;
        for shadow in &mut shadows[..cast] {
            if shadow.end.below(start) || end.below(shadow.start) {
                continue;
            }
            if !opaque {
                if shadow.start.below(centre) && centre.below(shadow.end) {
                    return (false, extends);
                }
            } else if !start.below(shadow.start) && !shadow.end.below(end) {
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
