//! Snapshots, check values and the stairs keep the fog and its tide, and threads make no difference.

use bevy::prelude::*;
use fogbound::game::{
    Action, Depth, FogTide, GameSetup, LightRule, Numbers, PlayerCommand, Snapshot, carry_out,
    fingerprint,
};
use fogbound::map::{Density, TileMap};

use crate::common::arena::{player, wait};
use crate::common::{AppExt, built_small, dark, drawn, on_one_thread, random_commands, simulation};

/// A hall with stairs on the left. All levels look alike.
const HALL: &str = "
####################
#@>................#
##<#######....######
####################";

/// Returns numbers with which fog comes soon, and with it the drowned.
fn numbers() -> Numbers {
    Numbers::read("numbers.ron", "(fog: (after: 6, rate: 9, every: 5))").unwrap()
}

/// Returns a game in the hall, in the dark.
fn hall() -> App {
    simulation(GameSetup {
        light: LightRule::Dark,
        numbers: numbers(),
        ..drawn(HALL)
    })
}

fn idle(app: &App) -> u32 {
    app.world().resource::<FogTide>().idle()
}

fn shut(app: &mut App) {
    app.act(Action::set_lantern(fogbound::game::Lantern::Shut));
}

fn airs(map: &TileMap) -> Vec<(IVec2, Density)> {
    map.air().iter().collect()
}

#[test]
fn a_level_that_the_player_has_left_keeps_its_fog_and_its_idle_turns() {
    let mut app = hall();
    shut(&mut app);
    let (it, _) = player(&mut app);
    app.put(it, (2, 1));
    wait(&mut app, 60);
    let (fog, before) = (app.map().air().volume().fog, idle(&app));
    assert!(fog > 50 && before > 50, "{fog}, {before}");
    app.act(Action::TAKE_STAIRS);
    assert_eq!(app.world().resource::<Depth>().0, 2);
    assert_eq!(app.map().air().volume().fog, 0);
    assert!(idle(&app) < 3);
    wait(&mut app, 5);
    app.put(it, (2, 2));
    app.act(Action::TAKE_STAIRS);
    assert_eq!(app.world().resource::<Depth>().0, 1);
    assert_eq!(app.map().air().volume().fog, fog, "none came");
    assert!(idle(&app).abs_diff(before) <= 2, "{} {before}", idle(&app));
}

#[test]
fn a_snapshot_keeps_the_fog_and_its_tide() {
    let mut app = hall();
    shut(&mut app);
    wait(&mut app, 4);
    let snapshot = Snapshot::take(app.world_mut()).unwrap();
    let play = |app: &mut App| {
        let play = |_| {
            carry_out(app.world_mut(), PlayerCommand::Act(Action::WAIT));
            fingerprint(app.world_mut())
        };
        (0..40).map(play).collect::<Vec<u64>>()
    };
    let first = play(&mut app);
    assert!(app.map().air().volume().fog > 0);
    snapshot.restore(app.world_mut());
    assert_eq!(app.map().air().volume().fog, 0);
    assert_eq!(play(&mut app), first);
}

#[test]
fn the_fog_is_the_same_on_any_number_of_threads() {
    for seed in 0..3 {
        let setup = || GameSetup {
            numbers: numbers(),
            ..dark(built_small(seed))
        };
        let mut games = [simulation(setup()), on_one_thread(simulation(setup()))];
        let mut fog = 0;
        for command in random_commands(seed, 150) {
            if command == PlayerCommand::NewDungeon {
                continue;
            }
            let prints = games.each_mut().map(|app| {
                carry_out(app.world_mut(), command);
                carry_out(app.world_mut(), PlayerCommand::Act(Action::WAIT));
                (fingerprint(app.world_mut()), airs(app.map()))
            });
            assert_eq!(prints[0], prints[1], "seed {seed}");
            fog += prints[0].1.len();
        }
        assert!(fog > 0, "seed {seed}");
    }
}

#[test]
fn the_tide_counts_only_what_the_player_does() {
    // No drowned, which would be in the player's way.
    let numbers = "(fog: (after: 6, rate: 9, every: 0))";
    let alone = || {
        simulation(GameSetup {
            light: LightRule::Dark,
            numbers: Numbers::read("numbers.ron", numbers).unwrap(),
            ..drawn(HALL)
        })
    };
    let (mut calm, mut busy) = (alone(), alone());
    // A fast creature acts at many ticks.
    let actor = fogbound::game::Actor::new(fogbound::game::ActorId(9000), 330);
    crate::common::arena::creature(&mut busy, (17, 1), actor);
    for app in [&mut calm, &mut busy] {
        shut(app);
    }
    for turn in 0..42 {
        for app in [&mut calm, &mut busy] {
            // Steps in the dark take two turns.
            app.act(match turn % 3 {
                0 => Action::step(fogbound::grid::Direction::East),
                _ => Action::WAIT,
            });
        }
        assert_eq!(idle(&calm), idle(&busy));
        assert_eq!(airs(calm.map()), airs(busy.map()), "turn {turn}");
    }
    assert!(calm.map().air().volume().fog > 0);
}
