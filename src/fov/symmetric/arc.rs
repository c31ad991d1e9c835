//! Arcs of light and how one row of cells changes them, 64 cells at a time.
//!
//! Everything is seen from the eye: a row lies `depth` cells away, and its columns are numbered so
//! that the eye's own is [`MIDDLE`]. Where a slope crosses the row is kept as a number with 47
//! binary places, and going one row further adds the slope to it, so there is no division but one
//! for each row.
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

use std::num::NonZero;

/// The last row for which the arithmetic is exact.
pub(super) const MAX_DEPTH: u32 = 1 << 14;

/// The number of the eye's own column.
pub(super) const MIDDLE: i32 = 31;

/// A row of one word, of which bit 63 is not used, holds fewer arcs: between two of them lies the shadow of a nearer cell, which
/// is at least as wide as a cell of the row, so there are no more arcs than columns.
pub(super) const WORD_ARCS: usize = 64;

const PLACES: u32 = 47;
const ONE: i64 = 1 << PLACES;
const HALF: i64 = ONE / 2;
const TIE: i64 = ONE >> 17;

/// One side of an arc: its slope in columns a row, and which column it touches in the row to be
/// scanned.
///
/// That column is the one whose left edge is at or before the crossing, hence `touch` is the
/// crossing plus one half. A tie falls to the inside: [`TIE`] is added to it for the start of an
/// arc and subtracted for its end.
#[derive(Clone, Copy, Debug)]
struct Side {
    touch: i64,
    slope: i64,
}

