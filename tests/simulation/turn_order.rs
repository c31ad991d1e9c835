//! The order of systems in a turn is unambiguous: for any two systems that access the same data, the order is defined.

use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings};
use bevy::prelude::*;
use fogbound::frontend::text;
use fogbound::game::mind::{AddMind, Deciding, Mindful, Urge};
use fogbound::game::{Action, Awareness, BeginGame, Game, SimulationPlugin, Turn, TurnSystems};
use fogbound::vision::VisionSystems;

use crate::common::{AppExt, built};

/// Returns a simulation that has not started yet.
fn bare() -> App {
    let mut app = App::new();
    let game = Game::new(built(1)).unwrap();
    app.add_plugins(SimulationPlugin).begin_game(game);
    app
}

/// Describes the ambiguities in the app's turn, if there are any.
fn ambiguities(app: &mut App) -> Option<String> {
    app.edit_schedule(Turn, |schedule| {
        schedule.set_build_settings(ScheduleBuildSettings {
            ambiguity_detection: LogLevel::Error,
            ..default()
        });
    });
    let world = app.world_mut();
    let mut turn = world.resource_mut::<Schedules>().remove(Turn).unwrap();
    let result = turn.initialize(world);
    let message = result
        .err()
        .map(|error| error.to_string(turn.graph(), world));
    world.resource_mut::<Schedules>().insert(turn);
    message
}

/// A mind that does nothing but dance.
#[derive(Component, Reflect, Default)]
#[reflect(Component, Default)]
struct Dances;

fn dance(deciding: Deciding, mut dancers: Query<Mindful, With<Dances>>) {
    for mut dancer in &mut dancers {
        if deciding.asks(&dancer) {
            dancer.intend(Action::WAIT);
        }
    }
}

#[test]
fn the_turn_has_no_ambiguous_order() {
    let mut app = bare();
    if let Some(message) = ambiguities(&mut app) {
        panic!("{message}");
    }
    // Run the schedule as well, which checks its order again.
    app.update();
    for _ in 0..20 {
        app.act(Action::WAIT);
    }
}

/// Drawing and reading keys add no ambiguities to the turn.
#[test]
fn the_whole_game_adds_no_ambiguous_order() {
    let mut app = text::app();
    app.begin_game(Game::new(built(1)).unwrap());
    assert_eq!(ambiguities(&mut app), None);
    app.update();
}

/// Adding a custom mind also defines the mind's place in the order, whatever the mind's urge.
#[test]
fn a_custom_mind_adds_no_ambiguous_order() {
    let urges = [
        Urge::Must,
        Urge::Survive,
        Urge::Warn,
        Urge::Shoot,
        Urge::Duty,
        Urge::Hunt,
        Urge::Idle,
    ];
    for urge in urges {
        let mut app = bare();
        app.add_mind::<Dances, _>(urge, dance);
        app.add_mind::<Dances, _>(urge, dance);
        assert_eq!(ambiguities(&mut app), None, "{urge:?}");
    }
}

/// The check can fail: these systems have no defined order.
#[test]
fn ambiguous_orders_are_detected() {
    fn forget_all(mut all: Query<&mut Awareness>) {
        for mut awareness in &mut all {
            *awareness = Awareness::Unaware;
        }
    }
    let places: [fn(&mut App); 4] = [
        |app| {
            app.add_systems(Turn, forget_all);
        },
        |app| {
            app.add_systems(Turn, forget_all.in_set(TurnSystems::Notice));
        },
        |app| {
            app.add_systems(Turn, dance.in_set(Urge::Idle));
        },
        |app| {
            let blink = |mut map: ResMut<fogbound::map::TileMap>| {
                map.set(IVec2::ZERO, fogbound::map::Tile::WALL);
            };
            app.add_systems(Turn, blink.in_set(VisionSystems::See));
        },
    ];
    for (number, add) in places.into_iter().enumerate() {
        let mut app = bare();
        add(&mut app);
        let message = ambiguities(&mut app);
        assert!(message.is_some(), "case {number} was not detected");
    }
}
