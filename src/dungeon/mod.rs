//! Levels: a seed and a builder make one, always the same.
//!
//! [`build`] checks the [`DungeonSpec`], lets its [`Builder`] carve rooms and corridors into a [`Canvas`] of solid rock
//! (`bsp`, `rooms`, or one that a plugin [adds](AddBuilder)), encloses them in walls (`carve`) and adds what makes sight
//! interesting: doors, windows, pillars, foliage (`furnish`). The [`Level`] that comes out is connected, closed at its
//! border, and empty of creatures: the game places those.
//!
//! All chance comes from [`random::stream`], which is the same on every machine. A game that wants one level after
//! another keeps a [`LevelSource`].

mod bsp;
mod build;
mod builder;
mod carve;
mod furnish;
mod level;
mod lighting;
pub mod random;
mod rooms;
mod source;
mod spec;

pub use build::build;
pub use builder::{AddBuilder, Builder, Builders, Carve};
pub use carve::Canvas;
pub use level::Level;
pub use source::LevelSource;
pub use spec::{DungeonError, DungeonSpec};
