//! Tests of how the program chooses the front end and the number of colours, and of the error for a terminal that
//! cannot show a screen.

use std::process::{Output, Stdio};

use super::game::{Game, SEED, USUAL, size};
use crate::support::emulator::Protocol;
use crate::support::pty::Terminal;
use crate::support::text::Layout;
use crate::support::{Folder, command, game};

pub fn environment_variables_decide_the_number_of_colors() {
    let cases: [(&[(&str, &str)], &str); 7] = [
        (&[("TERM", "xterm-256color")], "256"),
        (&[("TERM", "xterm-256color"), ("NO_COLOR", "")], "256"),
        (
            &[("TERM", "xterm"), ("COLORTERM", "truecolor")],
            "truecolor",
        ),
        (&[("TERM", "linux")], "16"),
        (&[("TERM", "ansi")], "8"),
        (&[("TERM", "vt100")], "none"),
        (
            &[
                ("TERM", "xterm-256color"),
                ("COLORTERM", "truecolor"),
                ("NO_COLOR", "1"),
            ],
            "none",
        ),
    ];
    for (number, (variables, colors)) in cases.into_iter().enumerate() {
        let mut arguments = vec!["--frontend", "terminal"];
        arguments.extend(SEED);
        // `--colors auto` is the default.
        arguments.extend(["--colors", "auto"].iter().filter(|_| number % 2 == 0));
        let terminal = Terminal::open(game(), &arguments, size(USUAL), Protocol::Plain, variables);
        let mut game = Game::beside(terminal, Layout::new(80, 24, colors), &SEED);
        game.compare(&format!("with {variables:?}"));
        game.play("l");
    }
}

#[test]
fn without_a_display_the_game_is_played_in_the_terminal() {
    let mut arguments = SEED.to_vec();
    arguments.extend(["--colors", USUAL.colors]);
    let terminal = Terminal::open(game(), &arguments, size(USUAL), Protocol::Plain, &[]);
    let mut game = Game::beside(terminal, USUAL, &SEED);
    game.compare("at the beginning");
    game.play("l");
}

#[test]
fn with_a_broken_display_the_game_is_played_in_the_terminal_and_says_why() {
    let mut arguments = SEED.to_vec();
    arguments.extend(["--colors", USUAL.colors]);
    let variables = [("WAYLAND_DISPLAY", "wayland-9"), ("DISPLAY", ":4242")];
    let terminal = Terminal::open(game(), &arguments, size(USUAL), Protocol::Plain, &variables);
    let mut game = Game::beside(terminal, USUAL, &SEED);
    game.compare("at the beginning");
    game.play("l");
    game.terminal.type_keys("Qy");
    assert_eq!(game.terminal.status(), Some(0));
    game.terminal.wait_for("playing in this terminal instead");
}

#[test]
fn without_a_display_or_terminal_the_first_screen_is_printed() {
    let auto = run(&SEED);
    let text = run(&[&SEED[..], &["--frontend", "text"]].concat());
    assert_eq!((auto.status.code(), text.status.code()), (Some(0), Some(0)));
    let screen = String::from_utf8_lossy(&auto.stdout);
    assert_eq!(screen, String::from_utf8_lossy(&text.stdout));
    assert!(screen.contains(super::words::BEGUN), "{screen}");
    let why = String::from_utf8_lossy(&auto.stderr);
    assert_eq!(why.lines().count(), 1, "{why}");
}

#[test]
fn standard_output_that_is_not_a_terminal_is_refused_in_one_line() {
    let refused = run(&["--frontend", "terminal"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(refused.stdout.is_empty(), "{refused:?}");
    let why = String::from_utf8_lossy(&refused.stderr);
    assert!(
        why.lines().count() == 1 && why.contains("--frontend text"),
        "{why}"
    );
}

#[test]
fn a_dumb_terminal_is_refused_and_left_alone() {
    for term in ["dumb", ""] {
        let arguments = ["--frontend", "terminal"];
        let variables = [("TERM", term)];
        let mut terminal =
            Terminal::open(game(), &arguments, size(USUAL), Protocol::Plain, &variables);
        assert_eq!(terminal.status(), Some(2), "TERM={term}");
        let screen = terminal.wait_for("TERM");
        let written = terminal.written_since(0);
        let is_one_line = written.iter().filter(|it| **it == b'\n').count() == 1;
        assert!(
            is_one_line && !written.contains(&0x1b),
            "TERM={term}:\n{screen}"
        );
    }
}

/// Runs the game without a terminal.
fn run(arguments: &[&str]) -> Output {
    let folder = Folder::new();
    command(game())
        .args(arguments)
        .env("TERM", "xterm-256color")
        .env("XDG_DATA_HOME", folder.path().join("data"))
        .env("XDG_CONFIG_HOME", folder.path().join("config"))
        .stdin(Stdio::null())
        .output()
        .expect("the game starts")
}
