//! Follows arcs of light from row to row, 64 cells at a time.
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

use alloc::vec::Vec;

use super::arc::{Arc, Edges, Side, TIE};
use super::coordinates::{Column, Columns};

/// A quadrant whose rows are of any width. Cells are read and written one row at a time, 64 cells at a time.
pub(super) trait Quadrant {
    /// Moves to the row at `depth`. Returns the columns to scan, or `None` if the scan ends before this row. Only these
    /// columns are read.
    ///
    /// The result of a scan is still complete as long as no cell outside these columns hides a cell inside the columns
    /// of a later row. This condition holds for the edges of the map and of every radius shape: a ray that has crossed
    /// such an edge never comes back.
    fn go_to(&mut self, depth: u32) -> Option<Columns>;

    /// Returns the opacity of the 64 cells that start at `from`. Only the bits that are `wanted` are specified.
    fn opaque(&self, from: Column, wanted: u64) -> u64;

    /// Returns the opacity of one cell.
    fn is_opaque(&self, column: Column) -> bool;

    /// Reveals the cells whose bits are set. Bit 0 is column `from`.
    fn reveal(&mut self, from: Column, cells: u64);

    /// Reveals one cell.
    fn reveal_one(&mut self, column: Column);
}

/// Arcs to follow, and the depths of the rows that they reach next.
pub(super) type Pending = Vec<(Arc, u32)>;

/// Follows every arc, and every arc that walls cut from it, until none is left. Reveals the cells that they light.
#[inline]
pub(super) fn follow(pending: &mut Pending, quadrant: &mut impl Quadrant) {
    while let Some((mut arc, mut depth)) = pending.pop() {
        while let Some(limits) = quadrant.go_to(depth) {
            let (touched, centres) = (arc.touched(), arc.centres());
            let columns = touched.common(limits);
            let Columns { first, last } = columns;
            if first > last {
                break;
            }
            // Far from the eye, most arcs are only one cell wide, and this branch is enough for them.
            if first == last && touched.first == touched.last {
                let opaque = quadrant.is_opaque(first);
                if opaque || centres.first <= centres.last {
                    quadrant.reveal_one(first);
                }
                if opaque {
                    break;
                }
                arc = arc.next_row();
                depth += 1;
                continue;
            }
            let sides = [arc.start.next_row(), arc.end.next_row()];
            let piece = Piece { columns, centres };
            let passing = if last - first > 62 {
                piece.scan_wide(depth, sides, quadrant, pending)
            } else {
                piece.scan(depth, sides, quadrant, pending)
            };
            match passing {
                Some(passing) => arc = passing,
                None => break,
            }
            depth += 1;
        }
    }
}

/// A part of an arc in one row.
struct Piece {
    /// The columns that the part touches.
    columns: Columns,
    /// The columns whose middles lie in the part.
    centres: Columns,
}

impl Piece {
    /// Scans this part, which must be at most 63 cells wide. `start` and `end` are its sides at the points where they
    /// touch the next row. Returns one of the arcs that pass to the next row, and adds the others to `pending`.
    #[inline(always)]
    fn scan(
        &self,
        depth: u32,
        [start, end]: [Side; 2],
        quadrant: &mut impl Quadrant,
        pending: &mut Pending,
    ) -> Option<Arc> {
        let Columns { first, last } = self.columns;
        // An arc may miss the middle of the outermost cell that it touches, but never the middle of the next cell.
        let (late, early) = (self.centres.first > first, self.centres.last < last);
        let touched = u64::MAX >> (63 - (last - first));
        let centres = touched >> u32::from(early) & u64::MAX << u32::from(late);
        let walls = quadrant.opaque(first, touched) & touched;
        quadrant.reveal(first, walls | centres);

        if walls == 0 {
            return Some(Arc { start, end });
        }
        let edges = Edges::at(depth);
        let through = |begin: u32, behind: u32| {
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
            Arc { start, end }
        };
        let floor = touched & !walls;
        if floor == 0 {
            return None;
        }
        let (begin, behind, mut left) = lowest_run(floor);
        while left != 0 {
            let (begin, behind, more) = lowest_run(left);
            pending.push((through(begin, behind), depth + 1));
            left = more;
        }
        Some(through(begin, behind))
    }

