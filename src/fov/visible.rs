//! The set of cells that an eye sees.

use std::fmt;

use bevy::math::IVec2;

use crate::grid::{Rectangle, ones};

/// Neighbouring cells of one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The leftmost cell.
    pub start: IVec2,
    /// How many cells there are, at least one.
    pub length: u32,
}

/// A set of cells around an origin, normally what one eye sees.
///
/// The cells are bits in a window that follows what is in the set, so neither memory nor time
/// depends on the size of the map. The window's words lie as a [`BitGrid`](crate::grid::BitGrid)'s
/// do, each beginning at a multiple of 64, so sets combine with each other word by word. Two sets
/// are equal if they contain the same cells.
#[derive(Clone, Default)]
pub struct VisibleSet {
    origin: IVec2,
    /// The window's first column, in words, and its first row, in cells.
    left: i32,
    top: i32,
    words_per_row: usize,
    rows: usize,
    words: Vec<u64>,
}

impl VisibleSet {
    /// An empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Where the eye stood; (0, 0) if nothing was computed yet.
    pub fn origin(&self) -> IVec2 {
        self.origin
    }

    /// Whether the cell is in the set.
    #[inline]
    pub fn contains(&self, cell: IVec2) -> bool {
        self.index_of(cell)
            .is_some_and(|index| self.words[index] >> (cell.x & 63) & 1 != 0)
    }

