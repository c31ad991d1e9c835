//! The tiles of a map, without a change log: either the contents of a map or what a resident knows about it.

use std::array;

use bevy_reflect::TypePath;
use bevy_reflect::prelude::*;
use fogbound_fov::grid::{BitGrid, Grid, Rectangle};
use fogbound_fov::{IVec2, UVec2};

use crate::{FLAGS, MapTile};

/// A rectangle of tiles, with their [`flags`](MapTile::flags) stored as bits.
///
/// (0, 0) is the top-left cell; x increases to the right and y increases downward.
#[derive(Reflect, Clone, Debug)]
#[reflect(opaque)]
#[reflect(where T: TypePath)]
#[reflect(Clone, PartialEq)]
pub struct Plan<T: MapTile> {
    tiles: Grid<T>,
    flags: [BitGrid; FLAGS],
}

impl<T: MapTile> Plan<T> {
    /// Creates a plan from the given tiles.
    pub fn new(tiles: Grid<T>) -> Self {
        let mut flags = array::from_fn(|_| BitGrid::new(tiles.size()));
        for (cell, tile) in tiles.iter() {
            for (bits, flag) in flags.iter_mut().zip(tile.flags()) {
                if flag {
                    bits.set(cell, true);
                }
            }
        }
        Self { tiles, flags }
    }

    /// Returns the number of columns and rows.
    pub fn size(&self) -> UVec2 {
        self.tiles.size()
    }

    /// Returns the tile at `cell`, or `None` outside the plan.
    #[inline]
    pub fn get(&self, cell: IVec2) -> Option<T> {
        self.tiles.get(cell).copied()
    }

    /// Replaces the tile at `cell` and returns the old one. Returns `None` and changes nothing if the cell is outside
    /// the plan.
    pub fn set(&mut self, cell: IVec2, tile: T) -> Option<T> {
        let old = std::mem::replace(self.tiles.get_mut(cell)?, tile);
        for (bits, flag) in self.flags.iter_mut().zip(tile.flags()) {
            bits.set(cell, flag);
        }
        Some(old)
    }

    /// Returns the cells whose tiles have the flag with the given index in [`flags`](MapTile::flags).
    ///
    /// # Panics
    ///
    /// Panics if `flag` is not less than [`FLAGS`].
    pub fn flagged(&self, flag: usize) -> &BitGrid {
        &self.flags[flag]
    }

    /// Returns the [`flags`](MapTile::flags) of `start` and of the 63 cells to its right. The lowest bit stands for
    /// `start`. Cells outside the plan have no flags set.
    #[inline]
    pub fn flags(&self, start: IVec2) -> [u64; FLAGS] {
        array::from_fn(|flag| self.flags[flag].columns(start))
    }

    /// Iterates over all cells, row by row.
    pub fn positions(&self) -> impl Iterator<Item = IVec2> + use<T> {
        Rectangle::new(IVec2::ZERO, self.size()).cells()
    }

    /// Iterates over all cells and their tiles, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (IVec2, T)> {
        self.tiles.iter().map(|(cell, &tile)| (cell, tile))
    }

    /// Returns the tiles.
    pub fn tiles(&self) -> &Grid<T> {
        &self.tiles
    }
}

/// Two plans are equal if their tiles are equal.
impl<T: MapTile> PartialEq for Plan<T> {
    fn eq(&self, other: &Self) -> bool {
        self.tiles == other.tiles
    }
}

impl<T: MapTile + Eq> Eq for Plan<T> {}
