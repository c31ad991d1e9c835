//! Sight and memory for the game's tiles: `fogbound-vision` applied to a [`TileMap`].

use crate::map::{Tile, TileMap};

pub use fogbound_vision::diagnostics::{Recomputations, Refreshments, Sharing};
pub use fogbound_vision::{
    Ambient, FLAGS, Illumination, KnownFlags, LiesStill, Light, LightMap, LightShape, MapId,
    Moment, ObjectKind, Plan, Position, Revision, Viewshed, VisionMap, VisionSystems,
};

/// Keeps viewsheds and memories up to date on the current level.
pub type VisionPlugin = fogbound_vision::VisionPlugin<TileMap, Position>;

/// What an entity remembers of a level.
pub type MapMemory = fogbound_vision::MapMemory<Tile>;

/// What is known about one cell of a level.
pub type Knowledge = fogbound_vision::Knowledge<Tile>;

/// A level that entities know without having seen it. Many memories can share the same lore.
pub type Lore = std::sync::Arc<Plan<Tile>>;
