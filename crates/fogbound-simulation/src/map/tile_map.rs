//! A level's tiles.

use std::collections::{BTreeMap, BTreeSet};

use bevy::math::{IVec2, UVec2};
use bevy::prelude::Resource;
use fogbound_vision::{FLAGS, GridMap, GridTile, MapChanges, MapTile, Plan, VisionMap};

use super::{Tile, TileSet};
use crate::fov::OpacityMap;
use crate::grid::{BitGrid, Grid};

/// The tiles of the level that is being played.
///
/// The origin is the top left cell and y grows downward; outside the map everything is
/// [`Tile::ROCK`]. Tiles change only through [`TileMap::set`], so the bits kept beside them can never
/// be out of step with them, and every change is noted in [`TileMap::changes`]. A copy counts as
/// another map, which nobody has seen yet.
#[derive(Resource, Clone, Debug)]
pub struct TileMap {
    grid: GridMap<Tile>,
    /// The cells whose tile becomes another one by itself, and at which tick; none if nobody has said yet.
    timers: BTreeMap<Cell, Option<u64>>,
    /// The cells that are not what they seem.
    secrets: BTreeSet<Cell>,
}

/// A cell, in the order of rows: y, x.
type Cell = (i32, i32);

/// Maps are equal if their tiles are.
impl PartialEq for TileMap {
    fn eq(&self, other: &Self) -> bool {
        self.grid == other.grid
    }
}

impl Eq for TileMap {}

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
    /// A map of `size` cells, all of them `fill`.
    pub fn new(size: UVec2, fill: Tile) -> Self {
        Self::of(GridMap::new(size, fill))
    }

    /// A map of the given tiles.
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

    /// Columns and rows, in cells.
    pub fn size(&self) -> UVec2 {
        self.grid.size()
    }

    /// Whether the cell lies on the map.
    #[inline]
    pub fn contains(&self, position: IVec2) -> bool {
        self.grid.contains(position)
    }

    /// The tile of a cell, `None` outside the map.
    #[inline]
    pub fn get(&self, position: IVec2) -> Option<Tile> {
        self.grid.get(position)
    }

    /// The tile of a cell, [`Tile::ROCK`] outside the map.
    #[inline]
    pub fn tile(&self, position: IVec2) -> Tile {
        self.get(position).unwrap_or_default()
    }

    /// Puts a tile on a cell and says whether the cell is on the map; outside it nothing happens. A change
    /// is noted in [`TileMap::changes`].
    ///
    /// The tile is that of its name in the [set](TileSet) that the map is made of.
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

    /// The tiles that it is made of.
    pub fn tile_set(&self) -> TileSet {
        let first = self.get(IVec2::ZERO);
        first.map_or_else(TileSet::default, Tile::set)
    }

    /// Has all its tiles be those of their names in another set. What blocks, burns or seems otherwise by that is noted in
    /// [`TileMap::changes`].
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
                // Equal names are equal tiles: only by way of another one it is a change.
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

    /// What becomes of tiles by themselves up to tick `now`, a cell at a time in the order of rows; `turn` is how many
    /// ticks a turn has. Timers that nobody has started begin now. Where `is_kept` says so, as somebody stands there, it
    /// is put off.
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

    /// The cells that are not what they seem, in the order of rows.
    pub fn secrets(&self) -> impl Iterator<Item = IVec2> {
        self.secrets.iter().map(|&(y, x)| IVec2::new(x, y))
    }

    /// The cells whose tiles become others by themselves, in the order of rows, each with the tick at which it does if
    /// that has been said.
    pub fn timers(&self) -> impl Iterator<Item = (IVec2, Option<u64>)> {
        let timers = self.timers.iter();
        timers.map(|(&(y, x), due)| (IVec2::new(x, y), *due))
    }

    /// Which map this is, and which of its cells have changed.
    pub fn changes(&self) -> &MapChanges {
        self.grid.changes()
    }

    /// What blocks sight, for the algorithms of `fov`.
    pub fn opacity(&self) -> &OpacityMap {
        self.grid.opacity()
    }

    /// Whether the cell blocks sight; outside the map everything does.
    #[inline]
    pub fn is_opaque(&self, position: IVec2) -> bool {
        self.grid.is_opaque(position)
    }

    /// Whether a creature can stand on the cell; nowhere outside the map.
    #[inline]
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
        self.grid.plan()
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
