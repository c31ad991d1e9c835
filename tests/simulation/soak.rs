//! Plays sixty games of two thousand random commands each. The world stays consistent. Some games are
//! played again and give the same world.

use std::sync::atomic::{AtomicU64, Ordering};

use bevy::platform::collections::{HashMap, HashSet};
use bevy::prelude::*;
use fogbound::dungeon::random::stream;
use fogbound::dungeon::{Builder, LevelSource};
use fogbound::fov::{Algorithm, Sight};
use fogbound::game::{
    Actor, Blocks, Clock, Depth, Fate, GameSetup, Health, Occupancy, Player, PlayerCommand,
    fingerprint,
};
use fogbound::grid::Direction;
use fogbound::map::{Tile, TileMap};
use fogbound::vision::Position;

use crate::common::restless::any_command;
use crate::common::seeds::on_all_cores;
use crate::common::{AppExt, simulation};

const GAMES: u64 = 60;
const COMMANDS: u32 = 2000;

/// Returns the setup of a game. The games cover all builders and many level sizes.
fn setup(seed: u64) -> GameSetup {
    let builder = Builder::ALL[seed as usize % Builder::ALL.len()];
    let size = UVec2::new(16 + seed as u32 % 7 * 4, 12 + seed as u32 % 5 * 3);
    GameSetup {
        seed,
        source: LevelSource::Built { builder, size },
        sight: Sight::default().with_algorithm(Algorithm::ALL[seed as usize % 8]),
        ..default()
    }
}

/// Counts events over all games, to check that enough happens.
#[derive(Debug, Default)]
struct Story {
    deaths: AtomicU64,
    stairs: AtomicU64,
    turns: AtomicU64,
}

/// The checks that a world must pass after every command.
struct Checks {
    blockers: QueryState<(Entity, &'static Position), With<Blocks>>,
    bodies: QueryState<(&'static Health, &'static Actor, Has<Player>)>,
}

impl Checks {
    fn of(world: &mut World) -> Self {
        Self {
            blockers: world.query_filtered(),
            bodies: world.query(),
        }
    }

    fn check(&mut self, world: &World, context: impl Fn() -> String) {
        let (map, occupancy) = (world.resource::<TileMap>(), world.resource::<Occupancy>());
        let mut standing: HashMap<IVec2, Entity> = HashMap::default();
        for (entity, &Position(at)) in self.blockers.iter(world) {
            // Whoever stands where a fire breaks out stands in it.
            let holds = map.is_walkable(at) || map.tile(at) == Tile::FIRE;
            assert!(map.contains(at) && holds, "{at}: {}", context());
            let other = standing.insert(at, entity);
            assert!(other.is_none(), "two stand on {at}: {}", context());
            assert_eq!(
                occupancy.at(at),
                Some(entity),
                "the index is wrong at {at}: {}",
                context()
            );
        }
        let is_alive = world.resource::<Fate>().is_alive();
        let tick = world.resource::<Clock>().tick;
        for (health, actor, is_player) in self.bodies.iter(world) {
            let dead = is_player && !is_alive;
            let least = if dead { 0 } else { 1 };
            assert!(
                (least..=health.max()).contains(&health.now()),
                "{health:?}: {}",
                context()
            );
            assert!(!dead || health.now() == 0, "{health:?}: {}", context());
            assert!(
                actor.due >= tick || dead || !is_alive,
                "{actor:?} at {tick}: {}",
                context()
            );
        }
    }
}

/// Checks that the index of blocked cells matches the blockers.
fn check_the_index(app: &mut App, context: impl Fn() -> String) {
    let world = app.world_mut();
    let mut blockers = world.query_filtered::<&Position, With<Blocks>>();
    let standing: HashSet<IVec2> = blockers.iter(world).map(|at| at.0).collect();
    let occupancy = world.resource::<Occupancy>();
    for cell in world.resource::<TileMap>().positions() {
        let known = occupancy.at(cell).is_some();
        assert_eq!(known, standing.contains(&cell), "{cell}: {}", context());
    }
}

/// Plays a game and returns the fingerprints of the world along the way and at the end.
fn played(seed: u64, story: &Story) -> Vec<u64> {
    let mut app = simulation(setup(seed));
    let mut dice = stream(seed, "a soaking", 0);
    let mut heading = Direction::North;
    let mut prints = Vec::new();
    let mut checks = Checks::of(app.world_mut());
    let (mut was_alive, mut depth, mut tick) = (true, 1, 0);
    for number in 0..COMMANDS {
        let command = any_command(&mut app, &mut dice, &mut heading);
        app.command([command]);
        let context = || format!("seed {seed}, command {number}: {command:?}");
        checks.check(app.world(), context);
        if number % 50 == 0 {
            check_the_index(&mut app, context);
        }
        if number % 500 == 499 {
            prints.push(fingerprint(app.world_mut()));
        }
        let is_alive = app.world().resource::<Fate>().is_alive();
        let now = app.world().resource::<Depth>().0;
        let clock = app.world().resource::<Clock>().tick;
        let is_new = matches!(command, PlayerCommand::NewDungeon | PlayerCommand::Again);
        assert!(clock >= tick || is_new, "time goes back: {}", context());
        story
            .deaths
            .fetch_add(u64::from(was_alive && !is_alive), Ordering::Relaxed);
        story
            .stairs
            .fetch_add(u64::from(now != depth), Ordering::Relaxed);
        story
            .turns
            .fetch_add(clock.saturating_sub(tick) / 100, Ordering::Relaxed);
        (was_alive, depth, tick) = (is_alive, now, clock);
    }
    prints
}

#[test]
fn random_games_stay_consistent_and_repeatable() {
    let story = Story::default();
    let games = on_all_cores(0..GAMES, |seed| {
        let first = played(seed, &story);
        // The seeds that are played again cover every algorithm and every builder.
        let again = (seed / 8).is_multiple_of(7).then(|| played(seed, &story));
        let again = again.filter(|it| *it != first)?;
        Some((seed, first, again))
    });
    let failures: Vec<_> = games.into_iter().flatten().collect();
    assert!(
        failures.is_empty(),
        "not the same when played again: {failures:x?}"
    );
    let counts = [&story.deaths, &story.stairs, &story.turns].map(|it| it.load(Ordering::Relaxed));
    println!("deaths, stairs, turns: {counts:?}");
    assert!(
        counts[0] > 100 && counts[1] > 100 && counts[2] > 50_000,
        "too little happened: {story:?}"
    );
}
