//! # The simulation of Fogbound
//!
//! All of the roguelike [Fogbound](https://docs.rs/fogbound) but what a person sees and presses: maps, levels, creatures
//! that see by the player's rules, and turns. [`game::SimulationPlugin`] adds it to a Bevy app; commands are messages, and
//! what happens is told as messages. The same seed and the same commands give the same world.
//!
//! The game's crate, `fogbound`, has all of this under the same names, so a game of your own depends on that one.
//!
//! The modules are rooms in a fixed order; each imports only from those above it:
//! `mistakes`, `files`, `map`, `dungeon`, `vision`, `game`, `explorer`.

pub use fogbound_fov as fov;
pub use fogbound_fov::grid;
/// Cells and sizes: x to the right, y down, both from the top left corner. The vectors of Bevy and of glam.
pub use fogbound_fov::{IVec2, UVec2};
/// Random numbers, as level builders draw them.
pub use rand;

pub mod mistakes;

pub mod files;

pub mod map;

pub mod dungeon;

pub mod vision;

pub mod game;

pub mod explorer;
