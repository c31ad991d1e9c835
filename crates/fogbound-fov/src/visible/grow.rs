//! Grows a set: the window widens or, if it would then be mostly empty, new words go into a list.
//!
//! The window at least doubles when it widens, and the decision uses only numbers that are already known. Adding a cell
//! to the window therefore takes constant time on average, and adding a cell outside the window takes as long as a
//! look-up in the list.

use glam::IVec2;

use super::{VisibleSet, work};

/// The maximum size, in words, of a window that may be mostly empty. This size is 8 MiB.
const SMALL: u64 = 1 << 20;

/// The maximum number of words by which a larger window grows for each word stored outside it.
const SPARSE: u64 = 16;

/// The ranges of all word columns and of all rows.
const COLUMNS: (i64, i64) = ((i32::MIN >> 6) as i64, (i32::MAX >> 6) as i64 + 1);
const ROWS: (i64, i64) = (i32::MIN as i64, i32::MAX as i64 + 1);

/// A range of word columns or of rows, given by the first one and the one after the last.
type Range = (i64, i64);

impl VisibleSet {
    /// Adds the cells of a word.
    #[inline]
    pub(crate) fn insert_word(&mut self, at: i32, y: i32, bits: u64) {
        *self.word_at(at, y) |= bits;
    }

    /// Returns a word for adding cells, and makes room for it.
    #[inline]
    pub(super) fn word_at(&mut self, at: i32, y: i32) -> &mut u64 {
        let index = self.index_at(at, y).or_else(|| self.grow_to(at, y));
        match index {
            Some(index) => &mut self.words[index],
            None => self.beyond.entry((y, at)).or_default(),
        }
    }

    /// Widens the window to contain the rectangle with opposite corners `min` and `max`.
    pub(crate) fn make_room(&mut self, min: IVec2, max: IVec2) {
        if self.index_of(min).is_some() && self.index_of(max).is_some() {
            return;
        }
        let range = |first: i32, last: i32| (i64::from(first), i64::from(last) + 1);
        let (mut columns, mut rows) = (range(min.x >> 6, max.x >> 6), range(min.y, max.y));
        if self.rows > 0 {
            let join = |one: Range, two: Range| (one.0.min(two.0), one.1.max(two.1));
            columns = join(columns, self.columns_range());
            rows = join(rows, self.rows_range());
        }
        self.widen(columns, rows);
    }

    /// Widens the window to contain a word and returns the word's index, or `None` if the window would then be mostly
    /// empty.
    #[cold]
    fn grow_to(&mut self, at: i32, y: i32) -> Option<usize> {
        let (column, row) = (i64::from(at), i64::from(y));
        let (columns, rows) = if self.rows == 0 {
            ((column, column + 1), (row, row + 1))
        } else {
            let columns = doubled(self.columns_range(), column, COLUMNS);
            let rows = doubled(self.rows_range(), row, ROWS);
            let size = area(columns, rows);
            if size > SMALL && !self.is_worth(size, self.beyond.len() as u64 + 1) {
                return None;
            }
            (columns, rows)
        };
        self.widen(columns, rows);
        self.index_at(at, y)
    }

    /// Returns whether storing `new_words` more words justifies a window of `size` words.
    fn is_worth(&self, size: u64, new_words: u64) -> bool {
        (size - self.words_in_window()) / SPARSE <= new_words
    }

    fn words_in_window(&self) -> u64 {
        (self.words_per_row * self.rows) as u64
    }

    fn columns_range(&self) -> Range {
        let left = i64::from(self.left);
        (left, left + self.words_per_row as i64)
    }

    fn rows_range(&self) -> Range {
        let top = i64::from(self.top);
        (top, top + self.rows as i64)
    }

    /// Widens the window and moves words from the list into it.
    fn widen(&mut self, columns: Range, rows: Range) {
        self.reshape(
            columns.0 as i32,
            (columns.1 - columns.0) as usize,
            rows.0 as i32,
            (rows.1 - rows.0) as usize,
        );
        if !self.beyond.is_empty() {
            work::note(self.beyond.len());
            for ((y, at), word) in core::mem::take(&mut self.beyond) {
                match self.index_at(at, y) {
                    Some(index) => self.words[index] |= word,
                    None => {
                        self.beyond.insert((y, at), word);
                    }
                }
            }
        }
    }

