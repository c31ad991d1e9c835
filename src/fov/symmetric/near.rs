//! The rows nearest to the eye, in which every row of a quadrant is one word.

use bevy::math::IVec2;

use super::Axis;
use super::arc::{Arc, Edges, Row, scan_row};
use super::outline::Outline;
use super::transpose::transpose_64;
use crate::fov::VisibleSet;
use crate::grid::BitGrid;

/// So many rows are near: each has at most 63 columns.
pub(super) const NEAR: u32 = 31;

/// A near row holds fewer arcs: between two of them lies the shadow of a nearer cell, which is at
/// least as wide as a cell of the row, so there are no more arcs than columns.
pub(super) const ARCS: usize = 64;

/// The edges of every near row, after a row 0 that has none.
const EDGES: [Edges; NEAR as usize + 1] = {
    let mut edges = [Edges::of_row(1); NEAR as usize + 1];
    let mut depth = 1;
    while depth <= NEAR {
        edges[depth as usize] = Edges::of_row(depth);
        depth += 1;
    }
    edges
};

/// The bit of a word that is the eye's own column, and the word that is its own row.
const MIDDLE: i32 = 32;

/// The cells seen in the two quadrants along one axis, and the arcs that go on behind them.
pub(super) struct Near {
    rows: [u64; 64],
    deepest: u32,
}

/// A row of cells around the eye's column.
struct Word {
    opaque: u64,
    seen: u64,
}

impl Row for Word {
    #[inline]
    fn opaque(&self, from: i32) -> u64 {
        self.opaque >> (MIDDLE + from)
    }

    #[inline]
    fn reveal(&mut self, from: i32, cells: u64) {
        self.seen |= cells << (MIDDLE + from);
    }
}

impl Near {
    /// Scans the two quadrants along `axis` and leaves the arcs that pass the last near row in
    /// `passing`, first those of the lower rows.
    pub(super) fn scan(
        axis: &Axis,
        outline: &Outline,
        [arcs, next]: &mut [[Arc; ARCS]; 2],
        passing: [&mut Vec<Arc>; 2],
    ) -> Self {
        let mut near = Self {
            rows: [0; 64],
            deepest: 0,
        };
        for (backward, passing) in [true, false].into_iter().zip(passing) {
            let last = axis.last_row(backward).min(NEAR);
            let (mut arcs, mut next) = (&mut *arcs, &mut *next);
            arcs[0] = Arc::WHOLE;
            let mut count = 1;
            let mut depth = 1;
            while depth <= last && count > 0 {
                let step = if backward {
                    -(depth as i32)
                } else {
                    depth as i32
                };
                let opaque = word_around(axis.opaque, axis.eye.x, axis.eye.y + step);
                let mut row = Word { opaque, seen: 0 };
                let limits = outline.clip(depth, axis.columns);
                count = scan_row(
                    EDGES[depth as usize],
                    limits,
                    &arcs[..count],
                    &mut row,
                    next,
                );
                near.rows[(MIDDLE + step) as usize] = row.seen;
                std::mem::swap(&mut arcs, &mut next);
                depth += 1;
            }
            near.deepest = near.deepest.max(depth - 1);
            passing.clear();
            if axis.last_row(backward) > NEAR {
                passing.extend_from_slice(&arcs[..count]);
            }
        }
        near
    }
}

/// The 64 cells of row `y` of which bit [`MIDDLE`] is the one at `x`. What lies off the map is
/// unspecified.
#[inline]
fn word_around(bits: &BitGrid, x: i32, y: i32) -> u64 {
    let from = x - MIDDLE;
    if from < 0 {
        bits.span(0, y as usize) << -from
    } else {
        bits.span(from as usize, y as usize)
    }
}

/// Fills `out` with what is seen along both axes, `across` being the one of columns.
pub(super) fn show(eye: IVec2, along: &Near, mut across: Near, out: &mut VisibleSet) {
    transpose_64(&mut across.rows);
    let mut rows = across.rows;
    for (row, more) in rows.iter_mut().zip(along.rows) {
        *row |= more;
    }
    rows[MIDDLE as usize] |= 1 << MIDDLE;
    out.set_around(eye, along.deepest.max(across.deepest), &rows);
}
