//! # The simulation of Fogbound
//!
//! The roguelike [Fogbound](https://docs.rs/fogbound) without screen and keys: maps, levels, creatures that see by
//! the player's rules, and turns. Add [`game::SimulationPlugin`] to a Bevy app, send commands as messages, and read
//! events as messages. The same seed and commands always produce the same world.
//!
//! The `fogbound` crate exports everything in this crate under the same names, so your own game only needs
//! `fogbound`.
//!
//! The modules have a fixed order, and each imports only from those before it: `mistakes`, `files`, `map`, `path`,
//! `dungeon`, `vision`, `game`, `explorer`.

pub use fogbound_fov as fov;
pub use fogbound_fov::grid;
/// Cells and sizes: x to the right, y down, from the top left corner. The vector types of Bevy and glam.
pub use fogbound_fov::{IVec2, UVec2};
/// The random numbers used by level builders.
pub use rand;

pub mod mistakes;

pub mod files;

pub mod map;

pub mod path;

pub mod dungeon;

pub mod vision;

pub mod game;

pub mod explorer;