    /// How many cells are in the set.
    pub fn len(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// Whether no cell is in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Every cell of the set, row by row.
    pub fn iter(&self) -> impl Iterator<Item = IVec2> {
        (0..self.rows).flat_map(move |row| {
            let words = self.row(row).iter().zip(self.left..);
            let y = self.top.wrapping_add_unsigned(row as u32);
            words.flat_map(move |(&word, at)| {
                ones(word).map(move |bit| IVec2::new(at * 64 + bit, y))
            })
        })
    }

    /// The cells of the set as runs along the rows, from left to right and row by row.
    pub fn runs(&self) -> impl Iterator<Item = Run> {
        (0..self.rows).flat_map(move |row| {
            let y = self.top.wrapping_add_unsigned(row as u32);
            let words = self.row(row);
            let mut from = 0;
            std::iter::from_fn(move || {
                let begin = next_bit(words, from, true)?;
                let end = next_bit(words, begin, false).unwrap_or(words.len() * 64);
                from = end;
                Some(Run {
                    start: IVec2::new(self.left * 64 + begin as i32, y),
                    length: (end - begin) as u32,
                })
            })
        })
    }

    /// The smallest rectangle around all cells of the set.
    pub fn bounds(&self) -> Option<Rectangle> {
        let mut cells = self.iter();
        let first = cells.next()?;
        let (min, max) = cells.fold((first, first), |(min, max), cell| {
            (min.min(cell), max.max(cell))
        });
        Some(Rectangle::from_corners(min, max))
    }

    /// Removes every cell.
    pub fn clear(&mut self) {
        self.words.clear();
        self.words_per_row = 0;
        self.rows = 0;
    }

    /// Adds a cell. The set may grow in any direction.
    pub fn insert(&mut self, cell: IVec2) {
        let index = match self.index_of(cell) {
            Some(index) => index,
            None => self.grow_to(cell),
        };
        self.words[index] |= 1 << (cell.x & 63);
    }

    /// Removes a cell.
    pub fn remove(&mut self, cell: IVec2) {
        if let Some(index) = self.index_of(cell) {
            self.words[index] &= !(1 << (cell.x & 63));
        }
    }

    /// Adds every cell of another set.
    pub fn union_with(&mut self, other: &Self) {
        if other.rows == 0 {
            return;
        }
        let bottom = other.top + (other.rows as i32 - 1);
        let right = other.left + (other.words_per_row as i32 - 1);
        self.cover(
            IVec2::new(other.left * 64, other.top),
            IVec2::new(right * 64, bottom),
        );
        for row in 0..other.rows {
            let into = (other.top.abs_diff(self.top) as usize + row) * self.words_per_row
                + other.left.abs_diff(self.left) as usize;
            for (word, more) in self.words[into..].iter_mut().zip(other.row(row)) {
                *word |= more;
            }
        }
    }

    /// Keeps only the cells that are also in another set.
    pub fn intersect_with(&mut self, other: &Self) {
        self.combine(other, |mine, theirs| mine & theirs);
    }

    /// Removes every cell that is in another set.
    pub fn difference_with(&mut self, other: &Self) {
        self.combine(other, |mine, theirs| mine & !theirs);
    }

    /// Applies an operation to every word of the window and the same word of another set, or 0.
    fn combine(&mut self, other: &Self, operation: impl Fn(u64, u64) -> u64) {
        for row in 0..self.rows {
            for column in 0..self.words_per_row {
                let cell = IVec2::new((self.left + column as i32) * 64, self.top + row as i32);
                let theirs = other.index_of(cell).map_or(0, |index| other.words[index]);
                let mine = &mut self.words[row * self.words_per_row + column];
                *mine = operation(*mine, theirs);
            }
        }
    }

    /// Keeps only the cells for which `keep` is true.
    pub fn retain(&mut self, mut keep: impl FnMut(IVec2) -> bool) {
        for row in 0..self.rows {
            let y = self.top + row as i32;
            for column in 0..self.words_per_row {
                let word = &mut self.words[row * self.words_per_row + column];
                let x = (self.left + column as i32) * 64;
                for bit in ones(*word) {
                    if !keep(IVec2::new(x + bit, y)) {
                        *word &= !(1 << bit);
                    }
                }
            }
        }
    }

    /// Forgets all cells and moves to a new origin.
    pub(super) fn restart(&mut self, origin: IVec2) {
        self.clear();
        self.origin = origin;
    }

    /// Replaces all cells by those of a square around `origin`: bit 31 of word 31 is the origin
    /// itself, and no cell is farther than `reach` ≤ 31 rows or columns.
    pub(super) fn set_around(&mut self, origin: IVec2, reach: u32, square: &[u64; 64]) {
        let reach = reach as i32;
        self.origin = origin;
        self.left = (origin.x - reach) >> 6;
        self.top = origin.y - reach;
        self.words_per_row = ((origin.x + reach) >> 6).abs_diff(self.left) as usize + 1;
        self.rows = 2 * reach as usize + 1;
        let rows = square[(31 - reach) as usize..].iter().take(self.rows);
        // Where bit 0 of the square's words lies in the window.
        let shift = origin.x - 31 - self.left * 64;
        self.words.clear();
        if self.words_per_row == 2 {
            // The window then ends right of the square's middle, so the shift is from 2 to 63.
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

    /// Adds the cells of a square as [`set_around`](Self::set_around) has it. The window must hold
    /// all of them.
    pub(super) fn insert_square(&mut self, origin: IVec2, square: &[u64; 64]) {
        // The rows of the square that are in the window; the others are empty.
        let above = (self.top - (origin.y - 31)).max(0) as usize;
        let first = (origin.y - 31 - self.top).max(0) as usize;
        let shift = (origin.x - 31) & 63;
        let column = ((origin.x - 31) >> 6) - self.left;
        let rows = self.words.chunks_exact_mut(self.words_per_row).skip(first);
        for (words, row) in rows.zip(&square[above..63]) {
            // Left and right of the window there are no cells.
            if let Some(word) = words.get_mut(column as usize) {
                *word |= row << shift;
            }
            if let Some(word) = words.get_mut((column + 1) as usize) {
                *word |= row >> 1 >> (63 - shift);
            }
        }
    }

    /// Makes the window contain the rectangle with these two corners.
    pub(super) fn cover(&mut self, min: IVec2, max: IVec2) {
        if self.index_of(min).is_some() && self.index_of(max).is_some() {
            return;
        }
        if self.rows == 0 {
            (self.left, self.top) = (min.x >> 6, min.y);
        }
        let (left, top) = (self.left.min(min.x >> 6), self.top.min(min.y));
        let right = (self.left + self.words_per_row as i32).max((max.x >> 6) + 1);
        let bottom = (self.top + self.rows as i32).max(max.y + 1);
        self.reshape(
            left,
            right.abs_diff(left) as usize,
            top,
            bottom.abs_diff(top) as usize,
        );
    }

    /// The index that the word of column 0 has, or would have, in row `y` of the window.
    #[inline]
    pub(super) fn word_0(&self, y: i32) -> isize {
        (y - self.top) as isize * self.words_per_row as isize - self.left as isize
    }

    /// Adds the cells whose bits are set, the lowest bit being column `x` of the row with this
    /// [`word_0`](Self::word_0), the others to its right. The window must hold all of them.
    #[inline]
    pub(super) fn insert_64_at(&mut self, word_0: isize, x: i32, cells: u64) {
        let (at, shift) = ((word_0 + (x >> 6) as isize) as usize, x & 63);
        self.words[at] |= cells << shift;
        // Two shifts, because one by 64 is not allowed. At the window's end nothing is left over.
        let behind = cells >> 1 >> (63 - shift);
        if behind != 0 {
            self.words[at + 1] |= behind;
        }
    }

    /// Adds a cell that the window holds, in the row with this [`word_0`](Self::word_0).
    #[inline]
    pub(super) fn insert_at(&mut self, word_0: isize, x: i32) {
        self.words[(word_0 + (x >> 6) as isize) as usize] |= 1 << (x & 63);
    }

    /// Shows every 64 × 64 cells that have a cell of the set: the numbers of the column and of the
    /// row of such squares, and its bits.
    pub(super) fn for_each_block(&self, mut show: impl FnMut(i32, i32, [u64; 64])) {
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
                    show(self.left + column as i32, block_row, block);
                }
            }
        }
    }

