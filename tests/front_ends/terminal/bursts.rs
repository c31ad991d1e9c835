//! Tests of held keys, and of keys that arrive faster than anyone can type.

use std::fmt::Write;
use std::thread;
use std::time::{Duration, Instant};

use super::game::{Game, SEED, USUAL};
use crate::support::Folder;
use crate::support::emulator::Protocol;
use crate::support::processes::processor_time;

/// Keys that open and close modes. Plain terminals send Escape as the byte that also starts escape sequences, so none
/// of these Escapes precedes a key that would continue such a sequence.
const BURST: &str = "xl<Escape>m<Escape>?<Escape>l<Escape><Enter>x<Tab><Escape>h";
/// A similar burst for kitty's protocol, in which Escape can precede any key.
const KITTY_BURST: &str = "xl<Escape>m<Escape>?<Escape>l<Escape><Escape>x<Tab><Escape>h";

pub fn no_key_of_a_burst_is_lost_or_played_in_another_mode() {
    for (protocol, burst) in [(Protocol::Plain, BURST), (Protocol::Kitty, KITTY_BURST)] {
        let mut game = Game::start_on(USUAL, &SEED, protocol);
        game.compare("at the beginning");
        let burst = burst.repeat(14) + "lhlh";
        game.terminal.type_keys(&burst);
        game.text.play(&burst);
        game.compare("after a burst of keys");
    }
}

/// The burst has more bytes than one read returns, but too few keys to count as a flood.
pub fn no_key_of_a_long_burst_is_lost() {
    let keys = "<Right><Left>".repeat(250);
    let mut game = Game::start(USUAL, &SEED);
    game.compare("at the beginning");
    game.terminal.type_keys(&keys);
    game.text.play(&keys);
    game.compare("after 500 arrow keys");
}

/// The number of times that a held key repeats, and the time between the repeats.
const PRESSES: u32 = 60;
const PAUSE: Duration = Duration::from_millis(33);
/// The limit on the total processor time of all presses. Unlike elapsed time, processor time does not depend on other
/// programs.
const BUSY: Duration = Duration::from_millis(1500);
/// The limit on the time between the last press and the resulting screen. A game that needed a tenth of a second per
/// press would lag four seconds behind.
const LATE: Duration = Duration::from_secs(3);

pub fn a_held_key_does_not_lag_behind() {
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
