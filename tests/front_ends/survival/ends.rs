//! No matter how the game ends, the terminal is restored and the shell receives the right exit status.

use std::thread;
use std::time::Duration;

use rustix::process::Signal;

use super::shell::Shell;
use super::words::PANIC;
use crate::support::pty::{Modes, Protocol};
use crate::support::{example, game, wait};
use crate::terminal::game::{Game, SEED, USUAL, open_alone};
use crate::terminal::words::BEGUN;

/// An event that ends the game.
#[derive(Clone, Copy, Debug)]
enum Cause {
    Typed(&'static str),
    TypedInMenu(&'static str),
    Sent(Signal),
}

/// The events that end the game, each with the exit status that the shell receives.
const ENDS: [(Cause, i32); 8] = [
    (Cause::Typed("Qy"), 0),
    (Cause::Typed("<Ctrl+c>"), 128 + 2),
    (Cause::TypedInMenu("<Ctrl+c>"), 128 + 2),
    (Cause::Sent(Signal::TERM), 128 + 15),
    (Cause::Sent(Signal::HUP), 128 + 1),
    (Cause::Sent(Signal::INT), 128 + 2),
    (Cause::Sent(Signal::USR1), 128 + 10),
    (Cause::Sent(Signal::ABORT), 128 + 6),
];

#[test]
fn the_terminal_is_restored_however_the_game_ends() {
    check_ends(Protocol::Plain);
}

#[test]
fn a_terminal_with_kittys_protocol_is_restored_however_the_game_ends() {
    check_ends(Protocol::Kitty);
}

fn check_ends(protocol: Protocol) {
    let mut shell = Shell::open(game(), protocol);
    for (number, (cause, status)) in ENDS.into_iter().enumerate() {
        if number > 0 {
            shell.start();
        }
        match cause {
            Cause::Typed(keys) => shell.game.terminal.type_keys(keys),
            Cause::TypedInMenu(keys) => {
                shell.game.play("<Escape>");
                shell.game.terminal.type_keys(keys);
            }
            Cause::Sent(signal) => shell.signal(signal),
        }
        shell.assert_game_ended(status, &format!("{cause:?}"));
    }
}

/// The line carries a screen in half a second. While the terminal has yet to show one, the next key makes the game ask it
/// whether it has caught up, and Ctrl-C ends the game before the answer.
#[test]
fn an_answer_on_its_way_does_not_reach_the_shell() {
    for pause in [20, 60, 120].map(Duration::from_millis) {
        let mut shell = Shell::open(game(), Protocol::Plain);
        let terminal = &shell.game.terminal;
        let before = terminal.count();
        terminal.slow_down(6_000);
        terminal.send(b"?");
        assert!(wait(Duration::from_secs(30), || terminal.count() > before));
        terminal.send(b"j");
        thread::sleep(pause);
        terminal.send(b"\x03");
        shell.assert_game_ended(128 + 2, &format!("Ctrl-C after {pause:?}"));
    }
}

#[test]
fn the_terminal_is_restored_after_a_panic_and_shows_its_message() {
    let Some(panics) = example("panics") else {
        return;
    };
    for protocol in [Protocol::Plain, Protocol::Kitty] {
        let mut shell = Shell::open(&panics, protocol);
        shell.game.terminal.type_keys("%");
        let screen = shell.assert_game_ended(101, "a panic");
        assert!(
            screen.contains(PANIC),
            "the message cannot be read\n{screen}"
        );
    }
}

/// Kitty keeps separate flags for each of its two screens. The main screen's flags belong to the shell.
#[test]
fn kittys_flags_are_set_only_on_the_alternate_screen_and_its_keys_work() {
    let terminal = open_alone(Protocol::Kitty);
    let mut game = Game::beside(terminal, USUAL, &SEED);
    game.compare("at first");
    let modes = game.terminal.modes();
    assert!(!modes.alternate_flags.is_empty(), "{modes:?}");
    assert!(modes.main_flags.is_empty(), "{modes:?}");
    let keys = [
        "l", "x", "<Escape>", "<Escape>", "<Down>", "<Escape>", "m", "<Escape>",
    ];
    game.play_all(&keys);
    // Alt with l or o does nothing and does not count as Escape.
    game.terminal.send(b"\x1b[108;3u\x1b[111;3u");
    game.play("l");
    game.terminal.type_keys("<Ctrl+c>");
    assert_eq!(game.terminal.status(), Some(128 + 2));
    // The last output may not have been read yet.
    wait(Duration::from_secs(5), || {
        game.terminal.modes() == Modes::default()
    });
    assert_eq!(game.terminal.modes(), Modes::default());
}

pub fn a_game_ends_when_its_terminal_is_closed() {
    let mut terminal = open_alone(Protocol::Plain);
    terminal.wait_for(BEGUN);
    terminal.hang_up();
    // Either the signal or the failed read may come first.
    let status = terminal.status();
    assert!(matches!(status, Some(1 | 129)), "{status:?}");
}
