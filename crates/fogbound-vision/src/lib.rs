//! Sight, light and memory for Bevy apps, over any map of square cells.
//!
//! An entity that has a [`Position`] and a [`Viewshed`] can see. If it also has a [`MapMemory`], it remembers what it
//! has seen. [`VisionPlugin`] keeps both up to date:
//!
//! ```text
//! position, sight, map -> MarkDirty -> Light -> See -> Viewshed -> Remember -> MapMemory
//! ```
//!
//! For each entity, whether player or monster, every cell of the map is in one of four states: visible
//! ([`Viewshed::sees`]), remembered ([`Knowledge::Seen`]), known from another source ([`Knowledge::Told`]) or unknown.
//!
//! ```
//! use bevy_app::App;
//! use fogbound_vision::{GridMap, IVec2, MapMemory, Position, Viewshed, VisionPlugin};
//!
//! let mut app = App::new();
//! app.add_plugins(VisionPlugin::<GridMap>::default());
//! app.insert_resource(GridMap::from_rows(["......#...", "......#...", "......#..."]));
//! let hero = (Position::new(3, 1), Viewshed::default(), MapMemory::<char>::new());
//! let hero = app.world_mut().spawn(hero).id();
//! app.update();
//!
//! let viewshed = app.world().get::<Viewshed>(hero).expect("it was spawned with one");
//! assert!(viewshed.sees(IVec2::new(5, 1)));
//! assert!(!viewshed.sees(IVec2::new(8, 1)), "the wall is in the way");
//! let memory = app.world().get::<MapMemory>(hero).expect("it was spawned with one");
//! assert_eq!(memory.tile(IVec2::new(6, 1)), Some('#'));
//! assert_eq!(memory.tile(IVec2::new(8, 1)), None);
//! ```
//!
//! # Concepts
//!
//! - **Map**: a resource that implements [`VisionMap`]. [`GridMap`] is a ready-made implementation. For each cell,
//!   memories keep a small value of your choice, a [`MapTile`].
//! - **Several maps**: a [`LevelMap`] is a map as a component, and [`OnMap`] says which entities are on it.
//! - **Position**: a component that implements [`GridPosition`]. [`Position`] is a ready-made implementation.
//! - **Sight**: each eye has a [`Sight`] from [`fogbound_fov`], which combines an algorithm, a radius, a shape and a
//!   cone.
//! - **News**: [`ViewChanges`] lists the cells that have just entered or left an entity's view, and events report
//!   [`Tracked`] entities. `Changed<Viewshed>` finds the viewsheds that the last update wrote: those that
//!   were computed again, and those in which other cells are visible than before.
//! - **Light**: in a world with the [`Ambient`] resource, a cell in view is visible only if it is lit or within the
//!   eye's dark sight. [`Light`]s follow the same field-of-view rules as sight. [`LightMap`] stores where light falls.
//!
//! # Cost
//!
//! A view is recomputed only when necessary. A viewshed records the map, the [`Revision`] of that map and the cell that
//! it was computed from. It is recomputed only when a change could alter the view. When there are many viewsheds and
//! memories, the work is split across all cores. [`diagnostics`] counts the work.
//!
//! # Saved games
//!
//! With the `serde` feature, these types implement Serde's and Bevy's reflection traits: the components [`LiesStill`],
//! [`Light`], [`MapMemory`], [`ObjectKind`], [`OnMap`], [`Position`] and [`Viewshed`], the resources [`Ambient`],
//! [`GridMap`], [`Moment`], [`Recomputations`](diagnostics::Recomputations),
//! [`Refreshments`](diagnostics::Refreshments) and [`Sharing`](diagnostics::Sharing), and the values [`Illumination`],
//! [`Knowledge`] and [`LightShape`]. A [`LightMap`] is not saved: the plugin computes it again. [`Plan`] and the types in
//! [`fogbound_fov`] implement Serde's traits, too. Without the feature, the listed types implement only Bevy's.
//!
//! The plugin registers the components and resources for reflection, except those that are generic over the tile type.
//! Register those yourself, for example with `app.register_type::<MapMemory<YourTile>>()`. The same applies to
//! [`GridMap`]. The tile type must implement `TypePath` and, with the `serde` feature, `Serialize` and `Deserialize`.
//!
//! This crate knows nothing about turns, keys, screens or randomness.

mod changes;
pub mod diagnostics;
mod entering;
mod grid_map;
mod knowledge;
mod level_map;
mod light;
mod map;
mod maps;
mod memory;
mod news;
mod objects;
mod plan;
mod plugin;
mod position;
mod recent;
mod remember;
mod see;
#[cfg(feature = "serde")]
mod serial;
mod share;
mod viewshed;

pub use changes::{CellChange, MapChanges, MapId, Revision};
pub use entering::{EnteredView, LeftView, Tracked, ViewChanges};
pub use grid_map::GridMap;
pub use knowledge::{Knowledge, LiesStill, Moment, ObjectKind};
pub use level_map::{LevelMap, OnMap};
pub use light::{Ambient, Illumination, Light, LightMap, LightShape, level_at};
pub use map::{FLAGS, GridTile, MapTile, Opacities, VisionMap};
pub use maps::Maps;
pub use memory::{KnownFlags, MapMemory};
pub use plan::Plan;
pub use plugin::{VisionPlugin, VisionSystems};
pub use position::{GridPosition, Position};
pub use viewshed::Viewshed;

pub use fogbound_fov;
pub use fogbound_fov::{
    Algorithm, Cone, Exposure, FieldOfView, IVec2, OpacityMap, Shape, Sight, UVec2, VisibleSet,
};

/// Compiles the program in the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
