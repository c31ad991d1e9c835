//! Snapshots, check values and the stairs keep the fog and its tide, and threads make no difference.

use bevy::prelude::*;
use bevy::tasks::{ComputeTaskPool, TaskPoolBuilder};
use fogbound::game::{
    Action, Arrange, Depth, FogTide, GameSetup, LightRule, Numbers, PlayerCommand, Snapshot,
    carry_out, fingerprint,
};
use fogbound::map::{Density, Tile, TileMap};
use fogbound::vision::Sharing;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};

use crate::common::arena::{player, wait};
use crate::common::process::in_own_process;
use crate::common::{
    AppExt, built_small, dark, drawn, random_commands, simulation, simulation_on_threads,
};

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
    // The drowned come.
    app.make_player_tough();
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
        let mut games = [simulation_on_threads(setup()), simulation(setup())];
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

/// Lights a fire on one floor cell of the level and fills others with smoke.
fn burn(app: &mut App, dice: &mut impl Rng) {
    let map = app.map();
    let floor = map.iter().filter(|(_, tile)| *tile == Tile::FLOOR);
    let floor: Vec<IVec2> = floor.map(|(cell, _)| cell).collect();
    let fire = floor[dice.random_range(0..floor.len())];
    app.set_tile(fire.into(), Tile::FIRE);
    for _ in 0..4 {
        let at = floor[dice.random_range(0..floor.len())];
        let more = Density::smoke(7);
        app.command([PlayerCommand::Arrange(Arrange::Air { at, more })]);
    }
}

/// Plays games with fog, smoke and fire whose work is never split, and the same games with all work split between
/// `threads` task threads.
fn compare_on(threads: usize, test: &str) {
    in_own_process(module_path!(), test, || {
        let pool = || TaskPoolBuilder::new().num_threads(threads).build();
        assert_eq!(ComputeTaskPool::get_or_init(pool).thread_num(), threads);
        let (mut fog, mut smoke, mut fires) = (0, 0, 0);
        for seed in 0..3 {
            let mut games = [usize::MAX, 1].map(|at_least| {
                let mut app = simulation(GameSetup {
                    numbers: numbers(),
                    ..dark(built_small(seed))
                });
                let at_least = Some(at_least);
                app.insert_resource(Sharing { at_least });
                let dice = ChaCha8Rng::seed_from_u64(seed);
                (app, dice)
            });
            for (number, command) in random_commands(seed, 150).into_iter().enumerate() {
                if command == PlayerCommand::NewDungeon {
                    continue;
                }
                let prints = games.each_mut().map(|(app, dice)| {
                    if number % 5 == 0 {
                        burn(app, dice);
                    }
                    carry_out(app.world_mut(), command);
                    carry_out(app.world_mut(), PlayerCommand::Act(Action::WAIT));
                    (fingerprint(app.world_mut()), airs(app.map()))
                });
                assert_eq!(prints[0], prints[1], "seed {seed}, {command:?}");
                let map = games[0].0.map();
                fog += map.air().volume().fog;
                smoke += map.air().volume().smoke;
                fires += map.iter().filter(|(_, tile)| tile.burns()).count();
            }
        }
        assert!(fog > 0 && smoke > 0 && fires > 0);
    });
}

#[test]
fn fog_smoke_and_fire_are_the_same_on_one_thread_and_on_two() {
    compare_on(
        2,
        "fog_smoke_and_fire_are_the_same_on_one_thread_and_on_two",
    );
}

#[test]
fn fog_smoke_and_fire_are_the_same_on_one_thread_and_on_eight() {
    compare_on(
        8,
        "fog_smoke_and_fire_are_the_same_on_one_thread_and_on_eight",
    );
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
