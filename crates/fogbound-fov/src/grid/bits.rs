//! Grids of bits.

use alloc::vec::Vec;

use glam::{IVec2, UVec2};

use super::rectangle::inside;

/// A rectangle of bits with `(0, 0)` at the top left. Each word holds 64 cells.
///
/// Every row begins with a new word. Bit `b` of a row's word `w` is the cell with `x = 64 w + b`. Bits beyond the width
/// in a row's last word are always 0.
///
/// A grid can be used as a set of its 1 bits: see [`CellSet`](crate::CellSet).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitGrid {
    size: UVec2,
    words_per_row: usize,
    /// The rows, with a spare word of zeros before the first row and another after the last row: see [`Spans`].
    words: Vec<u64>,
}

/// An empty grid.
impl Default for BitGrid {
    fn default() -> Self {
        Self::new(UVec2::ZERO)
    }
}

impl BitGrid {
    /// Creates a grid of `size` cells, all 0.
    pub fn new(size: UVec2) -> Self {
        let mut grid = Self {
            size,
            words_per_row: 0,
            words: Vec::new(),
        };
        grid.restart(size);
        grid
    }

    /// Changes the size and sets all bits to 0, reusing the memory.
    pub(crate) fn restart(&mut self, size: UVec2) {
        self.size = size;
        self.words_per_row = size.x.div_ceil(64) as usize;
        self.words.clear();
        self.words
            .resize(self.words_per_row * size.y as usize + 2, 0);
    }

