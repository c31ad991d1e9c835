//! A level's tiles.

use bevy::math::{IVec2, UVec2};
use bevy::prelude::Resource;
use fogbound_vision::{FLAGS, GridMap, GridTile, MapChanges, MapTile, Plan, VisionMap};

use super::Tile;
use crate::fov::OpacityMap;
use crate::grid::{BitGrid, Grid};

/// The longest side, in cells, of a map that is read or built.
pub const MAX_SIDE: u32 = 4096;

/// The most letters in an ASCII map. Every creature on a level has a place, a view and a memory of its own, and a map in
/// which every cell is one would take more memory than there is.
pub const MAX_CREATURES: usize = 10_000;

/// The tiles of the level that is being played.
///
/// The origin is the top left cell and y grows downward; outside the map everything is
/// [`Tile::Rock`]. Tiles change only through [`TileMap::set`], so the bits kept beside them can never
/// be out of step with them, and every change is noted in [`TileMap::changes`]. A copy counts as
/// another map, which nobody has seen yet.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct TileMap(GridMap<Tile>);

/// Which of a tile's flags says that a creature can stand on it, and which that it can be opened.
pub(super) const WALKABLE: usize = 0;
pub(super) const CLOSED: usize = 1;

impl MapTile for Tile {
    fn flags(self) -> [bool; FLAGS] {
        let mut flags = [false; FLAGS];
        flags[WALKABLE] = self.is_walkable();
        flags[CLOSED] = self.opens_to().is_some();
        flags
    }
}

impl GridTile for Tile {
    fn is_opaque(self) -> bool {
        Tile::is_opaque(self)
    }
}

impl VisionMap for TileMap {
    type Tile = Tile;

    #[inline]
    fn tile(&self, cell: IVec2) -> Option<Tile> {
        self.0.get(cell)
    }

    fn opacity(&self) -> &OpacityMap {
        self.0.opacity()
    }

    fn changes(&self) -> &MapChanges {
        self.0.changes()
    }
}

impl TileMap {
    /// A map of `size` cells, all of them `fill`.
    pub fn new(size: UVec2, fill: Tile) -> Self {
        Self(GridMap::new(size, fill))
    }

    /// A map of the given tiles.
    pub fn from_tiles(tiles: Grid<Tile>) -> Self {
        Self(GridMap::from_tiles(tiles))
    }

    /// Columns and rows, in cells.
    pub fn size(&self) -> UVec2 {
        self.0.size()
    }

    /// Whether the cell lies on the map.
    pub fn contains(&self, position: IVec2) -> bool {
        self.0.contains(position)
    }

    /// The tile of a cell, `None` outside the map.
    pub fn get(&self, position: IVec2) -> Option<Tile> {
        self.0.get(position)
    }

    /// The tile of a cell, [`Tile::Rock`] outside the map.
    pub fn tile(&self, position: IVec2) -> Tile {
        self.get(position).unwrap_or_default()
    }

    /// Puts a tile on a cell and says whether the cell is on the map; outside it nothing happens. A change
    /// is noted in [`TileMap::changes`].
    pub fn set(&mut self, position: IVec2, tile: Tile) -> bool {
        self.0.set(position, tile)
    }

    /// Which map this is, and which of its cells have changed.
    pub fn changes(&self) -> &MapChanges {
        self.0.changes()
    }

    /// What blocks sight, for the algorithms of `fov`.
    pub fn opacity(&self) -> &OpacityMap {
        self.0.opacity()
    }

    /// Whether the cell blocks sight; outside the map everything does.
    pub fn is_opaque(&self, position: IVec2) -> bool {
        self.0.is_opaque(position)
    }

    /// Whether a creature can stand on the cell; nowhere outside the map.
    pub fn is_walkable(&self, position: IVec2) -> bool {
        self.tile(position).is_walkable()
    }

    /// The cells that a creature can stand on.
    pub fn walkable(&self) -> &BitGrid {
        self.plan().flagged(WALKABLE)
    }

    /// The cells that can be opened: the closed doors.
    pub fn closed(&self) -> &BitGrid {
        self.plan().flagged(CLOSED)
    }

    /// All tiles, for reading: as somebody would be told of them.
    pub fn plan(&self) -> &Plan<Tile> {
        self.0.plan()
    }

    /// All cells of the map, row by row.
    pub fn positions(&self) -> impl Iterator<Item = IVec2> + use<> {
        self.plan().positions()
    }

    /// All cells of the map with their tiles, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (IVec2, Tile)> {
        self.plan().iter()
    }

    /// One row of tiles; empty outside the map.
    pub fn row(&self, y: i32) -> &[Tile] {
        self.plan().tiles().row(y)
    }
}
