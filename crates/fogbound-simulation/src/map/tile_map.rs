//! A level's tiles.

use std::collections::{BTreeMap, BTreeSet};

use bevy::math::{IVec2, UVec2};
use bevy::prelude::Resource;
use fogbound_vision::{FLAGS, GridMap, GridTile, MapChanges, MapTile, Opacities, Plan, VisionMap};

use super::air::{Air, Density, Kind};
use super::{Tile, TileSet};
use crate::fov::OpacityMap;
use crate::grid::Grid;

/// The tiles of the current level.
///
/// The origin is the top-left cell; x increases to the right and y increases downward. Everything outside the map is
/// [`Tile::ROCK`]. Tiles change only through [`TileMap::set`], which also updates the bits stored beside the tiles and
/// records every change in [`TileMap::changes`]. A clone counts as another map that no creature has seen.
///
/// The map also holds the [`Air`] of the level. A cell with dense air blocks sight, whatever its tile is.
#[derive(Resource, Clone, Debug)]
pub struct TileMap {
    grid: GridMap<Tile>,
    /// The cells whose tiles change by themselves, each with the tick of the change, or `None` if its timer has not
    /// started.
    timers: BTreeMap<Cell, Option<u64>>,
    /// The cells with secret tiles, which look like other tiles.
    secrets: BTreeSet<Cell>,
    /// The cells that have held a flame that was out, at any time.
    cold: BTreeSet<Cell>,
    /// The fog and smoke.
    air: Air,
}

/// A cell as (y, x), so that cells sort in row order.
type Cell = (i32, i32);

/// Two maps are equal if their tiles and their air are equal.
impl PartialEq for TileMap {
    fn eq(&self, other: &Self) -> bool {
        self.grid == other.grid && self.air == other.air
    }
}

impl Eq for TileMap {}

/// The indices of the tile flags that mean "walkable" and "closed door". A burning tile has both: see
/// [`Footing`](super::Footing).
pub(super) const WALKABLE: usize = 0;
pub(super) const CLOSED: usize = 1;

impl MapTile for Tile {
    fn flags(self) -> [bool; FLAGS] {
        let kind = self.kind();
        let mut flags = [false; FLAGS];
        flags[WALKABLE] = kind.is_walkable || kind.spreads;
        let opens = kind.opens_to.is_some() && kind.opens_with.is_none();
        flags[CLOSED] = opens || kind.spreads;
        flags
    }

    /// A creature that was told about a tile sees it for what it is.
    fn as_seen(self, told: impl FnOnce() -> Option<Self>) -> Self {
        match self.seems() {
            Some(seems) if told() != Some(self) => seems,
            _ => self,
        }
    }
}

impl GridTile for Tile {
    fn is_opaque(self) -> bool {
        Tile::is_opaque(self)
    }

