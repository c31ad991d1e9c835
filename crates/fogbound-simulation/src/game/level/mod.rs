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
use bevy::prelude::*;

pub use begin::NO_DUNGEON;
pub(crate) use followers::{Followers, arrive};
pub(crate) use game::read_tiles;
pub use game::{Game, GameError, GameSetup};
pub use hunters::CAME_UP;
pub(crate) use hunters::{Stay, come_for_beacon};
pub use light::{LightRule, light_of};
pub(crate) use light::{shine_ahead, tend_flames};
use populate::NextId;
pub(crate) use populate::{LevelLore, spawn_native};
pub(crate) use quest::keep_count;
pub(crate) use ripen::ripen;
use stairs::Departure;
pub(crate) use stairs::change_level;
pub use study::{CHOSE_BOON, EARNED_BOON, STUDIED};
pub use study::{boons_on_offer, offer};
pub(crate) use study::{choose_boon, give_boon, learn, study};
pub(crate) use things::{burn_out, spring};
pub use tide::AIR_CLEARED;
pub(crate) use tide::{count_idle, feel_air, see_fog};
pub use unknown::unknown_names;

use super::saved::{Door, Of, OtherLevels, SaveResource, SaveResourceBy};

pub(crate) fn plugin(app: &mut App) {
    app.save_through::<Game>(
        Of::Program,
        Door::of_resource(|_| None, |it, _, mix| it.write(mix)),
    )
    .save_resource_by::<OtherLevels>(Of::Game, OtherLevels::write)
    .save_resource_by::<Followers>(Of::Game, |it, scribe, mix| it.write(scribe, mix))
    .save_resource::<NextId>(Of::Game)
    .save_resource::<Stay>(Of::Level)
    .save_resource::<Departure>(Of::Level)
    .save_resource_by::<LevelLore>(Of::Level, |it, scribe, mix| {
        mix.number(scribe.plan(&it.0));
    });
}
