//! Tests of terminals at the end of a slow line, and of terminals that do not answer queries.
//!
//! All time limits are generous, because the machine may be busy.

use std::thread;
use std::time::{Duration, Instant};

use super::bursts::a_held_key_does_not_lag_behind;
use super::game::{Game, USUAL};
use super::walk::{Walk, hall};
use crate::support::emulator::Protocol;
use crate::support::text::Layout;
use crate::support::{Folder, all_at_once};

/// The speed of the line in bytes per second.
const SLOW: u32 = 1000;
/// The number of steps that are typed one by one.
const SINGLE: usize = 8;
/// The time between quickly typed keys.
const QUICK_PAUSE: Duration = Duration::from_millis(33);
/// The limits on the time between a key and the resulting screen, not counting the time that the line needs to carry
/// the bytes. At least half of the steps must stay within the first limit, and all within the second.
const OFTEN_LATE: Duration = Duration::from_secs(1);
const LATE: Duration = Duration::from_secs(10);
/// The limit on the number of bytes that may wait for the line while keys are typed quickly. It does not depend on how
/// fast the machine is. If no screen were skipped, there would be far more.
const QUEUED: u64 = 3000;

pub fn steps_show_on_slow_lines_in_terminals_that_never_answer_and_for_a_held_key() {
    all_at_once([
        || check_slow(USUAL),
        || check_slow(Layout::new(120, 40, "truecolor")),
        check_silent,
        a_held_key_does_not_lag_behind,
    ]);
}

fn check_slow(layout: Layout) {
    let folder = Folder::new();
    let mut game = Game::start(layout, &["--map", &hall(&folder), "--seed", "1"]);
    game.compare("at the beginning");
    game.terminal.slow_down(SLOW);
    let times = time_steps(&mut game, SINGLE, Some(SLOW));
    check_times(&times, "on a slow line");
    for (keys, pause) in [
        ("h".repeat(35), Duration::ZERO),
        ("l".repeat(60), QUICK_PAUSE),
    ] {
        check_quick(&mut game, &keys, pause);
    }
}

/// Types steps faster than the line can show them, and checks that screens are skipped.
fn check_quick(game: &mut Game, keys: &str, pause: Duration) {
    game.terminal.most_queued();
    for key in keys.chars() {
        game.terminal.send(&[u8::try_from(key).expect("a letter")]);
        thread::sleep(pause);
    }
    game.text.play(keys);
    game.compare(&format!("after {keys} with a pause of {pause:?}"));
    let queued = game.terminal.most_queued();
    assert!(
        queued <= QUEUED,
        "{} keys with a pause of {pause:?} let {queued} bytes wait for the line",
        keys.len()
    );
}

fn check_silent() {
    let folder = Folder::new();
    let mut game = Game::start_on(
        USUAL,
        &["--map", &hall(&folder), "--seed", "1"],
        Protocol::Silent,
    );
    game.compare("at the beginning");
    let times = time_steps(&mut game, 2 * SINGLE, None);
    check_times(&times, "in a terminal that answers nothing");
}

/// Plays steps one by one. Returns how long each step took, minus the time that the line needs to carry the step's
/// bytes. `rate` is the speed of the line in bytes per second.
fn time_steps(game: &mut Game, count: usize, rate: Option<u32>) -> Vec<Duration> {
    let step = |key: char| {
        let (before, began) = (game.terminal.count(), Instant::now());
        game.play(&key.to_string());
        let took = game
            .terminal
            .last_written()
            .saturating_duration_since(began);
        let sent = u32::try_from(game.terminal.count() - before).expect("few bytes");
        let line = rate.map_or(Duration::ZERO, |rate| Duration::from_secs(1) * sent / rate);
        took.saturating_sub(line)
    };
    Walk::new(1).take(count).map(step).collect()
}

fn check_times(times: &[Duration], place: &str) {
    let mut sorted = times.to_vec();
    sorted.sort();
    let (half, most) = (sorted[sorted.len() / 2], sorted[sorted.len() - 1]);
    assert!(
        half < OFTEN_LATE && most < LATE,
        "steps {place} are late by {times:?}"
    );
}
