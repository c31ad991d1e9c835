//! Keys that arrive faster than anyone can type, and keys that are held down.

use std::fmt::Write;
use std::thread;
use std::time::{Duration, Instant};

use super::game::{Game, SEED, USUAL};
use crate::support::Folder;
use crate::support::emulator::Protocol;
use crate::support::processes::processor_time;

/// Goes through modes and back. Plain terminals send Escape as the byte that begins sequences, so no Escape stands
/// before a key that would make one.
const BURST: &str = "xl<Escape>m<Escape>?<Escape>l<Escape><Enter>x<Tab><Escape>h";
/// The same for kitty's protocol, where an Escape can stand anywhere.
const KITTY_BURST: &str = "xl<Escape>m<Escape>?<Escape>l<Escape><Escape>x<Tab><Escape>h";

#[test]
fn no_key_of_a_burst_is_lost_or_played_in_another_mode() {
    for (protocol, burst) in [(Protocol::Plain, BURST), (Protocol::Kitty, KITTY_BURST)] {
        let mut game = Game::start_on(USUAL, &SEED, protocol);
        game.compare("at the beginning");
        let burst = burst.repeat(14) + "lhlh";
        game.terminal.type_keys(&burst);
        game.text.play(&burst);
        game.compare("after a burst of keys");
    }
}

/// There are more bytes than a program reads at a time, but fewer keys than the game drops as a flood.
#[test]
fn no_key_of_a_long_burst_is_lost() {
    let keys = "<Right><Left>".repeat(250);
    let mut game = Game::start(USUAL, &SEED);
    game.compare("at the beginning");
    game.terminal.type_keys(&keys);
    game.text.play(&keys);
    game.compare("after 500 arrow keys");
}

/// How often a held key is pressed, and the time between.
const PRESSES: u32 = 60;
const PAUSE: Duration = Duration::from_millis(33);
/// The limit for the processor time of all presses. Unlike the time on the clock, it does not depend on what else the
/// machine does.
const BUSY: Duration = Duration::from_millis(1500);
/// The limit for the time between the last press and its screen. With a tenth of a second for each press it would be
/// four seconds.
const LATE: Duration = Duration::from_secs(3);

#[test]
fn a_held_key_does_not_lag_behind() {
    let folder = Folder::new();
    let length = PRESSES as usize;
    let mut map = String::new();
    let wall = "#".repeat(length + 3);
    writeln!(map, "{wall}\n#@{}#\n{wall}", ".".repeat(length)).expect("a string has room");
    let map = folder.write("corridor.txt", map);
    let mut game = Game::start(USUAL, &["--map", &map, "--seed", "1"]);
    game.compare("at the beginning");
    let pid = game.terminal.pid();
    for key in ["l", "h"] {
        let (began, before) = (Instant::now(), processor_time(pid));
        for press in 1..=PRESSES {
            game.terminal.type_keys(key);
            let next = began + PAUSE * press;
            thread::sleep(next.saturating_duration_since(Instant::now()));
        }
        let ended = Instant::now();
        game.text.play(&key.repeat(length));
        game.compare(&format!("after {key} was held"));
        let late = game
            .terminal
            .last_written()
            .saturating_duration_since(ended);
        assert!(
            late < LATE,
            "{key} held: the last step is shown {late:?} late"
        );
        let busy = processor_time(pid) - before;
        assert!(
            busy < BUSY,
            "{key} held: {PRESSES} steps take {busy:?} of processor time"
        );
    }
}