/// What is still in the light, between two slopes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    start: Side,
    end: Side,
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
    pub(super) fn cell(self, column: i32) -> Arc {
        let from_eye = |edge: i32, tie: i64| {
            let slope = i64::from(edge) * self.step + self.first;
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
    fn left_of(self, column: i32, tie: i64) -> Side {
        let slope = i64::from(column) * self.step + self.first;
        let touch = (i64::from(column) << PLACES) + tie + slope;
        Side { touch, slope }
    }
}

impl Side {
    #[inline(always)]
    fn next_row(self) -> Self {
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

    /// The first and the last column that the arc touches.
    #[inline(always)]
    pub(super) fn touched(&self) -> (i32, i32) {
        (whole(self.start.touch), whole(self.end.touch))
    }

    /// The first and the last column whose middle the arc holds.
    #[inline(always)]
    fn centres(&self) -> (i32, i32) {
        const UP: i64 = HALF - 2 * TIE;
        (whole(self.start.touch + UP), whole(self.end.touch - UP))
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

/// What an arc lights in a row that is one word: the bits of the cells it touches, of those whose
/// centres it holds, and the first and the last one touched.
struct Light {
    touched: u64,
    centres: u64,
    first: i32,
    last: i32,
}

impl Light {
    #[inline(always)]
    fn new(arc: &Arc) -> Self {
        let between =
            |(first, last): (i32, i32)| u64::MAX << first as u32 & u64::MAX >> (last as u32 ^ 63);
        let (first, last) = arc.touched();
        Self {
            touched: between((first, last)),
            centres: between(arc.centres()),
            first,
            last,
        }
    }

    /// What passes of `arc` through the lowest run of `floor`, and the runs left.
    #[inline(always)]
    fn through(&self, arc: &Arc, floor: NonZero<u64>, edges: Edges) -> (Arc, u64) {
        let (begin, behind, left) = lowest_run(floor);
        let (begin, behind) = (begin as i32, behind as i32);
        let mut passing = arc.next_row();
        // Branches: most runs end where the arc does, or where the processor has learnt it.
        if begin != self.first {
            passing.start = edges.left_of(begin, TIE);
        }
        if behind != self.last + 1 {
            passing.end = edges.left_of(behind, -TIE);
        }
        (passing, left)
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
    let light = Light::new(arc);
    let seen = (opaque & light.touched | light.centres) & limits;
    let touched = light.touched & limits;
    let Some(floor) = NonZero::new(touched & !opaque) else {
        return (seen, Passage::Dark);
    };
    if floor.get() == touched {
        return (seen, Passage::One(arc.next_row()));
    }
    match light.through(arc, floor, edges) {
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
    let free = limits & !opaque;
    let (mut touched, mut centres, mut count) = (0, 0, 0);
    for arc in arcs {
        let light = Light::new(arc);
        touched |= light.touched;
        centres |= light.centres;
        let mut floor = light.touched & free;
        while let Some(runs) = NonZero::new(floor) {
            let (begin, behind, left) = lowest_run(runs);
            let (begin, behind) = (begin as i32, behind as i32);
            let slot = &mut passing[count % WORD_ARCS];
            *slot = arc.next_row();
            if begin != light.first {
                slot.start = edges.left_of(begin, TIE);
            }
            if behind != light.last + 1 {
                slot.end = edges.left_of(behind, -TIE);
            }
            floor = left;
            count += 1;
        }
    }
    ((opaque & touched | centres) & limits, count)
}

/// A row of cells of any width, read and written 64 at a time.
pub(super) trait Row {
    /// The opacity of the 64 cells from column `from` on. Only those of columns within the limits
    /// given to [`scan_row`] are looked at.
    fn opaque(&self, from: i32) -> u64;

    /// Shows the cells whose bits are set, the first being column `from`.
    fn reveal(&mut self, from: i32, cells: u64);

    /// The opacity of one cell.
    fn is_opaque(&self, column: i32) -> bool;

    /// Shows one cell.
    fn reveal_one(&mut self, column: i32);
}

/// Scans a row: reveals what `arcs` light in it, and writes the arcs that pass to the next row into
/// `passing`. Returns how many there are.
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
        let (touched, centres) = (arc.touched(), arc.centres());
        let (first, last) = (left.max(touched.0), right.min(touched.1));
        if first > last {
            continue;
        }
        // Far from the eye, most arcs are as narrow as this, and need no more.
        if first == last && touched.0 == touched.1 {
            let opaque = row.is_opaque(first);
            if opaque || centres.0 <= centres.1 {
                row.reveal_one(first);
            }
            if !opaque {
                passing[count] = arc.next_row();
                count += 1;
            }
            continue;
        }
        if last - first > 62 {
            scan_wide(edges, (first, last), arc, row, passing, &mut count);
            continue;
        }
        let sides = [arc.start.next_row(), arc.end.next_row()];
        let piece = Piece {
            first,
            last,
            centres,
        };
        piece.scan(edges, sides, row, passing, &mut count);
    }
    count
}

/// Scans the columns from `first` to `last` of an arc that is wider than a word: it is cut between
/// two columns, as if a wall without width stood there. Pieces of 31 cells or more last until the
/// depth has doubled.
#[inline(never)]
fn scan_wide(
    edges: Edges,
    (mut first, last): (i32, i32),
    arc: &Arc,
    row: &mut impl Row,
    passing: &mut [Arc],
    count: &mut usize,
) {
    let mut centres = arc.centres();
    let mut start = arc.start.next_row();
    while last - first > 62 {
        let cut = first + ((last - first) / 2).min(63);
        let piece = Piece {
            first,
            last: cut - 1,
            centres: (centres.0, cut - 1),
        };
        piece.scan(
            edges,
            [start, edges.left_of(cut, -TIE)],
            row,
            passing,
            count,
        );
        (first, centres.0) = (cut, cut);
        start = edges.left_of(cut, TIE);
    }
    let piece = Piece {
        first,
        last,
        centres,
    };
    piece.scan(edges, [start, arc.end.next_row()], row, passing, count);
}

/// The part of an arc in one row, at most 63 cells wide: the columns it touches and those whose
/// middles it holds.
struct Piece {
    first: i32,
    last: i32,
    centres: (i32, i32),
}

impl Piece {
    /// Scans the part of an arc whose sides touch the next row as `start` and `end` say.
    #[inline(always)]
    fn scan(
        &self,
        edges: Edges,
        [start, end]: [Side; 2],
        row: &mut impl Row,
        passing: &mut [Arc],
        count: &mut usize,
    ) {
        let Self {
            first,
            last,
            centres,
        } = *self;
        // An arc may miss the middle of the outermost cell that it touches, not of the next one.
        let (late, early) = (centres.0 > first, centres.1 < last);
        let touched = u64::MAX >> (63 - (last - first));
        let centres = touched >> u32::from(early) & u64::MAX << u32::from(late);
        let walls = row.opaque(first) & touched;
        row.reveal(first, walls | centres);

        let mut floor = touched & !walls;
        while let Some(runs) = NonZero::new(floor) {
            let (begin, behind);
            (begin, behind, floor) = lowest_run(runs);
            let (begin, behind) = (first + begin as i32, first + behind as i32);
            let start = if begin == first {
                start
            } else {
                edges.left_of(begin, TIE)
            };
            let end = if behind > last {
                end
            } else {
                edges.left_of(behind, -TIE)
            };
            passing[*count] = Arc { start, end };
            *count += 1;
        }
    }
}

/// The lowest run of ones in `bits`, which must end before bit 63: its first bit, the bit behind
/// it, and what is left of `bits` without it.
#[inline(always)]
fn lowest_run(bits: NonZero<u64>) -> (u32, u32, u64) {
    let begin = bits.trailing_zeros();
    let bits = bits.get();
    // With ones below it too, adding one carries through the run to the bit behind its end.
    let carried = (bits | (bits - 1)).wrapping_add(1);
    // Bit 63 changes nothing, but tells the compiler that there is a one to be found.
    let behind = (carried | 1 << 63).trailing_zeros();
    (begin, behind, bits & carried)
}

/// The whole part.
#[inline(always)]
fn whole(number: i64) -> i32 {
    (number >> PLACES) as i32
}
