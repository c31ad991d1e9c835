//! The two axes on which the quadrants lie, and how the bits of the map are read along them.
//!
//! This is where a scan's depths and columns become rows and columns of bits: see
//! [`coordinates`](super::coordinates).

use glam::IVec2;

use super::coordinates::{AxisCell, AxisColumn, AxisRow, Column, ColumnShift, Columns};
use crate::OpacityMap;
use crate::grid::{BitGrid, BitRow, Spans};

/// The two quadrants before and behind an eye, and the bits in which they are scanned: those of the
/// map on the upright axis, those of the transposed map on the sideways one.
pub(super) struct Axis<'a> {
    opaque: &'a BitGrid,
    pub(super) eye: AxisCell,
    shift: ColumnShift,
    /// All columns of the map.
    pub(super) columns: Columns,
    /// The greatest depth to be scanned, backward and forward.
    last: (u32, u32),
    /// How many rows and columns from the eye are to be scanned at most.
    reach: u32,
}

/// The corners of a rectangle: its first and its last row and column.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AxisCorners {
    pub(super) min: AxisCell,
    pub(super) max: AxisCell,
}

impl<'a> Axis<'a> {
    /// The axis of the northern and southern quadrants, to be scanned up to `reach` cells away.
    pub(super) fn upright(map: &'a OpacityMap, eye: IVec2, reach: u32) -> Self {
        Self::new(map.bits(), AxisCell::upright(eye), reach)
    }

    /// The axis of the western and eastern quadrants.
    pub(super) fn sideways(map: &'a OpacityMap, eye: IVec2, reach: u32) -> Self {
        Self::new(map.transposed_bits(), AxisCell::sideways(eye), reach)
    }

    fn new(opaque: &'a BitGrid, eye: AxisCell, reach: u32) -> Self {
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

    /// The depth of the last row to be scanned in one of the two directions.
    pub(super) fn last_depth(&self, backward: bool) -> u32 {
        if backward { self.last.0 } else { self.last.1 }
    }

    /// The column of both quadrants that a column of the axis is.
    #[inline]
    pub(super) fn quadrant_column(&self, column: AxisColumn) -> Column {
        self.shift.to_quadrant(column)
    }

    /// The corners of what is to be scanned at most `reach` rows and columns from the eye.
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

    /// The opacity of the near rows.
    #[inline]
    pub(super) fn near_rows(&self) -> NearRows<'a> {
        let leftmost = self.shift.to_axis(Column::new(0));
        NearRows(self.opaque.spans(leftmost.number()))
    }

    /// The opacity of any rows, one at a time.
    #[inline]
    pub(super) fn reader(&self) -> RowReader<'a> {
        RowReader {
            bits: self.opaque,
            row: self.opaque.bit_row(self.eye.row.number()),
            at: self.eye.row,
            shift: self.shift,
        }
    }
}

/// Reads near rows, each as a word.
#[derive(Clone, Copy)]
pub(super) struct NearRows<'a>(Spans<'a>);

impl NearRows<'_> {
    /// The opacity of a row, which must be one of the map; bits beside the map are unspecified.
    #[inline(always)]
    pub(super) fn word(&self, row: AxisRow) -> u64 {
        self.0.row(row.number())
    }
}

/// Reads any row in the columns of a quadrant.
pub(super) struct RowReader<'a> {
    bits: &'a BitGrid,
    row: BitRow<'a>,
    /// The number of that row.
    at: AxisRow,
    shift: ColumnShift,
}

impl RowReader<'_> {
    /// Turns to a row of the map.
    #[inline]
    pub(super) fn go_to(&mut self, row: AxisRow) {
        self.at = row;
        self.row = self.bits.bit_row(row.number());
    }

    /// The opacity of the 64 cells from a column of the map on; what lies past it is unspecified.
    #[inline]
    pub(super) fn opaque(&self, from: Column) -> u64 {
        self.row.span(self.shift.to_axis(from).number())
    }

    /// The opacity of one cell of the map.
    #[inline]
    pub(super) fn is_opaque(&self, column: Column) -> bool {
        self.row.get(self.shift.to_axis(column).number())
    }

    /// Where the cell in a column of the row lies.
    #[inline]
    pub(super) fn cell(&self, column: Column) -> AxisCell {
        AxisCell {
            row: self.at,
            column: self.shift.to_axis(column),
        }
    }
}