    /// Replaces the window with one that contains it.
    pub(super) fn reshape(&mut self, left: i32, width: usize, top: i32, rows: usize) {
        work::note(width * rows);
        let (old_width, old_rows) = (self.words_per_row, self.rows);
        if old_rows == 0 {
            self.words.clear();
        }
        let shift = self.left.abs_diff(left) as usize;
        let skipped = self.top.abs_diff(top) as usize;
        self.words.resize(width * rows, 0);
        // No row moves to an earlier place, so moving the last row first never overwrites another row.
        for row in (0..old_rows).rev() {
            let (from, to) = (row * old_width, (row + skipped) * width);
            self.words.copy_within(from..from + old_width, to + shift);
            self.words[to..to + shift].fill(0);
            self.words[to + shift + old_width..to + width].fill(0);
        }
        if old_rows > 0 {
            self.words[..skipped * width].fill(0);
            self.words[(skipped + old_rows) * width..].fill(0);
        }
        (self.left, self.words_per_row) = (left, width);
        (self.top, self.rows) = (top, rows);
    }
}

/// Returns the number of words in a window.
fn area(columns: Range, rows: Range) -> u64 {
    (columns.1 - columns.0) as u64 * (rows.1 - rows.0) as u64
}

/// Returns the range extended to contain `needed`. The range doubles in length towards the side that was too short.
fn doubled((start, end): Range, needed: i64, limits: Range) -> Range {
    let reserve = end - start;
    let new_start = if needed < start {
        (start - reserve).max(limits.0).min(needed)
    } else {
        start
    };
    let new_end = if needed >= end {
        (end + reserve).min(limits.1).max(needed + 1)
    } else {
        end
    };
    (new_start, new_end)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a set with a window of a million words, nearly all of them empty.
    fn large_window() -> VisibleSet {
        let corners = [IVec2::ZERO, IVec2::new(65_535, 1_023)];
        let set: VisibleSet = corners.into_iter().collect();
        assert_eq!(set.words_in_window(), SMALL);
        set
    }

    /// Returns a cell in the first word column, in row `index` below the window.
    fn below(index: i32) -> IVec2 {
        IVec2::new(0, 1_024 + index)
    }

    #[test]
    fn adding_a_cell_outside_the_window_does_not_scan_it() {
        let mut set = large_window();
        for count in 0..1_000 {
            // Add the same words repeatedly, and a new word now and then.
            let work = work::of(|| {
                set.insert(below(count / 10));
                set.insert(below(0) + IVec2::X * (count % 64));
            });
            assert_eq!(work, 0, "cell {count}");
        }
        assert_eq!(set.beyond.len(), 100);
    }

    #[test]
    fn removing_a_cell_outside_the_window_reads_only_its_word() {
        let mut set = large_window();
        set.extend((0..1_000).map(below));
        let cells = set.len();
        for index in 0..1_000 {
            let work = work::of(|| {
                set.remove(below(index));
                set.remove(below(index) + IVec2::X);
                set.remove(below(-10_000));
            });
            assert_eq!(work, 0, "cell {index}");
            assert_eq!(set.len(), cells - 1 - index as usize);
        }
        assert!(set.beyond.is_empty());
    }

    #[test]
    fn cells_that_come_and_go_outside_the_window_move_nothing() {
        let mut set = large_window();
        let work = work::of(|| {
            for index in 0..1_000 {
                set.insert(below(index));
                set.remove(below(index));
            }
        });
        assert_eq!(work, 0);
    }

    /// Adds the cells of rows, columns and diagonals, with and without gaps.
    #[test]
    fn adding_a_cell_takes_constant_time_on_average() {
        type Cell = fn(i32) -> IVec2;
        let orders: [(&str, Cell); 5] = [
            ("a column", |index| IVec2::new(0, index)),
            ("a column with gaps", |index| IVec2::new(0, 3 * index)),
            ("a row", |index| IVec2::new(64 * index, 0)),
            ("up and down in turn", |index| {
                IVec2::new(0, if index % 2 == 0 { index } else { -index })
            }),
            ("a diagonal", |index| IVec2::splat(7 * index)),
        ];
        const CELLS: i32 = 600_000;
        for (order, cell) in orders {
            // Start with a window whose size does not double to exactly the limit.
            let mut set: VisibleSet = (0..3).map(|y| IVec2::new(0, y)).collect();
            let work = work::of(|| set.extend((0..CELLS).map(cell)));
            assert!(
                work < 2 * SMALL as usize + 40 * CELLS as usize,
                "{order}: {work}"
            );
            assert!((0..CELLS).all(|index| set.contains(cell(index))), "{order}");
        }
    }

    /// Memory is also limited by the number of cells.
    #[test]
    fn a_window_is_small_or_not_too_empty() {
        let mut set = large_window();
        for index in 0..300_000_i32 {
            set.insert(below(100 * index));
            let most = SMALL + 2 * SPARSE * (index as u64 + 1);
            assert!(set.words_in_window() <= most, "{index}");
        }
    }
}
