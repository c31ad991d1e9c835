//! Levels: their initial inhabitants, the stairs between them, and the beginning of a game.

mod air;
mod arise;
mod begin;
mod calm;
mod flasks;
mod fog;
mod followers;
mod game;
mod hunters;
mod light;
mod populate;
mod quest;
mod ripen;
mod stairs;
mod study;
mod things;
mod tide;
mod unknown;

pub(crate) use air::pass_turns;
pub(crate) use begin::start;
pub(crate) use followers::{Followers, arrive};
pub(crate) use game::read_tiles;
pub use game::{Game, GameError, GameSetup};
pub(crate) use hunters::{Stay, come_for_beacon};
pub use light::{LightRule, light_of};
pub(crate) use light::{shine_ahead, tend_flames};
pub(crate) use populate::{LevelLore, NextId, spawn_native};
pub(crate) use quest::keep_count;
pub(crate) use ripen::ripen;
pub(crate) use stairs::{LeftLevels, change_level};
pub use study::{boons_on_offer, offer};
pub(crate) use study::{choose_boon, give_boon, learn, study};
pub(crate) use things::{burn_out, spring};
pub(crate) use tide::{count_idle, feel_air, see_fog};
pub use unknown::unknown_names;
