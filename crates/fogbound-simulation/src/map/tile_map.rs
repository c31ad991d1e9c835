//! A level's tiles.

use std::collections::{BTreeMap, BTreeSet};

use bevy::math::{IVec2, UVec2};
use bevy::prelude::Resource;
use fogbound_vision::{FLAGS, GridMap, GridTile, MapChanges, MapTile, Plan, VisionMap};

use super::{Tile, TileSet};
use crate::fov::OpacityMap;
use crate::grid::{BitGrid, Grid};

/// The tiles of the current level.
///
/// The origin is the top-left cell; x increases to the right and y increases downward. Everything outside the map is
/// [`Tile::ROCK`]. Tiles change only through [`TileMap::set`], which also updates the bits stored beside the tiles and
/// records every change in [`TileMap::changes`]. A clone counts as another map that no creature has seen.
#[derive(Resource, Clone, Debug)]
pub struct TileMap {
    grid: GridMap<Tile>,
    /// The cells whose tiles change by themselves, each with the tick of the change, or `None` if its timer has not
    /// started.
    timers: BTreeMap<Cell, Option<u64>>,
    /// The cells with secret tiles, which look like other tiles.
    secrets: BTreeSet<Cell>,
}

/// A cell as (y, x), so that cells sort in row order.
type Cell = (i32, i32);

/// Two maps are equal if their tiles are equal.
impl PartialEq for TileMap {
    fn eq(&self, other: &Self) -> bool {
        self.grid == other.grid
    }
}

impl Eq for TileMap {}

/// The indices of the tile flags that mean "walkable" and "closed door".
pub(super) const WALKABLE: usize = 0;
pub(super) const CLOSED: usize = 1;

impl MapTile for Tile {
    fn flags(self) -> [bool; FLAGS] {
        let mut flags = [false; FLAGS];
        flags[WALKABLE] = self.is_walkable();
        flags[CLOSED] = self.opens_to().is_some();
        flags
    }

    fn seems(self) -> Option<Self> {
        Tile::seems(self)
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
        self.grid.get(cell)
    }

    fn opacity(&self) -> &OpacityMap {
        self.grid.opacity()
    }

    fn changes(&self) -> &MapChanges {
        self.grid.changes()
    }
}

impl TileMap {
    /// Creates a map of the given size, with `fill` in every cell.
    pub fn new(size: UVec2, fill: Tile) -> Self {
        Self::of(GridMap::new(size, fill))
    }

    /// Creates a map from the given tiles.
    pub fn from_tiles(tiles: Grid<Tile>) -> Self {
        Self::of(GridMap::from_tiles(tiles))
    }

    fn of(grid: GridMap<Tile>) -> Self {
        let cells = grid.plan().iter();
        let timers = cells.filter(|(_, tile)| tile.kind().in_time.is_some());
        let timers = timers.map(|(cell, _)| ((cell.y, cell.x), None)).collect();
        let cells = grid.plan().iter();
        let secrets = cells.filter(|(_, tile)| tile.seems().is_some());
        let secrets = secrets.map(|(cell, _)| (cell.y, cell.x)).collect();
        Self {
            grid,
            timers,
            secrets,
        }
    }

    /// Returns the number of columns and rows.
    pub fn size(&self) -> UVec2 {
        self.grid.size()
    }

    /// Returns whether the cell is on the map.
    #[inline]
    pub fn contains(&self, position: IVec2) -> bool {
        self.grid.contains(position)
    }

    /// Returns the tile at a cell, or `None` outside the map.
    #[inline]
    pub fn get(&self, position: IVec2) -> Option<Tile> {
        self.grid.get(position)
    }

    /// Returns the tile at a cell, or [`Tile::ROCK`] outside the map.
    #[inline]
    pub fn tile(&self, position: IVec2) -> Tile {
        self.get(position).unwrap_or_default()
    }

    /// Replaces the tile at a cell and returns whether the cell is on the map. Cells outside the map are ignored.
    /// Changes are recorded in [`TileMap::changes`].
    ///
    /// The map stores the tile from its own [set](TileSet) that has the same name as `tile`.
    pub fn set(&mut self, position: IVec2, tile: Tile) -> bool {
        let Some(old) = self.get(position) else {
            return false;
        };
        let tile = tile.like(old);
        let place = (position.y, position.x);
        if tile.kind().in_time.is_none() {
            if !self.timers.is_empty() {
                self.timers.remove(&place);
            }
        } else if tile != old {
            self.timers.insert(place, None);
        }
        if tile.seems().is_some() {
            self.secrets.insert(place);
        } else if !self.secrets.is_empty() {
            self.secrets.remove(&place);
        }
        self.grid.set(position, tile)
    }

