//! A suspended game restores the terminal, and takes it over again when it resumes.

use std::io::Write;
use std::thread;
use std::time::Duration;

use rustix::process::Signal;
use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};

use super::shell::{Shell, State, state};
use crate::support::processes::is_stopped;
use crate::support::pty::Protocol;
use crate::support::{game, wait};
use crate::terminal::game::{Game, SEED, USUAL, open_alone};

const PATIENCE: Duration = Duration::from_secs(30);

pub fn a_suspended_game_restores_the_terminal_and_resumes() {
    check_stops(Protocol::Plain);
}

pub fn a_suspended_game_restores_kittys_flags_and_resumes() {
    check_stops(Protocol::Kitty);
}

fn check_stops(protocol: Protocol) {
    let mut shell = Shell::open(game(), protocol);
    for when in ["after Ctrl-Z", "after another Ctrl-Z"] {
        shell.game.terminal.type_keys("<Ctrl+z>");
        shell.assert_game_stops();
        shell.continue_game(when);
    }
    shell.game.terminal.type_keys("<Ctrl+z>");
    shell.assert_game_stops();
    shell.type_line("bg");
    // The game resumes for a moment and stops again when it accesses the terminal.
    thread::sleep(Duration::from_millis(500));
    shell.assert_game_stops();
    shell.continue_game("after it was sent to the background");

    shell.signal(Signal::TSTP);
    shell.assert_game_stops();
    shell.continue_game("after SIGTSTP");

    shell.signal(Signal::STOP);
    shell.assert_in_foreground();
    // The shell writes over the game's screen.
    assert_is_spoiled(&shell.game);
    shell.continue_game("after SIGSTOP");
    shell.game.terminal.type_keys("Qy");
    shell.assert_game_ended(0, "quitting after all that");
}

#[test]
fn ctrl_z_does_nothing_if_no_shell_could_resume_the_game() {
    let mut game = open_without_shell();
    let before = state(&game.terminal);
    game.terminal.type_keys("<Ctrl+z>");
    game.play("l");
    game.play("h");
    assert_eq!(state(&game.terminal), before);
}

pub fn a_game_stopped_from_outside_redraws_the_screen() {
    let mut game = open_without_shell();
    let before = state(&game.terminal);
    spoil(&mut game);
    game.terminal.signal(Signal::STOP);
    assert!(wait(PATIENCE, || is_stopped(game.terminal.pid())));
    leave_raw_mode(&game);
    game.terminal.signal(Signal::CONT);
    game.compare("after SIGSTOP and SIGCONT");
    game.play("l");
    assert_comes_to(&game, &before);
    // No shell could resume the game.
    game.terminal.signal(Signal::TSTP);
    game.play("h");
    assert_comes_to(&game, &before);
}

pub fn ctrl_l_redraws_the_screen() {
    let mut game = open_without_shell();
    spoil(&mut game);
    game.terminal.type_keys("<Ctrl+l>");
    game.compare("after Ctrl-L");
}

/// Asserts that the terminal is in this state, at the latest when the frame that is being drawn has ended.
fn assert_comes_to(game: &Game, expected: &State) {
    wait(PATIENCE, || state(&game.terminal) == *expected);
    assert_eq!(state(&game.terminal), *expected);
}

fn open_without_shell() -> Game {
    let mut game = Game::beside(open_alone(Protocol::Plain), USUAL, &SEED);
    game.compare("at first");
    game
}

/// Makes the terminal deliver whole lines and echo them, as a shell does when it takes over.
fn leave_raw_mode(game: &Game) {
    let device = game.terminal.device();
    let mut settings = tcgetattr(&device).unwrap();
    settings.local_modes |= LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
    tcsetattr(&device, OptionalActions::Now, &settings).unwrap();
}

/// Writes to the game's terminal as another program would.
fn spoil(game: &mut Game) {
    let rubbish = b"\x1b[5;5Hrubbish\x1b[12;1Hmore rubbish";
    game.terminal.device().write_all(rubbish).unwrap();
    assert_is_spoiled(game);
}

fn assert_is_spoiled(game: &Game) {
    let right = game.text.screen();
    let is_spoiled = wait(PATIENCE, || game.terminal.screen() != *right);
    assert!(is_spoiled, "the screen is still as the game drew it");
}
