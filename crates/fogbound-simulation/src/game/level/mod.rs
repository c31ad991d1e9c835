//! Levels: who and what is on them at first, the stairs between them, and beginning a game.

mod begin;
mod calm;
mod error;
mod flames;
mod followers;
mod game;
mod light;
mod player;
mod populate;
mod populated;
mod quest;
mod ripen;
mod stairs;
mod tile_file;
mod unknown;

pub(crate) use begin::start;
pub use error::GameError;
pub use flames::light_of;
pub(crate) use flames::{shine_ahead, tend_flames};
pub(crate) use followers::{Followers, arrive};
pub use game::{Game, GameSetup};
pub use light::LightRule;
pub(crate) use light::set_ambient;
pub(crate) use populated::{LevelLore, NextId, spawn_native};
pub(crate) use quest::keep_count;
pub(crate) use ripen::ripen;
pub(crate) use stairs::{LeftLevels, change_level};
pub(crate) use tile_file::read_tiles;
pub use unknown::unknown_names;
