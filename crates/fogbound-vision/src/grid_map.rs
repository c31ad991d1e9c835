//! A ready-made map.

use bevy_ecs::prelude::*;
use bevy_reflect::TypePath;
use bevy_reflect::prelude::*;
use fogbound_fov::grid::{BitGrid, Grid};
use fogbound_fov::{IVec2, OpacityMap, UVec2};

use crate::{GridTile, MapChanges, Plan, VisionMap};

/// A rectangular map of tiles.
///
/// (0, 0) is the top-left cell; x increases to the right and y increases downward. Tiles change only through
/// [`set`](Self::set), which also updates the data for sight and pathfinding. Two maps are equal if their tiles are
/// equal. A clone counts as a new map that no memory belongs to.
///
/// A cell can also be [veiled](Self::set_veil), for example by smoke. A veil blocks sight and light but is not part of the
/// tile, so memories do not keep it. Veils are not saved.
///
/// Reflection treats a map as one opaque value, because its tiles must not change without their opacity and the list of
/// changes.
///
/// ```
/// use fogbound_vision::{GridMap, IVec2};
///
/// let mut map = GridMap::from_rows(["####", "#..#", "####"]);
/// assert!(map.is_opaque(IVec2::new(3, 1)));
/// map.set(IVec2::new(3, 1), '+');
/// assert!(!map.is_opaque(IVec2::new(3, 1)));
/// assert_eq!(map.get(IVec2::new(4, 1)), None);
/// ```
#[derive(Resource, Reflect, Clone, Debug)]
#[reflect(opaque)]
#[cfg_attr(not(feature = "serde"), reflect(where T: TypePath))]
#[cfg_attr(feature = "serde", reflect(where T: TypePath + serde::Serialize + serde::de::DeserializeOwned))]
#[reflect(Resource, Clone, PartialEq)]
#[cfg_attr(feature = "serde", reflect(Serialize, Deserialize))]
pub struct GridMap<T: GridTile = char> {
    plan: Plan<T>,
    opacity: OpacityMap,
    /// The cells that stop light, from the first one on that does not do to light what it does to sight.
    light: Option<OpacityMap>,
    /// The cells that are veiled. The grid has no cells until the first veil.
    veils: BitGrid,
    changes: MapChanges,
}

impl<T: GridTile> GridMap<T> {
    /// Creates a map of the given size, with `fill` in every cell.
    ///
    /// # Panics
    ///
    /// Panics if a side is longer than [`OpacityMap::MAX_SIDE`]. The other constructors panic in the same case.
    pub fn new(size: UVec2, fill: T) -> Self {
        Self::from_tiles(Grid::new(size, fill))
    }

    /// Creates a map from the given tiles.
    pub fn from_tiles(tiles: Grid<T>) -> Self {
        let mut opaque = BitGrid::new(tiles.size());
        for (cell, _) in tiles.iter().filter(|(_, tile)| tile.is_opaque()) {
            opaque.set(cell, true);
        }
        let differs = |tile: T| tile.is_opaque() != tile.stops_light();
        let light = tiles.iter().any(|(_, tile)| differs(*tile)).then(|| {
            let mut stops = BitGrid::new(tiles.size());
            for (cell, _) in tiles.iter().filter(|(_, tile)| tile.stops_light()) {
                stops.set(cell, true);
            }
            OpacityMap::from_bits(stops)
        });
        Self {
            plan: Plan::new(tiles),
            opacity: OpacityMap::from_bits(opaque),
            light,
            veils: BitGrid::new(UVec2::ZERO),
            changes: MapChanges::new(),
        }
    }

    /// Returns the number of columns and rows.
    pub fn size(&self) -> UVec2 {
        self.plan.size()
    }

    /// Returns whether `cell` is on the map.
    pub fn contains(&self, cell: IVec2) -> bool {
        self.opacity.contains(cell)
    }

    /// Returns the tile at `cell`, or `None` outside the map.
    #[inline]
    pub fn get(&self, cell: IVec2) -> Option<T> {
        self.plan.get(cell)
    }

