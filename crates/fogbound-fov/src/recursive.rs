//! Recursive shadowcasting, after Björn Bergström.
//!
//! The plane is divided into eight octants. In each octant, rows are scanned outward from the eye with the arc of
//! slopes that is still lit. Slope 1 is the diagonal, and slope 0 is the axis. An opaque cell ends the light at its
//! left edge: the rows behind it are scanned with the arc narrowed to that edge, and the rest of the row is scanned
//! from the cell's right edge. Each edge is measured where it protrudes farthest: the left edge at the cell's near side
//! and the right edge at its far side. The two edges form the cell's outline. A cell is visible if light touches any
//! part of its outline, and a wall blocks all light that touches its outline.
//!
//! Source: Björn Bergström, *FOV using recursive shadowcasting* (RogueBasin).
//!
//! The algorithm is not symmetric: a floor cell may see another floor cell that does not see it. All walls of a convex
//! room are visible, and a pillar's shadow widens with distance.

use alloc::vec::Vec;

use super::VisibleSet;
use super::eye::Eye;
use super::octants::Octant;
use super::sector::Sector;
use super::slope::{Beam, Slope};
use super::terrain::Terrain;

/// Returns the slope of a cell's left edge, measured at the cell's near side. The cell is `column` steps left of the
/// axis.
fn left_of(column: i64, row: i64) -> Slope {
    Slope::new(2 * column + 1, 2 * row - 1)
}

/// Returns the slope of a cell's right edge, measured at the cell's far side. The cell is `column` steps left of the
/// axis.
fn right_of(column: i64, row: i64) -> Slope {
    Slope::new(2 * column - 1, 2 * row + 1)
}

/// Computes the eye's view and adds the visible cells to `out`. Instead of recursion, `pending` holds the beams that
/// remain to be followed. The start of a beam is its left end, and the end is its right end.
pub(super) fn compute(
    eye: &Eye<impl Terrain>,
    sector: Option<&Sector>,
    pending: &mut Vec<Beam>,
    out: &mut VisibleSet,
) {
    out.insert(eye.at);
    for octant in Octant::of(sector) {
        // Cells off the map change nothing, so they are not scanned.
        let (rows, columns) = octant.room(eye.map.size(), eye.at);
        let extent = Extent {
            last_row: i64::from(eye.reach.min(rows)),
            last_column: i64::from(columns),
        };
        pending.clear();
        pending.push(Beam::from_eye(Slope::new(1, 1), Slope::default()));
        while let Some(mut light) = pending.pop() {
            // The algorithm checks only once per beam that the ends are in the right order. A wall may later reverse
            // that order; the rows behind the wall are still scanned with that beam.
            if light.start < light.end {
                continue;
            }
            while light.row <= extent.last_row
                && scan_row(&mut light, extent, pending, |column, row| {
                    let offset = octant.offset(row, column);
                    if eye.sight.reaches(offset) {
                        out.insert(eye.at + offset);
                    }
                    eye.is_opaque(offset)
                })
            {
                light.row += 1;
            }
        }
    }
}

/// The extent of the map in an octant.
#[derive(Clone, Copy)]
struct Extent {
    last_row: i64,
    last_column: i64,
}

/// Scans one row. Narrows `light` to the light that passes at the row's right end. The light that passes between walls
/// is added to `pending`. `look` reveals a cell and returns whether it is opaque. Returns whether light passes at the
/// row's right end.
fn scan_row(
    light: &mut Beam,
    extent: Extent,
    pending: &mut Vec<Beam>,
    mut look: impl FnMut(i64, i64) -> bool,
) -> bool {
    let row = light.row;
    let mut shadow: Option<Slope> = None;
    let mut first = first_column(light.start, row);
    if first > extent.last_column {
        first = extent.last_column;
        if left_of(first, row) < light.end {
            // All light leaves the map here and never comes back.
            return false;
        }
    }
    for column in (0..=first).rev() {
        let (left, right) = (left_of(column, row), right_of(column, row));
        if left < light.end {
            break;
        }
        match (shadow, look(column, row)) {
            (Some(_), true) => shadow = Some(right),
            (Some(edge), false) => {
                light.start = edge;
                shadow = None;
            }
            (None, true) if row < extent.last_row => {
                pending.push(Beam {
                    row: row + 1,
                    end: left,
                    ..*light
                });
                shadow = Some(right);
            }
            (None, _) => {}
        }
    }
    shadow.is_none()
}

/// Returns the first column that is not skipped: the leftmost one whose right edge is not to the left of `start`.
///
/// (2c − 1) / (2n + 1) ≤ a / b holds exactly when 2c − 1 ≤ ⌊a (2n + 1) / b⌋. No column is to the left of the diagonal.
fn first_column(start: Slope, row: i64) -> i64 {
    let widest = (start.rise * (2 * row + 1)).div_euclid(start.run);
    (widest + 1).div_euclid(2).min(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{OpacityMap, Sight};
    use glam::IVec2;

    #[test]
    fn time_grows_with_the_cells_of_the_map() {
        use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        for size in [(65_535, 1), (1, 65_535), (65_535, 2), (9_000, 7)] {
            let size = glam::UVec2::from(size);
            for walls in [0, 1, 30] {
                let mut map = OpacityMap::new(size, false);
                for cell in crate::grid::Rectangle::new(IVec2::ZERO, size).cells() {
                    map.set(cell, dice.random_range(0..1_000) < walls);
                }
                // The scan takes about a millisecond. Scanning the rows off the map as well would take 100 seconds.
                let begin = std::time::Instant::now();
                let mut seen = VisibleSet::new();
                let eye = Eye {
                    map: &map,
                    at: IVec2::ZERO,
                    sight: Sight::default().unlimited(),
                    reach: u32::MAX,
                };
                compute(&eye, None, &mut Vec::new(), &mut seen);
                assert!(begin.elapsed().as_secs() < 2, "{size} {walls}");
                assert!(walls > 0 || seen.len() as u32 == size.element_product());
            }
        }
    }
}
