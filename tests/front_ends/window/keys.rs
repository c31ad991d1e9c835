//! Tests of fast keys, and of keys on a busy machine.

use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::display::Display;
use super::game::{Game, arguments};
use super::layout::Layout;
use super::routes::{BURST, END_OF_BURST};
use super::stage::Stage;
use crate::support::Folder;
use crate::support::processes::signal;

/// The window is small because a software driver draws small windows faster.
const SIZE: (usize, usize) = (640, 320);

/// How long a single press lasts, and the pause after each press, during which the window sleeps.
const PRESS: Duration = Duration::from_millis(150);
const PAUSE: Duration = Duration::from_millis(250);

/// How long a program on a busy machine waits, and how long it runs after each wait.
const HALTED: Duration = Duration::from_millis(260);
const RUNNING: Duration = Duration::from_millis(50);

#[test]
fn no_key_of_a_burst_is_lost_or_overtakes_another() {
    let Some(stage) = Stage::enter() else { return };
    let display = stage.display(SIZE.0 + 20, SIZE.1 + 20);
    let folder = Folder::new();
    let mut game = in_empty_hall(&display, &folder);
    let burst = BURST.repeat(14) + END_OF_BURST;
    game.type_only(&burst);
    game.text.play(&burst);
    game.assert_right("after a burst of keys");
}

/// On a busy machine, a program waits for most of the time. This one is halted again and again.
pub fn twelve_presses_are_twelve_steps_on_a_busy_machine() {
    let Some(stage) = Stage::enter() else { return };
    let display = stage.display(SIZE.0 + 20, SIZE.1 + 20);
    let folder = Folder::new();
    let mut game = in_empty_hall(&display, &folder);
    let pid = game.program.pid();
    let ends = Instant::now() + 12 * (PRESS + PAUSE);
    thread::scope(|scope| {
        scope.spawn(|| {
            while Instant::now() < ends {
                signal(pid, Signal::STOP);
                thread::sleep(HALTED);
                signal(pid, Signal::CONT);
                thread::sleep(RUNNING);
            }
        });
        for _ in 0..12 {
            display.press_for("l", PRESS);
            thread::sleep(PRESS + PAUSE);
        }
    });
    game.text.play(&"l".repeat(12));
    game.assert_right("after twelve presses");
}

/// Starts a game in an empty hall without other creatures, where every step succeeds.
fn in_empty_hall<'a>(display: &'a Display, folder: &Folder) -> Game<'a> {
    let (wall, floor) = ("#".repeat(42), format!("#{}#\n", ".".repeat(40)));
    let start = floor.replacen('.', "@", 1);
    let hall = format!("{wall}\n{floor}{floor}{start}{floor}{floor}{wall}\n");
    let file = folder.write("hall.txt", hall);
    let options = ["--map", &file, "--light", "off", "--seed", "1"];
    Game::start(display, Layout::new(SIZE.0, SIZE.1), &arguments(&options))
}
