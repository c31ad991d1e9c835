//! Whatever the player does, wherever: the world stays whole, sight is what it should be, and memory
//! holds all that was ever visible and nothing else.
#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use std::collections::BTreeSet;

use bevy::prelude::*;
use common::{
    AppExt, built_small, fresh_view, on_one_thread, random_commands, remembered, simulation,
};
use fogbound::game::{
    BeginGame, Clock, Game, GameSetup, PlayerCommand, SimulationPlugin, Turn, TurnSystems,
};
use fogbound::grid::BitGrid;
use fogbound::map::Tile;
use fogbound::vision::{Viewshed, VisionSystems};

#[test]
fn the_world_stays_whole() {
    for seed in 0..200 {
        let mut app = on_one_thread(simulation(built_small(seed)));
        let mut last_tick = 0;
        for (turn, command) in random_commands(seed, 300).into_iter().enumerate() {
            app.command([command]);
            let Some(player) = app.player() else { break };
            let here = app.place_of(player);
            let context = || format!("seed {seed}, after {turn} commands, the last {command:?}");
            assert!(app.map().is_walkable(here), "{here}: {}", context());

            let blocked = app.blocked_cells();
            let cells: BTreeSet<_> = blocked.iter().map(|cell| (cell.x, cell.y)).collect();
            assert_eq!(cells.len(), blocked.len(), "two on one cell: {}", context());
            assert!(
                blocked.iter().all(|&cell| app.map().is_walkable(cell)),
                "{}",
                context()
            );
            let is_new = turn == 0 || command == PlayerCommand::NewDungeon;
            assert!(
                !is_new || blocked.len() > 1,
                "nobody else is there: {}",
                context()
            );

            let tick = app.world().resource::<Clock>().tick;
            assert!(
                tick >= last_tick || command == PlayerCommand::NewDungeon,
                "{}",
                context()
            );
            last_tick = tick;
        }
    }
}

#[test]
fn memory_never_shows_what_was_never_visible() {
    for seed in 0..60 {
        let mut app = on_one_thread(simulation(built_small(seed)));
        let mut seen = BitGrid::new(app.map().size());
        // A change of nothing first: what is seen on arrival.
        let arrival = std::iter::once(PlayerCommand::ChangeRadius(0));
        for command in arrival.chain(random_commands(seed + 1000, 150)) {
            app.command([command]);
            if command == PlayerCommand::NewDungeon {
                seen = BitGrid::new(app.map().size());
            }
            let Some(player) = app.player() else { break };
            let viewshed = app.part::<Viewshed>(player);
            let fresh = fresh_view(app.map(), app.place_of(player), viewshed.sight());
            assert_eq!(*viewshed.visible(), fresh, "seed {seed}, {command:?}");
            for cell in viewshed.visible().iter() {
                seen.set(cell, true);
                assert_eq!(
                    app.knows(player, cell.into()).tile(),
                    app.map().get(cell).map(Tile::apparent)
                );
            }
            assert!(
                remembered(app.part(player), seen.size()) == seen,
                "seed {seed}, {command:?}"
            );
        }
    }
}

/// Two systems of a turn that touch the same data in no fixed order could give two worlds from one
/// seed.
#[test]
fn nothing_in_a_turn_is_in_ambiguous_order() {
    use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings};

    let mut app = App::new();
    let game = Game::new(GameSetup::default()).unwrap();
    app.add_plugins(SimulationPlugin).begin_game(game);
    app.edit_schedule(Turn, |schedule| {
        schedule.set_build_settings(ScheduleBuildSettings {
            ambiguity_detection: LogLevel::Error,
            ..default()
        });
    });
    let world = app.world_mut();
    let mut turn = world.resource_mut::<Schedules>().remove(Turn).unwrap();
    if let Err(error) = turn.initialize(world) {
        panic!("{}", error.to_string(turn.graph(), world));
    }
}

#[test]
fn the_player_acts_and_all_see_before_others_decide_and_act() {
    #[derive(Resource, Default)]
    struct Steps(Vec<&'static str>);

    let note = |step: &'static str| move |mut steps: ResMut<Steps>| steps.0.push(step);
    let mut app = simulation(common::drawn("@.."));
    app.init_resource::<Steps>();
    app.add_systems(
        Turn,
        (
            note("remember").in_set(VisionSystems::Remember),
            note("see").in_set(VisionSystems::See),
            note("act").in_set(TurnSystems::Act),
            note("decide").in_set(TurnSystems::Decide),
        ),
    );
    app.step(fogbound::grid::Direction::East);
    assert_eq!(
        app.world().resource::<Steps>().0,
        ["act", "see", "remember", "decide", "act", "see", "remember"],
        "the player alone, and then everybody else"
    );
    app.world_mut().resource_mut::<Steps>().0.clear();
    app.command([PlayerCommand::NextAlgorithm]);
    assert_eq!(
        app.world().resource::<Steps>().0,
        ["see", "remember"],
        "no time passes"
    );
}
