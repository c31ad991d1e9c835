//! The traits that a map and its tiles implement.

use bevy_ecs::prelude::Resource;
use fogbound_fov::{IVec2, OpacityMap};

use crate::MapChanges;

/// A map that entities can see, stored as a resource.
///
/// Coordinates are those of [`OpacityMap`]: (0, 0) is the top-left cell; x increases to the right and y increases
/// downward. [`GridMap`](crate::GridMap) is a ready-made implementation. For a custom map, keep an [`OpacityMap`] and a
/// [`MapChanges`] alongside your cells, and update both whenever a cell changes:
///
/// ```
/// use bevy_ecs::prelude::Resource;
/// use fogbound_vision::{IVec2, MapChanges, MapTile, OpacityMap, UVec2, VisionMap};
///
/// #[derive(Clone, Copy, PartialEq)]
/// enum Ground {
///     Grass,
///     Hedge,
/// }
/// impl MapTile for Ground {}
///
/// #[derive(Resource)]
/// struct Garden {
///     hedges: OpacityMap,
///     changes: MapChanges,
/// }
///
/// impl Garden {
///     fn plant(&mut self, cell: IVec2) {
///         self.hedges.set(cell, true);
///         self.changes.note(cell, true);
///     }
/// }
///
/// impl VisionMap for Garden {
///     type Tile = Ground;
///
///     fn tile(&self, cell: IVec2) -> Option<Ground> {
///         let ground = if self.hedges.is_opaque(cell) { Ground::Hedge } else { Ground::Grass };
///         self.hedges.contains(cell).then_some(ground)
///     }
///     fn opacity(&self) -> &OpacityMap {
///         &self.hedges
///     }
///     fn changes(&self) -> &MapChanges {
///         &self.changes
///     }
/// }
/// # let mut garden = Garden { hedges: OpacityMap::new(UVec2::splat(3), false), changes: MapChanges::new() };
/// # let before = garden.changes.revision();
/// # garden.plant(IVec2::ONE);
/// # assert!(garden.tile(IVec2::ONE) == Some(Ground::Hedge) && garden.tile(IVec2::ZERO) == Some(Ground::Grass));
/// # assert!(garden.tile(IVec2::splat(3)).is_none() && garden.changes.since(before).is_some_and(|it| it.len() == 1));
/// ```
pub trait VisionMap: Resource {
    /// The value that a memory stores for a cell.
    type Tile: MapTile;

    /// Returns the current tile at `cell`, or `None` outside the map.
    fn tile(&self, cell: IVec2) -> Option<Self::Tile>;

    /// Returns which cells block sight.
    fn opacity(&self) -> &OpacityMap;

    /// Returns which cells stop light. By default, these are the cells that block sight. Frosted glass and bead curtains
    /// block sight but let light through; smoked glass does the opposite. Like `opacity`, the map must have as many cells
    /// as there are tiles.
    fn light_opacity(&self) -> &OpacityMap {
        self.opacity()
    }

    /// Returns both kinds of opacity, for the methods of [`LightMap`](crate::LightMap).
    fn opacities(&self) -> Opacities<'_> {
        Opacities {
            sight: self.opacity(),
            light: self.light_opacity(),
        }
    }

    /// Returns the log that holds the map's identity and its recent changes. Every change to the results of
    /// [`tile`](Self::tile), [`opacity`](Self::opacity) or [`light_opacity`](Self::light_opacity) must be recorded there;
    /// otherwise views and memories go stale. A change of either opacity counts as a change of opacity.
    fn changes(&self) -> &MapChanges;
}

/// Which cells of a map block sight, and which stop light. The two maps have the same size and are often the same map.
#[derive(Clone, Copy, Debug)]
pub struct Opacities<'a> {
    /// The cells that block sight.
    pub sight: &'a OpacityMap,
    /// The cells that stop light.
    pub light: &'a OpacityMap,
}

/// What blocks sight also stops light.
impl<'a> From<&'a OpacityMap> for Opacities<'a> {
    fn from(both: &'a OpacityMap) -> Self {
        Self {
            sight: both,
            light: both,
        }
    }
}

/// The number of [`flags`](MapTile::flags) that a tile has.
pub const FLAGS: usize = 2;

/// A small value, such as an enum, that a memory stores for a cell.
///
/// Two tiles that are equal must look the same.
pub trait MapTile: Copy + PartialEq + Send + Sync + 'static {
    /// Returns two properties of the tile that maps and memories store as bits, so that 64 consecutive cells of one row
    /// can be tested at once. Their meaning is up to the app. For example, a flag can mark walkable tiles, so that
    /// paths can be found on a remembered map. By default, neither flag is set.
    fn flags(self) -> [bool; FLAGS] {
        [false; FLAGS]
    }

    /// Returns the tile that an eye sees, and remembers, where this tile is. For example, a secret door looks like a wall,
    /// except to its builders. `told` returns the tile that the eye's owner was told about when it was
    /// [created](crate::MapMemory::knowing), if there is one. By default, a tile looks like itself.
    fn as_seen(self, told: impl FnOnce() -> Option<Self>) -> Self {
        let _ = told;
        self
    }
}

/// A tile of a [`GridMap`](crate::GridMap).
pub trait GridTile: MapTile {
    /// Returns whether the tile blocks sight.
    fn is_opaque(self) -> bool;

    /// Returns whether the tile stops light. By default, it does so if it blocks sight.
    fn stops_light(self) -> bool {
        self.is_opaque()
    }
}

/// Lets characters serve as tiles, for prototypes and tests.
impl MapTile for char {}

/// `#` blocks sight; every other character is transparent.
impl GridTile for char {
    fn is_opaque(self) -> bool {
        self == '#'
    }
}
