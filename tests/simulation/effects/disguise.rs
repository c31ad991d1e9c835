//! A disguised monster is what it seems to be, until it is touched or drops its disguise.

use bevy::prelude::*;
use fogbound::game::mind::record_reasons;
use fogbound::game::{
    Action, Actor, Arrange, Camouflage, GameEvent, Happening, LightRule, PlayerCommand, Reasons,
    State, Things,
};
use fogbound::grid::Direction;
use fogbound::map::Tile;
use fogbound::vision::{Knowledge, ObjectKind};

use super::{beast, game, hit, only};
use crate::common::AppExt;
use crate::common::arena::{events, state, wait};
use crate::common::assets::living;

const HALL: &str = "
####################
#@.......b.........#
####################
";

const CHEST: &str =
    "seems: \"treasure\", sight: (radius: 9), damage: (1, 2), minds: { \"Hunts\": () }";

fn tile_seen(app: &mut App, cell: (i32, i32)) -> Option<Tile> {
    let player = app.player().unwrap();
    match app.knows(player, cell) {
        Knowledge::Seen { tile, .. } => Some(tile),
        _ => None,
    }
}

#[test]
fn the_player_sees_and_remembers_only_what_the_monster_seems_to_be() {
    let mut app = game(&[&beast(CHEST)], HALL, LightRule::Off);
    wait(&mut app, 3);
    assert_eq!(tile_seen(&mut app, (9, 1)), Some(Tile::TREASURE));
    let beast = only(&mut app);
    assert_eq!(state(&app, beast), State::Unaware, "it waits in disguise");
    assert_eq!(
        events(&mut app)
            .iter()
            .filter(|it| it.actor == beast && it.what != Happening::Waited)
            .count(),
        0
    );
}

#[test]
fn a_bump_reveals_the_monster_for_good_and_it_fights() {
    let map = HALL.replace("@.......b", "@b.......");
    let mut app = game(&[&beast(CHEST)], &map, LightRule::Off);
    let beast = only(&mut app);
    app.step(Direction::East);
    let bumps = |it: &GameEvent| it.what == Happening::Bumped { into: Some(beast) };
    assert!(events(&mut app).iter().any(bumps));
    assert_eq!(app.map().tile(IVec2::new(2, 1)), Tile::FLOOR);
    assert_eq!(tile_seen(&mut app, (2, 1)), Some(Tile::FLOOR));
    wait(&mut app, 12);
    assert_eq!(state(&app, beast), State::Hunting);
    assert!(app.world().get::<Camouflage>(beast).is_none());
    hit(&mut app);
}

#[test]
fn a_monster_drops_its_disguise_by_choice() {
    let fields = format!("{CHEST}, on: {{ \"turn\": [(verb: \"reveal\", when: \"close\")] }}");
    let mut app = game(&[&beast(&fields)], HALL, LightRule::Off);
    let beast = only(&mut app);
    for _ in 0..6 {
        app.step(Direction::East);
        assert_eq!(state(&app, beast), State::Unaware);
        assert_eq!(app.map().tile(IVec2::new(9, 1)), Tile::TREASURE);
    }
    app.step(Direction::East);
    assert_eq!(app.map().tile(IVec2::new(9, 1)), Tile::FLOOR);
    wait(&mut app, 3);
    assert_eq!(state(&app, beast), State::Hunting);
}

#[test]
fn a_monster_can_seem_to_be_a_thing_and_keeps_its_own_camouflage() {
    let fields = "seems: \"broken pillar\", minds: { \"Camouflage\": (within: 3) }";
    let mut app = game(&[&beast(fields)], HALL, LightRule::Off);
    let beast = only(&mut app);
    let pillar = app.world().resource::<Things>().named("broken pillar");
    assert_eq!(app.world().get::<ObjectKind>(beast).copied(), pillar);
    app.act(Action::WAIT);
    let player = app.player().unwrap();
    let known = app.knows(player, (9, 1));
    assert!(
        matches!(known, Knowledge::Seen { object, .. } if object == pillar),
        "{known:?}"
    );
    let cell = (8, 1);
    app.put(player, cell);
    app.step(Direction::East);
    assert!(app.world().get::<ObjectKind>(beast).is_none());
    wait(&mut app, 5);
    assert_eq!(app.part::<Camouflage>(beast).within, 3);
}

