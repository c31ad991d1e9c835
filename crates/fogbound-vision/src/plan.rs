//! The tiles of a whole map, without its changes: what a map is made of, and what somebody who lives
//! there knows of it.

use std::array;

use fogbound_fov::grid::{BitGrid, Grid, Rectangle};
use fogbound_fov::{IVec2, UVec2};

use crate::{FLAGS, MapTile};

/// A rectangle of tiles, and of their [`flags`](MapTile::flags) as bits.
///
/// (0, 0) is the top left cell, x grows to the right and y downward.
#[derive(Clone, Debug)]
pub struct Plan<T: MapTile> {
    tiles: Grid<T>,
    flags: [BitGrid; FLAGS],
}

impl<T: MapTile> Plan<T> {
    /// A plan of these tiles.
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

    /// Columns and rows, in cells.
    pub fn size(&self) -> UVec2 {
        self.tiles.size()
    }

    /// The tile of `cell`; `None` outside.
    #[inline]
    pub fn get(&self, cell: IVec2) -> Option<T> {
        self.tiles.get(cell).copied()
    }

    /// Puts `tile` on `cell` and gives the tile that was there; outside nothing happens.
    pub fn set(&mut self, cell: IVec2, tile: T) -> Option<T> {
        let old = std::mem::replace(self.tiles.get_mut(cell)?, tile);
        for (bits, flag) in self.flags.iter_mut().zip(tile.flags()) {
            bits.set(cell, flag);
        }
        Some(old)
    }

    /// The cells whose tile has this one of its [`flags`](MapTile::flags).
    ///
    /// # Panics
    ///
    /// If there is no such flag: they are numbered from 0 to [`FLAGS`] − 1.
    pub fn flagged(&self, flag: usize) -> &BitGrid {
        &self.flags[flag]
    }

    /// The [`flags`](MapTile::flags) of `start` and of the 63 cells to its right, the leftmost in the
    /// lowest bit; outside none is set.
    #[inline]
    pub fn flags(&self, start: IVec2) -> [u64; FLAGS] {
        array::from_fn(|flag| self.flags[flag].columns(start))
    }

    /// All cells, row by row.
    pub fn positions(&self) -> impl Iterator<Item = IVec2> + use<T> {
        Rectangle::new(IVec2::ZERO, self.size()).cells()
    }

    /// All cells with their tiles, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (IVec2, T)> {
        self.tiles.iter().map(|(cell, &tile)| (cell, tile))
    }

    /// The tiles alone.
    pub fn tiles(&self) -> &Grid<T> {
        &self.tiles
    }
}

/// Two plans are equal if they have the same tiles.
impl<T: MapTile> PartialEq for Plan<T> {
    fn eq(&self, other: &Self) -> bool {
        self.tiles == other.tiles
    }
}

impl<T: MapTile + Eq> Eq for Plan<T> {}
