//! The set of cells that an eye sees.

mod window;

use std::fmt;

use glam::IVec2;

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
#[derive(Default)]
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

    /// Tells of the cells that only one of two sets has, as runs along the rows and in no particular order,
    /// and whether that is this set and not the other. A run may end where the next begins.
    pub fn each_difference(&self, other: &Self, mut tell: impl FnMut(Run, bool)) {
        let mut differ = |mine: u64, theirs: u64, at: i32, y: i32| {
            let start = IVec2::new(at * 64, y);
            each_run(mine & !theirs, start, |run| tell(run, true));
            each_run(theirs & !mine, start, |run| tell(run, false));
        };
        let width = self.words_per_row;
        let is_aligned = (self.left, width) == (other.left, other.words_per_row);
        if !is_aligned || width == 0 {
            self.each_word(|word, at, y| {
                let theirs = other.word(at, y);
                if word != theirs {
                    differ(word, theirs, at, y);
                }
            });
            other.each_word(|word, at, y| {
                if word != 0 && !self.has_word(at, y) {
                    differ(0, word, at, y);
                }
            });
            return;
        }
        // The rows that both have, and before and after them those that one has.
        let bottom = |set: &Self| i64::from(set.top) + set.rows as i64;
        let top = i64::from(self.top.max(other.top));
        let bottom = bottom(self).min(bottom(other)).max(top);
        let split = |set: &Self| {
            let row = |y: i64| (y - i64::from(set.top)).clamp(0, set.rows as i64) as usize;
            (row(top) * width, row(bottom) * width)
        };
        let (mine, theirs) = (split(self), split(other));
        let both = self.words[mine.0..mine.1]
            .iter()
            .zip(&other.words[theirs.0..theirs.1]);
        for (index, (&mine, &theirs)) in both.enumerate().filter(|(_, (one, two))| one != two) {
            let at = self.left + (index % width) as i32;
            differ(mine, theirs, at, top as i32 + (index / width) as i32);
        }
        let mut alone = |set: &Self, (begin, end): (usize, usize), is_mine: bool| {
            for index in (0..begin).chain(end..set.words.len()) {
                let (word, at) = (set.words[index], set.left + (index % width) as i32);
                let y = set.top.wrapping_add((index / width) as i32);
                if word != 0 && is_mine {
                    differ(word, 0, at, y);
                } else if word != 0 {
                    differ(0, word, at, y);
                }
            }
        };
        alone(self, mine, true);
        alone(other, theirs, false);
    }

    /// Hands out all words with their places: the column in words, and the row.
    fn each_word(&self, mut tell: impl FnMut(u64, i32, i32)) {
        for row in 0..self.rows {
            let y = self.top.wrapping_add_unsigned(row as u32);
            for (at, &word) in (self.left..).zip(self.row(row)) {
                tell(word, at, y);
            }
        }
    }

    fn has_word(&self, at: i32, y: i32) -> bool {
        let row = i64::from(y) - i64::from(self.top);
        let column = i64::from(at) - i64::from(self.left);
        (0..self.rows as i64).contains(&row) && (0..self.words_per_row as i64).contains(&column)
    }

    /// The word at a place; 0 outside of the window.
    fn word(&self, at: i32, y: i32) -> u64 {
        if !self.has_word(at, y) {
            return 0;
        }
        let (column, row) = (
            at.abs_diff(self.left) as usize,
            y.abs_diff(self.top) as usize,
        );
        self.words[row * self.words_per_row + column]
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
}

/// Tells of the runs of bits of a word whose first one stands for the cell `start`.
#[inline]
fn each_run(mut bits: u64, start: IVec2, mut tell: impl FnMut(Run)) {
    while bits != 0 {
        let begin = bits.trailing_zeros();
        let length = (bits >> begin).trailing_ones();
        // Two shifts, because one by 64 is not allowed.
        bits &= u64::MAX << (begin + length - 1) << 1;
        tell(Run {
            start: start + IVec2::new(begin as i32, 0),
            length,
        });
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

impl Clone for VisibleSet {
    fn clone(&self) -> Self {
        Self {
            words: self.words.clone(),
            ..*self
        }
    }

    /// Uses the memory of `self` again.
    fn clone_from(&mut self, source: &Self) {
        let mut words = std::mem::take(&mut self.words);
        words.clone_from(&source.words);
        *self = Self { words, ..*source };
    }
}

impl PartialEq for VisibleSet {
    fn eq(&self, other: &Self) -> bool {
        let window = |set: &Self| (set.left, set.top, set.words_per_row, set.rows);
        if window(self) == window(other) {
            return self.words == other.words;
        }
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
    fn differences_are_those_of_set_algebra() {
        use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..200 {
            let mut set = || -> VisibleSet {
                let width = dice.random_range(1..200);
                let corner = IVec2::splat(dice.random_range(-90..20));
                let share = dice.random_range(1..100);
                let cells = (0..width * 5).filter(|_| dice.random_range(0..100) < share);
                let cells: Vec<i32> = cells.collect();
                let at = |i: i32| corner + IVec2::new(i % width, i / width);
                cells.into_iter().map(at).collect()
            };
            let (one, other) = (set(), set());
            for other in [&other, &one, &VisibleSet::new()] {
                let mut found = [Vec::new(), Vec::new()];
                one.each_difference(other, |run, is_mine| {
                    let cells = (0..run.length as i32).map(|x| run.start + IVec2::new(x, 0));
                    found[usize::from(is_mine)].extend(cells);
                });
                for cells in &mut found {
                    cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
                }
                let beyond = |one: &VisibleSet, other| {
                    let mut difference = one.clone();
                    difference.difference_with(other);
                    difference.iter().collect::<Vec<_>>()
                };
                assert_eq!(found, [beyond(other, &one), beyond(&one, other)]);
            }
            let mut copy = set();
            copy.clone_from(&one);
            assert!(copy == one && copy.origin() == one.origin());
        }
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
