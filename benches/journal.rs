//! Measures the cost of saving a game (the check value after each command, and the snapshots) relative to playing it.
//!
//! ```text
//! cargo bench --bench journal
//! cargo bench --bench journal -- 10000
//! ```
//!
//! The built-in explorer plays one seed after another until it has issued 2,000 commands, or the number given as the
//! argument. A table shows the mean time of each part of saving, and the ratio of that time to the mean time of a
//! command.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use bevy::prelude::*;
use fogbound::explorer::{Bot, Temperament};
use fogbound::game::{
    BeginGame, Fate, Game, GameEvent, GameSetup, SimulationPlugin, Snapshot, Witnessed, carry_out,
    fingerprint,
};

/// The number of commands between two snapshots.
const INTERVAL: u32 = 64;

#[derive(Default)]
struct Times {
    commands: u32,
    turn: Duration,
    check: Duration,
    snapshots: u32,
    take: Duration,
    restore: Duration,
}

fn timed<T>(sum: &mut Duration, act: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = act();
    *sum += start.elapsed();
    result
}

fn play(seed: u64, times: &mut Times, limit: u32) {
    let mut app = App::new();
    let setup = GameSetup { seed, ..default() };
    app.add_plugins(SimulationPlugin)
        .begin_game(Game::new(setup).unwrap());
    let world = app.world_mut();
    let mut bot = Bot::new(Temperament::Bright);
    while times.commands < limit && world.resource::<Fate>().is_alive() {
        let Some(command) = bot.next(world) else {
            return;
        };
        timed(&mut times.turn, || carry_out(world, command));
        let check = timed(&mut times.check, || fingerprint(world));
        world.resource_mut::<Messages<GameEvent>>().clear();
        world.resource_mut::<Messages<Witnessed>>().clear();
        times.commands += 1;
        if times.commands.is_multiple_of(INTERVAL) {
            let snapshot = timed(&mut times.take, || Snapshot::take(world)).unwrap();
            timed(&mut times.restore, || snapshot.restore(world));
            assert_eq!(fingerprint(world), check);
            snapshot.discard(world);
            times.snapshots += 1;
        }
    }
}

fn main() {
    let mut numbers = std::env::args().filter_map(|it| it.parse().ok());
    let limit = numbers.next().unwrap_or(2000);
    let mut times = Times::default();
    for seed in 1.. {
        if times.commands == limit {
            break;
        }
        play(seed, &mut times, limit);
    }
    let each = |sum: Duration, count: u32| sum.as_secs_f64() * 1e6 / f64::from(count.max(1));
    let turn = each(times.turn, times.commands);
    let title = format!("{limit} commands");
    println!("{title:<20} {:>10} {:>10}", "µs", "ratio");
    for (name, micros) in [
        ("a command", turn),
        ("its check value", each(times.check, times.commands)),
        ("taking a snapshot", each(times.take, times.snapshots)),
        ("restoring one", each(times.restore, times.snapshots)),
    ] {
        println!("{name:<20} {micros:>10.1} {:>10.2}", micros / turn);
    }
}
