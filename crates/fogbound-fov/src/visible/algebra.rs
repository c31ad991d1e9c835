//! Operations on two sets of cells, each of which is a [`VisibleSet`] or a [`BitGrid`], 64 cells at a time.
//!
//! The words of sets and of grids begin at multiples of 64, so each word of a set lines up with a word of a grid.

use super::VisibleSet;
use super::cells::SetWord;
use crate::grid::BitGrid;
use words::Words;

/// A set of cells: a [`VisibleSet`], or a [`BitGrid`] whose 1 bits are the cells.
///
/// Both have the same operations, which accept either: `union_with`, `intersect_with`, `difference_with`, `is_disjoint`
/// and `is_subset`. With them, a grid can remember which cells have been seen. A grid's `union_with`
/// ignores cells outside the grid.
///
/// ```
/// use fogbound_fov::grid::BitGrid;
/// use fogbound_fov::{FieldOfView, OpacityMap, Sight};
///
/// let map = OpacityMap::new((100, 9), false);
/// let mut remembered = BitGrid::new(map.size());
/// for x in 0..100 {
///     let seen = FieldOfView::new().view(&map, (x, 4), Sight::default());
///     remembered.union_with(&seen);
///     assert!(seen.is_subset(&remembered));
/// }
/// assert_eq!(remembered.len(), 900);
/// ```
pub trait CellSet: words::Words {}

impl CellSet for VisibleSet {}
impl CellSet for BitGrid {}

mod words {
    /// The words of a set, which are not part of the interface.
    pub trait Words {
        /// Returns the word in row `y` that begins at column 64 · `at`.
        fn word_at(&self, at: i32, y: i32) -> u64;

        /// Returns whether `is_so` is true for each nonzero word. Its arguments are the word's column (in words), its row
        /// and its bits.
        fn all_words(&self, is_so: impl FnMut(i32, i32, u64) -> bool) -> bool;

        /// Calls `visit` for each nonzero word.
        fn each_word(&self, mut visit: impl FnMut(i32, i32, u64)) {
            self.all_words(|at, y, bits| {
                visit(at, y, bits);
                true
            });
        }
    }
}

impl Words for VisibleSet {
    #[inline]
    fn word_at(&self, at: i32, y: i32) -> u64 {
        self.word(at, y)
    }

    #[inline]
    fn all_words(&self, mut is_so: impl FnMut(i32, i32, u64) -> bool) -> bool {
        let mut words = self.filled_words();
        words.all(|SetWord { bits, at, y }| is_so(at, y, bits))
    }
}

impl Words for BitGrid {
    #[inline]
    fn word_at(&self, at: i32, y: i32) -> u64 {
        self.word(at, y)
    }

    #[inline]
    fn all_words(&self, mut is_so: impl FnMut(i32, i32, u64) -> bool) -> bool {
        self.rows().all(|(y, row)| {
            let mut words = (0..).zip(row);
            words.all(|(at, &word)| word == 0 || is_so(at, y, word))
        })
    }
}

impl VisibleSet {
    /// Adds every cell of another set.
    pub fn union_with<S: CellSet>(&mut self, other: &S) {
        other.each_word(|at, y, bits| self.insert_word(at, y, bits));
    }

    /// Keeps only the cells that are also in another set.
    pub fn intersect_with<S: CellSet>(&mut self, other: &S) {
        self.change(|at, y, mine| mine & other.word_at(at, y));
    }

    /// Removes every cell that is in another set.
    ///
    /// ```
    /// use fogbound_fov::{FieldOfView, OpacityMap, Sight};
    ///
    /// let map = OpacityMap::from_fn((9, 9), |cell| cell.x == 7);
    /// let mut floor = FieldOfView::new().view(&map, (4, 4), Sight::default());
    /// floor.difference_with(map.bits());
    /// assert_eq!(floor.len(), 7 * 9);
    /// ```
    pub fn difference_with<S: CellSet>(&mut self, other: &S) {
        self.change(|at, y, mine| mine & !other.word_at(at, y));
    }

    /// Returns whether the two sets have no cell in common.
    pub fn is_disjoint<S: CellSet>(&self, other: &S) -> bool {
        self.all_words(|at, y, bits| bits & other.word_at(at, y) == 0)
    }

    /// Returns whether every cell of this set is in another set.
    pub fn is_subset<S: CellSet>(&self, other: &S) -> bool {
        self.all_words(|at, y, bits| bits & !other.word_at(at, y) == 0)
    }
}

