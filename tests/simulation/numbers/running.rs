//! Tests of the time and breath that running costs.

use bevy::prelude::*;
use fogbound::game::{Action, Breath, Faction, Happening};
use fogbound::grid::Direction::{self, East, West};
use fogbound::map::Tile;

use crate::common::AppExt;
use crate::common::arena::{self, arena, creature, events};

const HALL: &str = "
####################
#..................#
#@.......+.........#
#..................#
####################";

/// Returns the player's breath.
fn breath(app: &mut App) -> u32 {
    let player = app.player().unwrap();
    app.part::<Breath>(player).now
}

/// Returns directions that alternate between east and west.
fn to_and_fro() -> impl Iterator<Item = Direction> {
    [East, West].into_iter().cycle()
}

/// Returns a game whose player is out of breath.
fn exhausted() -> App {
    let mut app = arena(HALL);
    for way in to_and_fro().take(12) {
        app.act(Action::run(way));
    }
    assert_eq!(breath(&mut app), 0);
    events(&mut app);
    app
}

#[test]
fn a_run_takes_sixty_ticks_and_a_walk_a_hundred() {
    let mut app = arena(HALL);
    assert_eq!(app.ticks_of(Action::run(East)), 60);
    assert_eq!(app.ticks_of(Action::step(East)), 100);
    assert_eq!(app.ticks_of(Action::WAIT), 100);
    assert_eq!(app.ticks_of(Action::run(West)), 60);
}

#[test]
fn a_run_that_ends_in_a_blow_takes_the_time_of_a_blow() {
    let mut app = arena(HALL);
    let (player, here) = arena::player(&mut app);
    creature(&mut app, (2, 2), ());
    assert_eq!(app.ticks_of(Action::run(East)), 100);
    let is_blow = |what| matches!(what, Happening::Hit { .. } | Happening::Missed { .. });
    assert!(events(&mut app).iter().any(|event| is_blow(event.what)));
    assert_eq!(app.place_of(player), here);
    assert_eq!(breath(&mut app), 12, "it costs no breath");
}

#[test]
fn a_run_that_opens_a_door_takes_the_time_of_opening() {
    let mut app = arena(HALL);
    let player = app.player().unwrap();
    app.put(player, (8, 2));
    assert_eq!(app.ticks_of(Action::run(East)), 100);
    assert_eq!(app.map().tile(IVec2::new(9, 2)), Tile::OPEN_DOOR);
    assert_eq!(breath(&mut app), 12, "it costs no breath");
    assert_eq!(app.ticks_of(Action::run(East)), 60, "through the open door");
}

#[test]
fn a_run_into_a_wall_or_a_friend_takes_no_time() {
    let mut app = arena(HALL);
    creature(&mut app, (2, 2), Faction::PLAYER);
    assert_eq!(app.ticks_of(Action::run(West)), 0);
    assert_eq!(app.ticks_of(Action::run(East)), 0);
    assert_eq!(breath(&mut app), 12);
}

#[test]
fn breath_lasts_for_twelve_steps_and_then_a_run_is_a_walk() {
    let mut app = arena(HALL);
    for (step, way) in (1..=12).zip(to_and_fro()) {
        assert_eq!(app.ticks_of(Action::run(way)), 60, "step {step}");
        assert_eq!(breath(&mut app), 12 - step);
    }
    let out_of_breath = |app: &mut App| {
        let events = events(app);
        let is_reported = events
            .iter()
            .any(|event| event.what == Happening::OutOfBreath);
        let runs = |what| matches!(what, Happening::Stepped { runs: true, .. });
        assert_ne!(is_reported, events.iter().any(|event| runs(event.what)));
        is_reported
    };
    assert!(!out_of_breath(&mut app));
    for way in to_and_fro().take(3) {
        assert_eq!(app.ticks_of(Action::run(way)), 100);
        assert!(out_of_breath(&mut app), "each time");
    }
}

#[test]
fn breath_returns_in_four_turns_of_walking_or_two_of_rest() {
    let mut app = exhausted();
    for (turns, way) in (1..=60).zip(to_and_fro()) {
        app.step(way);
        assert_eq!(
            breath(&mut app),
            (turns / 4).min(12),
            "{turns} turns of walking"
        );
    }
    let mut app = exhausted();
    for turns in 1..=30 {
        app.act(Action::WAIT);
        assert_eq!(
            breath(&mut app),
            (turns / 2).min(12),
            "{turns} turns of rest"
        );
    }
}

#[test]
fn walking_out_of_breath_restores_breath_like_any_walk() {
    let mut app = exhausted();
    for way in to_and_fro().take(4) {
        assert_eq!(app.ticks_of(Action::run(way)), 100);
    }
    assert_eq!(breath(&mut app), 1);
    assert_eq!(app.ticks_of(Action::run(East)), 60);
}
