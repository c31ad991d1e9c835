//! Arcs of light in the near rows, in which 32-bit numbers are enough.
//!
//! These are the numbers of [`arc`] with 26 binary places instead of 47.
//!
//! # Why the answers are exact
//!
//! A slope is (2c − 1) / 2n with n ≤ 31. It is computed as the odd number 2c − 1, whose size is below 63, times a
//! multiple of 32 that differs from 2²⁶ / 2n by less than 32, and n is added to the product, so the error of the slope
//! is below 2¹¹ · 2⁻²⁶. The slope is added at most 31 times to a crossing that is exact at first, so the error of a
//! crossing stays below 2⁻¹⁰. Unequal numbers are at least 1 / 62 apart. A shift by [`TIE`] = 2⁻⁸ therefore decides all
//! ties.
//!
//! In the rows 1 to 31, a column that a side touches lies between 0 and 63, so 32 bits without a sign hold it. A side that
//! moves on to row 32 may wrap, but of such a side only the slope is used.
//!
//! The row n, which the last five bits of a slope hold, tells which fraction a slope stands for. [`NearArc::widen`] uses
//! this to continue beyond the near rows.

use super::arc::{self, Arc, Edges, Side};
use super::coordinates::{Column, MIDDLE, NEAR};

const PLACES: u32 = 26;
const ONE: u32 = 1 << PLACES;
const HALF: u32 = ONE / 2;

/// The shift that decides ties.
const TIE: u32 = ONE >> 8;

/// The bits of a slope that hold the row of the cell whose edge it passes, or 0 for the diagonals.
const ROW: i32 = 31;

/// One side of an arc: the column that it touches in the next row to scan, and its slope in columns per row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NearSide {
    touch: u32,
    slope: i32,
}

/// The light between two slopes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NearArc {
    start: NearSide,
    end: NearSide,
}

/// The slopes of the edges of the cells in one near row.
#[derive(Clone, Copy)]
pub(super) struct NearEdges {
    /// 1 / n
    step: i32,
    /// The slope of the left edge of column 0.
    first: i32,
}

/// The edges of each near row. There is no row 0, so its entry is not used.
static EDGES: [NearEdges; NEAR as usize + 1] = {
    let mut edges = [NearEdges { step: 0, first: 0 }; NEAR as usize + 1];
    let mut depth = 1;
    while depth <= NEAR as i32 {
        let half_step = half_step(depth);
        edges[depth as usize] = NearEdges {
            step: 2 * half_step,
            first: -(2 * MIDDLE + 1) * half_step + depth,
        };
        depth += 1;
    }
    edges
};

/// Returns half the distance between neighbouring slopes of a row, rounded down to a multiple of 32, which leaves the
/// last five bits for the row's number.
const fn half_step(depth: i32) -> i32 {
    (HALF as i32 / depth) & !ROW
}

impl NearEdges {
    /// Returns the edges of the row at `depth`, which must be from 1 to [`NEAR`].
    #[inline(always)]
    pub(super) fn at(depth: u32) -> Self {
        EDGES[depth as usize]
    }

    /// Returns the side through the left edge of a column, at the point where the side touches the next row.
    #[inline(always)]
    fn left_of(self, column: u32, tie: u32) -> NearSide {
        // The product may overflow, but the sum does not.
        let slope = (column as i32)
            .wrapping_mul(self.step)
            .wrapping_add(self.first);
        let touch = (column << PLACES)
            .wrapping_add(tie)
            .wrapping_add_signed(slope);
        NearSide { touch, slope }
    }
}

impl NearSide {
    #[inline(always)]
    fn next_row(self) -> Self {
        Self {
            touch: self.touch.wrapping_add_signed(self.slope),
            ..self
        }
    }
}

/// The part of a near row that an arc lights.
pub(super) struct Light {
    /// A mask of the cells that the arc touches.
    pub(super) touched: u64,
    /// A mask of the cells whose middles lie in the arc.
    pub(super) centres: u64,
}

impl NearArc {
    /// Returns the whole quadrant in the row at `depth`, from one diagonal to the other.
    pub(super) const fn whole(depth: u32) -> Self {
        let middle = MIDDLE as u32 * ONE + HALF;
        Self {
            start: NearSide {
                touch: (middle - depth * ONE) + TIE,
                slope: -(ONE as i32),
            },
            end: NearSide {
                touch: (middle + depth * ONE) - TIE,
                slope: ONE as i32,
            },
        }
    }

