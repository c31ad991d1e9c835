//! An idle game uses no processor time and writes nothing, no matter what it shows.

use std::thread;
use std::time::Duration;

use super::game::{Game, SEED, USUAL};
use super::routes::{DEATH, LOST, quiet};
use super::sizes::wait_for_notice;
use crate::support::emulator::Size;
use crate::support::processes::processor_time;
use crate::support::{Folder, wait};

const WATCHED: Duration = Duration::from_secs(5);
/// Linux counts processor time in ticks of ten milliseconds.
const LIMIT: Duration = Duration::from_millis(30);

pub fn an_idle_game_does_nothing() {
    let folder = Folder::new();
    let mut games = quiet_games();
    games.push(("report of the dead", lost_game(&folder)));
    games.push(("too small a terminal", small_game()));
    // The game may still be handling the last key.
    wait(Duration::from_secs(30), || {
        busy_within(&games, Duration::from_secs(1)).is_empty()
    });
    let busy = busy_within(&games, WATCHED);
    assert!(busy.is_empty(), "within {WATCHED:?}: {busy:?}");
}

/// Watches games for a while and returns those that were not idle.
fn busy_within(games: &[(&str, Game)], watched: Duration) -> Vec<String> {
    let look = |(name, game): &(&str, Game)| {
        let time = processor_time(game.terminal.pid());
        (name.to_string(), time, game.terminal.count())
    };
    let before: Vec<_> = games.iter().map(look).collect();
    thread::sleep(watched);
    let after = games.iter().map(look);
    let taken = before.into_iter().zip(after);
    taken
        .map(|((name, time, bytes), after)| (name, after.1 - time, after.2 - bytes))
        .filter(|(_, time, bytes)| *time > LIMIT || *bytes > 0)
        .map(|(name, time, bytes)| format!("{name}: {time:?}, {bytes} bytes"))
        .collect()
}

/// Starts one game for each mode in which nothing moves.
fn quiet_games() -> Vec<(&'static str, Game)> {
    let start = |(name, route): (&'static str, Vec<String>)| {
        let mut game = Game::start(USUAL, &SEED);
        game.compare("at the beginning");
        for script in route {
            game.play(&script);
        }
        (name, game)
    };
    quiet().into_iter().map(start).collect()
}

fn lost_game(folder: &Folder) -> Game {
    let map = folder.write("lost.txt", LOST);
    let mut game = Game::start(USUAL, &["--map", &map, "--seed", "1"]);
    game.compare("at the beginning of a lost game");
    game.play_all(&DEATH);
    game
}

fn small_game() -> Game {
    let small = Size::new(40, 10);
    let mut game = Game::start(USUAL, &SEED);
    game.compare("at the beginning");
    game.terminal.resize(small);
    wait_for_notice(&game.terminal, small);
    game
}
