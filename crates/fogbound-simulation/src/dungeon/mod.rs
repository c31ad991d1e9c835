//! Level building. The same seed and builder always produce the same level.
//!
//! [`build`] checks the [`DungeonSpec`] and runs the [steps](Step) of its [`Builder`] (`bsp`, `rooms`, `caves`,
//! `maze`, `mixed`, or one [added](AddBuilder) by a plugin) on a [`Canvas`] of solid rock:
//!
//! ```text
//! vaults -> carve -> connect -> loops -> enclose -> doors -> furnish -> stairs -> light -> treasure -> Level
//! ```
//!
//! The resulting [`Level`] is connected and has a closed border. It contains only the creatures in its vaults; the game
//! adds the others. [`Survey`] measures a level.
//!
//! All random numbers come from [`random::stream`], which produces the same numbers on every machine. A [`Dungeon`] is
//! a sequence of levels. Each level is built according to its [`DepthPlan`]. The tiles, vaults and level plans come
//! from a [`Stock`]. A game gets its levels from a [`LevelSource`].

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
mod treasure;
mod vault;
mod vault_file;
mod vault_plan;
mod vaults;

pub use build::{build, build_on};
pub use builder::{AddBuilder, Builder, Builders};
pub use carve::Canvas;
pub use depths::{DepthPlan, Depths, Flooring, FogPlan, THEMES, Themes, lay_depths};
pub use level::Level;
pub use site::{Chances, Site};
pub use source::{Dungeon, LevelSource};
pub use spec::{DungeonError, DungeonSpec};
pub use step::{Step, Work};
pub use stock::{DEPTHS, Stock, TILES, VAULTS};
pub use survey::Survey;
pub use vault::{Dweller, LARGEST_VAULT, Stands, Vault, Wanted};
