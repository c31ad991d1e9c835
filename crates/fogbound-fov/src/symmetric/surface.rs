//! The surfaces on which the far rows are scanned. A surface consists of the bits that are read and the view that is
//! written, each in its own coordinates.
//!
//! A scan works only with the columns of a quadrant. It reads bits on an axis and reveals cells of the map, so a
//! [`Surface`] converts between the three systems of [`coordinates`](super::coordinates).

use super::axis::{Axis, AxisCorners, RowReader};
use super::coordinates::{AxisCell, AxisColumn, AxisRow, Column};
use super::transpose::transpose_64;
use crate::VisibleSet;
use crate::grid::ones;
use crate::terrain::AxisBits;

/// The rows of an axis, one at a time.
pub(super) trait Surface {
    /// The bits that are read.
    type Bits: AxisBits;

    /// Returns the reader of the current row.
    fn reader(&self) -> &RowReader<Self::Bits>;

    /// Reveals the cells whose bits are set. Bit 0 is column `from`.
    fn reveal(&mut self, from: Column, cells: u64);

    /// Reveals one cell.
    fn reveal_one(&mut self, column: Column);

    /// Makes room for all cells between the corners.
    fn make_room(&mut self, corners: AxisCorners);

    /// Moves to a row of the axis.
    fn go_to(&mut self, row: AxisRow);
}

/// The northern and southern quadrants, where the rows of the axis are those of the view.
pub(super) struct Upright<'a, B: AxisBits> {
    reader: RowReader<B>,
    seen: &'a mut VisibleSet,
    /// The index of the view's word that contains, or would contain, column 0 of the current row.
    word_0: isize,
}

impl<'a, B: AxisBits> Upright<'a, B> {
    /// Creates a surface that reads along `axis`, which must be the upright one, and writes to `seen`.
    pub(super) fn new(axis: &Axis<B>, seen: &'a mut VisibleSet) -> Self {
        Self {
            reader: axis.reader(),
            seen,
            word_0: 0,
        }
    }
}

impl<B: AxisBits> Surface for Upright<'_, B> {
    type Bits = B;

    #[inline]
    fn reader(&self) -> &RowReader<B> {
        &self.reader
    }

    #[inline]
    fn reveal(&mut self, from: Column, cells: u64) {
        let from = self.reader.cell(from).upright_on_map();
        self.seen.insert_64_at(self.word_0, from.x, cells);
    }

    #[inline]
    fn reveal_one(&mut self, column: Column) {
        let cell = self.reader.cell(column).upright_on_map();
        self.seen.insert_at(self.word_0, cell.x);
    }

    fn make_room(&mut self, AxisCorners { min, max }: AxisCorners) {
        let (min, max) = (min.upright_on_map(), max.upright_on_map());
        self.seen.make_room(min, max);
    }

    #[inline]
    fn go_to(&mut self, row: AxisRow) {
        self.reader.go_to(row);
        // Any column of the row would do.
        let column = AxisColumn::default();
        let cell = AxisCell { row, column }.upright_on_map();
        self.word_0 = self.seen.word_0(cell.y);
    }
}

/// The western and eastern quadrants, where the rows of the axis are the columns of the view.
///
/// A few cells are revealed one by one. Larger groups of cells are added to a transposed view, which
/// [`finish`](Self::finish) adds to the result.
pub(super) struct Sideways<'a, B: AxisBits> {
    reader: RowReader<B>,
    seen: &'a mut VisibleSet,
    /// The visible cells in the coordinates of the sideways axis.
    transposed: &'a mut VisibleSet,
    /// Whether the transposed view is in use. No room is made in the transposed view before its first use.
    many: bool,
    room: AxisCorners,
}

/// The maximum number of columns for which cells are revealed one by one.
const FEW: u32 = 10;

impl<B: AxisBits> Surface for Sideways<'_, B> {
    type Bits = B;

    #[inline]
    fn reader(&self) -> &RowReader<B> {
        &self.reader
    }

    #[inline]
    fn reveal(&mut self, from: Column, cells: u64) {
        let from = self.reader.cell(from);
        if cells >> FEW != 0 {
            if !self.many {
                self.many = true;
                self.make_transposed_room();
            }
            let from = from.upright_on_map();
            let word_0 = self.transposed.word_0(from.y);
            return self.transposed.insert_64_at(word_0, from.x, cells);
        }
        let from = from.sideways_on_map();
        for bit in ones(cells) {
            self.seen.insert_at(self.seen.word_0(from.y + bit), from.x);
        }
    }

    #[inline]
    fn reveal_one(&mut self, column: Column) {
        let cell = self.reader.cell(column).sideways_on_map();
        self.seen.insert_at(self.seen.word_0(cell.y), cell.x);
    }

    fn make_room(&mut self, corners: AxisCorners) {
        self.room = corners;
        if self.many {
            self.make_transposed_room();
        }
        let (min, max) = (corners.min.sideways_on_map(), corners.max.sideways_on_map());
        self.seen.make_room(min, max);
    }

    #[inline]
    fn go_to(&mut self, row: AxisRow) {
        self.reader.go_to(row);
    }
}

impl<'a, B: AxisBits> Sideways<'a, B> {
    /// Creates a surface that reads along `axis`, which must be the sideways one, and writes to `seen`.
    pub(super) fn new(
        axis: &Axis<B>,
        seen: &'a mut VisibleSet,
        transposed: &'a mut VisibleSet,
    ) -> Self {
        transposed.clear();
        Self {
            reader: axis.reader(),
            seen,
            transposed,
            many: false,
            room: AxisCorners::default(),
        }
    }

    fn make_transposed_room(&mut self) {
        let AxisCorners { min, max } = self.room;
        self.transposed
            .make_room(min.upright_on_map(), max.upright_on_map());
    }

    /// Adds the cells of the transposed view to the result.
    pub(super) fn finish(self) {
        if self.many {
            self.transposed.for_each_block(|x, y, mut block| {
                transpose_64(&mut block);
                self.seen.add_block(y, x, &block);
            });
        }
    }
}