impl BitGrid {
    /// Sets the bit of every cell in a set to 1.
    pub fn union_with<S: CellSet>(&mut self, other: &S) {
        let unused = self.unused_bits();
        other.each_word(|at, y, bits| {
            let row = self.row_words_mut(y);
            let last = row.len().wrapping_sub(1);
            let index = usize::try_from(at).unwrap_or(usize::MAX);
            if let Some(word) = row.get_mut(index) {
                let inside = if index == last {
                    u64::MAX >> unused
                } else {
                    u64::MAX
                };
                *word |= bits & inside;
            }
        });
    }

    /// Sets all bits to 0 except those of the cells in a set.
    pub fn intersect_with<S: CellSet>(&mut self, other: &S) {
        self.change_words(|at, y, mine| mine & other.word_at(at, y));
    }

    /// Sets the bit of every cell in a set to 0.
    pub fn difference_with<S: CellSet>(&mut self, other: &S) {
        self.change_words(|at, y, mine| mine & !other.word_at(at, y));
    }

    /// Returns whether no bit of a cell in the other set is 1.
    pub fn is_disjoint<S: CellSet>(&self, other: &S) -> bool {
        self.all_words(|at, y, bits| bits & other.word_at(at, y) == 0)
    }

    /// Returns whether every bit that is 1 belongs to a cell of the other set.
    pub fn is_subset<S: CellSet>(&self, other: &S) -> bool {
        self.all_words(|at, y, bits| bits & !other.word_at(at, y) == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Rectangle;
    use glam::{IVec2, UVec2};

    #[test]
    fn sets_and_grids_combine_cell_by_cell() {
        use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
        let mut dice = ChaCha8Rng::seed_from_u64(4);
        for _ in 0..200 {
            let size = UVec2::new(dice.random_range(0..200), dice.random_range(0..6));
            let mut grid = BitGrid::new(size);
            let cells = Rectangle::new(IVec2::ZERO, size).cells();
            cells.for_each(|cell| grid.set(cell, dice.random_range(0..3) == 0));
            // Include cells around the grid, and one far away.
            let around = Rectangle::new(IVec2::new(-70, -2), UVec2::new(340, 10));
            let mut set: VisibleSet = around
                .cells()
                .filter(|_| dice.random_range(0..3) == 0)
                .collect();
            set.insert(IVec2::MAX);
            let expected = |keep: fn(bool, bool) -> bool| {
                let cells = around.cells().chain([IVec2::MAX]);
                let kept = cells.filter(|c| keep(set.contains(*c), grid.contains(*c)));
                kept.collect::<VisibleSet>()
            };
            let on_set = |change: fn(&mut VisibleSet, &BitGrid)| {
                let mut changed = set.clone();
                change(&mut changed, &grid);
                changed
            };
            let (union, both, mine) = (
                expected(|set, grid| set | grid),
                expected(|set, grid| set & grid),
                expected(|set, grid| set & !grid),
            );
            assert_eq!(on_set(VisibleSet::union_with::<BitGrid>), union);
            assert_eq!(on_set(VisibleSet::intersect_with::<BitGrid>), both);
            assert_eq!(on_set(VisibleSet::difference_with::<BitGrid>), mine);
            let on_grid = |change: fn(&mut BitGrid, &VisibleSet)| {
                let mut changed = grid.clone();
                change(&mut changed, &set);
                assert_eq!(changed.len(), changed.iter().count());
                changed.iter().collect::<VisibleSet>()
            };
            let clip = |mut cells: VisibleSet| {
                cells.retain(|c| crate::grid::inside(size, c).is_some());
                cells
            };
            assert_eq!(on_grid(BitGrid::union_with::<VisibleSet>), clip(union));
            assert_eq!(on_grid(BitGrid::intersect_with::<VisibleSet>), both);
            let theirs = expected(|set, grid| !set & grid);
            assert_eq!(on_grid(BitGrid::difference_with::<VisibleSet>), theirs);
            assert_eq!(set.is_disjoint(&grid), both.is_empty());
            assert_eq!(grid.is_disjoint(&set), both.is_empty());
            assert_eq!(set.is_subset(&grid), mine.is_empty());
            assert_eq!(grid.is_subset(&set), theirs.is_empty());
            assert!(both.is_subset(&grid) && both.is_subset(&set) && both.is_disjoint(&mine));
            assert!(grid.is_subset(&grid) && VisibleSet::new().is_disjoint(&grid));
        }
    }
}
