//! # The simulation of Fogbound
//!
//! The roguelike [Fogbound](https://docs.rs/fogbound) without screen and keys: maps, levels, creatures that see by the
//! player's rules, and turns. Add [`game::SimulationPlugin`] to a Bevy app, write commands as messages, and read events as
//! messages. The same seed and commands always give the same world.
//!
//! The game's crate, `fogbound`, has all of this under the same names, so a game of your own depends on that one.
//!
//! The modules are rooms in a fixed order; each imports only from those above it:
//! `mistakes`, `files`, `map`, `path`, `dungeon`, `vision`, `game`, `explorer`.

pub use fogbound_fov as fov;
pub use fogbound_fov::grid;
/// Cells and sizes: x to the right, y down, both from the top left corner. The vectors of Bevy and of glam.
pub use fogbound_fov::{IVec2, UVec2};
/// Random numbers, as level builders draw them.
pub use rand;

pub mod mistakes;

pub mod files;

pub mod map;

pub mod path;

pub mod dungeon;

pub mod vision;

pub mod game;

pub mod explorer;
