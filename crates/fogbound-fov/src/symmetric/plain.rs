//! Symmetric shadowcasting as its author wrote it: cell by cell, with fractions for slopes.
//!
//! This is the readable version; the other files compute the same results faster. This version runs for views that
//! reach too far for the arithmetic in the other files to be exact.

use alloc::vec::Vec;

use glam::IVec2;

use crate::VisibleSet;
use crate::eye::Eye;
use crate::slope::{Beam, Slope};
use crate::terrain::Terrain;

/// The four quadrants, each given by the steps on the map that lead to the next row and to the next column.
const QUADRANTS: [[IVec2; 2]; 4] = [
    [IVec2::NEG_Y, IVec2::X],
    [IVec2::Y, IVec2::X],
    [IVec2::X, IVec2::Y],
    [IVec2::NEG_X, IVec2::Y],
];

/// Computes the eye's view and adds the visible cells to `out`. Instead of recursion, `pending` holds the beams that
/// remain to be followed. The start of a beam is its left side, and the end is its right side.
pub(super) fn compute(eye: &Eye<impl Terrain>, pending: &mut Vec<Beam>, out: &mut VisibleSet) {
    out.insert(eye.at);
    for [row_step, column_step] in QUADRANTS {
        pending.clear();
        pending.push(Beam::from_eye(Slope::new(-1, 1), Slope::new(1, 1)));
        while let Some(light) = pending.pop() {
            if light.row > i64::from(eye.reach) {
                continue;
            }
            let offset = |column: i64| row_step * light.row as i32 + column_step * column as i32;
            let is_opaque = |column| eye.is_opaque(offset(column));
            scan_row(light, pending, is_opaque, |column| {
                eye.reveal(offset(column), out);
            });
        }
    }
}

/// Scans one row. The light that gets past the row is added to `pending`.
fn scan_row(
    mut light: Beam,
    pending: &mut Vec<Beam>,
    is_opaque: impl Fn(i64) -> bool,
    mut reveal: impl FnMut(i64),
) {
    let row = light.row;
    let mut before: Option<bool> = None;
    for column in round_ties_up(light.start, row)..=round_ties_down(light.end, row) {
        let opaque = is_opaque(column);
        let centre = Slope::new(column, row);
        if opaque || light.start <= centre && centre <= light.end {
            reveal(column);
        }
        // The cell's left edge, halfway through the row.
        let edge = Slope::new(2 * column - 1, 2 * row);
        match (before, opaque) {
            (Some(true), false) => light.start = edge,
            (Some(false), true) => pending.push(Beam {
                row: row + 1,
                end: edge,
                ..light
            }),
            _ => {}
        }
        before = Some(opaque);
    }
    if before == Some(false) {
        light.row += 1;
        pending.push(light);
    }
}

/// Returns ⌊row · slope + ½⌋.
fn round_ties_up(Slope { rise, run }: Slope, row: i64) -> i64 {
    (2 * row * rise + run).div_euclid(2 * run)
}

/// Returns ⌈row · slope − ½⌉.
fn round_ties_down(Slope { rise, run }: Slope, row: i64) -> i64 {
    -round_ties_up(Slope::new(-rise, run), row)
}