    /// Returns all words, row by row. Every row begins with a new word, and bit `b` of a row's word `w` is the cell
    /// with `x = 64 w + b`. Bits beyond the width are 0.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.words[1..self.words.len() - 1]
    }

    /// Creates a grid from `words`. The number of words must match the size. Returns `None` if a bit beyond the width
    /// is 1.
    #[cfg(feature = "serde")]
    pub(crate) fn from_words(size: UVec2, words: &[u64]) -> Option<Self> {
        let mut grid = Self::new(size);
        let inside = 1..grid.words.len() - 1;
        grid.words[inside].copy_from_slice(words);
        let beyond = !(u64::MAX >> grid.unused_bits());
        let mut rows = words.chunks_exact(grid.words_per_row.max(1));
        let is_clean = rows.all(|row| row.last().is_none_or(|last| last & beyond == 0));
        is_clean.then_some(grid)
    }

    /// Returns the number of bits in a row's last word that lie beyond the width.
    pub(crate) fn unused_bits(&self) -> u32 {
        self.size.x.wrapping_neg() % 64
    }

    /// Returns the width and height in cells.
    pub fn size(&self) -> UVec2 {
        self.size
    }

    /// Returns whether the bit at a position is 1. Outside the grid, none is.
    #[inline]
    pub fn contains(&self, position: impl Into<IVec2>) -> bool {
        inside(self.size, position.into()).is_some_and(|(x, y)| {
            self.words[1 + y * self.words_per_row + x / 64] >> (x % 64) & 1 != 0
        })
    }

    /// Sets the bit at a position. Does nothing outside the grid.
    #[inline]
    pub fn set(&mut self, position: impl Into<IVec2>, bit: bool) {
        if let Some((x, y)) = inside(self.size, position.into()) {
            let word = &mut self.words[1 + y * self.words_per_row + x / 64];
            *word = *word & !(1 << (x % 64)) | u64::from(bit) << (x % 64);
        }
    }

    /// Sets every bit to `bit`.
    pub fn fill(&mut self, bit: bool) {
        self.clear();
        if !bit || self.size.x == 0 {
            return;
        }
        let unused = self.unused_bits();
        let end = self.words.len() - 1;
        for row in self.words[1..end].chunks_exact_mut(self.words_per_row) {
            row.fill(u64::MAX);
            row[self.words_per_row - 1] >>= unused;
        }
    }

    /// Sets every bit to 0.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Returns the number of bits that are 1.
    pub fn len(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// Returns whether no bit is 1.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Returns the positions of the bits that are 1, row by row.
    pub fn iter(&self) -> impl Iterator<Item = IVec2> {
        self.rows().flat_map(move |(y, row)| {
            let words = row.iter().zip(0..);
            words.flat_map(move |(&word, index)| {
                ones(word).map(move |bit| IVec2::new(64 * index + bit, y))
            })
        })
    }

    /// Returns the number and the words of each row. A grid without columns has no words, and therefore no rows, however
    /// high it is.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (i32, &[u64])> {
        (0..).zip(self.words().chunks_exact(self.words_per_row.max(1)))
    }

    /// Replaces every nonzero word with the result of `new`, whose arguments are the word's column (in words), its row
    /// and its bits. `new` must not set bits.
    pub(crate) fn change_words(&mut self, mut new: impl FnMut(i32, i32, u64) -> u64) {
        let last = self.words.len() - 1;
        let rows = self.words[1..last].chunks_exact_mut(self.words_per_row.max(1));
        for (y, row) in (0..).zip(rows) {
            for (at, word) in (0..).zip(row).filter(|(_, word)| **word != 0) {
                *word = new(at, y, *word);
            }
        }
    }

    /// Returns the words of row `y` from left to right, or an empty slice if there is no such row.
    pub fn row_words(&self, y: i32) -> &[u64] {
        if y < 0 || y as u32 >= self.size.y {
            return &[];
        }
        &self.words[1 + y as usize * self.words_per_row..][..self.words_per_row]
    }

    /// Returns the words of row `y` for writing. Bits beyond the width must stay 0.
    pub(crate) fn row_words_mut(&mut self, y: i32) -> &mut [u64] {
        if y < 0 || y as u32 >= self.size.y {
            return &mut [];
        }
        &mut self.words[1 + y as usize * self.words_per_row..][..self.words_per_row]
    }

    /// Returns the bits of 64 adjacent cells, from `start` to the right. The lowest bit is that of `start`. Cells
    /// outside the grid are 0.
    #[inline]
    pub fn columns(&self, start: IVec2) -> u64 {
        let row = self.row_words(start.y);
        let (at, shift) = (start.x >> 6, start.x & 63);
        // Shift left twice, because a single shift by 64 would overflow.
        word_of(row, at) >> shift | word_of(row, at + 1) << 1 << (63 - shift)
    }

    /// Returns the word in row `y` that begins at column 64 · `at`, or 0 outside the grid.
    #[inline]
    pub(crate) fn word(&self, at: i32, y: i32) -> u64 {
        word_of(self.row_words(y), at)
    }

    /// Returns the words of row `y`, which must exist, and one extra word whose content is unspecified. Thanks to the
    /// extra word, 64 columns can be read starting at any column.
    #[inline]
    pub(crate) fn bit_row(&self, y: i32) -> BitRow<'_> {
        let words = &self.words[1 + y as usize * self.words_per_row..][..self.words_per_row + 1];
        BitRow { words }
    }

    /// Returns the band of 64 columns that starts at column `x`. `x` may lie up to 64 columns to the left of the grid.
    #[inline]
    pub(crate) fn spans(&self, x: i32) -> Spans<'_> {
        Spans {
            words: &self.words,
            first: ((x >> 6) + 1) as isize,
            words_per_row: self.words_per_row as isize,
            shift: (x & 63) as u32,
        }
    }
}

/// Returns word `at` of a row, or 0 if the row has no such word.
#[inline]
fn word_of(row: &[u64], at: i32) -> u64 {
    let index = usize::try_from(at).ok();
    index
        .and_then(|index| row.get(index))
        .map_or(0, |&word| word)
}

/// A band of 64 columns in a grid.
///
/// Columns to the left and right of the grid can be read, but their content is unspecified: it comes from the rows
/// above and below, or from the spare words at both ends.
#[derive(Clone, Copy)]
pub(crate) struct Spans<'a> {
    words: &'a [u64],
    first: isize,
    words_per_row: isize,
    shift: u32,
}

