//! A killed game loses only the command that was being carried out.

use std::thread;
use std::time::Duration;

use rustix::process::Signal;

use super::saves::{Saves, seed_option};
use super::words::LEFT_OUT;
use crate::support::dice::Dice;
use crate::support::pty::{Protocol, Terminal};
use crate::support::screen::Screen;
use crate::support::text::{Layout, Text};
use crate::support::{at_once, game, wait};
use crate::terminal::game::{size, terminal_arguments};

const LAYOUT: Layout = Layout::new(80, 24, "16");
/// Keys that each stand for a single command.
const KEYS: [&str; 9] = [".", "h", "j", "k", "l", "y", "u", "b", "n"];
/// The maximum number of keys that a game answers with a screen before the game is killed.
const COUNT: usize = 120;
/// The number of rows that the map takes up. The rows below it show messages.
const ROWS_OF_MAP: usize = 20;

#[test]
fn a_killed_text_game_keeps_every_answered_command() {
    at_once(1000..1005, |seed| {
        let (mut dice, saves) = (Dice::new(seed), Saves::new());
        let count = dice.below(COUNT);
        let (answered, ahead) = (keys(&mut dice, count), keys_ahead(&mut dice, seed));
        let mut text = Text::start(LAYOUT, &saves.options(seed));
        for key in answered.chars() {
            text.play(&key.to_string());
        }
        for key in ahead.chars() {
            text.type_ahead(&key.to_string());
        }
        if !ahead.is_empty() {
            thread::sleep(moment(&mut dice));
        }
        text.kill();
        assert_only_the_last_command_is_lost(&saves, seed, &answered, &ahead);
    });
}

#[test]
fn a_killed_terminal_game_keeps_every_shown_command() {
    at_once(2000..2005, |seed| {
        let (mut dice, saves) = (Dice::new(seed), Saves::new());
        let count = dice.below(COUNT);
        // Resting advances the turn, so the screen shows when the key has been handled.
        let shown = keys(&mut dice, count) + ".";
        let ahead = keys_ahead(&mut dice, seed);
        let mut terminal = open_terminal(&saves.options(seed));
        let begins = wait(Duration::from_secs(60), || saves.has_begun());
        assert!(begins, "{}", terminal.screen());
        terminal.type_keys(&shown);
        let mut text = Text::start(LAYOUT, &seed_option(seed));
        let wanted = text.play(&shown);
        let reached = terminal.wait_until(|screen| screen == wanted);
        assert!(reached.is_ok(), "{reached:?} instead of {wanted:?}");
        terminal.type_keys(&ahead);
        if !ahead.is_empty() {
            thread::sleep(moment(&mut dice));
        }
        terminal.signal(Signal::KILL);
        assert_eq!(terminal.status(), Some(128 + 9));
        assert_only_the_last_command_is_lost(&saves, seed, &shown, &ahead);
    });
}

fn keys(dice: &mut Dice, count: usize) -> String {
    let keys = (0..count).map(|_| KEYS[dice.below(KEYS.len())]);
    keys.collect()
}

/// Returns the keys that a game is still handling when it is killed. In every third game, there are none.
fn keys_ahead(dice: &mut Dice, seed: u64) -> String {
    match seed.is_multiple_of(3) {
        true => String::new(),
        false => keys(dice, COUNT),
    }
}

/// Returns a random duration of less than 20 milliseconds.
fn moment(dice: &mut Dice) -> Duration {
    Duration::from_micros(dice.below(20_000) as u64)
}

fn open_terminal(options: &[String]) -> Terminal {
    let arguments = [&terminal_arguments(LAYOUT, &[]), options].concat();
    Terminal::open(game(), &arguments, size(LAYOUT), Protocol::Plain, &[])
}

/// Asserts that the continued game includes at least the `answered` keys, and shows the same screen as an uninterrupted
/// game.
fn assert_only_the_last_command_is_lost(saves: &Saves, seed: u64, answered: &str, ahead: &str) {
    if saves.has_ended() {
        // The player died before the last key.
        return saves.assert_whole(game());
    }
    let (before, saved) = (saves.read(), saves.commands());
    let count = answered.len();
    assert!(
        saved >= count,
        "seed {seed}: only {saved} of {count} answered commands are saved"
    );
    let continued = Text::start(LAYOUT, &saves.options_to_continue());
    let mut fresh = Text::start(LAYOUT, &seed_option(seed));
    let keys = answered.to_owned() + ahead;
    let (continued, fresh) = (continued.screen(), fresh.play(&keys[..saved]));
    assert!(
        is_same(continued, fresh, !ahead.is_empty()),
        "seed {seed}, {saved} commands, {answered:?} {ahead:?}: {continued:?} instead of {fresh:?}"
    );
    let is_cut = continued.says(LEFT_OUT);
    // Only unanswered keys may be left out, and a copy of the journal must still contain them.
    let is_whole = before.ends_with('\n');
    assert!(is_cut || is_whole, "the torn line is not reported");
    assert!(
        !is_cut || !ahead.is_empty(),
        "{:?} is left out",
        before.lines().last()
    );
    let copies = if is_cut { vec![before] } else { Vec::new() };
    assert_eq!(saves.torn_copies(), copies);
}

/// Returns whether a continued game shows the same screen as an uninterrupted one. If the game was killed while it was
/// handling keys, a message may say that a command was left out, and the message before that one may be missing.
fn is_same(continued: &Screen, fresh: &Screen, was_playing: bool) -> bool {
    let (continued_rows, fresh_rows) = (continued.text(), fresh.text());
    let (map, messages) = continued_rows.split_at(ROWS_OF_MAP);
    let (fresh_map, fresh_messages) = fresh_rows.split_at(ROWS_OF_MAP);
    // The panel beside the messages does not scroll with them.
    let said = |rows: &[String]| -> Vec<String> {
        let left = rows.iter().filter_map(|row| row.split('│').next());
        let said = left.map(|it| it.trim_end().to_owned());
        said.filter(|it| !it.is_empty()).collect()
    };
    let (said_last, fresh_last) = (said(messages), said(fresh_messages));
    let is_behind = (fresh_last.split_last()).is_some_and(|(_, rest)| said_last.ends_with(rest));
    let may_differ = was_playing && (continued.says(LEFT_OUT) || is_behind);
    map == fresh_map && (continued == fresh || may_differ)
}