    /// Returns what the arc lights.
    #[inline(always)]
    pub(super) fn light(&self) -> Light {
        const UP: u32 = HALF - 2 * TIE;
        let (start, end) = (self.start.touch, self.end.touch);
        // No middle lies in the arc if both sides fall between the same two. Then the last column is the one before the
        // first, and there is no bit.
        let bits = |first: u32, last: u32| {
            (2_u64 << (last >> PLACES)).wrapping_sub(1 << (first >> PLACES))
        };
        Light {
            touched: bits(start, end),
            centres: bits(start + UP, end - UP),
        }
    }

    /// Returns the same arc in the next row, assuming that nothing blocks it.
    #[inline(always)]
    pub(super) fn next_row(&self) -> Self {
        Self {
            start: self.start.next_row(),
            end: self.end.next_row(),
        }
    }

    /// Returns the part of the arc that passes through a run of floor, which begins at bit `begin` and ends before bit
    /// `behind`.
    #[inline(always)]
    pub(super) fn through(&self, (begin, behind): (u32, u32), edges: NearEdges) -> Self {
        let (first, last) = (self.start.touch >> PLACES, self.end.touch >> PLACES);
        let mut passing = self.next_row();
        // Branches are fast here, because most runs end where the arc does, and the processor predicts many of the
        // other cases.
        if begin != first {
            passing.start = edges.left_of(begin, TIE);
        }
        if behind != last + 1 {
            passing.end = edges.left_of(behind, TIE.wrapping_neg());
        }
        passing
    }

    /// Returns the arc in the first row beyond the near rows.
    pub(super) fn widen(&self) -> Arc {
        let whole = Arc::whole(NEAR + 1);
        let side = |NearSide { slope, .. }: NearSide, diagonal: Side, tie: i64| {
            let row = slope & ROW;
            if row == 0 {
                return diagonal;
            }
            let NearEdges { step, first } = EDGES[row as usize];
            let column = (i64::from(slope) - i64::from(first)) / i64::from(step);
            let column = Column::new(column as i32);
            Edges::at(row as u32).at_depth(column, NEAR + 1, tie)
        };
        Arc {
            start: side(self.start, whole.start, arc::TIE),
            end: side(self.end, whole.end, -arc::TIE),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the picture at the top of [`scan`](crate::symmetric::scan).
    #[test]
    fn an_arc_is_cut_as_drawn() {
        let word = |picture: &str| -> u64 {
            let bits = picture.chars().zip(0..);
            bits.map(|(c, bit)| u64::from(c != '.') << bit).sum()
        };
        // The arc begins right of the middle of column 2 and ends left of the middle of column 13.
        let side = |tenths: u32| NearSide {
            touch: ONE / 10 * tenths,
            slope: 0,
        };
        let arc = NearArc {
            start: side(27),
            end: side(132),
        };
        let light = arc.light();
        assert_eq!(light.touched, word("..xxxxxxxxxxxx.."));
        assert_eq!(light.centres, word("...xxxxxxxxxx..."));
        let edges = NearEdges::at(20);
        let (begin, end) = (
            |column| edges.left_of(column, TIE),
            |column| edges.left_of(column, TIE.wrapping_neg()),
        );
        let runs = [(2, 3), (5, 9), (10, 13), (13, 14)].map(|run| arc.through(run, edges));
        let sides = [
            (arc.start, end(3)),
            (begin(5), end(9)),
            (begin(10), end(13)),
            (begin(13), arc.end),
        ];
        assert_eq!(runs, sides.map(|(start, end)| NearArc { start, end }));
    }

    #[test]
    fn the_first_far_row_gets_the_same_slopes() {
        for depth in 1..=NEAR {
            for column in MIDDLE - depth as i32 + 1..MIDDLE + depth as i32 {
                let run = (column as u32, column as u32 + 1);
                let arc = NearArc::whole(depth).through(run, NearEdges::at(depth));
                let wide = arc.widen();
                let edges = Edges::at(depth);
                let sides = [
                    (wide.start, column, arc::TIE),
                    (wide.end, column + 1, -arc::TIE),
                ];
                for (side, column, tie) in sides {
                    let mut expected = edges.left_of(Column::new(column), tie);
                    for _ in depth..NEAR {
                        expected = expected.next_row();
                    }
                    assert_eq!(side.slope, expected.slope, "{depth} {column}");
                    // Each crossing is off by less than 32 · 62 units, so two differ by less than 2¹².
                    let error = side.touch.abs_diff(expected.touch);
                    assert!(error < 1 << 12, "{depth} {column} {error}");
                }
            }
        }
    }
}