    /// Adds the cells of one square of [`for_each_block`](Self::for_each_block).
    pub(super) fn add_block(&mut self, column: i32, block_row: i32, block: &[u64; 64]) {
        for (word, y) in block.iter().zip(block_row * 64..) {
            if *word != 0 {
                let cell = IVec2::new(column * 64, y);
                let index = match self.index_of(cell) {
                    Some(index) => index,
                    None => self.grow_to(cell),
                };
                self.words[index] |= word;
            }
        }
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.words_per_row..][..self.words_per_row]
    }

    /// Which word holds the cell, if the window does.
    #[inline]
    fn index_of(&self, cell: IVec2) -> Option<usize> {
        // Coordinates left of or above the window become huge when read as unsigned.
        let column = (cell.x >> 6).wrapping_sub(self.left) as u32 as usize;
        let row = cell.y.wrapping_sub(self.top) as u32 as usize;
        (column < self.words_per_row && row < self.rows).then(|| row * self.words_per_row + column)
    }

    /// Widens the window so that it holds the cell, and tells which word then does.
    ///
    /// It grows by its own size at least, so a cell added costs, in the mean, a constant.
    fn grow_to(&mut self, cell: IVec2) -> usize {
        let (column, row) = (cell.x >> 6, cell.y);
        if self.rows == 0 {
            (self.left, self.top) = (column, row);
        }
        let (left, width) = extended(self.left, self.words_per_row, column);
        let (top, rows) = extended(self.top, self.rows, row);
        self.reshape(left, width, top, rows);
        (row.abs_diff(top) as usize) * width + column.abs_diff(left) as usize
    }

    /// Changes the window to one that contains it.
    fn reshape(&mut self, left: i32, width: usize, top: i32, rows: usize) {
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

/// The first bit from `from` on that is `value`, in words of 64.
fn next_bit(words: &[u64], from: usize, value: bool) -> Option<usize> {
    let flip = if value { 0 } else { u64::MAX };
    let mut mask = u64::MAX << (from % 64);
    for (index, word) in words.iter().enumerate().skip(from / 64) {
        let found = (word ^ flip) & mask;
        if found != 0 {
            return Some(index * 64 + found.trailing_zeros() as usize);
        }
        mask = u64::MAX;
    }
    None
}

/// A range that starts at or before `start` and contains both the old range and `needed`, its
/// length doubled towards the side that was too short.
fn extended(start: i32, length: usize, needed: i32) -> (i32, usize) {
    let end = i64::from(start) + length as i64;
    let (needed, start_wide) = (i64::from(needed), i64::from(start));
    let reserve = length as i64;
    let new_start = if needed < start_wide {
        (start_wide - reserve).min(needed)
    } else {
        start_wide
    };
    let new_end = if needed >= end {
        (end + reserve).max(needed + 1)
    } else {
        end
    };
    let new_start = new_start.max(i64::from(i32::MIN));
    let new_end = new_end.min(i64::from(i32::MAX) + 1);
    (new_start as i32, (new_end - new_start) as usize)
}

impl PartialEq for VisibleSet {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Eq for VisibleSet {}

impl Extend<IVec2> for VisibleSet {
    fn extend<I: IntoIterator<Item = IVec2>>(&mut self, cells: I) {
        cells.into_iter().for_each(|cell| self.insert(cell));
    }
}

impl FromIterator<IVec2> for VisibleSet {
    fn from_iter<I: IntoIterator<Item = IVec2>>(cells: I) -> Self {
        let mut set = Self::new();
        set.extend(cells);
        set
    }
}

impl fmt::Debug for VisibleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "from {} ", self.origin)?;
        f.debug_set()
            .entries(self.iter().map(|c| (c.x, c.y)))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_grows_in_every_direction() {
        let cells = [(5, 5), (-1, 5), (200, -70), (-130, 3), (64, 90), (5, 5)];
        let set: VisibleSet = cells.iter().map(|c| IVec2::from(*c)).collect();
        assert_eq!(set.len(), 5);
        for y in -100..100 {
            for x in -200..300 {
                let expected = cells.contains(&(x, y));
                assert_eq!(set.contains(IVec2::new(x, y)), expected, "{x},{y}");
            }
        }
        let bounds = set.bounds().map(|b| (b.min, b.max()));
        assert_eq!(bounds, Some((IVec2::new(-130, -70), IVec2::new(200, 90))));
    }

    #[test]
    fn sets_are_equal_if_their_cells_are() {
        let a: VisibleSet = [IVec2::new(1, 2), IVec2::new(90, 2)].into_iter().collect();
        let mut b: VisibleSet = [IVec2::new(90, 2), IVec2::new(1, 2), IVec2::new(-500, 9)]
            .into_iter()
            .collect();
        assert_ne!(a, b);
        b.remove(IVec2::new(-500, 9));
        assert_eq!(a, b);
        b.retain(|cell| cell.x < 50);
        assert_eq!(b.iter().collect::<Vec<_>>(), [IVec2::new(1, 2)]);
        b.clear();
        assert!(b.is_empty() && b.bounds().is_none());
        assert_eq!(b, VisibleSet::new());
    }

    #[test]
    fn cells_are_listed_row_by_row() {
        let set: VisibleSet = [(3, 1), (70, 0), (2, 1)]
            .into_iter()
            .map(IVec2::from)
            .collect();
        let listed: Vec<_> = set.iter().map(|c| (c.x, c.y)).collect();
        assert_eq!(listed, [(70, 0), (2, 1), (3, 1)]);
    }
}
