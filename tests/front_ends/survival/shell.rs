//! A shell that runs in a terminal and starts the game.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::Signal;
use rustix::termios::tcgetattr;

use crate::support::processes::{child_of, is_in_foreground, is_stopped, signal};
use crate::support::pty::{Modes, Protocol, Terminal};
use crate::support::text::Text;
use crate::support::wait;
use crate::terminal::game::{Game, SEED, USUAL, size};

const PROMPT: &str = "ready> ";
/// How long programs may take to end or stop.
const PATIENCE: Duration = Duration::from_secs(30);

/// A shell that starts the game, and the same game in the text front end for comparison.
pub struct Shell {
    pub game: Game,
    program: PathBuf,
    /// The game's process.
    process: u32,
    before: State,
    /// The number of exit statuses that the shell has printed.
    count: usize,
}

/// The terminal state that a program must restore.
#[derive(Debug, PartialEq, Eq)]
pub struct State {
    /// The terminal's modes.
    modes: Modes,
    /// The settings of the terminal driver, as `stty` prints them.
    settings: String,
}

impl Shell {
    /// Opens a terminal with a shell, and starts the game from the shell.
    pub fn open(program: &Path, protocol: Protocol) -> Self {
        // Use a short name so that a long path cannot make the screen scroll.
        let path = program.to_str().expect("the folder's name is UTF-8");
        let variables = [("PS1", PROMPT), ("GAME", path)];
        let shell = Path::new("sh");
        let terminal = Terminal::open(shell, &["-i"], size(USUAL), protocol, &variables);
        let is_prompt = |row: &String| row == PROMPT.trim_end();
        let begins = terminal.wait_until(|screen| screen.text().iter().any(is_prompt));
        assert!(begins.is_ok(), "the shell shows no prompt: {begins:?}");
        let before = state(&terminal);
        let text = Text::start_program(program, USUAL, &SEED.map(str::to_owned));
        let mut shell = Self {
            game: Game::of(terminal, text),
            program: program.to_owned(),
            process: 0,
            before,
            count: 0,
        };
        shell.start();
        shell
    }

    /// Starts the game and presses a key.
    pub fn start(&mut self) {
        let seed = SEED.map(str::to_owned);
        let words = ["\"$GAME\"".to_owned(), "--frontend terminal".to_owned()];
        let words = [&words[..], &seed, &USUAL.options()].concat();
        self.type_line(&words.join(" "));
        self.process = child_of(self.game.terminal.pid());
        self.game.text = Text::start_program(&self.program, USUAL, &seed);
        self.game.compare("when the shell has started it");
        self.game.play("l");
        let taken = state(&self.game.terminal);
        assert_ne!(
            taken.modes, self.before.modes,
            "the game plays in the shell's screen"
        );
        assert_ne!(taken.settings, self.before.settings, "the game reads lines");
    }

    /// Types a line for the shell.
    pub fn type_line(&self, line: &str) {
        // A line feed ends a line even in a terminal that was left in raw mode.
        self.game.terminal.send(format!("{line}\n").as_bytes());
    }

    /// Sends a signal to the game.
    pub fn signal(&self, cause: Signal) {
        signal(self.process, cause);
    }

    /// Waits until the game is stopped, and asserts that the terminal has been restored for the shell.
    pub fn assert_game_stops(&self) {
        let stops = wait(PATIENCE, || is_stopped(self.process));
        assert!(stops, "the game does not stop: {:?}", self.screen());
        self.assert_restored("the game has stopped");
    }

    /// Asserts that the terminal belongs to the shell and has been restored.
    fn assert_restored(&self, after: &str) {
        self.assert_in_foreground();
        let mut now = state(&self.game.terminal);
        // The last output may not have been read yet.
        wait(Duration::from_secs(5), || {
            now = state(&self.game.terminal);
            now == self.before
        });
        assert_eq!(now, self.before, "after {after}: {:#?}", self.screen());
        let problems = self.game.terminal.problems();
        assert!(problems.is_empty(), "{problems:?}");
    }

    /// Asserts that the shell is reading the keyboard.
    pub fn assert_in_foreground(&self) {
        let shell = self.game.terminal.pid();
        let is_back = wait(PATIENCE, || is_in_foreground(shell));
        assert!(is_back, "the shell does not come back: {:?}", self.screen());
    }

    /// Asserts that the game has ended with this exit status and restored the terminal. Returns the text on the shell's
    /// screen.
    pub fn assert_game_ended(&mut self, status: i32, cause: &str) -> String {
        self.assert_restored(cause);
        self.count += 1;
        // No row starts with this text until the shell has run the command.
        let mark = format!("status {}: ", self.count);
        self.type_line(&format!("echo \"{mark}$?\""));
        let printed = |row: &String| row.strip_prefix(&mark).map(str::to_owned);
        let mut found = None;
        let shown = self.game.terminal.wait_until(|screen| {
            found = screen.text().iter().find_map(printed);
            found.is_some()
        });
        assert_eq!(found, Some(status.to_string()), "{cause}: {shown:?}");
        let screen = self.screen().join("\n");
        // The line that started the game must still be on the screen.
        assert!(
            screen.contains(&format!("{PROMPT}\"$GAME\"")),
            "{cause}: the shell's screen is gone\n{screen}"
        );
        screen
    }

    /// Resumes the game from the shell, and asserts that it can be played.
    pub fn continue_game(&mut self, when: &str) {
        self.type_line("fg");
        self.game.compare(when);
        self.game.play("l");
        self.game.play("h");
    }

    fn screen(&self) -> Vec<String> {
        self.game.terminal.screen().text()
    }
}

/// Returns the state of a terminal.
pub fn state(terminal: &Terminal) -> State {
    let settings = tcgetattr(terminal.device()).expect("a terminal has settings");
    State {
        modes: terminal.modes(),
        settings: format!("{settings:#?}"),
    }
}
