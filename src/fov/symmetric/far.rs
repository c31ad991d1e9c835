//! The rows behind the near ones, as many words wide as they need.

use super::Axis;
use super::arc::{Arc, Edges, Row, scan_row};
use super::near::NEAR;
use super::outline::Outline;
use super::transpose::transpose_64;
use crate::fov::VisibleSet;
use crate::grid::BitGrid;
use bevy::math::IVec2;

/// How far the window reaches at first. What goes farther makes it grow.
const FIRST_WINDOW: u32 = 4 * NEAR;

/// A row of the map and the window's row of the set being filled.
struct Line<'a> {
    opaque: &'a BitGrid,
    eye_x: i32,
    y: i32,
    seen: &'a mut [u64],
    /// The column of the map that is the first bit of `seen`.
    left: i32,
}

impl Row for Line<'_> {
    #[inline]
    fn opaque(&self, from: i32) -> u64 {
        self.opaque.spans(self.eye_x + from).row(self.y)
    }

    #[inline]
    fn reveal(&mut self, from: i32, cells: u64) {
        let bit = (self.eye_x + from - self.left) as usize;
        let (word, shift) = (bit / 64, bit % 64);
        self.seen[word] |= cells << shift;
        if let Some(next) = self.seen.get_mut(word + 1) {
            *next |= cells >> 1 >> (63 - shift);
        }
    }
}

/// Scans on behind the near rows of the two quadrants along `axis`, beginning with the arcs in
/// `passing`, which are those of the lower rows and those of the higher ones.
pub(super) fn scan(
    axis: &Axis,
    outline: &Outline,
    passing: [&mut Vec<Arc>; 2],
    next: &mut Vec<Arc>,
    out: &mut VisibleSet,
) {
    let reach = axis.rows.0.max(axis.rows.1).min(FIRST_WINDOW) as i32;
    let (left, right) = (axis.columns.0.max(-reach), axis.columns.1.min(reach));
    let (up, down) = (
        -reach.min(axis.rows.0 as i32),
        reach.min(axis.rows.1 as i32),
    );
    out.cover(
        axis.eye + IVec2::new(left, up),
        axis.eye + IVec2::new(right, down),
    );
    for (backward, arcs) in [true, false].into_iter().zip(passing) {
        let last = axis.last_row(backward);
        let mut count = arcs.len();
        let mut depth = NEAR + 1;
        while depth <= last && count > 0 {
            // No more arcs than columns, as in a near row, and those cut for being wide.
            let most = 2 * depth as usize + depth as usize / 16 + 4;
            next.resize(most.max(next.len()), Arc::WHOLE);
            let (left, right) = outline.clip(depth, axis.columns);
            let (left, right) = (left.max(-(depth as i32)), right.min(depth as i32));
            let eye = axis.eye;
            let y = if backward {
                eye.y - depth as i32
            } else {
                eye.y + depth as i32
            };
            let (window_left, seen) = out.row_covering(eye.x + left, eye.x + right, y);
            let mut line = Line {
                opaque: axis.opaque,
                eye_x: eye.x,
                y,
                seen,
                left: window_left,
            };
            let edges = Edges::of_row(depth);
            count = scan_row(edges, (left, right), &arcs[..count], &mut line, next);
            std::mem::swap(arcs, next);
            depth += 1;
        }
    }
}

/// Adds every cell of `across` with x and y exchanged.
pub(super) fn add_transposed(across: &VisibleSet, out: &mut VisibleSet) {
    across.for_each_block(|x, y, mut block| {
        transpose_64(&mut block);
        out.add_block(y, x, &block);
    });
}
