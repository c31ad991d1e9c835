//! Sight and memory as components: the room between plain algorithms and the game.
//!
//! An entity with a [`Position`] and a [`Viewshed`] sees; add a [`MapMemory`] and it remembers what
//! it saw. [`VisionPlugin`] keeps both up to date in any Bevy app that has a
//! [`TileMap`](crate::map::TileMap) resource:
//!
//! ```text
//! Position, Sight, TileMap change -> mark_dirty_viewsheds -> update_viewsheds -> remember_visible_tiles
//! ```
//!
//! Only viewsheds marked dirty are computed again; [`Recomputations`] counts how often that happened.
//! Nothing here knows of turns, keys or screens.

mod chunks;
mod dirty;
mod memory;
mod plugin;
mod remember;
mod share;
mod update;
mod viewshed;

pub use chunks::KnownFooting;
pub use memory::{Knowledge, Lore, MapMemory, Moment, ObjectKind};
pub use plugin::{VisionPlugin, VisionSystems};
pub use share::Sharing;
pub use update::Recomputations;
pub use viewshed::{Position, Viewshed};
