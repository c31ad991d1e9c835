//! Computes how one row of cells changes the arcs of light, 64 cells at a time.
//!
//! All data about a row is stored as words of bits. Here is one arc in one row, with bit 0 on the left:
//!
//! ```text
//! walls     ...##....#...#..   the row of the map
//! touched   ..xxxxxxxxxxxx..   cells with any part in the arc
//! centres   ...xxxxxxxxxx...   cells with their middle in the arc
//! seen      ...xxxxxxxxxxx..   walls & touched | centres
//! floor     ..x..xxxx.xxx...   touched & !walls
//! passing   ..a..bbbb.ccc...   one arc for each run of floor
//! ```
//!
//! The wall at the right end is visible even though only its edge is lit. The floor at the left end is not visible,
//! although light passes through its edge. A passing arc is bounded by the edges of the walls on both sides of its run
//! or, where the run ends with the arc, by the arc's own side: `a` begins where the arc begins and ends at the left
//! edge of the first wall.

use core::num::NonZero;

use super::arc::{Arc, Edges, Side, TIE};
use super::axis::RowReader;
use super::coordinates::{Column, Columns};
use crate::terrain::AxisBits;

/// An upper bound on the number of arcs in a single-word row. Bit 63 is not used, which leaves 63 columns, and there
/// are no more arcs than columns: between two arcs lies the shadow of a nearer cell, and that shadow is at least as
/// wide as a cell of the row.
pub(super) const WORD_ARCS: usize = 64;

/// The part of a single-word row that an arc lights.
struct Light {
    /// A mask of the cells that the arc touches.
    touched: u64,
    /// A mask of the cells whose middles lie in the arc.
    centres: u64,
    /// The columns that the arc touches.
    columns: Columns,
}

impl Light {
    #[inline(always)]
    fn new(arc: &Arc) -> Self {
        let bits = |Columns { first, last }: Columns| {
            u64::MAX << first.number() as u32 & u64::MAX >> (last.number() as u32 ^ 63)
        };
        let columns = arc.touched();
        Self {
            touched: bits(columns),
            centres: bits(arc.centres()),
            columns,
        }
    }

    /// Returns the part of `arc` that passes through the lowest run of `floor`, and the other runs.
    #[inline(always)]
    fn through(&self, arc: &Arc, floor: NonZero<u64>, edges: Edges) -> (Arc, u64) {
        let (begin, behind, left) = lowest_run(floor);
        let (begin, behind) = (Column::of_bit(begin), Column::of_bit(behind));
        let mut passing = arc.next_row();
        // Branches are fast here, because most runs end where the arc does, and the processor predicts many of the
        // other cases.
        if begin != self.columns.first {
            passing.start = edges.left_of(begin, TIE);
        }
        if behind != self.columns.last + 1 {
            passing.end = edges.left_of(behind, -TIE);
        }
        (passing, left)
    }
}

/// Returns a mask of the cells that arcs touch in a single-word row.
pub(super) fn touched(arcs: &[Arc]) -> u64 {
    let touched = arcs.iter().map(|arc| Light::new(arc).touched);
    touched.fold(0, |all, one| all | one)
}

/// What happens to a single arc in a row.
pub(super) enum Passage {
    /// The row blocks the whole arc.
    Dark,
    /// The arc continues as a single arc.
    One(Arc),
    /// The arc is cut into several arcs.
    Several,
}

/// Scans a single-word row with one arc. `opaque` is a mask of the walls, and `limits` is a mask of the columns to
/// scan. Returns a mask of the visible cells, and what happens to the arc.
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

/// Scans a single-word row with many arcs, as [`scan_alone`] does with one arc. Returns a mask of the visible cells,
/// and the number of arcs now in `passing`.
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
        // Nothing blocks most arcs.
        if floor == light.touched {
            passing[count % WORD_ARCS] = arc.next_row();
            count += 1;
            continue;
        }
        while let Some(runs) = NonZero::new(floor) {
            let (begin, behind, left) = lowest_run(runs);
            let (begin, behind) = (Column::of_bit(begin), Column::of_bit(behind));
            // This repeats the code of `Light::through`, because returning a whole arc from there costs another 2 %.
            let slot = &mut passing[count % WORD_ARCS];
            *slot = arc.next_row();
            if begin != light.columns.first {
                slot.start = edges.left_of(begin, TIE);
            }
            if behind != light.columns.last + 1 {
                slot.end = edges.left_of(behind, -TIE);
            }
            floor = left;
            count += 1;
        }
    }
    ((opaque & touched | centres) & limits, count)
}

/// A row of any width, whose cells are read and written 64 at a time.
pub(super) trait CellRow {
    /// The bits that are read.
    type Bits: AxisBits;

    /// Returns the reader of the row's opacity. Only columns within the limits given to [`scan_row`] are read.
    fn reader(&self) -> &RowReader<Self::Bits>;

    /// Reveals the cells whose bits are set. Bit 0 is column `from`.
    fn reveal(&mut self, from: Column, cells: u64);

    /// Reveals one cell.
    fn reveal_one(&mut self, column: Column);
}

