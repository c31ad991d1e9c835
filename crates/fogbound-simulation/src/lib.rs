//! # The simulation of Fogbound
//!
//! The roguelike [Fogbound](https://docs.rs/fogbound) without its screen and keyboard input: maps, levels, creatures
//! that see by the same rules as the player, and turns. Add [`game::SimulationPlugin`] to a Bevy app, send commands as
//! messages, and read events as messages. The same seed and commands always produce the same world.
//!
//! The `fogbound` crate exports everything in this crate under the same names, so your own game needs only `fogbound`.
//!
//! The modules have a fixed order, and each module imports only from the earlier ones: `mistakes`, `files`, `map`,
//! `path`, `dungeon`, `vision`, `game`, `explorer`.

pub use fogbound_fov as fov;
pub use fogbound_fov::grid;
/// The vector types from Bevy and glam, used for cells and sizes. The origin is the top-left corner; x increases to the
/// right and y increases downward.
pub use fogbound_fov::{IVec2, UVec2};
/// The random number library that level builders use.
pub use rand;

pub mod mistakes;

pub mod files;

pub mod map;

pub mod path;

pub mod dungeon;

pub mod vision;

pub mod game;

pub mod explorer;
