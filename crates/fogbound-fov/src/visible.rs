//! The set of cells that an eye sees.

pub(crate) mod algebra;
mod cells;
mod combine;
mod grow;
mod operators;
mod row_part;
mod window;
mod work;

pub use cells::{Cells, Run, Runs};
pub(crate) use row_part::RowPart;

use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::vec::Vec;
use core::fmt;

use glam::IVec2;

use crate::grid::Rectangle;
use cells::{Window, Words};

/// A set of cells around an origin, usually the cells that one eye sees.
///
/// The cells are stored as bits in a window around them, so neither the memory nor the time needed depends on the size
/// of the map. The window's words begin at multiples of 64, like those of a [`BitGrid`](crate::grid::BitGrid), so sets
/// can be combined with each other and with grids word by word. Two sets are equal if they contain the same cells,
/// whatever their origins.
///
/// # Limits
///
/// A set may contain any cell that an [`IVec2`] can represent, however far that cell is from the others. The window
/// grows freely up to 8 MiB. Beyond that size, the window grows by at most 16 words for each word that is stored
/// outside it. Words outside the window are kept in a sorted list, where adding, finding or removing a cell takes about
/// ten times as long as in the window.
///
/// A view of up to 2¹⁴ cells in each direction that [`Algorithm::Symmetric`](crate::Algorithm::Symmetric) computes lies
/// entirely in the window, which has at most
/// as many rows as the map, or 63 rows if the map has fewer. The number of columns is limited in the same way, then
/// rounded up to whole words.
///
/// To collect everything ever seen on a large map, add the views to a grid with
/// [`BitGrid::union_with`](crate::grid::BitGrid::union_with).
#[derive(Default)]
#[cfg_attr(feature = "bevy_reflect", derive(bevy_reflect::Reflect))]
#[cfg_attr(feature = "bevy_reflect", reflect(opaque, Clone, Debug, PartialEq))]
pub struct VisibleSet {
    origin: IVec2,
    /// The first column of the window, in words.
    left: i32,
    /// The first row of the window.
    top: i32,
    words_per_row: usize,
    rows: usize,
    words: Vec<u64>,
    /// The nonzero words that are too far from the window to be stored in it, by row and column.
    beyond: BTreeMap<(i32, i32), u64>,
}

impl VisibleSet {
    /// Creates an empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the eye's position in a computed view, and (0, 0) in a set made otherwise. The result of an operator has
    /// the origin of the first set.
    pub fn origin(&self) -> IVec2 {
        self.origin
    }

    /// Returns whether the cell is in the set.
    #[inline]
    pub fn contains(&self, cell: impl Into<IVec2>) -> bool {
        let cell = cell.into();
        let word = match self.index_of(cell) {
            Some(index) => self.words[index],
            None => self.word_beyond(cell.x >> 6, cell.y),
        };
        word >> (cell.x & 63) & 1 != 0
    }

    /// Returns the number of cells in the set.
    pub fn len(&self) -> usize {
        let words = self.words.iter().chain(self.beyond.values());
        words.map(|word| word.count_ones() as usize).sum()
    }

    /// Returns whether the set has no cells.
    pub fn is_empty(&self) -> bool {
        self.beyond.is_empty() && self.words.iter().all(|word| *word == 0)
    }

