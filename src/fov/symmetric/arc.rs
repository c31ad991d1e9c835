//! Arcs of light and how one row of cells changes them, 64 cells at a time.
//!
//! Everything is seen from the eye: a row lies `depth` cells away, its columns are counted from the
//! one straight ahead. Where a slope crosses the row is kept as a number with 47 binary places, and
//! going one row further adds the slope to it, so there is no division but one for each row.
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

/// The last row for which the arithmetic is exact.
pub(super) const MAX_DEPTH: u32 = 1 << 14;

const PLACES: u32 = 47;
const ONE: i64 = 1 << PLACES;
const HALF: i64 = ONE / 2;
const TIE: i64 = ONE >> 17;

/// One side of an arc: its slope in columns a row, and where it crosses the row to be scanned.
#[derive(Clone, Copy, Debug)]
struct Side {
    crossing: i64,
    slope: i64,
}

/// The bit of a word that is the eye's own column.
pub(super) const MIDDLE: i32 = 32;

/// A row of one word holds fewer arcs: between two of them lies the shadow of a nearer cell, which
/// is at least as wide as a cell of the row, so there are no more arcs than columns.
pub(super) const WORD_ARCS: usize = 64;

/// What is still in the light, between two slopes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    start: Side,
    end: Side,
}

impl Arc {
    /// The quadrant in row 1: from one diagonal to the other.
    pub(super) const WHOLE: Self = Self {
        start: Side {
            crossing: -ONE,
            slope: -ONE,
        },
        end: Side {
            crossing: ONE,
            slope: ONE,
        },
    };
}

/// A row of cells, read and written 64 at a time.
pub(super) trait Row {
    /// The opacity of the 64 cells from column `from` on. Only those of columns within the limits
    /// given to [`scan_row`] are looked at.
    fn opaque(&self, from: i32) -> u64;

    /// Shows the cells whose bits are set, the first being column `from`.
    fn reveal(&mut self, from: i32, cells: u64);
}

/// The slopes of the cell edges of one row.
#[derive(Clone, Copy)]
pub(super) struct Edges {
    /// A slope's unit, 1 / 2n.
    unit: i64,
}

impl Edges {
    /// Those of the row at `depth`, from 1 to [`MAX_DEPTH`].
    pub(super) const fn of_row(depth: u32) -> Self {
        Self {
            unit: HALF / depth as i64,
        }
    }

    /// The left edge of a column, where it crosses the next row.
    #[inline]
    fn left_of(self, column: i32) -> Side {
        let halves = i64::from(2 * column - 1);
        let slope = halves * self.unit;
        Side {
            crossing: halves * HALF + slope,
            slope,
        }
    }
}

impl Side {
    #[inline]
    fn next_row(self) -> Self {
        Self {
            crossing: self.crossing + self.slope,
            ..self
        }
    }
}

/// What an arc lights in a row that is one word: the bits of the cells it touches, of those whose
/// centres it holds, and the first and the last one touched.
struct Light {
    touched: u64,
    centres: u64,
    first: u32,
    last: u32,
}

impl Arc {
    #[inline(always)]
    fn light(&self, limits: u64) -> Light {
        let bit = |crossing| column(crossing + MIDDLE as i64 * ONE) as u32;
        let between = |first, last: u32| u64::MAX << first & u64::MAX >> (last ^ 63) & limits;
        let first = bit(self.start.crossing + HALF + TIE);
        let last = bit(self.end.crossing + HALF - TIE);
        let centres = between(
            bit(self.start.crossing + ONE - TIE),
            bit(self.end.crossing + TIE),
        );
        Light {
            touched: between(first, last),
            centres,
            first,
            last,
        }
    }

    #[inline(always)]
    fn next_row(&self) -> Self {
        Self {
            start: self.start.next_row(),
            end: self.end.next_row(),
        }
    }

    /// What passes the lowest run of `floor`, which is a part of `light`, and the runs left.
    #[inline(always)]
    fn through(&self, light: &Light, floor: u64, edges: Edges) -> (Self, u64) {
        // Adding to the lowest bit of a run carries to the bit behind its end.
        let begin = floor.trailing_zeros();
        let carried = floor.wrapping_add(floor & floor.wrapping_neg());
        let behind = carried.trailing_zeros();
        let mut arc = self.next_row();
        if begin != light.first {
            arc.start = edges.left_of(begin as i32 - MIDDLE);
        }
        if behind != light.last + 1 {
            arc.end = edges.left_of(behind as i32 - MIDDLE);
        }
        (arc, floor & carried)
    }
}

/// What becomes of a single arc in a row.
pub(super) enum Passage {
    /// All of it is stopped.
    Dark,
    /// It goes on as one arc.
    One(Arc),
    /// It is cut into several.
    Several,
}