impl Spans<'_> {
    /// Returns the columns of row `y`, which must exist. Bit 0 is the leftmost column.
    #[inline]
    pub(crate) fn row(&self, y: i32) -> u64 {
        let at = (self.first + y as isize * self.words_per_row) as usize;
        let pair = &self.words[at..at + 2];
        // Shift left twice, because a single shift by 64 would overflow.
        pair[0] >> self.shift | pair[1] << 1 << (63 - self.shift)
    }
}

/// One row of a grid.
#[derive(Clone, Copy)]
pub(crate) struct BitRow<'a> {
    words: &'a [u64],
}

impl BitRow<'_> {
    /// Returns the 64 columns that start at `x`, which must be a column of the row. The content of columns past the end
    /// of the row is unspecified.
    #[inline]
    pub(crate) fn span(&self, x: i32) -> u64 {
        let (at, shift) = ((x >> 6) as usize, x & 63);
        // Shift left twice, because a single shift by 64 would overflow.
        self.words[at] >> shift | self.words[at + 1] << 1 << (63 - shift)
    }

    /// Returns the bit in column `x`, which must be a column of the row.
    #[inline]
    pub(crate) fn get(&self, x: i32) -> bool {
        self.words[(x >> 6) as usize] >> (x & 63) & 1 != 0
    }
}

/// Returns the indices of the 1 bits in `word`, lowest first.
pub fn ones(mut word: u64) -> impl Iterator<Item = i32> + Clone {
    core::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as i32);
        word &= word.wrapping_sub(1);
        bit
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(size: (u32, u32), ones: &[(i32, i32)]) -> BitGrid {
        let mut bits = BitGrid::new(size.into());
        for &position in ones {
            bits.set(position, true);
        }
        bits
    }

    #[test]
    fn a_bit_is_read_back_where_it_was_set() {
        let cells = [(0, 0), (63, 0), (64, 0), (129, 1)];
        let mut bits = grid((130, 2), &cells);
        let listed: Vec<_> = bits.iter().map(|p| (p.x, p.y)).collect();
        assert_eq!(listed, cells);
        assert_eq!(bits.len(), 4);
        assert_eq!(bits.row_words(0), [1 | 1 << 63, 1, 0]);
        bits.set(IVec2::new(63, 0), false);
        assert!(!bits.contains(IVec2::new(63, 0)) && bits.contains(IVec2::new(64, 0)));
    }

    #[test]
    fn every_bit_outside_is_0() {
        let mut bits = BitGrid::new(UVec2::new(65, 2));
        bits.fill(true);
        assert_eq!(bits.len(), 130);
        for outside in [(-1, 0), (65, 0), (0, 2), (0, -1)] {
            bits.set(outside, true);
            assert!(!bits.contains(outside));
        }
        assert_eq!(bits.len(), 130);
        assert_eq!(bits.row_words(2), []);
        assert_eq!(BitGrid::new(UVec2::new(0, 3)).iter().count(), 0);
    }

    #[test]
    fn a_span_crosses_words() {
        let bits = grid((130, 1), &[(60, 0), (64, 0), (100, 0)]);
        assert_eq!(bits.spans(60).row(0), 1 | 1 << 4 | 1 << 40);
        assert_eq!(bits.spans(64).row(0), 1 | 1 << 36);
        assert_eq!(bits.spans(-3).row(0) >> 3, 1 << 60);
        assert_eq!(bits.bit_row(0).span(60), bits.spans(60).row(0));
        assert!(bits.bit_row(0).get(64) && !bits.bit_row(0).get(65));
    }

    #[test]
    fn columns_reach_beyond_the_grid() {
        let bits = grid((130, 2), &[(0, 1), (60, 1), (64, 1), (129, 1)]);
        for x in (-140..200).chain([i32::MIN, i32::MAX]) {
            for y in [-1, 0, 1, 2] {
                let columns = bits.columns(IVec2::new(x, y));
                for bit in 0..64 {
                    let cell = IVec2::new(x.saturating_add(bit), y);
                    assert_eq!(columns >> bit & 1 != 0, bits.contains(cell), "{cell}");
                }
            }
        }
    }
}
