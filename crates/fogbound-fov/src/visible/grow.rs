//! How a set grows: by a larger window, or, where that would be mostly empty, by words of their own.

use super::VisibleSet;

/// A window of up to so many words, 8 MiB, is made without asking how full it is.
const SMALL: u64 = 1 << 20;

/// Of a larger one, at least one word in so many must have a cell.
const SPARSE: u64 = 16;

/// The numbers of all columns of words, and of all rows.
const COLUMNS: (i64, i64) = ((i32::MIN >> 6) as i64, (i32::MAX >> 6) as i64 + 1);
const ROWS: (i64, i64) = (i32::MIN as i64, i32::MAX as i64 + 1);

/// Columns of words, or rows: the first, and the one behind the last.
type Range = (i64, i64);

impl VisibleSet {
    /// Adds the cells of a word.
    #[inline]
    pub(super) fn insert_word(&mut self, at: i32, y: i32, bits: u64) {
        let index = match self.index_at(at, y) {
            Some(index) => index,
            None => match self.grow_to(at, y) {
                Some(index) => index,
                None => {
                    *self.beyond.entry((y, at)).or_default() |= bits;
                    return;
                }
            },
        };
        self.words[index] |= bits;
    }

    /// Widens the window so that it holds another set's, unless that would be mostly empty. Returns
    /// whether it now does.
    pub(super) fn makes_room_for(&mut self, other: &Self) -> bool {
        if other.rows == 0 {
            return true;
        }
        let (columns, rows) = (self.columns_range(), self.rows_range());
        let (more_columns, more_rows) = (other.columns_range(), other.rows_range());
        let join = |one: Range, two: Range| (one.0.min(two.0), one.1.max(two.1));
        let (columns, rows) = if self.rows == 0 {
            (more_columns, more_rows)
        } else {
            (join(columns, more_columns), join(rows, more_rows))
        };
        if (columns, rows) == (self.columns_range(), self.rows_range()) {
            return true;
        }
        let size = area(columns, rows);
        if size > SMALL && size / SPARSE > self.occupied() + other.occupied() {
            return false;
        }
        self.widen(columns, rows);
        true
    }

    /// Widens the window so that it holds a word, and tells which; `None` if the window would be
    /// mostly empty.
    ///
    /// It grows by its own size at least, so a cell added costs, in the mean, a constant.
    #[cold]
    fn grow_to(&mut self, at: i32, y: i32) -> Option<usize> {
        let (column, row) = (i64::from(at), i64::from(y));
        let (columns, rows) = if self.rows == 0 {
            ((column, column + 1), (row, row + 1))
        } else {
            let doubled = |range: Range, needed, limits| extended(range, needed, true, limits);
            let columns = doubled(self.columns_range(), column, COLUMNS);
            let rows = doubled(self.rows_range(), row, ROWS);
            if self.may_be(columns, rows) {
                (columns, rows)
            } else {
                let exact = |range: Range, needed, limits| extended(range, needed, false, limits);
                let columns = exact(self.columns_range(), column, COLUMNS);
                let rows = exact(self.rows_range(), row, ROWS);
                if !self.may_be(columns, rows) {
                    return None;
                }
                (columns, rows)
            }
        };
        self.widen(columns, rows);
        self.index_at(at, y)
    }

    /// Whether a window is small or full enough.
    fn may_be(&self, columns: Range, rows: Range) -> bool {
        let size = area(columns, rows);
        // Counting takes time, so it is done again only when there is twice as much beyond.
        let is_due = self.beyond.is_empty() || self.beyond.len().is_power_of_two();
        size <= SMALL || is_due && size / SPARSE <= self.occupied()
    }

    /// How many words have a cell.
    fn occupied(&self) -> u64 {
        let in_window = self.words.iter().filter(|word| **word != 0).count();
        (in_window + self.beyond.len()) as u64
    }

    fn columns_range(&self) -> Range {
        let left = i64::from(self.left);
        (left, left + self.words_per_row as i64)
    }

    fn rows_range(&self) -> Range {
        let top = i64::from(self.top);
        (top, top + self.rows as i64)
    }

    /// Changes the window to a larger one, and moves into it what lay beyond.
    fn widen(&mut self, columns: Range, rows: Range) {
        self.reshape(
            columns.0 as i32,
            (columns.1 - columns.0) as usize,
            rows.0 as i32,
            (rows.1 - rows.0) as usize,
        );
        if !self.beyond.is_empty() {
            for ((y, at), word) in std::mem::take(&mut self.beyond) {
                match self.index_at(at, y) {
                    Some(index) => self.words[index] |= word,
                    None => {
                        self.beyond.insert((y, at), word);
                    }
                }
            }
        }
    }

    /// Changes the window to one that contains it.
    pub(super) fn reshape(&mut self, left: i32, width: usize, top: i32, rows: usize) {
        let (old_width, old_rows) = (self.words_per_row, self.rows);
        if old_rows == 0 {
            self.words.clear();
        }
        let shift = self.left.abs_diff(left) as usize;
        let skipped = self.top.abs_diff(top) as usize;
        self.words.resize(width * rows, 0);
        // Every row moves to a place at or behind its own, so going backwards loses none.
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

/// How many words there are.
fn area(columns: Range, rows: Range) -> u64 {
    (columns.1 - columns.0) as u64 * (rows.1 - rows.0) as u64
}

/// The range and what is needed besides, its length doubled towards the side that was too short if
/// there is to be a reserve.
fn extended((start, end): Range, needed: i64, reserve: bool, limits: Range) -> Range {
    let reserve = if reserve { end - start } else { 0 };
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