/// Scans a row that is one word with one arc. `limits` has the bits of the columns to be looked
/// at. Returns the bits of the cells seen, and what passes.
#[inline(always)]
pub(super) fn scan_alone(edges: Edges, limits: u64, opaque: u64, arc: &Arc) -> (u64, Passage) {
    let light = arc.light(limits);
    let walls = light.touched & opaque;
    let seen = walls | light.centres;
    if walls == 0 {
        let passage = if light.touched == 0 {
            Passage::Dark
        } else {
            Passage::One(arc.next_row())
        };
        return (seen, passage);
    }
    let floor = light.touched & !opaque;
    if floor == 0 {
        return (seen, Passage::Dark);
    }
    match arc.through(&light, floor, edges) {
        (passing, 0) => (seen, Passage::One(passing)),
        _ => (seen, Passage::Several),
    }
}

/// Scans a row that is one word with many arcs, as [`scan_alone`] does with one. Returns the bits
/// of the cells seen and how many arcs are now in `passing`.
#[inline(always)]
pub(super) fn scan_word(
    edges: Edges,
    limits: u64,
    opaque: u64,
    arcs: &[Arc],
    passing: &mut [Arc; WORD_ARCS],
) -> (u64, usize) {
    let (mut seen, mut count) = (0, 0);
    for arc in arcs {
        let light = arc.light(limits);
        seen |= opaque & light.touched | light.centres;
        let mut floor = light.touched & !opaque;
        while floor != 0 {
            (passing[count % WORD_ARCS], floor) = arc.through(&light, floor, edges);
            count += 1;
        }
    }
    (seen, count)
}

/// Scans the row whose edges are `edges`: reveals what `arcs` light in it, and writes the arcs that pass to the
/// next row into `passing`. Returns how many there are.
///
/// Only columns from `left` to `right` are looked at. Nothing else is lost by this if no cell
/// outside these limits hides a cell inside the limits of a later row, which is so for the edges of
/// the map and of every radius shape: a ray that has left them does not come back.
#[inline]
pub(super) fn scan_row(
    edges: Edges,
    (left, right): (i32, i32),
    arcs: &[Arc],
    row: &mut impl Row,
    passing: &mut [Arc],
) -> usize {
    let mut count = 0;
    for arc in arcs {
        // The columns that the arc touches, and whether it misses the middle of the outermost.
        let mut first = left.max(column(arc.start.crossing + HALF + TIE));
        let last = right.min(column(arc.end.crossing + HALF - TIE));
        if first > last {
            continue;
        }
        let mut late = u32::from(column(arc.start.crossing + ONE - TIE) > first);
        let early = u32::from(column(arc.end.crossing + TIE) < last);
        let mut start = arc.start.next_row();
        // An arc wider than a word is cut between two columns, as if a wall without width stood
        // there. Halves of 32 cells or more last until the depth has doubled.
        while last - first > 63 {
            let width = ((last - first) / 2).min(64);
            let end = edges.left_of(first + width);
            let piece = Piece {
                first,
                width: width as u32,
                late,
                early: 0,
                start,
                end,
            };
            piece.scan(edges, row, passing, &mut count);
            first += width;
            late = 0;
            start = end;
        }
        let width = (last - first) as u32 + 1;
        let piece = Piece {
            first,
            width,
            late,
            early,
            start,
            end: arc.end.next_row(),
        };
        piece.scan(edges, row, passing, &mut count);
    }
    count
}

/// The part of an arc in one row, at most 64 cells wide.
struct Piece {
    first: i32,
    width: u32,
    /// 1 if the arc misses the middle of the first cell, else 0.
    late: u32,
    /// 1 if the arc misses the middle of the last cell, else 0.
    early: u32,
    /// The sides where they cross the next row.
    start: Side,
    end: Side,
}

impl Piece {
    #[inline]
    fn scan(&self, edges: Edges, row: &mut impl Row, passing: &mut [Arc], count: &mut usize) {
        let touched = u64::MAX >> (64 - self.width);
        let centres = touched >> self.early & u64::MAX << self.late;
        let walls = row.opaque(self.first) & touched;
        row.reveal(self.first, walls | centres);

        let edge = |bit: u32| edges.left_of(self.first + bit as i32);
        let mut floor = touched & !walls;
        while floor != 0 {
            // A run of floor: adding to its lowest bit carries to the bit behind its end.
            let begin = floor.trailing_zeros();
            let carried = floor.wrapping_add(1 << begin);
            let behind = carried.trailing_zeros();
            floor &= carried;
            let start = if begin == 0 { self.start } else { edge(begin) };
            let end = if behind == self.width {
                self.end
            } else {
                edge(behind)
            };
            passing[*count] = Arc { start, end };
            *count += 1;
        }
    }
}

#[inline]
fn column(crossing: i64) -> i32 {
    (crossing >> PLACES) as i32
}