    /// Returns every cell in the set, row by row.
    pub fn iter(&self) -> Cells<'_> {
        Cells::new(self.filled_words())
    }

    /// Returns the cells of the set as horizontal runs, row by row and from left to right.
    pub fn runs(&self) -> Runs<'_> {
        Runs::new(self.filled_words())
    }

    /// Returns the nonzero words of the set, row by row. Each word comes with the cell of its lowest bit, whose column
    /// is a multiple of 64.
    #[doc(hidden)]
    pub fn words(&self) -> impl Iterator<Item = (IVec2, u64)> {
        self.filled_words().map(|word| (word.cell(0), word.bits))
    }

    /// Returns whether `predicate` is true for any nonzero word in the set. The predicate receives the word's first
    /// cell and its bits, as [`words`](Self::words) returns them, and is not called again once it has returned `true`.
    #[doc(hidden)]
    #[inline]
    pub fn any_word(&self, mut predicate: impl FnMut(IVec2, u64) -> bool) -> bool {
        let width = self.words_per_row.max(1);
        let rows = self.words.chunks_exact(width).zip(0..);
        for (row, y) in rows {
            let y = self.top.wrapping_add(y);
            for (&word, at) in row.iter().zip(self.left..) {
                if word != 0 && predicate(IVec2::new(at * 64, y), word) {
                    return true;
                }
            }
        }
        let mut beyond = self.beyond.iter();
        beyond.any(|(&(y, at), &word)| predicate(IVec2::new(at * 64, y), word))
    }

    /// Returns the bits of 64 adjacent cells, from `start` to the right. The lowest bit is that of `start`.
    #[doc(hidden)]
    #[inline]
    pub fn columns(&self, start: IVec2) -> u64 {
        let (at, shift) = (start.x >> 6, start.x & 63);
        let first = self.word(at, start.y) >> shift;
        // There may be no word after this one.
        match at.checked_add(1).filter(|_| shift > 0) {
            Some(next) => first | self.word(next, start.y) << (64 - shift),
            None => first,
        }
    }

    /// Returns the nonzero words, row by row.
    fn filled_words(&self) -> Words<'_> {
        let window = Window::new(&self.words, self.words_per_row, self.left, self.top);
        Words::new(window, &self.beyond)
    }

    /// Returns the word in row `y` that begins at column 64 · `at`.
    fn word(&self, at: i32, y: i32) -> u64 {
        match self.index_at(at, y) {
            Some(index) => self.words[index],
            None => self.word_beyond(at, y),
        }
    }

    /// Returns a word outside the window.
    fn word_beyond(&self, at: i32, y: i32) -> u64 {
        if self.beyond.is_empty() {
            return 0;
        }
        self.beyond.get(&(y, at)).copied().unwrap_or(0)
    }

    /// Returns the smallest rectangle that contains all cells in the set, or `None` if the set is empty.
    pub fn bounds(&self) -> Option<Rectangle> {
        let corners = self.filled_words().map(|word| {
            let (first, last) = (word.bits.trailing_zeros(), 63 - word.bits.leading_zeros());
            (word.cell(first as i32), word.cell(last as i32))
        });
        let (min, max) = corners.reduce(|one, two| (one.0.min(two.0), one.1.max(two.1)))?;
        Some(Rectangle::from_corners(min, max))
    }

    /// Removes every cell. The origin stays.
    pub fn clear(&mut self) {
        self.words.clear();
        self.words_per_row = 0;
        self.rows = 0;
        // This map is nearly always empty.
        if !self.beyond.is_empty() {
            self.beyond.clear();
        }
    }

    /// Adds a cell. The set may grow in any direction. Returns whether the cell is new.
    #[inline]
    pub fn insert(&mut self, cell: impl Into<IVec2>) -> bool {
        let cell = cell.into();
        let bit = 1 << (cell.x & 63);
        let word = self.word_at(cell.x >> 6, cell.y);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Removes a cell. Returns whether the cell was in the set.
    pub fn remove(&mut self, cell: impl Into<IVec2>) -> bool {
        let cell = cell.into();
        let bit = 1 << (cell.x & 63);
        if let Some(index) = self.index_of(cell) {
            let was_there = self.words[index] & bit != 0;
            self.words[index] &= !bit;
            return was_there;
        }
        let Entry::Occupied(mut entry) = self.beyond.entry((cell.y, cell.x >> 6)) else {
            return false;
        };
        let was_there = *entry.get() & bit != 0;
        *entry.get_mut() &= !bit;
        if *entry.get() == 0 {
            entry.remove();
        }
        was_there
    }

    /// Returns the number of rows in the window, the number of words per row, and whether all cells lie in the window.
    #[cfg(test)]
    pub(crate) fn window(&self) -> (usize, usize, bool) {
        (self.rows, self.words_per_row, self.beyond.is_empty())
    }
}

impl Clone for VisibleSet {
    fn clone(&self) -> Self {
        Self {
            words: self.words.clone(),
            beyond: self.beyond.clone(),
            ..*self
        }
    }

    /// Copies `source`, reusing the memory of `self`.
    fn clone_from(&mut self, source: &Self) {
        let mut words = core::mem::take(&mut self.words);
        words.clone_from(&source.words);
        let beyond = source.beyond.clone();
        *self = Self {
            words,
            beyond,
            ..*source
        };
    }
}

impl PartialEq for VisibleSet {
    fn eq(&self, other: &Self) -> bool {
        let window = |set: &Self| (set.left, set.top, set.words_per_row, set.rows);
        if window(self) == window(other) {
            return self.words == other.words && self.beyond == other.beyond;
        }
        self.filled_words().eq(other.filled_words())
    }
}

impl Eq for VisibleSet {}

impl<C: Into<IVec2>> Extend<C> for VisibleSet {
    fn extend<I: IntoIterator<Item = C>>(&mut self, cells: I) {
        cells.into_iter().for_each(|cell| {
            self.insert(cell);
        });
    }
}

impl<C: Into<IVec2>> FromIterator<C> for VisibleSet {
    fn from_iter<I: IntoIterator<Item = C>>(cells: I) -> Self {
        let mut set = Self::new();
        set.extend(cells);
        set
    }
}

/// Iterates over every cell in the set, row by row.
impl IntoIterator for VisibleSet {
    type Item = IVec2;
    type IntoIter = alloc::vec::IntoIter<IVec2>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter().collect::<Vec<_>>().into_iter()
    }
}

/// Iterates over every cell in the set, row by row.
impl<'a> IntoIterator for &'a VisibleSet {
    type Item = IVec2;
    type IntoIter = Cells<'a>;

    fn into_iter(self) -> Cells<'a> {
        self.iter()
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

    #[test]
    fn the_window_grows_to_include_words_beyond_it() {
        let far = IVec2::new(1 << 20, 100);
        let mut set: VisibleSet = [IVec2::ZERO, far].into_iter().collect();
        assert!(!set.beyond.is_empty() && set.words.len() < 100);
        let cells =
            || (0..=100).flat_map(|y| (0..1 << 20).step_by(512).map(move |x| IVec2::new(x, y)));
        set.extend(cells());
        assert!(set.beyond.is_empty() && set.words.len() > 101 << 14);
        assert_eq!(set.len(), cells().count() + 1);
        assert!(set.contains(far) && cells().all(|cell| set.contains(cell)));
    }
}
