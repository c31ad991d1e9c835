//! Arcs of light. An arc is stored as two slopes and the points where they cross the next row to scan.
//!
//! Everything is in the coordinates of a quadrant: a row lies `depth` cells away from the eye, and the eye's own
//! [`Column`] is [`MIDDLE`]. A slope is the number of columns that a side of an arc moves from one row to the next. The
//! point where a side crosses a row is stored as a number with 47 binary places. Moving on to the next row adds the
//! slope to this number, so each row needs only one division, which converts the row's depth to slopes.
//!
//! The bits of such a number are used as follows:
//!
//! ```text
//! bit    63 ....... 47 | 46 .............. 32 | 31   | 30   | 29 ............ 0
//! worth  whole columns | 2⁻¹ ........... 2⁻¹⁵ | 2⁻¹⁶ | 2⁻¹⁷ | 2⁻¹⁸ ...... 2⁻⁴⁷
//! name   ONE: bit 47   | HALF: bit 46         |      | TIE  |
//! holds                | unequal numbers      |      |      | the error, below
//!                      | differ by 2⁻¹⁵       |      |      | 2⁻¹⁸ in all
//! ```
//!
//! # Why the answers are exact
//!
//! A slope is (2c − 1) / 2n with n ≤ [`MAX_DEPTH`] = 2¹⁴. The slope is computed as the odd number 2c − 1, which is
//! smaller than 2n, times a reciprocal that is rounded down, so the error of the slope is below 2n · 2⁻⁴⁷. The slope is
//! added at most 2¹⁴ times to a crossing that is exact at first, so the error of a crossing stays below 2¹⁵ · 2¹⁴ ·
//! 2⁻⁴⁷ = 2⁻¹⁸. The true crossing is a multiple of 1 / 2n ≥ 2⁻¹⁵, and so is every number that it is compared with: the
//! middle or an edge of a column. The two are therefore equal or at least 2⁻¹⁵ apart, and a shift by [`TIE`] = 2⁻¹⁷ in
//! the direction in which a tie should fall decides both cases correctly.

use super::coordinates::{Column, Columns, MIDDLE};

/// The depth of the last row for which the arithmetic is exact.
pub(super) const MAX_DEPTH: u32 = 1 << 14;

const PLACES: u32 = 47;
const ONE: i64 = 1 << PLACES;
const HALF: i64 = ONE / 2;

/// The shift that decides ties. It is smaller than the smallest distance between unequal numbers and larger than the
/// error.
pub(super) const TIE: i64 = ONE >> 17;

/// One side of an arc: its slope in columns per row, and the column that it touches in the next row to scan.
///
/// That column is the last one whose left edge is at or before the crossing, so `touch` is the crossing plus one half.
/// Ties are resolved towards the inside of the arc: [`TIE`] is added for the start of an arc and subtracted for its
/// end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) touch: i64,
    pub(super) slope: i64,
}

/// The light between two slopes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    pub(super) start: Side,
    pub(super) end: Side,
}

/// The slopes of the edges of the cells in one row.
#[derive(Clone, Copy)]
pub(super) struct Edges {
    /// 1 / n
    step: i64,
    /// The slope of the left edge of column 0.
    first: i64,
}

/// The edges of the first rows. There is no row 0, so its entry is not used.
static FIRST_ROWS: [Edges; 128] = Edges::first_rows();

impl Edges {
    /// Computes the edges of the row at `depth`, which must be from 1 to [`MAX_DEPTH`].
    const fn of_row(depth: u32) -> Self {
        let half_step = HALF / depth as i64;
        Self {
            step: 2 * half_step,
            first: -(2 * MIDDLE as i64 + 1) * half_step,
        }
    }

    /// Returns the edges of the row at `depth`, which must not be 0. For the first rows, no division is needed.
    #[inline]
    pub(super) fn at(depth: u32) -> Self {
        match FIRST_ROWS.get(depth as usize) {
            Some(edges) => *edges,
            None => Self::of_row(depth),
        }
    }

    const fn first_rows() -> [Self; 128] {
        let mut edges = [Self::of_row(1); 128];
        let mut depth = 1;
        while depth < 128 {
            edges[depth] = Self::of_row(depth as u32);
            depth += 1;
        }
        edges
    }

    /// Returns the side that leads from the eye through the left edge of `column`, at the point where it touches the row
    /// at `depth`.
    pub(super) fn at_depth(self, column: Column, depth: u32, tie: i64) -> Side {
        let slope = self.slope_left_of(column);
        let touch = i64::from(MIDDLE) * ONE + HALF + tie + i64::from(depth) * slope;
        Side { touch, slope }
    }

    /// Returns the side through the left edge of `column`, at the point where the side touches the next row.
    #[inline(always)]
    pub(super) fn left_of(self, column: Column, tie: i64) -> Side {
        let slope = self.slope_left_of(column);
        let touch = (i64::from(column.number()) << PLACES) + tie + slope;
        Side { touch, slope }
    }

    /// Returns the slope of a column's left edge.
    #[inline(always)]
    fn slope_left_of(self, column: Column) -> i64 {
        i64::from(column.number()) * self.step + self.first
    }
}

impl Side {
    #[inline(always)]
    pub(super) fn next_row(self) -> Self {
        Self {
            touch: self.touch + self.slope,
            ..self
        }
    }
}

impl Arc {
    /// Returns the whole quadrant in the row at `depth`, from one diagonal to the other.
    pub(super) const fn whole(depth: u32) -> Self {
        let (middle, away) = (MIDDLE as i64 * ONE + HALF, depth as i64 * ONE);
        Self {
            start: Side {
                touch: middle - away + TIE,
                slope: -ONE,
            },
            end: Side {
                touch: middle + away - TIE,
                slope: ONE,
            },
        }
    }

    /// Returns the columns that the arc touches.
    #[inline(always)]
    pub(super) fn touched(&self) -> Columns {
        Columns {
            first: column_at(self.start.touch),
            last: column_at(self.end.touch),
        }
    }

    /// Returns the columns whose middles lie in the arc. There are no such columns if both sides fall between the same
    /// two middles.
    #[inline(always)]
    pub(super) fn centres(&self) -> Columns {
        const UP: i64 = HALF - 2 * TIE;
        Columns {
            first: column_at(self.start.touch + UP),
            last: column_at(self.end.touch - UP),
        }
    }

    /// Returns the same arc in the next row, assuming that nothing blocks the arc.
    #[inline(always)]
    pub(super) fn next_row(&self) -> Self {
        Self {
            start: self.start.next_row(),
            end: self.end.next_row(),
        }
    }
}

/// Returns the column that contains a point given with [`PLACES`] binary places. The column is the number's integer
/// part.
#[inline(always)]
fn column_at(number: i64) -> Column {
    Column::new((number >> PLACES) as i32)
}
