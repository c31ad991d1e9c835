//! # Fogbound
//!
//! A roguelike in which sight is the mechanic, and the parts it is made of.
//!
//! - Field of view for any Rust program: [`fov`], over the plain data of [`grid`].
//! - Sight and memory for any Bevy app: [`vision::VisionPlugin`].
//! - The whole simulation, without keys or screen: [`game::SimulationPlugin`].
//!
//! The modules are rooms in a fixed order; each imports only from those above it:
//! `grid`, `fov`, `map`, `dungeon`, `vision`, `game`, `control`, `view`, `frontend`, `cli`.

pub use fogbound_fov as fov;
pub use fogbound_fov::grid;

pub mod map;

pub mod dungeon;

pub mod vision;

pub mod game;

pub mod control;

pub mod view;

pub mod frontend;

pub mod cli;
