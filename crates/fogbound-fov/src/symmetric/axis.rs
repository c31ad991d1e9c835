//! The two axes on which the quadrants lie, and the readers for the map's bits along these axes.
//!
//! This module converts the depths and columns of a scan to rows and columns of bits: see
//! [`coordinates`](super::coordinates).

use glam::IVec2;

use super::coordinates::{AxisCell, AxisColumn, AxisRow, Column, ColumnShift, Columns};
use crate::terrain::{AxisBits, Terrain};

/// The two quadrants in front of and behind an eye, and the bits in which they are scanned. The upright axis uses the
/// bits of the map, and the sideways axis uses the bits of the transposed map.
pub(super) struct Axis<B> {
    opaque: B,
    pub(super) eye: AxisCell,
    shift: ColumnShift,
    /// All columns of the map.
    pub(super) columns: Columns,
    /// The greatest depth to scan, backward and forward.
    last: (u32, u32),
    /// The greatest distance to scan, in rows and columns.
    reach: u32,
}

/// Two corners of a rectangle: its first row and column, and its last row and column.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AxisCorners {
    pub(super) min: AxisCell,
    pub(super) max: AxisCell,
}

impl<B: AxisBits> Axis<B> {
    /// Creates the axis of the northern and southern quadrants for a scan of up to `reach` cells.
    pub(super) fn upright<'a, T>(map: &'a T, eye: IVec2, reach: u32) -> Self
    where
        T: Terrain<Bits<'a> = B>,
    {
        Self::new(map.upright(), AxisCell::upright(eye), reach)
    }

    /// Creates the axis of the western and eastern quadrants.
    pub(super) fn sideways<'a, T>(map: &'a T, eye: IVec2, reach: u32) -> Self
    where
        T: Terrain<Bits<'a> = B>,
    {
        Self::new(map.sideways(), AxisCell::sideways(eye), reach)
    }

    fn new(opaque: B, eye: AxisCell, reach: u32) -> Self {
        let size = opaque.size();
        let shift = ColumnShift::of_eye(eye.column);
        let column = |number| shift.to_quadrant(AxisColumn::new(number));
        let rows_before = eye.row.number() as u32;
        Self {
            opaque,
            eye,
            shift,
            columns: Columns {
                first: column(0),
                last: column(size.x as i32 - 1),
            },
            last: (reach.min(rows_before), reach.min(size.y - 1 - rows_before)),
            reach,
        }
    }

    /// Returns whether no cell to scan is more than `reach` cells away.
    pub(super) fn is_within(&self, reach: u32) -> bool {
        self.reach <= reach
    }

    /// Returns the depth of the last row to scan in one of the two directions.
    pub(super) fn last_depth(&self, backward: bool) -> u32 {
        if backward { self.last.0 } else { self.last.1 }
    }

    /// Returns the corners of the cells to scan within `reach` rows and columns of the eye.
    pub(super) fn corners(&self, reach: u32) -> AxisCorners {
        let reach = reach.min(self.reach);
        let columns = self.columns.common(Columns::around_eye(reach as i32));
        AxisCorners {
            min: AxisCell {
                row: self.eye.row.away(reach.min(self.last.0), true),
                column: self.shift.to_axis(columns.first),
            },
            max: AxisCell {
                row: self.eye.row.away(reach.min(self.last.1), false),
                column: self.shift.to_axis(columns.last),
            },
        }
    }

    /// Returns a reader for the near rows.
    #[inline]
    pub(super) fn near_rows(&self) -> NearRows<B> {
        let leftmost = self.shift.to_axis(Column::new(0));
        NearRows(self.opaque.band(leftmost.number()))
    }

    /// Returns a reader for single rows, near or far.
    #[inline]
    pub(super) fn reader(&self) -> RowReader<B> {
        RowReader {
            bits: self.opaque,
            row: self.opaque.row(self.eye.row.number()),
            at: self.eye.row,
            shift: self.shift,
        }
    }
}

/// A reader for near rows that returns each row as one word.
#[derive(Clone, Copy)]
pub(super) struct NearRows<B: AxisBits>(B::Band);

impl<B: AxisBits> NearRows<B> {
    /// Returns the opacity of a row, which must be on the map. Only the bits that are `wanted` are specified.
    #[inline(always)]
    pub(super) fn word(&self, row: AxisRow, wanted: impl FnOnce() -> u64) -> u64 {
        B::near(self.0, row.number(), wanted)
    }
}

/// A reader for single rows, near or far, that is addressed by the columns of a quadrant.
pub(super) struct RowReader<B: AxisBits> {
    bits: B,
    row: B::Row,
    /// The current row.
    at: AxisRow,
    shift: ColumnShift,
}

impl<B: AxisBits> RowReader<B> {
    /// Moves to a row of the map.
    #[inline]
    pub(super) fn go_to(&mut self, row: AxisRow) {
        self.at = row;
        self.row = self.bits.row(row.number());
    }

    /// Returns the opacity of the 64 cells that start at `from`, which must be a column of the map. Only the bits that
    /// are `wanted`, which must be on the map, are specified.
    #[inline]
    pub(super) fn opaque(&self, from: Column, wanted: u64) -> u64 {
        B::span(self.row, self.shift.to_axis(from).number(), wanted)
    }

    /// Returns the opacity of one cell of the map.
    #[inline]
    pub(super) fn is_opaque(&self, column: Column) -> bool {
        B::get(self.row, self.shift.to_axis(column).number())
    }

    /// Returns the cell in a column of the current row.
    #[inline]
    pub(super) fn cell(&self, column: Column) -> AxisCell {
        AxisCell {
            row: self.at,
            column: self.shift.to_axis(column),
        }
    }
}