/// Scans a row: reveals the cells that `arcs` light, and writes the arcs that pass to the next row into `passing`.
/// Returns how many arcs pass.
///
/// Only columns within `limits` are scanned. The result is still complete as long as no cell outside these limits hides
/// a cell inside the limits of a later row. This condition holds for the edges of the map and of every radius shape: a
/// ray that has crossed such an edge never comes back.
#[inline]
pub(super) fn scan_row(
    edges: Edges,
    limits: Columns,
    arcs: &[Arc],
    row: &mut impl CellRow,
    passing: &mut [Arc],
) -> usize {
    let mut count = 0;
    for arc in arcs {
        let (touched, centres) = (arc.touched(), arc.centres());
        let columns = touched.common(limits);
        let Columns { first, last } = columns;
        if first > last {
            continue;
        }
        // Far from the eye, most arcs are only one cell wide, and this branch is enough for them.
        if first == last && touched.first == touched.last {
            let opaque = row.reader().is_opaque(first);
            if opaque || centres.first <= centres.last {
                row.reveal_one(first);
            }
            if !opaque {
                passing[count] = arc.next_row();
                count += 1;
            }
            continue;
        }
        if last - first > 62 {
            scan_wide(edges, columns, arc, row, passing, &mut count);
            continue;
        }
        let sides = [arc.start.next_row(), arc.end.next_row()];
        let piece = Piece { columns, centres };
        piece.scan(edges, sides, row, passing, &mut count);
    }
    count
}

/// Scans the columns of an arc that is wider than a word. The arc is cut between two columns, as if by a wall of zero
/// width. Each piece is at least 31 cells wide, and wider in later rows, so there are few pieces.
#[inline(never)]
fn scan_wide(
    edges: Edges,
    Columns { mut first, last }: Columns,
    arc: &Arc,
    row: &mut impl CellRow,
    passing: &mut [Arc],
    count: &mut usize,
) {
    let mut centres = arc.centres();
    let mut start = arc.start.next_row();
    while last - first > 62 {
        let cut = first + ((last - first) / 2).min(63);
        let last = cut - 1;
        let piece = Piece {
            columns: Columns { first, last },
            centres: Columns { last, ..centres },
        };
        piece.scan(
            edges,
            [start, edges.left_of(cut, -TIE)],
            row,
            passing,
            count,
        );
        (first, centres.first) = (cut, cut);
        start = edges.left_of(cut, TIE);
    }
    let columns = Columns { first, last };
    let piece = Piece { columns, centres };
    piece.scan(edges, [start, arc.end.next_row()], row, passing, count);
}

/// A part of an arc in one row, at most 63 cells wide.
struct Piece {
    /// The columns that the part touches.
    columns: Columns,
    /// The columns whose middles lie in the part.
    centres: Columns,
}

impl Piece {
    /// Scans this part. `start` and `end` are the sides of this part at the points where they touch the next row.
    #[inline(always)]
    fn scan(
        &self,
        edges: Edges,
        [start, end]: [Side; 2],
        row: &mut impl CellRow,
        passing: &mut [Arc],
        count: &mut usize,
    ) {
        let Columns { first, last } = self.columns;
        // An arc may miss the middle of the outermost cell that it touches, but never the middle of the next cell.
        let (late, early) = (self.centres.first > first, self.centres.last < last);
        let touched = u64::MAX >> (63 - (last - first));
        let centres = touched >> u32::from(early) & u64::MAX << u32::from(late);
        let walls = row.reader().opaque(first, touched) & touched;
        row.reveal(first, walls | centres);

        if walls == 0 {
            passing[*count] = Arc { start, end };
            *count += 1;
            return;
        }
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

/// Returns the lowest run of ones in `bits`, which must end before bit 63: its first bit, the bit after its last, and
/// `bits` without the run.
#[inline(always)]
fn lowest_run(bits: NonZero<u64>) -> (u32, u32, u64) {
    let begin = bits.trailing_zeros();
    let bits = bits.get();
    // When the bits below the run are also set, adding 1 carries through the run to the bit after its end.
    let carried = (bits | (bits - 1)).wrapping_add(1);
    // Setting bit 63 does not change the result, but it tells the compiler that the word is not 0.
    let behind = (carried | 1 << 63).trailing_zeros();
    (begin, behind, bits & carried)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the picture at the top of this file.
    #[test]
    fn a_row_is_scanned_as_drawn() {
        let word = |picture: &str| -> u64 {
            let bits = picture.chars().zip(0..);
            bits.map(|(c, bit)| u64::from(c != '.') << bit).sum()
        };
        // The arc begins right of the middle of column 2 and ends left of the middle of column 13.
        const ONE: i64 = TIE << 17;
        let side = |touch| Side { touch, slope: 0 };
        let arc = Arc {
            start: side(2 * ONE + ONE * 7 / 10),
            end: side(13 * ONE + ONE * 2 / 10),
        };
        let light = Light::new(&arc);
        assert_eq!(light.touched, word("..xxxxxxxxxxxx.."));
        assert_eq!(light.centres, word("...xxxxxxxxxx..."));
        let walls = word("...##....#...#..");
        let edges = Edges::at(20);
        let mut passing = [Arc::WHOLE; WORD_ARCS];
        let (seen, count) = scan_word(edges, u64::MAX >> 1, walls, &[arc], &mut passing);
        assert_eq!(seen, word("...xxxxxxxxxxx.."));
        let touches = |arc: &Arc| (arc.start.touch, arc.end.touch);
        let begin = |bit| edges.left_of(Column::of_bit(bit), TIE).touch;
        let end = |bit| edges.left_of(Column::of_bit(bit), -TIE).touch;
        let expected = [
            (arc.start.touch, end(3)),
            (begin(5), end(9)),
            (begin(10), end(13)),
        ];
        assert!(passing[..count].iter().map(touches).eq(expected));
        // The row cuts the single arc into several, so `scan_alone` leaves it to `scan_word`.
        let (alone, passage) = scan_alone(edges, u64::MAX >> 1, walls, &arc);
        assert!(alone == seen && matches!(passage, Passage::Several));
    }
}
