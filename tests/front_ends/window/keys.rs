//! Tests of fast keys, and of keys on a busy machine.

use std::hint;
use std::num::NonZero;
use std::thread;
use std::time::{Duration, Instant};

use super::display::Display;
use super::game::{Game, arguments};
use super::layout::Layout;
use super::routes::{BURST, END_OF_BURST};
use super::stage::Stage;
use crate::support::Folder;

/// The window is small because a software driver draws small windows faster.
const SIZE: (usize, usize) = (640, 320);

/// How long a single press lasts, and the pause after each press, during which the window sleeps.
const PRESS: Duration = Duration::from_millis(150);
const PAUSE: Duration = Duration::from_millis(250);

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

#[test]
fn twelve_presses_are_twelve_steps_on_a_busy_machine() {
    let Some(stage) = Stage::enter() else { return };
    let display = stage.display(SIZE.0 + 20, SIZE.1 + 20);
    let folder = Folder::new();
    let mut game = in_empty_hall(&display, &folder);
    let ends = Instant::now() + 12 * (PRESS + PAUSE);
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for _ in 0..2 * processors {
            scope.spawn(|| {
                while Instant::now() < ends {
                    hint::spin_loop();
                }
            });
        }
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
