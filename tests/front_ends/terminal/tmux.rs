//! Tests of the game in tmux, which has its own terminal emulator.

use std::process::Command;
use std::time::Duration;

use super::game::{SEED, USUAL, terminal_arguments};
use crate::support::screen::Screen;
use crate::support::text::Text;
use crate::support::{Folder, command, game, is_installed, missing, wait};

const PROMPT: &str = "ready> ";
const PATIENCE: Duration = Duration::from_secs(60);
/// The format in which tmux prints the state of the terminal.
const STATE: &str = "alternate screen #{alternate_on}, cursor #{cursor_flag}, mouse #{mouse_any_flag} \
                     #{mouse_all_flag} #{mouse_button_flag} #{mouse_standard_flag} #{mouse_sgr_flag}, keypad \
                     #{keypad_flag} #{keypad_cursor_flag}";

/// A tmux server with a private socket and one terminal that runs a shell.
struct Tmux {
    folder: Folder,
}

impl Tmux {
    fn start() -> Self {
        let tmux = Self {
            folder: Folder::new(),
        };
        let prompt = format!("PS1={PROMPT}");
        let data = format!("XDG_DATA_HOME={}", tmux.folder.join("data"));
        let config = format!("XDG_CONFIG_HOME={}", tmux.folder.join("config"));
        let (columns, rows) = (USUAL.columns.to_string(), USUAL.rows.to_string());
        tmux.ask(&[
            "start-server",
            ";",
            "set",
            "-g",
            "status",
            "off",
            ";",
            "set",
            "-g",
            "default-terminal",
            "tmux-256color",
            ";",
            "set",
            "-s",
            "escape-time",
            "0",
            ";",
            "new-session",
            "-d",
            "-x",
            &columns,
            "-y",
            &rows,
            "-e",
            &prompt,
            "-e",
            &data,
            "-e",
            &config,
            "--",
            "sh",
            "-i",
        ]);
        tmux
    }

    /// Returns a command for this server. Without the socket option, the command would go to the user's own server.
    fn command(&self) -> Command {
        let mut tmux = command("tmux");
        tmux.args(["-S", &self.folder.join("tmux")]);
        tmux
    }

    fn ask(&self, arguments: &[&str]) -> String {
        // Use UTF-8 regardless of the locale.
        let output = self
            .command()
            .args(["-u", "-f", "/dev/null"])
            .args(arguments)
            .output()
            .expect("tmux starts");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "tmux {arguments:?}: {error}");
        String::from_utf8(output.stdout).expect("tmux prints UTF-8")
    }

    fn type_line(&self, line: &str) {
        self.ask(&["send-keys", "-l", line]);
        self.ask(&["send-keys", "Enter"]);
    }

    fn screen(&self) -> Screen {
        let shown = self.ask(&["capture-pane", "-e", "-p", "-N"]);
        let lines: Vec<String> = shown.lines().map(str::to_owned).collect();
        Screen::printed(&lines, USUAL.columns)
    }

    fn wait_until(&self, what: &str, is_right: impl Fn(&Screen) -> bool) {
        let is_there = wait(PATIENCE, || is_right(&self.screen()));
        assert!(is_there, "{what}:\n{}", self.screen());
    }

    fn wait_for(&self, wanted: &Screen) {
        if !wait(PATIENCE, || self.screen() == *wanted) {
            let wrong = self.screen().differences(wanted);
            panic!(
                "{} cells are wrong: {:#?}",
                wrong.len(),
                &wrong[..wrong.len().min(12)]
            );
        }
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        let _ = self.command().arg("kill-server").output();
    }
}

#[test]
fn the_game_is_played_in_tmux_and_restores_it() {
    if !is_installed("tmux") {
        return missing("tmux");
    }
    let tmux = Tmux::start();
    tmux.wait_until("the shell shows no prompt", |screen| {
        screen.says(PROMPT.trim())
    });
    let before = tmux.ask(&["display-message", "-p", STATE]);

    let words = [
        vec![game().display().to_string()],
        terminal_arguments(USUAL, &SEED),
    ]
    .concat();
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    tmux.type_line(&quoted.join(" "));
    let mut text = Text::start(USUAL, &SEED.map(str::to_owned));
    tmux.wait_for(text.screen());
    for (key, script) in [
        ("l", "l"),
        ("Left", "<Left>"),
        ("Escape", "<Escape>"),
        ("Escape", "<Escape>"),
    ] {
        tmux.ask(&["send-keys", key]);
        tmux.wait_for(text.play(script));
    }
    assert_ne!(
        tmux.ask(&["display-message", "-p", STATE]),
        before,
        "the game has not taken the terminal"
    );

    tmux.ask(&["send-keys", "Q", "y"]);
    let is_prompt = |row: &String| row == PROMPT.trim();
    tmux.wait_until("what the shell showed is gone", |screen| {
        screen.says("--frontend") && screen.text().iter().any(is_prompt)
    });
    tmux.type_line("echo \"status $?.\"");
    tmux.wait_until("the game does not end well", |screen| {
        screen.says("status 0.")
    });
    assert_eq!(tmux.ask(&["display-message", "-p", STATE]), before);
}
