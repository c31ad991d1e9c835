//! An idle window uses no processor time, no matter what it shows.

use std::thread;
use std::time::{Duration, Instant};

use super::death::LOST;
use super::game::{Game, arguments};
use super::layout::Layout;
use super::routes::{
    DEATH, FROM_HELP_TO_MESSAGES, FROM_KEYS_TO_GAME, SEED, TO_HELP, TO_KEYS, TO_MENU, TO_OPTIONS,
};
use super::stage::Stage;
use crate::support::{self, Folder};

/// How long an idle window is watched, and the processor time that it may use during that time.
const WATCHED: Duration = Duration::from_secs(3);
const LIMIT: Duration = Duration::from_millis(12);

/// A program is idle if it has used no processor time for this long.
const SETTLED: Duration = Duration::from_secs(1);

/// A picture that stays the same for this long, while a key is held, shows the cursor at the edge.
const AT_THE_EDGE: Duration = Duration::from_secs(3);

/// Whatever moves comes to rest.
const MOTION: [&str; 2] = ["--motion", "on"];

/// The names of screens and the routes to them.
type Screens<'a> = &'a [(&'a str, &'a [&'a str])];

pub fn an_idle_window_uses_no_processor_time() {
    let Some(stage) = Stage::enter() else { return };
    let folder = Folder::new();
    let file = folder.write("lost.txt", LOST);
    let lost = ["--map", &file, "--seed", "1"];
    let to_death = [FROM_KEYS_TO_GAME, DEATH].concat();
    // Idle windows can be watched at the same time.
    thread::scope(|scope| {
        scope.spawn(|| watch_game_and_hold_key(&stage));
        scope.spawn(|| watch(&stage, SEED, &[("menu", TO_MENU), ("options", TO_OPTIONS)]));
        scope.spawn(|| {
            watch(
                &stage,
                SEED,
                &[("help", TO_HELP), ("messages", FROM_HELP_TO_MESSAGES)],
            )
        });
        scope.spawn(|| watch(&stage, &lost, &[("keys", TO_KEYS), ("death", &to_death)]));
    });
}

fn watch(stage: &Stage, options: &[&str], screens: Screens) {
    let layout = Layout::new(800, 600);
    let display = stage.display(layout.width + 20, layout.height + 20);
    let mut game = Game::start(&display, layout, &arguments(&[options, &MOTION].concat()));
    for (name, route) in screens {
        game.play(route);
        assert_takes_no_time(&game, name);
    }
}

/// A held key repeats until it is released. After that, nothing wakes the window.
fn watch_game_and_hold_key(stage: &Stage) {
    let layout = Layout::new(640, 320);
    let display = stage.display(layout.width + 20, layout.height + 20);
    let mut game = Game::start(&display, layout, &arguments(&[SEED, &MOTION].concat()));
    assert_takes_no_time(&game, "game");
    hold_key(&mut game);
    assert_takes_no_time(&game, "look, after a held key");
}

/// Holds the key that moves the cursor west.
fn hold_key(game: &mut Game) {
    game.play(&["x"]);
    let (mut last, mut changes, mut since) = (game.picture(), 0, Instant::now());
    game.display.key_down("h");
    // A slow machine draws few pictures before the cursor reaches the edge, where it stays.
    let has_moved = support::wait(Duration::from_secs(30), || {
        let now = game.picture();
        if now != last {
            (last, since) = (now, Instant::now());
            changes += 1;
        }
        changes > 15 || changes > 0 && since.elapsed() >= AT_THE_EDGE
    });
    game.display.key_up("h");
    assert!(has_moved, "nothing moves while a key is held");
    let is_quiet = game
        .display
        .wait_quiet(Duration::from_secs(1), Duration::from_secs(10));
    assert!(is_quiet, "the key keeps repeating after being released");
    let mut moves = 0;
    while !game.shows(game.text.screen()) && moves < 60 {
        game.text.play("h");
        moves += 1;
    }
    game.assert_right("after a key was held");
    assert!(moves > 5, "a held key moves the cursor {moves} times");
}

/// Waits until the game is idle, and asserts that it stays idle.
fn assert_takes_no_time(game: &Game, name: &str) {
    let (mut last, mut since) = (game.program.processor_time(), Instant::now());
    let has_settled = support::wait(Duration::from_secs(30), || {
        let now = game.program.processor_time();
        if now != last {
            (last, since) = (now, Instant::now());
        }
        since.elapsed() >= SETTLED
    });
    if !has_settled {
        panic!("the screen {name} takes processor time in every second");
    }
    thread::sleep(WATCHED);
    let taken = game.program.processor_time() - last;
    assert!(
        taken <= LIMIT,
        "the screen {name} takes {taken:?} of processor time in {WATCHED:?}"
    );
}