    fn stops_light(self) -> bool {
        Tile::stops_light(self)
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

    fn light_opacity(&self) -> &OpacityMap {
        self.grid.light_opacity()
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
        let cells = grid.plan().iter();
        let cold = cells.filter(|(_, tile)| tile.apparent().is_cold_flame());
        let cold = cold.map(|(cell, _)| (cell.y, cell.x)).collect();
        Self {
            grid,
            timers,
            secrets,
            cold,
            air: Air::default(),
        }
    }

    /// Returns the number of columns and rows.
    pub fn size(&self) -> UVec2 {
        self.grid.size()
    }

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
        if tile.apparent().is_cold_flame() {
            self.cold.insert(place);
        }
        self.air.set_open(position, tile.passes_air());
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
                (look, tile.is_walkable(), tile.opens_to(), tile.burns())
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
            self.air.set_open(cell, new.passes_air());
            if new.seems().is_some() {
                self.secrets.insert((cell.y, cell.x));
            } else {
                self.secrets.remove(&(cell.y, cell.x));
            }
            if new.apparent().is_cold_flame() {
                self.cold.insert((cell.y, cell.x));
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
    /// returns true for the cell, because a creature is standing there. A fire burns out anyway.
    pub fn ripen(&mut self, now: u64, turn: u64, is_kept: impl Fn(IVec2) -> bool) -> Vec<IVec2> {
        let mut ripe = Vec::new();
        let plan = self.grid.plan();
        for (&(y, x), due) in &mut self.timers {
            let cell = IVec2::new(x, y);
            let tile = plan.get(cell).unwrap_or_default();
            let Some(in_time) = tile.kind().in_time else {
                continue;
            };
            let burns = tile.burns();
            match *due {
                None => *due = Some(now + u64::from(in_time.turns) * turn),
                Some(tick) if tick <= now && (burns || !is_kept(cell)) => {
                    ripe.push((cell, in_time.becomes));
                }
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

    /// Iterates, in row order, over the cells that have held a flame that was out, at any time. No creature remembers such a
    /// flame anywhere else.
    pub fn cold_flames(&self) -> impl Iterator<Item = IVec2> {
        self.cold.iter().map(|&(y, x)| IVec2::new(x, y))
    }

    /// Iterates over the cells whose tiles change by themselves, in row order. Each comes with the tick of the
    /// change, if its timer has started.
    pub fn timers(&self) -> impl Iterator<Item = (IVec2, Option<u64>)> {
        let timers = self.timers.iter();
        timers.map(|(&(y, x), due)| (IVec2::new(x, y), *due))
    }

    pub fn air(&self) -> &Air {
        &self.air
    }

    /// Adds fog and smoke to a cell, as much as there is room for. Returns what was added: nothing outside the map, or
    /// where air does not pass.
    pub fn add_air(&mut self, cell: IVec2, more: Density) -> Density {
        if more.is_clear() || !self.tile(cell).passes_air() {
            return Density::default();
        }
        let plan = self.grid.plan();
        let is_open = |cell| plan.get(cell).is_some_and(Tile::passes_air);
        self.air.prepare(plan.size(), is_open);
        let old = self.air.at(cell);
        let fill = |old: u8, more: u8| old.saturating_add(more).min(Density::MAX);
        self.set_air(
            cell,
            Density {
                fog: fill(old.fog, more.fog),
                smoke: fill(old.smoke, more.smoke),
            },
        );
        let now = self.air.at(cell);
        Density {
            fog: now.fog - old.fog,
            smoke: now.smoke - old.smoke,
        }
    }

    /// Takes fog and smoke from a cell, as much as it holds. Returns what was taken.
    pub fn take_air(&mut self, cell: IVec2, less: Density) -> Density {
        let old = self.air.at(cell);
        let now = Density {
            fog: old.fog.saturating_sub(less.fog),
            smoke: old.smoke.saturating_sub(less.smoke),
        };
        self.set_air(cell, now);
        Density {
            fog: old.fog - now.fog,
            smoke: old.smoke - now.smoke,
        }
    }

    fn set_air(&mut self, cell: IVec2, density: Density) {
        if self.air.replace(cell, density).is_some() {
            self.grid.set_veil(cell, density.is_dense());
        }
    }

    /// Moves fog and smoke by one turn, by the rule in `map/air.rs`. Smoke thins every `thins` turns, or never if that is
    /// 0. `turn` is the number of the turn.
    pub fn move_air(&mut self, thins: u32, turn: u64) {
        self.move_fog();
        self.move_smoke(thins, turn);
    }

    /// Moves the fog by one turn.
    pub fn move_fog(&mut self) {
        if self.air.volume().fog > 0 {
            self.step_air(Kind::Fog, (0, 0));
        }
    }

    /// Moves the smoke by one turn, as [`move_air`](Self::move_air) does.
    pub fn move_smoke(&mut self, thins: u32, turn: u64) {
        self.step_air(Kind::Smoke, (thins, turn));
    }

    fn step_air(&mut self, kind: Kind, when: (u32, u64)) {
        let grid = &mut self.grid;
        let veil = |cell, density: Density| grid.set_veil(cell, density.is_dense());
        self.air.step(kind, when, veil);
    }

    /// Returns how many turns the air is behind, at most `turn + 1`, and counts it as up to date. The air of a new map is
    /// one turn behind.
    pub(crate) fn air_turns_until(&mut self, turn: u64) -> u64 {
        let behind = self.air.turn().map_or(1, |then| turn.saturating_sub(then));
        self.air.set_turn(turn);
        behind
    }

    /// Returns the log that holds the map's identity and its recent changes.
    pub fn changes(&self) -> &MapChanges {
        self.grid.changes()
    }

    /// Returns which cells block sight, for the algorithms in `fov`.
    pub fn opacity(&self) -> &OpacityMap {
        self.grid.opacity()
    }

    /// Returns which cells block sight, and which stop light.
    pub fn opacities(&self) -> Opacities<'_> {
        VisionMap::opacities(self)
    }

    /// Returns whether the cell blocks sight, because of its tile or its air. Every cell outside the map blocks sight.
    #[inline]
    pub fn is_opaque(&self, position: IVec2) -> bool {
        self.grid.is_opaque(position)
    }

    /// Returns whether a creature can stand on the cell. No creature can stand outside the map.
    #[inline]
    pub fn is_walkable(&self, position: IVec2) -> bool {
        self.tile(position).is_walkable()
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
