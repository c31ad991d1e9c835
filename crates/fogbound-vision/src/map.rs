//! What a map must answer to be seen and remembered.

use bevy_ecs::prelude::Resource;
use fogbound_fov::{IVec2, OpacityMap};

use crate::MapChanges;

/// A map that eyes look at: a resource of the app.
///
/// Cells are numbered as in [`OpacityMap`]: (0, 0) is the top left cell, x grows to the right and y
/// downward. [`GridMap`](crate::GridMap) is a ready-made one. For a map of your own, keep an
/// [`OpacityMap`] and a [`MapChanges`] beside your cells, and update both wherever a cell changes:
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
    /// What a memory keeps of a cell.
    type Tile: MapTile;

    /// The tile of a cell as it looks now; `None` outside the map.
    fn tile(&self, cell: IVec2) -> Option<Self::Tile>;

    /// Which cells block sight.
    fn opacity(&self) -> &OpacityMap;

    /// Which map this is, and which of its cells have changed. Whatever changes the answers of
    /// [`tile`](Self::tile) or [`opacity`](Self::opacity) must note it there, or views and memories
    /// do not follow.
    fn changes(&self) -> &MapChanges;
}

/// How many [`flags`](MapTile::flags) a tile has.
pub const FLAGS: usize = 2;

/// What a memory keeps of a cell: a small value such as an enum of the app's.
///
/// Two tiles that are equal look the same.
pub trait MapTile: Copy + PartialEq + Send + Sync + 'static {
    /// Two properties of a tile that maps and memories keep as bits, so that 64 cells of a row are
    /// looked up at once. What they mean is up to the app: for example whether a creature can stand
    /// on the cell, for finding ways on a remembered map. By default neither is set.
    fn flags(self) -> [bool; FLAGS] {
        [false; FLAGS]
    }

    /// What the tile seems to be to whoever was not told of it by a [`Lore`](crate::Lore), if that is something else: a
    /// secret door seems a wall, and is remembered as one. By default nothing is but what it seems.
    fn seems(self) -> Option<Self> {
        None
    }
}

/// A tile of a [`GridMap`](crate::GridMap).
pub trait GridTile: MapTile {
    /// Whether the tile blocks sight.
    fn is_opaque(self) -> bool;
}

/// Maps drawn in characters, for sketches and tests.
impl MapTile for char {}

/// `#` blocks sight, every other character does not.
impl GridTile for char {
    fn is_opaque(self) -> bool {
        self == '#'
    }
}