    /// Replaces the tile at `cell` and returns whether the cell is on the map. Cells outside the map are ignored. If
    /// the new tile differs from the old one, the change is recorded in [`changes`](VisionMap::changes).
    pub fn set(&mut self, cell: IVec2, tile: T) -> bool {
        let Some(old) = self.plan.set(cell, tile) else {
            return false;
        };
        if old != tile {
            let opacity = self.update_opacity(cell, tile);
            self.changes.note(cell, opacity);
        }
        true
    }

    /// Makes `cell` block sight whatever its tile is, or ends that. Cells outside the map are ignored. If the cell's
    /// opacity changes, the change is recorded in [`changes`](VisionMap::changes).
    ///
    /// ```
    /// use fogbound_vision::{GridMap, IVec2};
    ///
    /// let mut map = GridMap::from_rows(["....."]);
    /// map.set_veil(IVec2::new(2, 0), true);
    /// assert!(map.is_opaque(IVec2::new(2, 0)));
    /// assert_eq!(map.get(IVec2::new(2, 0)), Some('.'));
    /// ```
    pub fn set_veil(&mut self, cell: IVec2, is_veiled: bool) {
        if self.is_veiled(cell) == is_veiled {
            return;
        }
        let Some(tile) = self.get(cell) else {
            return;
        };
        if self.veils.size() != self.size() {
            self.veils = BitGrid::new(self.size());
        }
        self.veils.set(cell, is_veiled);
        if self.update_opacity(cell, tile) {
            self.changes.note_veil(cell);
        }
    }

    /// Returns whether `cell` is [veiled](Self::set_veil).
    #[inline]
    pub fn is_veiled(&self, cell: IVec2) -> bool {
        self.veils.contains(cell)
    }

    /// Updates what a cell with this tile does to sight and light. Returns whether either changed.
    fn update_opacity(&mut self, cell: IVec2, tile: T) -> bool {
        let is_veiled = self.is_veiled(cell);
        let is_opaque = tile.is_opaque() || is_veiled;
        let stops_light = tile.stops_light() || is_veiled;
        let before = (self.is_opaque(cell), self.light_opacity().is_opaque(cell));
        if before == (is_opaque, stops_light) {
            return false;
        }
        if is_opaque != stops_light && self.light.is_none() {
            self.light = Some(self.opacity.clone());
        }
        self.opacity.set(cell, is_opaque);
        if let Some(light) = &mut self.light {
            light.set(cell, stops_light);
        }
        true
    }

    /// Returns whether `cell` blocks sight. Every cell outside the map blocks sight.
    pub fn is_opaque(&self, cell: IVec2) -> bool {
        self.opacity.is_opaque(cell)
    }

    /// Returns all the tiles.
    pub fn plan(&self) -> &Plan<T> {
        &self.plan
    }
}

impl GridMap<char> {
    /// Creates a map from rows of characters, in which `#` is a wall. The map is as wide as the longest row; shorter
    /// rows are padded with spaces.
    pub fn from_rows<'a>(rows: impl IntoIterator<Item = &'a str>) -> Self {
        let rows: Vec<Vec<char>> = rows.into_iter().map(|row| row.chars().collect()).collect();
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let size = UVec2::new(width as u32, rows.len() as u32);
        let tile = |cell: IVec2| rows[cell.y as usize].get(cell.x as usize).copied();
        Self::from_tiles(Grid::from_fn(size, |cell| tile(cell).unwrap_or(' ')))
    }
}

impl<T: GridTile> VisionMap for GridMap<T> {
    type Tile = T;

    #[inline]
    fn tile(&self, cell: IVec2) -> Option<T> {
        self.plan.get(cell)
    }

    fn opacity(&self) -> &OpacityMap {
        &self.opacity
    }

    fn light_opacity(&self) -> &OpacityMap {
        self.light.as_ref().unwrap_or(&self.opacity)
    }

    fn changes(&self) -> &MapChanges {
        &self.changes
    }
}

impl<T: GridTile> PartialEq for GridMap<T> {
    fn eq(&self, other: &Self) -> bool {
        self.plan == other.plan
    }
}

impl<T: GridTile + Eq> Eq for GridMap<T> {}
