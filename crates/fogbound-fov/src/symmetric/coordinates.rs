//! The three coordinate systems of this algorithm, each with its own types.
//!
//! Every cell has coordinates in each of these systems. The unit is always one cell.
//!
//! | | map | axis | quadrant |
//! |---|---|---|---|
//! | types | [`IVec2`] | [`AxisCell`]: [`AxisRow`], [`AxisColumn`] | depth (`u32`), [`Column`] |
//! | used for | the map, the view | the bits that are scanned | the arcs of light |
//! | origin | top left cell | top left cell | the eye: depth 0, column [`MIDDLE`] |
//! | first axis | x, to the right | rows, scanned one after the other | depth, away from the eye |
//! | second axis | y, down | columns, across the rows | columns, in the same direction |
//! | range | 0 to the map's size − 1 | the same | depth 1 to 2¹⁴, column [`MIDDLE`] ± depth |
//!
//! A map of 4 × 3 cells with an eye `@` and a wall `#`, and part of the northern quadrant:
//!
//! ```text
//! map   x  0 1 2 3    upright axis     sideways axis    quadrant
//!    y                column 0 1 2 3   column 0 1 2     column  30 31 32
//!    0     . . # .    row 0  . . # .   row 0  . . .     depth 2  .  #  .
//!    1     . . . .    row 1  . . . .   row 1  . . .     depth 1  .  .  .
//!    2     . . @ .    row 2  . . @ .   row 2  # . @     depth 0     @
//!                                      row 3  . . .
//! ```
//!
//! *Map and axis.* The northern and southern quadrants lie on the upright axis, whose rows are those of the map. The
//! western and eastern quadrants lie on the sideways axis, whose rows are the columns of the map. [`AxisCell`] converts
//! between map and axis.
//!
//! *Axis and quadrant.* The two quadrants on an axis differ only in the direction of their depth. [`AxisRow::away`]
//! converts a depth to a row. The columns of a quadrant are those of the axis, shifted so that the eye's column is
//! [`MIDDLE`]. [`ColumnShift`] converts between the two.
//!
//! There are no other conversions, so code that mixes up the systems does not compile. Plain numbers appear only
//! where bits are read or written, and as depths, which are distances.

use core::ops::{Add, RangeInclusive, Sub};

use glam::IVec2;

/// A square of cells around the eye, one word per row. Bit [`MIDDLE`] of word [`MIDDLE`] is the eye's own cell.
pub(crate) type Square = [u64; 64];

/// Returns the indices of a square's rows, from `above` rows above the eye's row to `below` rows below it.
#[inline]
pub(super) fn rows_around(above: u32, below: u32) -> RangeInclusive<usize> {
    let (above, below) = (above.min(NEAR), below.min(NEAR));
    (NEAR - above) as usize..=(NEAR + below) as usize
}

/// A mask of columns for each near row of a quadrant. There is no row 0.
pub(super) type Words = [u64; NEAR as usize + 1];

/// The column of the eye in every quadrant.
///
/// With this choice, a row at most 31 cells away contains only columns 0 to 62, each of which can be a bit of one word.
pub(crate) const MIDDLE: i32 = 31;

/// The depth of the last *near* row. Each near row fits in a word.
pub(super) const NEAR: u32 = MIDDLE as u32;

/// A column of a quadrant. In the word of a near row, a column corresponds to the bit with the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Column(i32);

impl Column {
    #[inline(always)]
    pub(super) const fn new(number: i32) -> Self {
        Self(number)
    }

    /// Returns the index as a plain number, for reading and writing bits.
    #[inline(always)]
    pub(super) const fn number(self) -> i32 {
        self.0
    }
}

/// Returns the column that is `columns` cells to the right.
impl Add<i32> for Column {
    type Output = Self;

    #[inline(always)]
    fn add(self, columns: i32) -> Self {
        Self(self.0 + columns)
    }
}

/// Returns the column that is `columns` cells to the left.
impl Sub<i32> for Column {
    type Output = Self;

    #[inline(always)]
    fn sub(self, columns: i32) -> Self {
        Self(self.0 - columns)
    }
}

/// Returns how far this column lies to the right of another, in cells.
impl Sub for Column {
    type Output = i32;

    #[inline(always)]
    fn sub(self, other: Self) -> i32 {
        self.0 - other.0
    }
}

/// The columns of a quadrant from `first` to `last` inclusive. The range is empty if `first` is greater than `last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    pub(super) first: Column,
    pub(super) last: Column,
}

impl Columns {
    /// Returns the eye's column and `reach` columns to each side.
    #[inline(always)]
    pub(super) const fn around_eye(reach: i32) -> Self {
        Self {
            first: Column(MIDDLE - reach),
            last: Column(MIDDLE + reach),
        }
    }

