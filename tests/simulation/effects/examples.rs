//! The example monsters in `examples/monsters` do what their descriptions say.

use bevy::prelude::*;
use fogbound::dungeon::Stock;
use fogbound::game::bestiary::Bestiary;
use fogbound::game::{Action, Happening, Health, LightRule, State, Things, unknown_names};
use fogbound::grid::Direction;
use fogbound::map::Tile;
use fogbound::vision::Light;

use super::game;
use crate::common::AppExt;
use crate::common::arena::{events, state, wait, wait_until};
use crate::common::assets::living;

const FILES: [&str; 4] = [
    include_str!("../../../examples/monsters/mimic.ron"),
    include_str!("../../../examples/monsters/mocker.ron"),
    include_str!("../../../examples/monsters/swarm.ron"),
    include_str!("../../../examples/monsters/torch-bearer.ron"),
];

const HALL: &str = "
######################
#@........*..........#
#....................#
######################
";

/// Returns a game with one of the example monsters, two cells east of the player.
fn meet(glyph: char, name: &str, light: LightRule) -> (App, Entity) {
    let map = HALL.replace("@..", &format!("@.{glyph}"));
    let mut app = game(&FILES, &map, light);
    let monster = living(&mut app, name)[0];
    (app, monster)
}

#[test]
fn the_examples_are_short_valid_and_name_nothing_unknown() {
    let (app, _) = meet('N', "swarm", LightRule::Off);
    for file in FILES {
        assert!(file.lines().count() <= 30, "{file}");
    }
    let (bestiary, things) = (
        app.world().resource::<Bestiary>(),
        app.world().resource::<Things>(),
    );
    let (stock, _) = Stock::read(&Default::default(), &Default::default());
    assert_eq!(unknown_names(&stock, bestiary, things), []);
    assert_eq!(bestiary.iter().count(), 4);
    assert!(bestiary.iter().all(|it| !it.description.is_empty()));
}

#[test]
fn the_mocker_calls_from_elsewhere_when_it_notices_you() {
    let (mut app, mocker) = meet('V', "mocker", LightRule::Off);
    assert!(wait_until(&mut app, mocker, State::Hunting, 20));
    let voice = events(&mut app).into_iter().find(|it| {
        let is_voice = matches!(it.what, Happening::Sounded { .. });
        is_voice && it.actor == mocker
    });
    let voice = voice.unwrap();
    assert_ne!(voice.at, voice.actor_at);
}

#[test]
fn the_mimic_is_gold_until_you_reach_for_it() {
    let (mut app, mimic) = meet('I', "mimic", LightRule::Off);
    assert_eq!(app.map().tile(IVec2::new(3, 1)), Tile::TREASURE);
    app.step(Direction::East);
    app.step(Direction::East);
    assert_eq!(app.map().tile(IVec2::new(3, 1)), Tile::FLOOR);
    wait(&mut app, 3);
    assert_eq!(state(&app, mimic), State::Hunting);
}

#[test]
fn the_torch_bearer_runs_to_the_brazier_when_its_torch_is_out() {
    let (mut app, bearer) = meet('t', "torch-bearer", LightRule::Dark);
    app.act(Action::set_lantern(fogbound::game::Lantern::Shut));
    app.put(bearer, (20, 2));
    app.set_tile((10, 1), Tile::BRAZIER);
    app.world_mut().entity_mut(bearer).remove::<Light>();
    for _ in 0..20 {
        wait(&mut app, 1);
        if app.world().get::<Light>(bearer).is_some() {
            assert!(app.place_of(bearer).x < 20);
            return;
        }
    }
    panic!("the torch is still out at {}", app.place_of(bearer));
}

#[test]
fn the_swarm_splits_until_its_health_is_used_up() {
    let (mut app, swarm) = meet('N', "swarm", LightRule::Off);
    let mut most = 0;
    for _ in 0..400 {
        let player = app.player().unwrap();
        let here = app.place_of(player);
        let near = living(&mut app, "swarm");
        let beside = near
            .iter()
            .find_map(|it| Direction::from_delta(app.place_of(*it) - here));
        app.act(beside.map_or(Action::WAIT, Action::attack));
        let all = living(&mut app, "swarm");
        let health: i32 = all.iter().map(|it| app.part::<Health>(*it).now()).sum();
        assert!(health <= 12, "{health}");
        most = most.max(all.len());
        if all.is_empty() {
            break;
        }
    }
    assert!(most > 1 && living(&mut app, "swarm").is_empty());
    assert!(app.world().get_entity(swarm).is_err());
}
