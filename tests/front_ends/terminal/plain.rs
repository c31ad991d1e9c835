//! Plain lines in a terminal: keys act at once, words can be typed, and nothing but lines is written.

use super::game::{USUAL, size};
use crate::support::emulator::Protocol;
use crate::support::pty::Terminal;
use crate::support::{Folder, game};

fn open(term: &str, folder: &Folder) -> Terminal {
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (data, config) = (path("data"), path("config"));
    let arguments = [
        "--frontend",
        "terminal",
        "--plain",
        "--seed",
        "5",
        "--data-dir",
        &data,
        "--config-dir",
        &config,
    ];
    let variables = [("TERM", term)];
    Terminal::open(game(), &arguments, size(USUAL), Protocol::Plain, &variables)
}

#[test]
fn plain_lines_are_told_without_any_escape_sequence() {
    // Even a terminal that can do nothing else will do.
    for term in ["xterm-256color", "dumb"] {
        let folder = Folder::new();
        let mut terminal = open(term, &folder);
        terminal.wait_for("Health 30 of 30");
        terminal.type_keys("o");
        terminal.wait_for("steps");
        // A question by key, and one in words.
        terminal.type_keys("x");
        terminal.wait_for("You are here.");
        terminal.type_keys(":whex");
        terminal.send(b"\x7fre\r");
        terminal.wait_for("where you came to this level");
        terminal.type_keys(":fly");
        terminal.send(b"\r");
        terminal.wait_for("No command is called `fly`");
        terminal.type_keys("Q");
        terminal.wait_for("Quit");
        terminal.type_keys("y");
        assert_eq!(terminal.status(), Some(0), "TERM={term}");
        let written = terminal.written_since(0);
        assert!(
            !written.contains(&0x1b),
            "TERM={term}:\n{}",
            terminal.screen()
        );
    }
}
