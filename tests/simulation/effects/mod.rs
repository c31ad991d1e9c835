//! Effects, disguises and places that monster files give to monsters. The scenes in `tests/scenes/effects` and
//! `tests/scenes/disguise` show them one by one.

mod docs;
mod examples;
mod limits;
mod matrix;
mod mistakes;
mod places;
mod state;
mod verbs;
mod waiting;

use bevy::prelude::*;
use fogbound::fov::Sight;
use fogbound::game::bestiary::MonsterFiles;
use fogbound::game::{Action, GameEvent, GameSetup, Happening, Health, LightRule};
use fogbound::grid::Direction;

use crate::common::arena::{events, record};
use crate::common::assets::{living, notices};
use crate::common::{AppExt, drawn, simulation};

/// A monster `b` that stands still, has much health and does no harm. `rest` adds fields.
fn beast(rest: &str) -> String {
    format!("(name: \"beast\", glyph: 'b', health: 100, regeneration: 0, {rest})")
}

/// Returns the setup of a game on a drawn level with these monster files and no others.
fn setup(files: &[&str], drawing: &str, light: LightRule) -> GameSetup {
    let files = files.iter().enumerate();
    let files = files.map(|(number, text)| (format!("{number}.ron"), (*text).to_owned()));
    GameSetup {
        monsters: MonsterFiles::recorded(files),
        light,
        sight: Sight::default().unlimited(),
        ..drawn(drawing)
    }
}

/// Returns a game on a drawn level with these monster files and no others, and a player who does not die.
fn game(files: &[&str], drawing: &str, light: LightRule) -> App {
    let mut app = simulation(setup(files, drawing, light));
    assert_eq!(notices(&mut app), [""; 0]);
    record(&mut app);
    app.make_player_tough();
    app
}

/// Returns the only beast.
fn only(app: &mut App) -> Entity {
    let [beast] = living(app, "beast")[..] else {
        panic!("expected one beast")
    };
    beast
}

fn set_health(app: &mut App, who: Entity, now: i32) {
    app.world_mut().get_mut::<Health>(who).unwrap().set_now(now);
}

/// Makes the player strike east until a blow hits. Returns the events.
#[track_caller]
fn hit(app: &mut App) -> Vec<GameEvent> {
    for _ in 0..50 {
        app.act(Action::attack(Direction::East));
        let events = events(app);
        let is_hit = |it: &GameEvent| matches!(it.what, Happening::Hit { .. });
        if events.iter().any(is_hit) {
            return events;
        }
    }
    panic!("no blow hits");
}
