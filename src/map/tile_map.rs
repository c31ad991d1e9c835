//! A level's tiles with their opacity bits.

use std::sync::atomic::{AtomicU64, Ordering};

use bevy::math::{IVec2, UVec2};
use bevy::prelude::Resource;

use super::Tile;
use crate::fov::OpacityMap;
use crate::grid::{BitGrid, Grid};

/// The tiles of the level that is being played.
///
/// The origin is the top left cell and y grows downward; outside the map
/// everything is [`Tile::Rock`]. Tiles change only through [`TileMap::set`],
/// so the bits kept beside them can never be out of step with them.
#[derive(Resource, Clone, Debug)]
pub struct TileMap {
    tiles: Grid<Tile>,
    opacity: OpacityMap,
    walkable: BitGrid,
    closed: BitGrid,
    /// Cells whose opacity changed and that nobody has yet reacted to.
    opacity_changes: Vec<IVec2>,
    identity: Identity,
}

/// A number that no other map of this process has, a copy included.
#[derive(Debug)]
struct Identity(u64);

impl Identity {
    fn fresh() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl Clone for Identity {
    fn clone(&self) -> Self {
        Self::fresh()
    }
}

impl TileMap {
    /// A map of `size` cells, all of them `fill`.
    pub fn new(size: UVec2, fill: Tile) -> Self {
        Self::from_tiles(Grid::new(size, fill))
    }

    /// A map of the given tiles. Its opacity counts as never changed.
    pub fn from_tiles(tiles: Grid<Tile>) -> Self {
        let mut opacity = OpacityMap::new(tiles.size(), Tile::default().is_opaque());
        let mut walkable = BitGrid::new(tiles.size());
        let mut closed = BitGrid::new(tiles.size());
        for (position, tile) in tiles.iter() {
            if tile.is_opaque() != Tile::default().is_opaque() {
                opacity.set(position, tile.is_opaque());
            }
            walkable.set(position, tile.is_walkable());
            closed.set(position, tile.opens_to().is_some());
        }
        Self {
            tiles,
            opacity,
            walkable,
            closed,
            opacity_changes: Vec::new(),
            identity: Identity::fresh(),
        }
    }

    /// Tells this map from every other of this process, copies included: who
    /// keeps something computed from a map sees by it that the map was replaced.
    pub fn id(&self) -> u64 {
        self.identity.0
    }

    /// Columns and rows, in cells.
    pub fn size(&self) -> UVec2 {
        self.tiles.size()
    }

    /// Whether the cell lies on the map.
    pub fn contains(&self, position: IVec2) -> bool {
        self.tiles.contains(position)
    }

    /// The tile of a cell, `None` outside the map.
    pub fn get(&self, position: IVec2) -> Option<Tile> {
        self.tiles.get(position).copied()
    }

    /// The tile of a cell, [`Tile::Rock`] outside the map.
    pub fn tile(&self, position: IVec2) -> Tile {
        self.get(position).unwrap_or_default()
    }

    /// Puts a tile on a cell and says whether the cell is on the map; outside
    /// it nothing happens. If the cell's opacity changes by it, the cell is
    /// noted in [`TileMap::opacity_changes`].
    pub fn set(&mut self, position: IVec2, tile: Tile) -> bool {
        let Some(old) = self.tiles.get_mut(position) else {
            return false;
        };
        let sight_changes = old.is_opaque() != tile.is_opaque();
        *old = tile;
        self.walkable.set(position, tile.is_walkable());
        self.closed.set(position, tile.opens_to().is_some());
        if sight_changes {
            self.opacity.set(position, tile.is_opaque());
            self.opacity_changes.push(position);
        }
        true
    }

    /// What blocks sight, for the algorithms of `fov`.
    pub fn opacity(&self) -> &OpacityMap {
        &self.opacity
    }

    /// Whether the cell blocks sight; outside the map everything does.
    pub fn is_opaque(&self, position: IVec2) -> bool {
        self.opacity.is_opaque(position)
    }

    /// Whether a creature can stand on the cell; nowhere outside the map.
    pub fn is_walkable(&self, position: IVec2) -> bool {
        self.tile(position).is_walkable()
    }

    /// The cells that a creature can stand on.
    pub fn walkable(&self) -> &BitGrid {
        &self.walkable
    }

    /// The cells that can be opened: the closed doors.
    pub fn closed(&self) -> &BitGrid {
        &self.closed
    }

    /// The cells whose opacity changed since the list was last taken or
    /// cleared, in the order of the changes. A cell that changed twice is in
    /// it twice.
    pub fn opacity_changes(&self) -> &[IVec2] {
        &self.opacity_changes
    }

    /// Empties the list of [`TileMap::opacity_changes`], keeping its memory.
    pub fn clear_opacity_changes(&mut self) {
        self.opacity_changes.clear();
    }

    /// Takes the list of [`TileMap::opacity_changes`], leaving it empty.
    pub fn take_opacity_changes(&mut self) -> Vec<IVec2> {
        std::mem::take(&mut self.opacity_changes)
    }

    /// All cells of the map, row by row.
    pub fn positions(&self) -> impl Iterator<Item = IVec2> + use<> {
        let size = self.size().as_ivec2();
        (0..size.y).flat_map(move |y| (0..size.x).map(move |x| IVec2::new(x, y)))
    }

    /// All cells of the map with their tiles, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (IVec2, Tile)> {
        self.tiles.iter().map(|(position, tile)| (position, *tile))
    }

    /// The cells whose tiles differ between this map and another of the same
    /// size, row by row; none if the sizes differ.
    pub fn differences(&self, other: &Self) -> Vec<IVec2> {
        if self.size() != other.size() {
            return Vec::new();
        }
        (0..self.size().y as i32)
            .filter(|&y| self.row(y) != other.row(y))
            .flat_map(|y| {
                let tiles = (0..).zip(self.row(y).iter().zip(other.row(y)));
                let different = tiles.filter(|(_, (one, two))| one != two);
                different.map(move |(x, _)| IVec2::new(x, y))
            })
            .collect()
    }

    /// One row of tiles; empty outside the map.
    pub fn row(&self, y: i32) -> &[Tile] {
        if (0..self.size().as_ivec2().y).contains(&y) {
            self.tiles.row(y)
        } else {
            &[]
        }
    }
}

/// Two maps are equal if they have the same tiles; pending changes do not
/// count.
impl PartialEq for TileMap {
    fn eq(&self, other: &Self) -> bool {
        self.size() == other.size() && self.iter().eq(other.iter())
    }
}

impl Eq for TileMap {}
