//! Combines sets with grids of bits, 64 cells at a time.
//!
//! The words of sets and of grids begin at multiples of 64, so each word of a set lines up with a word of a grid.

use super::VisibleSet;
use super::cells::SetWord;
use crate::grid::BitGrid;

impl VisibleSet {
    /// Adds the positions of all 1 bits in a grid.
    pub fn insert_all(&mut self, bits: &BitGrid) {
        for y in 0..bits.size().y as i32 {
            for (at, &word) in (0..).zip(bits.row_words(y)) {
                if word != 0 {
                    self.insert_word(at, y, word);
                }
            }
        }
    }

    /// Removes the positions of all 1 bits in a grid.
    ///
    /// ```
    /// use fogbound_fov::{FieldOfView, IVec2, OpacityMap, Sight, UVec2};
    ///
    /// let map = OpacityMap::from_fn(UVec2::new(9, 9), |cell| cell.x == 7);
    /// let mut floor = FieldOfView::new().view(&map, IVec2::new(4, 4), Sight::default());
    /// floor.remove_all(map.bits());
    /// assert_eq!(floor.len(), 7 * 9);
    /// ```
    pub fn remove_all(&mut self, bits: &BitGrid) {
        self.change(|at, y, word| word & !bits.word(at, y));
    }

    /// Keeps only the cells whose bits are 1 in a grid.
    pub fn keep_common(&mut self, bits: &BitGrid) {
        self.change(|at, y, word| word & bits.word(at, y));
    }
}

impl BitGrid {
    /// Sets the bit of every cell in a set to 1. Ignores cells outside the grid.
    ///
    /// With this method, a grid can remember which cells have been seen:
    ///
    /// ```
    /// use fogbound_fov::grid::BitGrid;
    /// use fogbound_fov::{FieldOfView, IVec2, OpacityMap, Sight, UVec2};
    ///
    /// let map = OpacityMap::new(UVec2::new(100, 9), false);
    /// let mut remembered = BitGrid::new(map.size());
    /// for x in 0..100 {
    ///     let seen = FieldOfView::new().view(&map, IVec2::new(x, 4), Sight::default());
    ///     remembered.insert_all(&seen);
    /// }
    /// assert_eq!(remembered.count_ones(), 900);
    /// ```
    pub fn insert_all(&mut self, set: &VisibleSet) {
        let unused = self.unused_bits();
        for SetWord { bits, at, y } in set.filled_words() {
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
        }
    }

    /// Sets the bit of every cell in a set to 0.
    pub fn remove_all(&mut self, set: &VisibleSet) {
        for SetWord { bits, at, y } in set.filled_words() {
            let index = usize::try_from(at).unwrap_or(usize::MAX);
            if let Some(word) = self.row_words_mut(y).get_mut(index) {
                *word &= !bits;
            }
        }
    }

    /// Sets all bits to 0 except those of the cells in a set.
    pub fn keep_common(&mut self, set: &VisibleSet) {
        for y in 0..self.size().y as i32 {
            for (at, word) in (0..).zip(self.row_words_mut(y)) {
                *word &= set.word(at, y);
            }
        }
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
                let kept = cells.filter(|c| keep(set.contains(*c), grid.get(*c)));
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
            assert_eq!(on_set(VisibleSet::insert_all), union);
            assert_eq!(on_set(VisibleSet::keep_common), both);
            assert_eq!(on_set(VisibleSet::remove_all), mine);
            let on_grid = |change: fn(&mut BitGrid, &VisibleSet)| {
                let mut changed = grid.clone();
                change(&mut changed, &set);
                assert_eq!(changed.count_ones(), changed.iter_ones().count());
                changed.iter_ones().collect::<VisibleSet>()
            };
            let clip = |mut cells: VisibleSet| {
                cells.retain(|c| crate::grid::inside(size, c).is_some());
                cells
            };
            assert_eq!(on_grid(BitGrid::insert_all), clip(union));
            assert_eq!(on_grid(BitGrid::keep_common), both);
            let theirs = expected(|set, grid| !set & grid);
            assert_eq!(on_grid(BitGrid::remove_all), theirs);
        }
    }
}
