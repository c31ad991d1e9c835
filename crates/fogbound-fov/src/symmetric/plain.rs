//! Symmetric shadowcasting as its author wrote it down: cell by cell, with fractions for slopes.
//!
//! This is the readable version of the other files, which give the same answers faster. It runs for
//! views that reach so far that their arithmetic would not be exact.

use glam::IVec2;

use crate::{OpacityMap, Sight, VisibleSet};

/// The four quadrants as the steps that one row and one column make on the map.
const QUADRANTS: [[IVec2; 2]; 4] = [
    [IVec2::NEG_Y, IVec2::X],
    [IVec2::Y, IVec2::X],
    [IVec2::X, IVec2::Y],
    [IVec2::NEG_X, IVec2::Y],
];

/// A slope as an exact fraction, columns for each row.
#[derive(Clone, Copy, Debug)]
struct Slope {
    columns: i64,
    rows: i64,
}

impl Slope {
    /// The slope of a cell's left edge, in the middle of its row.
    fn left_edge(column: i64, row: i64) -> Self {
        Self {
            columns: 2 * column - 1,
            rows: 2 * row,
        }
    }

    /// ⌊row · slope + ½⌋
    fn round_ties_up(self, row: i64) -> i64 {
        (2 * row * self.columns + self.rows).div_euclid(2 * self.rows)
    }

    /// ⌈row · slope − ½⌉
    fn round_ties_down(self, row: i64) -> i64 {
        -Self {
            columns: -self.columns,
            ..self
        }
        .round_ties_up(row)
    }

    /// Whether the slope reaches at most the middle of the cell: row · slope ≤ column.
    fn at_most(self, column: i64, row: i64) -> bool {
        row * self.columns <= column * self.rows
    }

    /// row · slope ≥ column
    fn at_least(self, column: i64, row: i64) -> bool {
        row * self.columns >= column * self.rows
    }
}

/// A row to be scanned and the arc that is in the light.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scan {
    row: i64,
    start: Slope,
    end: Slope,
}

/// Adds every cell that the eye sees. The scans still to do wait in `pending`, not on the stack.
pub(super) fn compute(
    map: &OpacityMap,
    eye: IVec2,
    sight: Sight,
    reach: u32,
    pending: &mut Vec<Scan>,
    out: &mut VisibleSet,
) {
    out.insert(eye);
    let last_row = i64::from(reach);
    let whole = Scan {
        row: 1,
        start: Slope {
            columns: -1,
            rows: 1,
        },
        end: Slope {
            columns: 1,
            rows: 1,
        },
    };
    for [row_step, column_step] in QUADRANTS {
        pending.clear();
        pending.push(whole);
        while let Some(scan) = pending.pop() {
            if scan.row > last_row {
                continue;
            }
            let offset = |column: i64| row_step * scan.row as i32 + column_step * column as i32;
            let is_opaque = |column| map.is_opaque(eye + offset(column));
            scan_row(scan, pending, is_opaque, |column| {
                let cell = eye + offset(column);
                if map.contains(cell) && sight.reaches(offset(column)) {
                    out.insert(cell);
                }
            });
        }
    }
}

/// Scans one row and leaves the arcs that pass it in `pending`.
fn scan_row(
    scan: Scan,
    pending: &mut Vec<Scan>,
    is_opaque: impl Fn(i64) -> bool,
    mut reveal: impl FnMut(i64),
) {
    let Scan {
        row,
        mut start,
        end,
    } = scan;
    let mut before: Option<bool> = None;
    for column in start.round_ties_up(row)..=end.round_ties_down(row) {
        let opaque = is_opaque(column);
        if opaque || start.at_most(column, row) && end.at_least(column, row) {
            reveal(column);
        }
        let edge = Slope::left_edge(column, row);
        match (before, opaque) {
            (Some(true), false) => start = edge,
            (Some(false), true) => pending.push(Scan {
                row: row + 1,
                start,
                end: edge,
            }),
            _ => {}
        }
        before = Some(opaque);
    }
    if before == Some(false) {
        pending.push(Scan {
            row: row + 1,
            start,
            end,
        });
    }
}
