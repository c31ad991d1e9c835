//! How one row of cells changes the arcs of light, 64 cells at a time.
//!
//! Everything about a row is a word of bits. Here is one arc in one row, bit 0 at the left:
//!
//! ```text
//! walls     ...##....#...#..   the row of the map
//! touched   ..xxxxxxxxxxxx..   cells of which any part lies in the arc
//! centres   ...xxxxxxxxxx...   cells whose middle lies in it
//! seen      ...xxxxxxxxxxx..   walls & touched | centres
//! floor     ..x..xxxx.xxx...   touched & !walls
//! passing   ..a..bbbb.ccc...   one arc for each run of floor
//! ```
//!
//! The wall at the right end is seen though only its edge is lit; the floor at the left end is not,
//! though light passes through its edge. What passes is bounded by the edges of the walls to both
//! sides of a run, and where a run ends with the arc, by the arc's own side: `a` begins where the
//! arc began and ends at the left edge of the first wall.

use std::num::NonZero;

use super::arc::{Arc, Edges, Side, TIE};
use super::axis::RowReader;
use super::coordinates::{Column, Columns};

/// More arcs than a row of one word can have. Bit 63 is not used, which leaves 63 columns, and there
/// are no more arcs than columns: between two arcs lies the shadow of a nearer cell, which is at
/// least as wide as a cell of the row.
pub(super) const WORD_ARCS: usize = 64;

/// What an arc lights in a row that is one word.
struct Light {
    /// The bits of the cells it touches.
    touched: u64,
    /// The bits of the cells whose middles it holds.
    centres: u64,
    /// The columns it touches.
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

    /// What passes of `arc` through the lowest run of `floor`, and the runs left.
    #[inline(always)]
    fn through(&self, arc: &Arc, floor: NonZero<u64>, edges: Edges) -> (Arc, u64) {
        let (begin, behind, left) = lowest_run(floor);
        let (begin, behind) = (Column::of_bit(begin), Column::of_bit(behind));
        let mut passing = arc.next_row();
        // Branches: most runs end where the arc does, or where the processor has learnt it.
        if begin != self.columns.first {
            passing.start = edges.left_of(begin, TIE);
        }
        if behind != self.columns.last + 1 {
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

/// Scans a row that is one word with one arc. `opaque` has the bits of the walls, `limits` those of
/// the columns to be looked at. Returns the bits of the cells seen, and what passes.
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
            let (begin, behind) = (Column::of_bit(begin), Column::of_bit(behind));
            // As in `Light::through`, but a whole arc returned from there costs another 2 %.
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

/// A row of cells of any width, read and written 64 at a time.
pub(super) trait CellRow {
    /// The opacity of the row. Only columns within the limits given to [`scan_row`] are looked at.
    fn reader(&self) -> &RowReader<'_>;

    /// Shows the cells whose bits are set, the first being column `from`.
    fn reveal(&mut self, from: Column, cells: u64);

    /// Shows one cell.
    fn reveal_one(&mut self, column: Column);
}

/// Scans a row: reveals what `arcs` light in it, and writes the arcs that pass to the next row into
/// `passing`. Returns how many there are.
///
/// Only the columns within `limits` are looked at. Nothing else is lost by this if no cell outside
/// these limits hides a cell inside the limits of a later row, which is so for the edges of the map
/// and of every radius shape: a ray that has left them does not come back.
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
        // Far from the eye, most arcs are as narrow as this, and need no more.
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

/// Scans the columns of an arc that is wider than a word. The arc is cut between two columns, as if
/// a wall without width stood there. Each piece is at least 31 cells wide, and wider in later rows,
/// so there are few of them.
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

/// The part of an arc in one row, at most 63 cells wide.
struct Piece {
    /// The columns it touches.
    columns: Columns,
    /// The columns whose middles it holds.
    centres: Columns,
}

impl Piece {
    /// Scans the part of an arc whose sides touch the next row as `start` and `end` say.
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
        // An arc may miss the middle of the outermost cell that it touches, not of the next one.
        let (late, early) = (self.centres.first > first, self.centres.last < last);
        let touched = u64::MAX >> (63 - (last - first));
        let centres = touched >> u32::from(early) & u64::MAX << u32::from(late);
        let walls = row.reader().opaque(first) & touched;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The picture at the head of this file.
    #[test]
    fn a_row_is_scanned_as_it_is_drawn() {
        let word = |picture: &str| -> u64 {
            let bits = picture.chars().zip(0..);
            bits.map(|(c, bit)| u64::from(c != '.') << bit).sum()
        };
        // The arc begins right of the middle of column 2, and ends left of that of column 13.
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
        // Alone it is cut into several, so the other form leaves it to this one.
        let (alone, passage) = scan_alone(edges, u64::MAX >> 1, walls, &arc);
        assert!(alone == seen && matches!(passage, Passage::Several));
    }
}