    /// Returns the columns from `first` to `last`, counted from the eye's column.
    #[inline(always)]
    pub(super) const fn from_eye(first: i32, last: i32) -> Self {
        Self {
            first: Column(MIDDLE + first),
            last: Column(MIDDLE + last),
        }
    }

    /// Returns the columns that both ranges contain.
    #[inline(always)]
    pub(super) fn common(self, other: Self) -> Self {
        Self {
            first: self.first.max(other.first),
            last: self.last.min(other.last),
        }
    }

    /// Returns a mask of those columns that a near row can contain.
    #[inline(always)]
    pub(super) fn word(self) -> u64 {
        let near = self.common(Self::around_eye(MIDDLE));
        if near.first > near.last {
            return 0;
        }
        u64::MAX << near.first.0 & u64::MAX >> (63 - near.last.0)
    }
}

/// A row of an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AxisRow(i32);

impl AxisRow {
    /// Returns the row that is `depth` cells away, backward (towards row 0) or forward.
    #[inline(always)]
    pub(super) fn away(self, depth: u32, backward: bool) -> Self {
        let depth = depth as i32;
        Self(if backward {
            self.0 - depth
        } else {
            self.0 + depth
        })
    }

    /// Returns the index as a plain number, for reading and writing bits.
    #[inline(always)]
    pub(super) const fn number(self) -> i32 {
        self.0
    }
}

/// A column of an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AxisColumn(i32);

impl AxisColumn {
    #[inline(always)]
    pub(super) const fn new(number: i32) -> Self {
        Self(number)
    }

    /// Returns the index as a plain number, for reading and writing bits.
    #[inline(always)]
    pub(super) const fn number(self) -> i32 {
        self.0
    }
}

/// A cell of an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AxisCell {
    pub(super) row: AxisRow,
    pub(super) column: AxisColumn,
}

impl AxisCell {
    /// Converts a cell of the map to a cell of the upright axis.
    #[inline(always)]
    pub(super) const fn upright(cell: IVec2) -> Self {
        Self {
            row: AxisRow(cell.y),
            column: AxisColumn(cell.x),
        }
    }

    /// Converts a cell of the map to a cell of the sideways axis.
    #[inline(always)]
    pub(super) const fn sideways(cell: IVec2) -> Self {
        Self {
            row: AxisRow(cell.x),
            column: AxisColumn(cell.y),
        }
    }

    /// Converts a cell of the upright axis to a cell of the map.
    #[inline(always)]
    pub(super) const fn upright_on_map(self) -> IVec2 {
        IVec2::new(self.column.0, self.row.0)
    }

    /// Converts a cell of the sideways axis to a cell of the map.
    #[inline(always)]
    pub(super) const fn sideways_on_map(self) -> IVec2 {
        IVec2::new(self.row.0, self.column.0)
    }
}

/// The difference between the columns of an axis and those of its quadrants.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnShift(i32);

impl ColumnShift {
    /// Returns the shift that moves an eye from the given column of the axis to [`MIDDLE`] in the quadrants.
    #[inline(always)]
    pub(super) const fn of_eye(eye: AxisColumn) -> Self {
        Self(eye.0 - MIDDLE)
    }

    #[inline(always)]
    pub(super) const fn to_axis(self, column: Column) -> AxisColumn {
        AxisColumn(self.0 + column.0)
    }

    #[inline(always)]
    pub(super) const fn to_quadrant(self, column: AxisColumn) -> Column {
        Column(column.0 - self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the picture at the top of this file.
    #[test]
    fn the_wall_in_the_picture_has_three_names() {
        let (eye, wall) = (IVec2::new(2, 2), IVec2::new(2, 0));
        let upright = AxisCell::upright(wall);
        assert_eq!((upright.row.0, upright.column.0), (0, 2));
        let sideways = AxisCell::sideways(wall);
        assert_eq!((sideways.row.0, sideways.column.0), (2, 0));
        assert_eq!(
            [upright.upright_on_map(), sideways.sideways_on_map()],
            [wall; 2]
        );

        let eye = AxisCell::upright(eye);
        assert_eq!(eye.row.away(2, true), upright.row);
        let shift = ColumnShift::of_eye(eye.column);
        assert_eq!(shift.to_quadrant(upright.column), Column(MIDDLE));
        assert_eq!(shift.to_axis(Column(MIDDLE)), upright.column);
    }

    #[test]
    fn columns_become_the_bits_of_a_near_row() {
        assert_eq!(Columns::around_eye(0).word(), 1 << MIDDLE);
        assert_eq!(Columns::around_eye(1).word(), 0b111 << (MIDDLE - 1));
        assert_eq!(Columns::around_eye(1000).word(), u64::MAX >> 1);
    }
}
