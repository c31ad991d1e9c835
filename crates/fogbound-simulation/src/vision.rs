//! Sight and memory of this game's tiles: the crate `fogbound-vision` over [`TileMap`].

use crate::map::{Tile, TileMap};

pub use fogbound_vision::{
    Ambient, FLAGS, Illumination, KnownFlags, Light, LightMap, LightShape, MapId, Moment,
    ObjectKind, Plan, Position, Recomputations, Refreshments, Revision, Sharing, Viewshed,
    VisionMap, VisionSystems,
};

/// Keeps viewsheds and memories up to date on the level that is being played.
pub type VisionPlugin = fogbound_vision::VisionPlugin<TileMap, Position>;

/// What an entity remembers of a level.
pub type MapMemory = fogbound_vision::MapMemory<Tile>;

/// What is known of one cell of a level.
pub type Knowledge = fogbound_vision::Knowledge<Tile>;

/// A level as somebody was told of it. Many memories share one.
pub type Lore = fogbound_vision::Lore<Tile>;
