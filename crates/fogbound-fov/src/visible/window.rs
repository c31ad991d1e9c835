//! Moves and writes the window of a set, 64 cells at a time.

use glam::IVec2;

use super::VisibleSet;
use super::row_part::RowPart;

impl VisibleSet {
    /// Removes all cells and sets a new origin.
    pub(crate) fn restart(&mut self, origin: IVec2) {
        self.clear();
        self.origin = origin;
    }

    /// Moves the origin and all cells. No cell may leave the range of coordinates.
    pub(crate) fn shift(&mut self, by: IVec2) {
        self.origin += by;
        let far = core::mem::take(&mut self.beyond);
        let (columns, bits) = (by.x >> 6, by.x & 63);
        if self.rows > 0 {
            if bits > 0 {
                let width = self.words_per_row + 1;
                self.reshape(self.left, width, self.top, self.rows);
                for row in self.words.chunks_exact_mut(width) {
                    let mut carried = 0;
                    for word in row {
                        let next = *word >> (64 - bits);
                        *word = *word << bits | carried;
                        carried = next;
                    }
                }
            }
            self.left += columns;
            self.top += by.y;
        }
        for ((y, at), word) in far {
            self.insert_word(at + columns, y + by.y, word << bits);
            // Shift twice, because a single shift by 64 would overflow.
            let carried = word >> 1 >> (63 - bits);
            if carried != 0 {
                self.insert_word(at + columns + 1, y + by.y, carried);
            }
        }
    }

    /// Replaces all cells with those of some rows, of which the first is `above` the row of `origin`. Bit 31 of each word is
    /// the column of `origin`, and no cell is more than `reach` ≤ 31 columns away.
    #[inline]
    pub(crate) fn set_around(
        &mut self,
        origin: IVec2,
        reach: u32,
        above: u32,
        rows: impl ExactSizeIterator<Item = u64>,
    ) {
        let reach = reach as i32;
        self.origin = origin;
        self.left = (origin.x - reach) >> 6;
        self.top = origin.y - above as i32;
        self.words_per_row = ((origin.x + reach) >> 6).abs_diff(self.left) as usize + 1;
        self.rows = rows.len();
        // The position of the square's bit 0 in the window.
        let shift = origin.x - 31 - self.left * 64;
        self.words.clear();
        if self.words_per_row == 2 {
            // The columns within `reach` of the origin extend into both words, so the shift is from 2 to 63.
            self.words.resize(2 * self.rows, 0);
            for (pair, row) in self.words.chunks_exact_mut(2).zip(rows) {
                pair[0] = row << shift;
                pair[1] = row >> (64 - shift);
            }
        } else if shift >= 0 {
            self.words.extend(rows.map(|row| row << shift));
        } else {
            self.words.extend(rows.map(|row| row >> -shift));
        }
    }

    /// Adds the cells of a square, laid out as for [`set_around`](Self::set_around). The window must contain all of
    /// them.
    pub(crate) fn insert_square(&mut self, origin: IVec2, square: &[u64; 64]) {
        // Use only the rows of the square that are in the window. The other rows are empty.
        let above = (self.top - (origin.y - 31)).max(0) as usize;
        let first = (origin.y - 31 - self.top).max(0) as usize;
        let shift = (origin.x - 31) & 63;
        let column = ((origin.x - 31) >> 6) - self.left;
        let rows = self.words.chunks_exact_mut(self.words_per_row).skip(first);
        for (words, row) in rows.zip(&square[above..63]) {
            // There are no cells to the left or right of the window.
            if let Some(word) = words.get_mut(column as usize) {
                *word |= row << shift;
            }
            if let Some(word) = words.get_mut((column + 1) as usize) {
                *word |= row >> 1 >> (63 - shift);
            }
        }
    }

