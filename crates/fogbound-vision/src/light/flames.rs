//! The cells from which lights shine.

use bevy_platform::collections::HashMap;
use fogbound_fov::grid::BitGrid;
use fogbound_fov::{IVec2, UVec2};

/// The cells of a map from which lights shine.
#[derive(Clone, Debug, Default)]
pub(super) struct Flames {
    cells: BitGrid,
    /// For cells with more than one light, the number of additional lights.
    more: HashMap<IVec2, u32>,
}

impl Flames {
    /// Creates an empty set for a map of the given size.
    pub(super) fn new(size: UVec2) -> Self {
        Self {
            cells: BitGrid::new(size),
            more: HashMap::default(),
        }
    }

    pub(super) fn contains(&self, cell: IVec2) -> bool {
        self.cells.contains(cell)
    }

    /// Returns a mask of these cells among 64 consecutive ones, the first of which is `start`.
    pub(super) fn columns(&self, start: IVec2) -> u64 {
        self.cells.columns(start)
    }

    /// Iterates over the cells, row by row.
    pub(super) fn iter(&self) -> impl Iterator<Item = IVec2> {
        self.cells.iter()
    }

    /// Adds a light to `cell`.
    pub(super) fn kindle(&mut self, cell: IVec2) {
        if self.contains(cell) {
            *self.more.entry(cell).or_default() += 1;
        }
        self.cells.set(cell, true);
    }

    /// Removes a light from `cell`.
    pub(super) fn put_out(&mut self, cell: IVec2) {
        match self.more.get_mut(&cell) {
            None => self.cells.set(cell, false),
            Some(1) => drop(self.more.remove(&cell)),
            Some(count) => *count -= 1,
        }
    }
}