    /// Scans a part that is wider than a word, as [`scan`](Self::scan) does. The part is cut between two columns, as if
    /// by a wall of zero width. Each piece is at least 31 cells wide, and wider in later rows, so there are few pieces.
    #[inline(never)]
    fn scan_wide(
        &self,
        depth: u32,
        [mut start, end]: [Side; 2],
        quadrant: &mut impl Quadrant,
        pending: &mut Pending,
    ) -> Option<Arc> {
        let edges = Edges::at(depth);
        let Columns { mut first, last } = self.columns;
        let mut centres = self.centres;
        while last - first > 62 {
            let cut = first + ((last - first) / 2).min(63);
            let last = cut - 1;
            let piece = Piece {
                columns: Columns { first, last },
                centres: Columns { last, ..centres },
            };
            let sides = [start, edges.left_of(cut, -TIE)];
            if let Some(passing) = piece.scan(depth, sides, quadrant, pending) {
                pending.push((passing, depth + 1));
            }
            (first, centres.first) = (cut, cut);
            start = edges.left_of(cut, TIE);
        }
        let columns = Columns { first, last };
        let piece = Piece { columns, centres };
        piece.scan(depth, [start, end], quadrant, pending)
    }
}

/// Returns the lowest run of ones in `bits`, which must end before bit 63: its first bit, the bit after its last, and
/// `bits` without the run.
#[inline(always)]
pub(super) fn lowest_run(bits: u64) -> (u32, u32, u64) {
    // Setting bit 63 does not change the results, but it tells the compiler that the words are not 0.
    let begin = (bits | 1 << 63).trailing_zeros();
    // When the bits below the run are also set, adding 1 carries through the run to the bit after its end.
    let carried = (bits | bits.wrapping_sub(1)).wrapping_add(1);
    let behind = (carried | 1 << 63).trailing_zeros();
    (begin, behind, bits & carried)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of up to 64 cells.
    struct Row {
        walls: u64,
        seen: u64,
    }

    impl Quadrant for Row {
        fn go_to(&mut self, _: u32) -> Option<Columns> {
            None
        }

        fn opaque(&self, from: Column, _: u64) -> u64 {
            self.walls >> from.number()
        }

        fn is_opaque(&self, column: Column) -> bool {
            self.walls >> column.number() & 1 != 0
        }

        fn reveal(&mut self, from: Column, cells: u64) {
            self.seen |= cells << from.number();
        }

        fn reveal_one(&mut self, column: Column) {
            self.seen |= 1 << column.number();
        }
    }

    /// Checks the picture at the top of this file.
    #[test]
    fn a_row_is_scanned_as_drawn() {
        let word = |picture: &str| -> u64 {
            let bits = picture.chars().zip(0..);
            bits.map(|(c, bit)| u64::from(c != '.') << bit).sum()
        };
        // The arc begins right of the middle of column 2 and ends left of the middle of column 13.
        const ONE: i64 = TIE << 17;
        let side = |tenths: i64| Side {
            touch: ONE / 10 * tenths,
            slope: 0,
        };
        let (start, end) = (side(27), side(132));
        let arc = Arc { start, end };
        let piece = Piece {
            columns: arc.touched(),
            centres: arc.centres(),
        };
        let mut row = Row {
            walls: word("...##....#...#.."),
            seen: 0,
        };
        let mut pending = Pending::new();
        let first = piece.scan(20, [start, end], &mut row, &mut pending);
        assert_eq!(row.seen, word("...xxxxxxxxxxx.."));
        let edges = Edges::at(20);
        let touches = |arc: &Arc| (arc.start.touch, arc.end.touch);
        let begin = |column| edges.left_of(Column::new(column), TIE).touch;
        let behind = |column| edges.left_of(Column::new(column), -TIE).touch;
        assert_eq!(first.as_ref().map(touches), Some((start.touch, behind(3))));
        assert!(pending.iter().all(|(_, depth)| *depth == 21));
        let others = pending.iter().map(|(arc, _)| touches(arc));
        assert!(others.eq([(begin(5), behind(9)), (begin(10), behind(13))]));
    }
}
