//! Grids of values.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Index, IndexMut};

use glam::{IVec2, UVec2};

use super::rectangle::{Rectangle, inside};

/// A rectangle of values with `(0, 0)` at the top left, stored row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid<T> {
    size: UVec2,
    cells: Vec<T>,
}

impl<T> Grid<T> {
    /// Creates a grid of `size` cells, each a clone of `fill`.
    pub fn new(size: UVec2, fill: T) -> Self
    where
        T: Clone,
    {
        let cells = vec![fill; size.x as usize * size.y as usize];
        Self { size, cells }
    }

    /// Creates a grid of `size` cells by calling `cell` for each position, row by row.
    pub fn from_fn(size: UVec2, cell: impl FnMut(IVec2) -> T) -> Self {
        let cells = Rectangle::new(IVec2::ZERO, size)
            .cells()
            .map(cell)
            .collect();
        Self { size, cells }
    }

    /// Creates a grid from `cells`, which are listed row by row. Their number must match the size.
    #[cfg(feature = "serde")]
    pub(crate) fn from_cells(size: UVec2, cells: Vec<T>) -> Self {
        debug_assert_eq!(cells.len(), size.x as usize * size.y as usize);
        Self { size, cells }
    }

    /// Returns all cells, row by row.
    #[cfg(feature = "serde")]
    pub(crate) fn cells(&self) -> &[T] {
        &self.cells
    }

    /// Returns the width and height in cells.
    pub fn size(&self) -> UVec2 {
        self.size
    }

    /// Returns whether the position is on the grid.
    #[inline]
    pub fn contains(&self, position: IVec2) -> bool {
        inside(self.size, position).is_some()
    }

    /// Returns the value at a position, or `None` outside the grid.
    #[inline]
    pub fn get(&self, position: IVec2) -> Option<&T> {
        self.index_of(position).map(|index| &self.cells[index])
    }

    /// Returns a mutable reference to the value at a position, or `None` outside the grid.
    pub fn get_mut(&mut self, position: IVec2) -> Option<&mut T> {
        self.index_of(position).map(|index| &mut self.cells[index])
    }

    /// Sets the value at a position. Returns `false` and changes nothing if the position is outside the grid.
    #[inline]
    pub fn set(&mut self, position: IVec2, value: T) -> bool {
        let cell = self.get_mut(position);
        cell.map(|cell| *cell = value).is_some()
    }

    /// Sets every cell to a clone of `value`.
    pub fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        self.cells.fill(value);
    }

    /// Returns every position, row by row.
    pub fn positions(&self) -> impl Iterator<Item = IVec2> + use<T> {
        Rectangle::new(IVec2::ZERO, self.size).cells()
    }

    /// Returns every position with its value, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (IVec2, &T)> {
        self.positions().zip(&self.cells)
    }

    /// Returns the values of row `y` from left to right, or an empty slice if there is no such row.
    pub fn row(&self, y: i32) -> &[T] {
        if y < 0 || y as u32 >= self.size.y {
            return &[];
        }
        let width = self.size.x as usize;
        &self.cells[y as usize * width..][..width]
    }

    #[inline]
    fn index_of(&self, position: IVec2) -> Option<usize> {
        inside(self.size, position).map(|(x, y)| y * self.size.x as usize + x)
    }
}

/// Indexing panics if the position is outside the grid; [`Grid::get`] does not.
impl<T> Index<IVec2> for Grid<T> {
    type Output = T;

    #[inline]
    fn index(&self, position: IVec2) -> &T {
        match self.get(position) {
            Some(cell) => cell,
            None => panic!("{position} is outside a grid of {} cells", self.size),
        }
    }
}

impl<T> IndexMut<IVec2> for Grid<T> {
    fn index_mut(&mut self, position: IVec2) -> &mut T {
        let size = self.size;
        match self.get_mut(position) {
            Some(cell) => cell,
            None => panic!("{position} is outside a grid of {size} cells"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_read_back_where_it_was_set() {
        let mut grid = Grid::from_fn(UVec2::new(3, 2), |p| p.x + 10 * p.y);
        assert_eq!(grid.row(1), [10, 11, 12]);
        assert!(grid.set(IVec2::new(2, 1), 99));
        assert_eq!(grid[IVec2::new(2, 1)], 99);
        assert_eq!(
            grid.iter().map(|(_, v)| v).sum::<i32>(),
            1 + 2 + 10 + 11 + 99
        );
        grid[IVec2::ZERO] = 7;
        assert_eq!(grid.get(IVec2::ZERO), Some(&7));
        grid.fill(0);
        assert_eq!(grid, Grid::new(UVec2::new(3, 2), 0));
    }

    #[test]
    fn positions_outside_have_no_value() {
        let mut grid = Grid::new(UVec2::new(3, 2), 0);
        for outside in [(-1, 0), (0, -1), (3, 0), (0, 2), (i32::MIN, i32::MAX)] {
            let outside = IVec2::from(outside);
            assert_eq!(grid.get(outside), None);
            assert!(!grid.set(outside, 1) && !grid.contains(outside));
        }
        assert!(grid.row(-1).is_empty() && grid.row(2).is_empty());
        assert_eq!(Grid::new(UVec2::new(0, 5), 0).positions().count(), 0);
    }
}
