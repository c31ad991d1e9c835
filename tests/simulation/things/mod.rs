//! Things that the player carries, wears, uses and throws, and things that act when someone steps on them.
//! The scenes in `tests/scenes/things` show what each thing does.

mod areas;
mod carried;
mod docs;
mod flights;
mod hidden;
mod keep_secrets;
mod lying;
mod mistakes;
mod monsters;
mod numbers;
mod refused;
mod renamed;
mod shipped;
mod sources;
mod worn;

use bevy::prelude::*;
use fogbound::fov::Sight;
use fogbound::game::bestiary::MonsterFiles;
use fogbound::game::{
    Action, GameSetup, Happening, Inventory, LightRule, Obstacle, Player, Things, spawn_thing,
};

use crate::common::arena::{events, record};
use crate::common::assets::notices;
use crate::common::{AppExt, drawn, simulation};

/// A hall with the player and a beast.
const HALL: &str = "
#####################
#...................#
#.@......b..........#
#...................#
#####################
";

/// The text of a thing called `gadget`. `rest` adds fields.
fn gadget(rest: &str) -> String {
    format!("(name: \"gadget\", sign: '!', {rest})")
}

/// Returns the setup of a game on a drawn level with these things, a still monster `b`, and no other files.
fn setup(things: &[&str], beast: &str, drawing: &str, light: LightRule) -> GameSetup {
    let things = things.iter().enumerate();
    let things = things.map(|(number, text)| (format!("things/{number}.ron"), (*text).to_owned()));
    let beast = format!("(name: \"beast\", glyph: 'b', health: 100, regeneration: 0, {beast})");
    let files = things.chain([("beast.ron".to_owned(), beast)]);
    GameSetup {
        monsters: MonsterFiles::recorded(files),
        light,
        sight: Sight::default().unlimited(),
        ..drawn(drawing)
    }
}

/// Returns such a game, with a player who does not die and carries one gadget in its first place.
fn game(things: &[&str], beast: &str, drawing: &str, light: LightRule) -> App {
    let mut app = simulation(setup(things, beast, drawing, light));
    assert_eq!(notices(&mut app), [""; 0]);
    record(&mut app);
    app.make_player_tough();
    give(&mut app, "gadget");
    app
}

/// Makes the player pick up a thing.
#[track_caller]
fn give(app: &mut App, name: &str) {
    let kind = app.world().resource::<Things>().named(name).unwrap();
    let here = here(app);
    spawn_thing(app.world_mut(), kind, here);
    app.act(Action::PICK_UP);
    assert!(app.part::<Inventory>(you(app)).count(kind) > 0);
}

/// Returns the player.
fn you(app: &App) -> Entity {
    let mut players = app
        .world()
        .try_query_filtered::<Entity, With<Player>>()
        .unwrap();
    players.single(app.world()).unwrap()
}

/// Returns the player's cell.
fn here(app: &App) -> IVec2 {
    app.place_of(you(app))
}

/// Returns what the player carries: for each place, the name, the number and whether it is worn.
fn pack(app: &App) -> Vec<(usize, String, u32, bool)> {
    let things = app.world().resource::<Things>();
    let all = app.part::<Inventory>(you(app)).iter();
    let all = all.map(|(place, it)| {
        let name = things.get(it.kind).unwrap().name.clone();
        (place, name, it.count, it.worn)
    });
    all.collect()
}

/// Returns why the player's last action was refused.
fn refusals(app: &mut App) -> Vec<Obstacle> {
    let refusal = |it: fogbound::game::GameEvent| match it.what {
        Happening::Hindered(obstacle) => Some(obstacle),
        _ => None,
    };
    events(app).into_iter().filter_map(refusal).collect()
}
