//! Maps of opaque and transparent cells.

use alloc::vec::Vec;

use glam::{IVec2, UVec2};

use crate::grid::{BitGrid, Rectangle};

/// A map of opaque and transparent cells, with `(0, 0)` at the top left. Everything outside the map is opaque.
///
/// The bits are stored twice, by row and by column, so an algorithm can read 64 adjacent cells at once in either
/// direction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpacityMap {
    by_row: BitGrid,
    by_column: BitGrid,
}

impl OpacityMap {
    /// The maximum length of a map's side: 2³⁰ cells. Up to this length, slopes can be compared exactly in 64 bits.
    pub const MAX_SIDE: u32 = 1 << 30;

    /// Creates a map of `size` cells, all opaque or all transparent.
    ///
    /// # Panics
    ///
    /// Panics if a side is longer than [`MAX_SIDE`](Self::MAX_SIDE).
    pub fn new(size: impl Into<UVec2>, opaque: bool) -> Self {
        let size = size.into();
        assert_side(size);
        let filled = |size| {
            let mut bits = BitGrid::new(size);
            bits.fill(opaque);
            bits
        };
        Self {
            by_row: filled(size),
            by_column: filled(UVec2::new(size.y, size.x)),
        }
    }

    /// Creates a map whose opaque cells are the 1 bits of a grid.
    ///
    /// # Panics
    ///
    /// Panics if a side is longer than [`MAX_SIDE`](Self::MAX_SIDE).
    pub fn from_bits(opaque: BitGrid) -> Self {
        let mut map = Self::new(opaque.size(), false);
        for cell in opaque.iter() {
            map.by_column.set(IVec2::new(cell.y, cell.x), true);
        }
        map.by_row = opaque;
        map
    }

    /// Creates a map of `size` cells. `is_opaque` is called once for each cell, row by row from the top left.
    ///
    /// ```
    /// use fogbound_fov::{IVec2, OpacityMap, UVec2};
    ///
    /// let rows = ["#####", "#...#", "#####"];
    /// let glyph = |cell: IVec2| rows[cell.y as usize].as_bytes()[cell.x as usize];
    /// let map = OpacityMap::from_fn(UVec2::new(5, 3), |cell| glyph(cell) == b'#');
    /// assert!(map.is_opaque(IVec2::new(4, 1)) && !map.is_opaque(IVec2::new(3, 1)));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a side is longer than [`MAX_SIDE`](Self::MAX_SIDE).
    pub fn from_fn(size: impl Into<UVec2>, is_opaque: impl FnMut(IVec2) -> bool) -> Self {
        let mut map = Self::new(UVec2::ZERO, false);
        map.refill(size.into(), is_opaque);
        map
    }

    /// Creates a map from rows of text, from top to bottom. A `#` is opaque, and every other character is transparent. The
    /// map is as wide as the longest row; what shorter rows lack is opaque.
    ///
    /// ```
    /// use fogbound_fov::{IVec2, OpacityMap, UVec2};
    ///
    /// let map = OpacityMap::from_rows(["#####", "#...#", "#####"]);
    /// assert_eq!(map.size(), UVec2::new(5, 3));
    /// assert!(!map.is_opaque(IVec2::new(3, 1)));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a side is longer than [`MAX_SIDE`](Self::MAX_SIDE).
    pub fn from_rows<R: AsRef<str>>(rows: impl IntoIterator<Item = R>) -> Self {
        let rows: Vec<R> = rows.into_iter().collect();
        let width = |row: &R| row.as_ref().chars().count();
        let widest = rows.iter().map(width).max().unwrap_or(0);
        let mut map = Self::new(UVec2::new(widest as u32, rows.len() as u32), true);
        for (row, y) in rows.iter().zip(0..) {
            for (glyph, x) in row.as_ref().chars().zip(0..) {
                map.set(IVec2::new(x, y), glyph == '#');
            }
        }
        map
    }

    /// Calls `look` with this map while the given cells are transparent, and returns what `look` returns.
    ///
    /// Creatures that block sight are opaque cells of the map, so they hide what is behind them. A creature does not hide
    /// anything from itself, though, and whether it is seen must not depend on which of its own cells are in front. When
    /// two of them look at each other, make the cells of both transparent. Then either sees the other exactly if it is
    /// seen itself.
    ///
    /// ```
    /// use fogbound_fov::grid::Rectangle;
    /// use fogbound_fov::{FieldOfView, IVec2, OpacityMap, Sight, UVec2};
    ///
    /// let mut map = OpacityMap::new(UVec2::new(20, 10), false);
    /// let [ogre, troll] = [(2, 2), (9, 6)].map(|at| Rectangle::new(at.into(), UVec2::splat(2)));
    /// for cell in ogre.cells().chain(troll.cells()) {
    ///     map.set(cell, true);
    /// }
    /// let (mut fov, sight) = (FieldOfView::new(), Sight::default());
    /// let both = ogre.cells().chain(troll.cells());
    /// let sees = map.without(both, |map| fov.sees_any(map, ogre.cells(), troll.cells(), sight));
    /// assert!(sees && map.is_opaque(IVec2::new(3, 3)));
    /// ```
    pub fn without<T>(
        &mut self,
        cells: impl IntoIterator<Item: Into<IVec2>>,
        look: impl FnOnce(&Self) -> T,
    ) -> T {
        let cells = cells.into_iter().map(Into::into);
        let cells = cells.filter(|cell| self.by_row.contains(*cell));
        let cells: Vec<IVec2> = cells.collect();
        for cell in &cells {
            self.set(*cell, false);
        }
        let seen = look(self);
        for cell in cells {
            self.set(cell, true);
        }
        seen
    }

    /// Replaces this map with the one that [`from_fn`](Self::from_fn) would create, reusing the memory of this map.
    pub(crate) fn refill(&mut self, size: UVec2, mut is_opaque: impl FnMut(IVec2) -> bool) {
        assert_side(size);
        self.by_row.restart(size);
        self.by_column.restart(UVec2::new(size.y, size.x));
        for cell in Rectangle::from(size).cells() {
            if is_opaque(cell) {
                self.set(cell, true);
            }
        }
    }

    /// Returns the width and height in cells.
    pub fn size(&self) -> UVec2 {
        self.by_row.size()
    }

    /// Returns whether the cell is on the map.
    pub fn contains(&self, cell: impl Into<IVec2>) -> bool {
        crate::grid::inside(self.size(), cell.into()).is_some()
    }

    /// Returns whether the cell blocks sight. Every cell outside the map is opaque.
    #[inline]
    pub fn is_opaque(&self, cell: impl Into<IVec2>) -> bool {
        let cell = cell.into();
        !self.contains(cell) || self.by_row.contains(cell)
    }

    /// Makes the cell opaque or transparent. Does nothing if the cell is outside the map.
    pub fn set(&mut self, cell: impl Into<IVec2>, opaque: bool) {
        let cell = cell.into();
        self.by_row.set(cell, opaque);
        self.by_column.set(IVec2::new(cell.y, cell.x), opaque);
    }

    /// Returns the opaque cells of the map as bits.
    pub fn bits(&self) -> &BitGrid {
        &self.by_row
    }

    /// Returns the opaque cells of the map as bits, with `x` and `y` exchanged.
    pub(crate) fn transposed_bits(&self) -> &BitGrid {
        &self.by_column
    }
}

#[track_caller]
fn assert_side(size: UVec2) {
    assert!(
        size.max_element() <= OpacityMap::MAX_SIDE,
        "a map of {size} cells has a side longer than {}",
        OpacityMap::MAX_SIDE
    );
}
