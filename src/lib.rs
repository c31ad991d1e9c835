//! # Fogbound
//!
//! A roguelike in which sight is the mechanic, and the parts it is made of.
//!
//! - Field of view for any Rust program: the crate [`fogbound_fov`], here [`fov`] and [`grid`].
//! - Sight and memory for any Bevy app, over any map: the crate [`fogbound_vision`], which this game uses
//!   for its own tiles as [`vision`].
//! - The whole simulation, without keys or screen: [`game::SimulationPlugin`].
//!
//! The modules are rooms in a fixed order; each imports only from those above it:
//! `mistakes`, `map`, `dungeon`, `vision`, `game`, `explorer`, `control`, `journal`, `view`, `modes`, `frontend`, `cli`.

pub use fogbound_fov as fov;
pub use fogbound_fov::grid;
/// Cells and sizes: x to the right, y down, both from the top left corner. The vectors of Bevy and of glam.
pub use fogbound_fov::{IVec2, UVec2};
/// Random numbers, as level builders draw them.
pub use rand;

pub mod mistakes;

pub mod map;

pub mod dungeon;

pub mod vision;

pub mod game;

pub mod explorer;

pub mod control;

pub mod journal;

pub mod view;

pub mod modes;

pub mod frontend;

pub mod cli;