    /// Returns the set that the map's tiles belong to.
    pub fn tile_set(&self) -> TileSet {
        let first = self.get(IVec2::ZERO);
        first.map_or_else(TileSet::default, Tile::set)
    }

    /// Replaces every tile with the tile that has the same name in another set. If the new tile differs in what it
    /// blocks, in its flame or in what it looks like, the change is recorded in [`TileMap::changes`].
    pub fn take_set(&mut self, set: TileSet) {
        for cell in self.positions() {
            let old = self.tile(cell);
            let new = set.own(old);
            if new.set() == old.set() {
                continue;
            }
            let rules = |tile: Tile| {
                let look = (tile.is_opaque(), tile.seems(), tile.flame());
                (look, tile.is_walkable(), tile.opens_to())
            };
            if rules(old) != rules(new) {
                // Tiles with the same name are equal, so no change would be recorded unless the cell held another tile
                // in between.
                let other = if new == Tile::ROCK {
                    Tile::WALL
                } else {
                    Tile::ROCK
                };
                self.grid.set(cell, set.own(other));
            }
            self.grid.set(cell, new);
            if new.seems().is_some() {
                self.secrets.insert((cell.y, cell.x));
            } else {
                self.secrets.remove(&(cell.y, cell.x));
            }
            if new.kind().in_time.is_none() {
                self.timers.remove(&(cell.y, cell.x));
            } else {
                self.timers.entry((cell.y, cell.x)).or_insert(None);
            }
        }
    }

    /// Changes the tiles that are due to change by tick `now`, in row order, and returns their cells. `turn` is the
    /// number of ticks in a turn. Timers that have not started yet start now. A change is postponed while `is_kept`
    /// returns true for the cell, because a creature is standing there.
    pub fn ripen(&mut self, now: u64, turn: u64, is_kept: impl Fn(IVec2) -> bool) -> Vec<IVec2> {
        let mut ripe = Vec::new();
        let plan = self.grid.plan();
        for (&(y, x), due) in &mut self.timers {
            let cell = IVec2::new(x, y);
            let Some(in_time) = plan.get(cell).and_then(|it| it.kind().in_time) else {
                continue;
            };
            match *due {
                None => *due = Some(now + u64::from(in_time.turns) * turn),
                Some(tick) if tick <= now && !is_kept(cell) => ripe.push((cell, in_time.becomes)),
                Some(_) => {}
            }
        }
        for &(cell, tile) in &ripe {
            self.set(cell, tile);
        }
        ripe.into_iter().map(|(cell, _)| cell).collect()
    }

    /// Iterates over the cells with secret tiles, in row order.
    pub fn secrets(&self) -> impl Iterator<Item = IVec2> {
        self.secrets.iter().map(|&(y, x)| IVec2::new(x, y))
    }

    /// Iterates over the cells whose tiles change by themselves, in row order. Each comes with the tick of the
    /// change, if its timer has started.
    pub fn timers(&self) -> impl Iterator<Item = (IVec2, Option<u64>)> {
        let timers = self.timers.iter();
        timers.map(|(&(y, x), due)| (IVec2::new(x, y), *due))
    }

    /// Returns the log that holds the map's identity and its recent changes.
    pub fn changes(&self) -> &MapChanges {
        self.grid.changes()
    }

    /// Returns which cells block sight, for the algorithms in `fov`.
    pub fn opacity(&self) -> &OpacityMap {
        self.grid.opacity()
    }

    /// Returns whether the cell blocks sight. Every cell outside the map blocks sight.
    #[inline]
    pub fn is_opaque(&self, position: IVec2) -> bool {
        self.grid.is_opaque(position)
    }

    /// Returns whether a creature can stand on the cell. No creature can stand outside the map.
    #[inline]
    pub fn is_walkable(&self, position: IVec2) -> bool {
        self.tile(position).is_walkable()
    }

    /// Returns the cells that a creature can stand on.
    pub fn walkable(&self) -> &BitGrid {
        self.plan().flagged(WALKABLE)
    }

    /// Returns the closed doors, which can be opened.
    pub fn closed(&self) -> &BitGrid {
        self.plan().flagged(CLOSED)
    }

    /// Returns all tiles, in a form that can also serve as the lore of a memory.
    pub fn plan(&self) -> &Plan<Tile> {
        self.grid.plan()
    }

    /// Iterates over all cells of the map, row by row.
    pub fn positions(&self) -> impl Iterator<Item = IVec2> + use<> {
        self.plan().positions()
    }

    /// Iterates over all cells of the map and their tiles, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (IVec2, Tile)> {
        self.plan().iter()
    }

    /// Returns one row of tiles, or an empty slice outside the map.
    pub fn row(&self, y: i32) -> &[Tile] {
        self.plan().tiles().row(y)
    }
}