/// Nobody opens, closes or lights a monster.
#[test]
fn hands_on_a_disguise_touch_the_monster() {
    for (seems, action) in [
        ("closed door", Action::open_door(Direction::East)),
        ("open door", Action::close_door(Direction::East)),
        ("brazier", Action::tend(Direction::East)),
    ] {
        let map = HALL.replace("@.......b", "@b.......");
        let fields = format!("seems: {seems:?}");
        let mut app = game(&[&beast(&fields)], &map, LightRule::Off);
        let beast = only(&mut app);
        app.act(action);
        let bumps = |it: &GameEvent| it.what == Happening::Bumped { into: Some(beast) };
        assert!(events(&mut app).iter().any(bumps), "{seems}");
        assert_eq!(app.map().tile(IVec2::new(2, 1)), Tile::FLOOR, "{seems}");
    }
}

/// A disguised monster does not learn from its pack where the player is.
#[test]
fn a_pack_does_not_call_its_disguised_members() {
    let calls = "{ \"Hunts\": (), \"Pack\": (call: 40) }";
    let fields = CHEST.replace("{ \"Hunts\": () }", calls);
    let fields = format!("{fields}, on: {{ \"turn\": [(verb: \"reveal\", when: \"close\")] }}");
    let map = HALL.replace("@.......b....", "@b...........b");
    let mut app = game(
        &[&beast(&fields)],
        &map.replace("..#", ".#"),
        LightRule::Off,
    );
    wait(&mut app, 10);
    let mut states: Vec<State> = living(&mut app, "beast")
        .into_iter()
        .map(|it| state(&app, it))
        .collect();
    states.sort_unstable_by_key(|it| it.name());
    assert_eq!(states, [State::Hunting, State::Unaware]);
}

#[test]
fn a_disguise_moves_and_disappears_with_its_monster() {
    let mut app = game(&[&beast(CHEST)], HALL, LightRule::Off);
    let beast = only(&mut app);
    let who = app.part::<Actor>(beast).id;
    let to = IVec2::new(5, 1);
    app.command([PlayerCommand::Arrange(Arrange::Move { who, to })]);
    assert_eq!(app.map().tile(IVec2::new(9, 1)), Tile::FLOOR);
    assert_eq!(app.map().tile(to), Tile::TREASURE);
    app.command([PlayerCommand::Arrange(Arrange::Remove(who))]);
    assert_eq!(app.map().tile(to), Tile::FLOOR);
    assert_eq!(living(&mut app, "beast"), []);
}

#[test]
fn a_kept_disguise_and_a_flight_are_among_the_reasons() {
    let map = HALL.replace("@.......b", "@b.......");
    let minds = "minds: { \"Wanders\": () }";
    let chest = format!("seems: \"treasure\", {minds}");
    let mut app = game(&[&beast(&chest)], &map, LightRule::Off);
    record_reasons(app.world_mut());
    let asked = |app: &mut App| {
        let beast = only(app);
        let id = app.part::<Actor>(beast).id;
        let reason = app.world().resource::<Reasons>().of(id).unwrap().clone();
        reason.asked
    };
    wait(&mut app, 1);
    assert_eq!(asked(&mut app), ["disguise"]);
    app.step(Direction::East);
    wait(&mut app, 1);
    assert_eq!(asked(&mut app), ["Wanders"]);
    let coward = format!("on: {{ \"touch\": [(verb: \"flee\", turns: 2)] }}, {minds}");
    let mut app = game(&[&beast(&coward)], &map, LightRule::Off);
    record_reasons(app.world_mut());
    hit(&mut app);
    wait(&mut app, 1);
    assert_eq!(asked(&mut app)[0], "flee effect");
    wait(&mut app, 3);
    assert_eq!(asked(&mut app), ["Wanders"]);
}
