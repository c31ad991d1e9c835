//! Sight, light and memory for Bevy apps, over any map of square cells.
//!
//! An entity with a [`Position`] and a [`Viewshed`] sees; add a [`MapMemory`], and it remembers what it
//! saw. [`VisionPlugin`] keeps both up to date:
//!
//! ```text
//! position, sight, map -> MarkDirty -> Light -> See -> Viewshed -> Remember -> MapMemory
//! ```
//!
//! So every cell of the map is in one of four states for every entity of its own, player and monster
//! alike: visible ([`Viewshed::sees`]), remembered ([`Knowledge::Seen`]), told of
//! ([`Knowledge::Told`]), or unknown.
//!
//! - The map is a resource that implements [`VisionMap`]; [`GridMap`] is a ready-made one. What is
//!   remembered of a cell is a small value of your own, a [`MapTile`].
//! - Where an entity stands is a component that implements [`GridPosition`]; [`Position`] is a
//!   ready-made one.
//! - With the resource [`Ambient`] the world is lit: then only what is in view *and* lit is visible, by [`Light`]s that
//!   shine by the same field of view as eyes see, and what an eye's dark sight reaches. [`LightMap`] knows where light
//!   falls.
//! - Only what has changed is computed: a viewshed knows the map, the [`Revision`] of the map and the
//!   cell that it was computed from. [`Recomputations`] counts how often that happened.
//! - How an eye sees, its algorithm, radius, shape and cone, is its [`Sight`], of the crate
//!   [`fogbound_fov`].
//! - These types implement Serde's and Bevy's reflection traits: the components [`Light`],
//!   [`MapMemory`], [`ObjectKind`], [`Position`] and [`Viewshed`], the resources [`Ambient`],
//!   [`GridMap`], [`Moment`], [`Recomputations`], [`Refreshments`] and [`Sharing`], and the values
//!   [`Illumination`], [`Knowledge`] and [`LightShape`]. A [`LightMap`] is not saved: the plugin computes it again.
//!   [`Plan`] and the types of [`fogbound_fov`] implement Serde's traits only.
//! - The plugin registers the components and resources for reflection, but not those with a type of tile: call
//!   `app.register_type::<MapMemory<YourTile>>()`, and the same for [`GridMap`]. The tile must be
//!   `TypePath`, `Serialize` and `Deserialize`.
//!
//! Nothing here knows of turns, keys, screens or randomness.

mod changes;
mod grid_map;
mod knowledge;
mod light;
mod map;
mod memory;
mod plan;
mod plugin;
mod position;
mod remember;
mod see;
mod serial;
mod share;
mod viewshed;

pub use changes::{CellChange, MapChanges, MapId, Revision};
pub use grid_map::GridMap;
pub use knowledge::{Knowledge, Moment, ObjectKind};
pub use light::{Ambient, Illumination, Light, LightMap, LightShape, level_at};
pub use map::{FLAGS, GridTile, MapTile, VisionMap};
pub use memory::{KnownFlags, Lore, MapMemory};
pub use plan::Plan;
pub use plugin::{VisionPlugin, VisionSystems};
pub use position::{GridPosition, Position};
pub use see::{Recomputations, Refreshments};
pub use share::Sharing;
pub use viewshed::Viewshed;

pub use fogbound_fov::{IVec2, OpacityMap, Sight, UVec2, VisibleSet};

/// The program of the README is one of the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
