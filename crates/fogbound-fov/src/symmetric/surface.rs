//! Where the rows of a quadrant are read, and what is seen in them is written.

use glam::IVec2;

use super::Axis;
use super::arc::MIDDLE;
use super::scan::CellRow;
use super::transpose::transpose_64;
use crate::VisibleSet;
use crate::grid::{BitGrid, BitRow, ones};

/// Which cells lie within some number of rows of the eye: the two corners.
pub(super) type Corners = (IVec2, IVec2);

/// The rows of a quadrant, one at a time.
pub(super) trait Surface: CellRow {
    /// Makes room for everything between the corners, in the coordinates of the axis.
    fn make_room(&mut self, corners: Corners);

    /// Turns to row `y` of the axis.
    fn go_to(&mut self, y: i32);
}

/// The row that is read, and how the columns of arcs lie on it.
pub(super) struct Reader<'a> {
    bits: &'a BitGrid,
    row: BitRow<'a>,
    y: i32,
    /// The column of the map that is column 0 of arcs.
    column_0: i32,
}

impl<'a> Reader<'a> {
    pub(super) fn new(axis: &Axis<'a>) -> Self {
        Self {
            bits: axis.opaque,
            row: axis.opaque.bit_row(axis.eye.y),
            y: axis.eye.y,
            column_0: axis.eye.x - MIDDLE,
        }
    }

    #[inline]
    pub(super) fn go_to(&mut self, y: i32) {
        self.y = y;
        self.row = self.bits.bit_row(y);
    }

    #[inline]
    pub(super) fn opaque(&self, from: i32) -> u64 {
        self.row.span(self.column_0 + from)
    }

    #[inline]
    pub(super) fn is_opaque(&self, column: i32) -> bool {
        self.row.get(self.column_0 + column)
    }
}

/// The northern and southern quadrants: the rows of the map are those of the set.
pub(super) struct Upright<'a> {
    reader: Reader<'a>,
    seen: &'a mut VisibleSet,
    /// The word of the set that the map's column 0 would have in the row.
    word_0: isize,
}

impl<'a> Upright<'a> {
    pub(super) fn new(reader: Reader<'a>, seen: &'a mut VisibleSet) -> Self {
        Self {
            reader,
            seen,
            word_0: 0,
        }
    }
}

impl CellRow for Upright<'_> {
    #[inline]
    fn opaque(&self, from: i32) -> u64 {
        self.reader.opaque(from)
    }

    #[inline]
    fn reveal(&mut self, from: i32, cells: u64) {
        let x = self.reader.column_0 + from;
        self.seen.insert_64_at(self.word_0, x, cells);
    }

    #[inline]
    fn is_opaque(&self, column: i32) -> bool {
        self.reader.is_opaque(column)
    }

    #[inline]
    fn reveal_one(&mut self, column: i32) {
        let x = self.reader.column_0 + column;
        self.seen.insert_at(self.word_0, x);
    }
}

impl Surface for Upright<'_> {
    fn make_room(&mut self, (min, max): Corners) {
        self.seen.make_room(min, max);
    }

    #[inline]
    fn go_to(&mut self, y: i32) {
        self.reader.go_to(y);
        self.word_0 = self.seen.word_0(y);
    }
}

/// The western and eastern quadrants, with rows and columns exchanged.
///
/// A few cells are shown one by one; many at once go to a transposed set of their own, which
/// [`finish`](Self::finish) adds to the other.
pub(super) struct Sideways<'a> {
    reader: Reader<'a>,
    seen: &'a mut VisibleSet,
    transposed: &'a mut VisibleSet,
    /// Whether the transposed set has anything. Until then it has no room either.
    many: bool,
    room: Corners,
}

/// What spans so many cells at most is shown cell by cell.
const FEW: u32 = 10;

impl CellRow for Sideways<'_> {
    #[inline]
    fn opaque(&self, from: i32) -> u64 {
        self.reader.opaque(from)
    }

    #[inline]
    fn reveal(&mut self, from: i32, cells: u64) {
        let (x, from) = (self.reader.y, self.reader.column_0 + from);
        if cells >> FEW != 0 {
            if !self.many {
                self.many = true;
                self.transposed.make_room(self.room.0, self.room.1);
            }
            let word_0 = self.transposed.word_0(x);
            return self.transposed.insert_64_at(word_0, from, cells);
        }
        for bit in ones(cells) {
            self.seen.insert_at(self.seen.word_0(from + bit), x);
        }
    }

    #[inline]
    fn is_opaque(&self, column: i32) -> bool {
        self.reader.is_opaque(column)
    }

    #[inline]
    fn reveal_one(&mut self, column: i32) {
        let y = self.reader.column_0 + column;
        self.seen.insert_at(self.seen.word_0(y), self.reader.y);
    }
}

impl Surface for Sideways<'_> {
    fn make_room(&mut self, (min, max): Corners) {
        let swapped = |corner: IVec2| IVec2::new(corner.y, corner.x);
        self.room = (min, max);
        if self.many {
            self.transposed.make_room(min, max);
        }
        self.seen.make_room(swapped(min), swapped(max));
    }

    #[inline]
    fn go_to(&mut self, y: i32) {
        self.reader.go_to(y);
    }
}

impl<'a> Sideways<'a> {
    /// Writes to `seen`; `transposed` must be empty.
    pub(super) fn new(
        reader: Reader<'a>,
        seen: &'a mut VisibleSet,
        transposed: &'a mut VisibleSet,
    ) -> Self {
        let room = (IVec2::ZERO, IVec2::ZERO);
        Self {
            reader,
            seen,
            transposed,
            many: false,
            room,
        }
    }

    /// Adds the cells of the transposed set.
    pub(super) fn finish(self) {
        let Self {
            seen,
            transposed,
            many,
            ..
        } = self;
        if many {
            transposed.for_each_block(|x, y, mut block| {
                transpose_64(&mut block);
                seen.add_block(y, x, &block);
            });
        }
    }
}
