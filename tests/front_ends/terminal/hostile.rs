//! Tests with bytes that no keyboard sends: every kind of sequence, noise, and unfinished sequences. The game survives
//! them, and Ctrl-C still quits.

use std::iter;
use std::thread;
use std::time::Duration;

use super::game::{escape_to_menu, open_alone};
use super::words::{BEGUN, MENU, PASTED};
use crate::support::at_once;
use crate::support::dice::Dice;
use crate::support::emulator::Protocol;
use crate::support::pty::Terminal;

/// Ctrl-C without and with kitty's protocol.
const CTRL_C: [&[u8]; 2] = [b"\x03", b"\x1b[99;5u"];
/// The beginnings of sequences, pastes and characters, and an unexpected answer.
const UNFINISHED: [&[u8]; 6] = [
    b"\x1b[200~hello",
    b"\x1b[?1u",
    b"\x1b[1;",
    b"\x1b[M ",
    b"\x1b]11;rgb:00",
    b"\xf0\x9f",
];
/// The time limit for reading all bytes.
const READING: Duration = Duration::from_secs(120);
const NOISE: usize = 1_000_000;

pub fn the_game_survives_every_sequence() {
    check_flood(&sequences());
}

pub fn the_game_survives_random_bytes() {
    check_flood(&noise(1));
}

/// Returns sequences that combine every final byte with every list of a few small, large and missing numbers.
fn sequences() -> Vec<u8> {
    // Each entry holds the mark that comes before the list of numbers, and the maximum length of the list.
    let kinds = [("", 4), ("<", 3), ("?", 2), (">", 1), ("=", 1)];
    let mut all = String::new();
    for (mark, most) in kinds {
        for count in 0..=most {
            for numbers in lists(count) {
                for end in '\x40'..'\x7f' {
                    all.extend(["\x1b[", mark, &numbers]);
                    all.push(end);
                }
            }
        }
    }
    all.into()
}

/// Returns all lists of `count` numbers, in the notation that sequences use.
fn lists(count: usize) -> Vec<String> {
    const NUMBERS: [&str; 5] = ["", "0", "1", "65535", "4294967296"];
    match count {
        0 => vec![String::new()],
        1 => NUMBERS.map(str::to_owned).into(),
        _ => {
            let shorter = lists(count - 1);
            let longer = |list: &String| NUMBERS.map(|number| format!("{list};{number}"));
            shorter.iter().flat_map(longer).collect()
        }
    }
}

/// Returns random bytes without Ctrl-C, Ctrl-Z and Q, which would end or suspend the game.
fn noise(seed: u64) -> Vec<u8> {
    let mut dice = Dice::new(seed);
    let bytes =
        iter::repeat_with(|| u8::try_from(dice.below(256)).expect("the number is below 256"));
    let bytes = bytes.filter(|byte| !matches!(byte, 0x03 | 0x1a | b'Q'));
    bytes.take(NOISE).collect()
}

fn check_flood(bytes: &[u8]) {
    let mut terminal = begin(Protocol::Plain);
    assert!(
        terminal.try_send(bytes, READING),
        "the game stopped reading"
    );
    assert!(
        terminal.wait_quiet(Duration::from_secs(1)),
        "the game did not settle"
    );
    escape_to_menu(&terminal);
    leave(&mut terminal, CTRL_C[0], "after all that");
}

fn begin(protocol: Protocol) -> Terminal {
    let terminal = open_alone(protocol);
    terminal.wait_for(BEGUN);
    terminal
}

fn leave(terminal: &mut Terminal, keys: &[u8], when: &str) {
    terminal.send(keys);
    let status = terminal.status();
    assert_eq!(status, Some(130), "Ctrl-C {when}:\n{}", terminal.screen());
    assert_eq!(terminal.problems(), [""; 0], "{when}");
}

#[test]
fn ctrl_c_quits_within_any_sequence() {
    at_once(UNFINISHED.into_iter().enumerate(), |(number, begun)| {
        for keys in CTRL_C {
            let mut terminal = begin(Protocol::Plain);
            terminal.send(begun);
            // Send the keys at once or after a pause.
            thread::sleep(Duration::from_millis(100) * u32::try_from(number % 3).expect("small"));
            let when = format!("as {} after {}", keys.escape_ascii(), begun.escape_ascii());
            leave(&mut terminal, keys, &when);
        }
    });
}

pub fn unexpected_answers_and_unfinished_pastes_do_no_harm() {
    at_once([Protocol::Plain, Protocol::Kitty], |protocol| {
        let mut terminal = begin(protocol);
        // The game asked for this when it began, and has its answer.
        terminal.send(b"\x1b[?1u");
        terminal.send(b"\x1b[200~hello");
        terminal.wait_for(PASTED);
        terminal.type_keys("<Escape>");
        terminal.wait_for(MENU);
        leave(&mut terminal, CTRL_C[1], "after a paste without an end");
    });
}
