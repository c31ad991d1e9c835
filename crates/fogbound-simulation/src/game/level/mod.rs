//! Levels: their initial inhabitants, the stairs between them, and the beginning of a game.

mod air;
mod arise;
mod begin;
mod calm;
mod flasks;
mod fog;
mod followers;
mod game;
mod goals;
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

pub(crate) use begin::start;
use bevy::prelude::*;

pub(crate) use followers::Followers;
pub(crate) use game::read_tiles;
pub use game::{Game, GameError, GameSetup};
pub(crate) use hunters::Stay;
pub use light::{LightRule, light_of};
use populate::NextId;
pub(crate) use populate::{LevelLore, spawn_native};
use stairs::Departure;
pub(crate) use stairs::has_just_come;
pub use study::{boons_on_offer, offer};
pub(crate) use study::{choose_boon, give_boon, learn, study};
pub(crate) use things::spring;
pub use unknown::{unknown_goals, unknown_names};

use super::being::{Hidden, Turn, TurnPart};
use super::saved::{Door, Of, OtherLevels, SaveResource, SaveResourceBy};
use crate::dungeon::Builders;
use crate::vision::VisionSystems;

/// Registers what belongs to a level, and the systems that keep levels going.
pub(crate) fn plugin(app: &mut App) {
    run_in_turns(app);
    app.init_resource::<Builders>();
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

fn run_in_turns(app: &mut App) {
    app.add_systems(
        Turn,
        (
            (followers::arrive, hunters::come_for_beacon)
                .chain()
                .in_set(TurnPart::Arrive),
            spring.in_set(TurnPart::Spring),
            things::find_hidden
                .after(VisionSystems::See)
                .before(VisionSystems::Remember)
                .run_if(any_with_component::<Hidden>),
            stairs::change_level.in_set(TurnPart::ChangeLevel),
            air::pass_turns.in_set(TurnPart::PassTurns),
            ripen::ripen.in_set(TurnPart::Ripen),
            (
                things::burn_out,
                quest::keep_count,
                goals::count.run_if(goals::are_counted),
            )
                .chain()
                .in_set(TurnPart::BurnOut),
            (light::tend_flames, light::shine_ahead)
                .chain()
                .in_set(TurnPart::TendLights),
            (tide::count_idle, tide::see_fog, tide::feel_air)
                .chain()
                .in_set(TurnPart::FeelAir),
        ),
    );
}
