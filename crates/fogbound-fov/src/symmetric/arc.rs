//! Arcs of light: two slopes, and where they cross the row to be scanned.
//!
//! All is said in the coordinates of a quadrant: a row lies `depth` cells away from the eye, and the
//! eye's own [`Column`] is [`MIDDLE`]. A slope is how many columns an arc's side moves from one row to
//! the next. Where the side crosses a row is kept as a number with 47 binary places, and going one
//! row further adds the slope to it. So the only division is one for each row, which turns its
//! depth into slopes.
//!
//! The number has these places:
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
//! A slope is (2c − 1) / 2n with n ≤ [`MAX_DEPTH`] = 2¹⁴, kept with an error below 2n · 2⁻⁴⁷, since
//! it is the odd number 2c − 1, smaller than 2n, times a reciprocal rounded down. It is added at
//! most 2¹⁴ times to a crossing that began exact, so a crossing's error stays below
//! 2¹⁵ · 2¹⁴ · 2⁻⁴⁷ = 2⁻¹⁸. The true crossing is a multiple of 1 / 2n ≥ 2⁻¹⁵. So is every number it
//! is compared with, a column's middle or edge. Hence the true crossing is either equal to that
//! number or at least 2⁻¹⁵ away, and shifting by [`TIE`] = 2⁻¹⁷ in the direction that a tie is to
//! fall decides both cases rightly.

use super::coordinates::{Column, Columns, MIDDLE};

/// The last row for which the arithmetic is exact.
pub(super) const MAX_DEPTH: u32 = 1 << 14;

const PLACES: u32 = 47;
const ONE: i64 = 1 << PLACES;
const HALF: i64 = ONE / 2;

/// What decides a tie: less than the least distance between unequal numbers, more than the error.
pub(super) const TIE: i64 = ONE >> 17;

/// One side of an arc: its slope in columns a row, and which column it touches in the row to be
/// scanned.
///
/// That column is the one whose left edge is at or before the crossing, hence `touch` is the
/// crossing plus one half. A tie falls to the inside: [`TIE`] is added to it for the start of an
/// arc and subtracted for its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) touch: i64,
    pub(super) slope: i64,
}

/// What is still in the light, between two slopes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    pub(super) start: Side,
    pub(super) end: Side,
}

/// The slopes of the edges of one row's cells.
#[derive(Clone, Copy)]
pub(super) struct Edges {
    /// 1 / n
    step: i64,
    /// The slope of the left edge of column 0.
    first: i64,
}

/// The edges of the first rows, after a row 0 that has none.
static FIRST_ROWS: [Edges; 128] = Edges::first_rows();

impl Edges {
    /// Those of the row at `depth`, from 1 to [`MAX_DEPTH`].
    const fn of_row(depth: u32) -> Self {
        let half_step = HALF / depth as i64;
        Self {
            step: 2 * half_step,
            first: -(2 * MIDDLE as i64 + 1) * half_step,
        }
    }

    /// Those of any row but 0, the first ones without a division.
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

    /// The arc between the two edges of a column's cell, as it leaves the eye: in row 1.
    pub(super) fn cell(self, column: Column) -> Arc {
        let from_eye = |right_of_edge: Column, tie: i64| {
            let slope = self.slope_left_of(right_of_edge);
            let touch = i64::from(MIDDLE) * ONE + HALF + tie + slope;
            Side { touch, slope }
        };
        Arc {
            start: from_eye(column, TIE),
            end: from_eye(column + 1, -TIE),
        }
    }

    /// The left edge of `column`, as it touches the next row.
    #[inline(always)]
    pub(super) fn left_of(self, column: Column, tie: i64) -> Side {
        let slope = self.slope_left_of(column);
        let touch = (i64::from(column.number()) << PLACES) + tie + slope;
        Side { touch, slope }
    }

    /// The slope of a column's left edge.
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

/// A list of arcs in memory that is kept from one view to the next.
#[derive(Debug, Default)]
pub(super) struct Arcs {
    memory: Vec<Arc>,
    count: usize,
}

impl Arcs {
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Replaces all arcs.
    pub(super) fn set(&mut self, arcs: &[Arc]) {
        self.make_room(arcs.len());
        self.memory[..arcs.len()].copy_from_slice(arcs);
        self.count = arcs.len();
    }

    /// Makes sure that so many arcs can be held.
    pub(super) fn make_room(&mut self, arcs: usize) {
        if self.memory.len() < arcs {
            self.memory.resize(arcs, Arc::WHOLE);
        }
    }

    /// The arcs, and the memory for more.
    pub(super) fn parts(&mut self) -> (&mut [Arc], &mut usize) {
        (&mut self.memory, &mut self.count)
    }
}

impl Arc {
    /// A whole quadrant in row 1: from one diagonal to the other.
    pub(super) const WHOLE: Self = Self {
        start: Side {
            touch: (MIDDLE as i64 - 1) * ONE + HALF + TIE,
            slope: -ONE,
        },
        end: Side {
            touch: (MIDDLE as i64 + 1) * ONE + HALF - TIE,
            slope: ONE,
        },
    };

    /// The columns that the arc touches.
    #[inline(always)]
    pub(super) fn touched(&self) -> Columns {
        Columns {
            first: column_at(self.start.touch),
            last: column_at(self.end.touch),
        }
    }

    /// The columns whose middles the arc holds. There are none where both ends fall between the
    /// same two middles.
    #[inline(always)]
    pub(super) fn centres(&self) -> Columns {
        const UP: i64 = HALF - 2 * TIE;
        Columns {
            first: column_at(self.start.touch + UP),
            last: column_at(self.end.touch - UP),
        }
    }

    /// The arc in the next row, if nothing stops it.
    #[inline(always)]
    pub(super) fn next_row(&self) -> Self {
        Self {
            start: self.start.next_row(),
            end: self.end.next_row(),
        }
    }
}

/// The column that a number with [`PLACES`] binary places is in: its whole part.
#[inline(always)]
fn column_at(number: i64) -> Column {
    Column::new((number >> PLACES) as i32)
}