    /// Keeps only a part of every row. Rows without cells are not asked for.
    pub(crate) fn keep_columns(&mut self, part: impl Fn(i32) -> RowPart) {
        let start = |at: i32| i64::from(at) * 64;
        let rows = self.words.chunks_exact_mut(self.words_per_row.max(1));
        for (row, y) in rows.zip(0..) {
            if row.iter().all(|word| *word == 0) {
                continue;
            }
            let part = part(self.top.wrapping_add(y));
            for (word, at) in row.iter_mut().zip(self.left..) {
                *word &= part.mask(start(at));
            }
        }
        self.change_beyond(|at, y, word| word & part(y).mask(start(at)));
    }

    /// Returns the index of the word that contains, or would contain, column 0 in row `y` of the window.
    #[inline]
    pub(crate) fn word_0(&self, y: i32) -> isize {
        (y - self.top) as isize * self.words_per_row as isize - self.left as isize
    }

    /// Adds the cells whose bits are set. The lowest bit is column `x` in the row that has the given
    /// [`word_0`](Self::word_0), and the other bits follow to its right. The window must contain all of the cells.
    #[inline]
    pub(crate) fn insert_64_at(&mut self, word_0: isize, x: i32, cells: u64) {
        let (at, shift) = ((word_0 + (x >> 6) as isize) as usize, x & 63);
        self.words[at] |= cells << shift;
        // Shift twice, because a single shift by 64 would overflow. At the end of the window, no cells are carried
        // over.
        let behind = cells >> 1 >> (63 - shift);
        if behind != 0 {
            self.words[at + 1] |= behind;
        }
    }

    /// Adds the cell in column `x` of the row that has the given [`word_0`](Self::word_0). The window must contain the
    /// cell.
    #[inline]
    pub(crate) fn insert_at(&mut self, word_0: isize, x: i32) {
        self.words[(word_0 + (x >> 6) as isize) as usize] |= 1 << (x & 63);
    }

    /// Calls `visit` for each nonempty block of 64 × 64 cells in the window. The arguments are the block's column and
    /// row (in blocks) and its bits.
    pub(crate) fn for_each_block(&self, mut visit: impl FnMut(i32, i32, [u64; 64])) {
        let end = self.top + self.rows as i32;
        for block_row in self.top >> 6..=(end - 1) >> 6 {
            let y = block_row * 64;
            let (first, last) = (self.top.max(y), end.min(y + 64));
            for column in 0..self.words_per_row {
                let mut block = [0; 64];
                let mut any = 0;
                for row in first..last {
                    let word = self.row((row - self.top) as usize)[column];
                    block[(row - y) as usize] = word;
                    any |= word;
                }
                if any != 0 {
                    visit(self.left + column as i32, block_row, block);
                }
            }
        }
    }

    /// Adds the cells of one block, given as in [`for_each_block`](Self::for_each_block).
    pub(crate) fn add_block(&mut self, column: i32, block_row: i32, block: &[u64; 64]) {
        for (word, y) in block.iter().zip(block_row * 64..) {
            if *word != 0 {
                match self.index_at(column, y) {
                    Some(index) => self.words[index] |= word,
                    None => self.insert_word(column, y, *word),
                }
            }
        }
    }

    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.words_per_row..][..self.words_per_row]
    }

    /// Returns the index of the word that contains the cell, or `None` if the cell is outside the window.
    #[inline]
    pub(super) fn index_of(&self, cell: IVec2) -> Option<usize> {
        self.index_at(cell.x >> 6, cell.y)
    }

    /// Returns the index of the word in row `y` that begins at column 64 · `at`, or `None` if the window does not
    /// contain the word.
    #[inline]
    pub(super) fn index_at(&self, at: i32, y: i32) -> Option<usize> {
        // Positions left of or above the window become huge when read as unsigned.
        let column = at.wrapping_sub(self.left) as u32 as usize;
        let row = y.wrapping_sub(self.top) as u32 as usize;
        (column < self.words_per_row && row < self.rows).then(|| row * self.words_per_row + column)
    }
}
