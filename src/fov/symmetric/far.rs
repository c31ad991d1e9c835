//! The rows behind the near ones, as many words wide as they need.

use bevy::math::IVec2;

use super::Axis;
use super::arc::{Arcs, Edges, MIDDLE, Row};
use super::near::NEAR;
use super::outline::Outline;
use super::transpose::transpose_64;
use crate::fov::VisibleSet;
use crate::grid::BitGrid;

/// How far from the eye there is room for what is seen, before the light goes farther.
pub(super) const FIRST_ROOM: u32 = 4 * NEAR;

/// Which cells lie within some number of rows of the eye: the two corners.
pub(super) type Corners = (IVec2, IVec2);

/// Where a quadrant's rows are read and what is seen in them is written.
pub(super) trait Surface: Row {
    /// Makes room for everything between the corners, in the coordinates of the axis.
    fn cover(&mut self, corners: Corners);

    /// Turns to row `y` of the axis.
    fn go_to(&mut self, y: i32);
}

/// Scans on behind the near rows of the two quadrants along `axis`, beginning with the arcs in
/// `passing`, which are those of the lower rows and those of the higher ones.
pub(super) fn scan(
    axis: &Axis,
    outline: &Outline,
    passing: [&mut Arcs; 2],
    next: &mut Arcs,
    surface: &mut impl Surface,
) {
    for (backward, arcs) in [true, false].into_iter().zip(passing) {
        let last = axis.last_row(backward);
        let mut depth = NEAR + 1;
        // Room is made for twice as many rows whenever the light goes farther.
        let mut room = FIRST_ROOM / 2;
        while depth <= last && !arcs.is_empty() {
            if depth > room || depth == NEAR + 1 {
                room *= 2;
                surface.cover(axis.corners(room));
                // No more arcs than columns, as in a near row, and those cut for being wide.
                let most = (2 * room + room / 8 + 4) as usize;
                arcs.make_room(most);
                next.make_room(most);
            }
            let reach = depth as i32;
            let (left, right) = outline.clip(depth, axis.columns);
            let columns = (left.max(-reach) + MIDDLE, right.min(reach) + MIDDLE);
            surface.go_to(if backward {
                axis.eye.y - reach
            } else {
                axis.eye.y + reach
            });
            next.pass(arcs, Edges::of_row(depth), columns, surface);
            std::mem::swap(arcs, next);
            depth += 1;
        }
        if (depth - NEAR).is_multiple_of(2) {
            // Every list keeps its own memory, so that later views find what this one needed.
            std::mem::swap(arcs, next);
        }
    }
}

/// The northern and southern quadrants: the rows of the map are those of the set.
pub(super) struct Upright<'a> {
    pub(super) opaque: &'a BitGrid,
    /// The column of the map that is column 0 of the arcs.
    pub(super) column_0: i32,
    pub(super) y: i32,
    pub(super) seen: &'a mut VisibleSet,
}

impl Row for Upright<'_> {
    #[inline]
    fn opaque(&self, from: i32) -> u64 {
        self.opaque.spans(self.column_0 + from).row(self.y)
    }

    #[inline]
    fn reveal(&mut self, from: i32, cells: u64) {
        self.seen
            .insert_64(IVec2::new(self.column_0 + from, self.y), cells);
    }

    #[inline]
    fn is_opaque(&self, column: i32) -> bool {
        self.opaque.get(IVec2::new(self.column_0 + column, self.y))
    }

    #[inline]
    fn reveal_one(&mut self, column: i32) {
        self.seen
            .insert_one(IVec2::new(self.column_0 + column, self.y));
    }
}

impl Surface for Upright<'_> {
    fn cover(&mut self, (min, max): Corners) {
        self.seen.cover(min, max);
    }

    fn go_to(&mut self, y: i32) {
        self.y = y;
    }
}

/// The western and eastern quadrants, with rows and columns exchanged.
///
/// A few cells are shown one by one; many at once go to a transposed set of their own, which
/// [`finish`](Self::finish) adds to the other.
pub(super) struct Sideways<'a> {
    pub(super) opaque: &'a BitGrid,
    pub(super) column_0: i32,
    pub(super) y: i32,
    pub(super) seen: &'a mut VisibleSet,
    pub(super) transposed: &'a mut VisibleSet,
    /// Whether the transposed set has anything.
    pub(super) many: bool,
}

/// So many cells are shown one by one at most.
const FEW: u32 = 8;

impl Row for Sideways<'_> {
    #[inline]
    fn opaque(&self, from: i32) -> u64 {
        self.opaque.spans(self.column_0 + from).row(self.y)
    }

    #[inline]
    fn reveal(&mut self, from: i32, mut cells: u64) {
        let from = self.column_0 + from;
        for _ in 0..FEW {
            if cells == 0 {
                return;
            }
            let y = from + cells.trailing_zeros() as i32;
            self.seen.insert_one(IVec2::new(self.y, y));
            cells &= cells - 1;
        }
        if cells != 0 {
            self.many = true;
            self.transposed.insert_64(IVec2::new(from, self.y), cells);
        }
    }

    #[inline]
    fn is_opaque(&self, column: i32) -> bool {
        self.opaque.get(IVec2::new(self.column_0 + column, self.y))
    }

    #[inline]
    fn reveal_one(&mut self, column: i32) {
        self.seen
            .insert_one(IVec2::new(self.y, self.column_0 + column));
    }
}

impl Surface for Sideways<'_> {
    fn cover(&mut self, (min, max): Corners) {
        self.transposed.cover(min, max);
        self.seen
            .cover(IVec2::new(min.y, min.x), IVec2::new(max.y, max.x));
    }

    fn go_to(&mut self, y: i32) {
        self.y = y;
    }
}

impl Sideways<'_> {
    /// Adds the cells of the transposed set.
    pub(super) fn finish(self) {
        let Self {
            seen,
            transposed,
            many,
            ..
        } = self;
        if !many {
            return;
        }
        transposed.for_each_block(|x, y, mut block| {
            transpose_64(&mut block);
            seen.add_block(y, x, &block);
        });
    }
}
