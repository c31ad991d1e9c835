//! # Fogbound
//!
//! A roguelike with sight as its main mechanic, and the parts that the game is built from.
//!
//! - Field of view for any Rust program: [`fogbound_fov`], re-exported as [`fov`] and [`grid`].
//! - Sight and memory for any Bevy app and any map: [`fogbound_vision`]. [`vision`] is that crate with the
//!   game's own tiles.
//! - The whole simulation, without a keyboard or screen: [`game::SimulationPlugin`] in the [`fogbound_simulation`]
//!   crate.
//!
//! The modules have a fixed order, and each one imports only from those before it. The simulation's modules come first:
//! `mistakes`, `files`, `map`, `path`, `dungeon`, `vision`, `game`, `explorer`. They are followed by `control`,
//! `journal`, `view`, `modes`, `acts`, `tell`, `frontend`, `lab`, `cli`.

pub use fogbound_simulation::{
    IVec2, UVec2, dungeon, explorer, files, fov, game, grid, map, mistakes, path, rand, vision,
};

pub mod control;

pub mod journal;

pub mod view;

pub mod modes;

pub mod acts;

pub mod tell;

pub mod frontend;

pub mod lab;

pub mod cli;

/// Compiles the Rust code in the guides as part of the documentation tests.
#[cfg(doctest)]
mod guides {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../docs/light.md")]
    struct Light;
    #[doc = include_str!("../docs/builders.md")]
    struct Builders;
    #[doc = include_str!("../docs/minds.md")]
    struct Minds;
    #[doc = include_str!("../docs/own-game.md")]
    struct OwnGame;
}
