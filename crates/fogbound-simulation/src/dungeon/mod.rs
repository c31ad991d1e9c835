//! Levels: a seed and a builder make one, always the same.
//!
//! [`build`] checks the [`DungeonSpec`] and lets the [steps](Step) of its [`Builder`] (`bsp`, `rooms`, `caves`, `maze`,
//! `mixed`, or one that a plugin [adds](AddBuilder)) work on a [`Canvas`] of solid rock, one after the other:
//!
//! ```text
//! vaults -> carve -> connect -> loops -> enclose -> doors -> furnish -> stairs -> light -> Level
//! ```
//!
//! The [`Level`] that comes out is connected, closed at its border, and empty of creatures but for those of its vaults: the
//! game places the others. [`Survey`] tells what it is like in figures.
//!
//! All chance comes from [`random::stream`], which is the same on every machine. A [`Dungeon`] is one level after another
//! down to the last, each as its [`DepthPlan`] says; what it is made of is a [`Stock`] of tiles, vaults and depths. A game
//! keeps a [`LevelSource`].

mod bsp;
mod build;
mod builder;
mod carve;
mod caves;
mod connect;
mod depths;
mod doors;
mod furnish;
mod level;
mod lighting;
mod loops;
mod maze;
mod mixed;
pub mod random;
mod rooms;
mod shapes;
mod site;
mod source;
mod spec;
mod stairs;
mod step;
mod stock;
mod survey;
mod vault;
mod vault_file;
mod vault_plan;
mod vaults;

pub use build::{build, build_on};
pub use builder::{AddBuilder, Builder, Builders};
pub use carve::Canvas;
pub use depths::{DepthPlan, Depths};
pub use level::Level;
pub use site::{Chances, Site};
pub use source::{Dungeon, LevelSource};
pub use spec::{DungeonError, DungeonSpec};
pub use step::{Step, Work};
pub use stock::{DEPTHS, Stock, TILES, VAULTS};
pub use survey::Survey;
pub use vault::{Dweller, LARGEST_VAULT, Stands, Vault, Wanted};
