//! The text front end, which prints what players should see.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use super::screen::Screen;
use super::{Folder, command, game};

/// The size and format of a printed screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub columns: u16,
    pub rows: u16,
    /// The value of `--colors`.
    pub colors: &'static str,
    /// Whether map cells are two columns wide.
    pub is_wide: bool,
}

impl Layout {
    pub const fn new(columns: u16, rows: u16, colors: &'static str) -> Self {
        Self {
            columns,
            rows,
            colors,
            is_wide: false,
        }
    }

    /// Returns the same layout with map cells two columns wide.
    pub const fn wide(self) -> Self {
        Self {
            is_wide: true,
            ..self
        }
    }

    /// Returns the command-line options for this layout, which all front ends accept.
    pub fn options(self) -> Vec<String> {
        let mut options = vec!["--colors".to_owned(), self.colors.to_owned()];
        options.extend(self.is_wide.then(|| "--wide".to_owned()));
        options
    }
}

/// A game in the text front end, which runs until its input is closed.
pub struct Text {
    layout: Layout,
    arguments: Vec<String>,
    program: Child,
    keys: Option<ChildStdin>,
    printed: BufReader<ChildStdout>,
    scripts: Vec<String>,
    screen: Screen,
    folder: Folder,
}

impl Text {
    /// Starts a game with these arguments and with temporary folders for its files.
    ///
    /// # Panics
    ///
    /// If the program prints no screen.
    pub fn start(layout: Layout, arguments: &[String]) -> Self {
        Self::start_program(game(), layout, arguments)
    }

    /// Like [`Text::start`], for another program.
    ///
    /// # Panics
    ///
    /// If the program prints no screen.
    pub fn start_program(program: &Path, layout: Layout, arguments: &[String]) -> Self {
        let folder = Folder::new();
        let errors = File::create(folder.join("errors")).expect("the folder is new");
        // The text front end saves games only if a folder is given. In a terminal, games are always saved.
        let saves = match arguments.iter().any(|it| it == "--data-dir") {
            true => Vec::new(),
            false => vec!["--data-dir".to_owned(), folder.join("data")],
        };
        let mut program = command(program)
            .args(arguments)
            .args(["--frontend", "text", "--ansi", "--keys", "-", "--screen"])
            .arg(format!("{}x{}", layout.columns, layout.rows))
            .args(layout.options())
            .args(["--walls", "lines"])
            .args(saves)
            .env("XDG_CONFIG_HOME", folder.path().join("config"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .expect("the game starts");
        let keys = program.stdin.take();
        let mut printed = BufReader::new(program.stdout.take().expect("the output is piped"));
        let screen = read(&mut printed, layout);
        let screen = screen.unwrap_or_else(|| panic!("no screen at first\n{}", errors_in(&folder)));
        Self {
            layout,
            arguments: arguments.to_vec(),
            program,
            keys,
            printed,
            scripts: Vec::new(),
            screen,
            folder,
        }
    }

    /// Plays a script and returns the resulting screen.
    ///
    /// # Panics
    ///
    /// If the game prints no screen.
    pub fn play(&mut self, script: &str) -> &Screen {
        self.type_ahead(script);
        self.scripts.push(script.to_owned());
        let screen = read(&mut self.printed, self.layout);
        let errors = || errors_in(&self.folder);
        self.screen = screen.unwrap_or_else(|| panic!("no screen after {script:?}\n{}", errors()));
        &self.screen
    }

    /// Sends a script without waiting for the resulting screen.
    ///
    /// # Panics
    ///
    /// If the game has ended.
    pub fn type_ahead(&mut self, script: &str) {
        let keys = self.keys.as_mut().expect("the game is running");
        writeln!(keys, "{script}").expect("the game reads scripts");
    }

    /// Kills the game.
    ///
    /// # Panics
    ///
    /// If the game has already ended.
    pub fn kill(&mut self) {
        self.program.kill().expect("the game runs");
        let ended = self
            .program
            .wait()
            .expect("the program is a child of this process");
        assert_eq!(ended.code(), None, "the program ended before it was killed");
    }

    /// Ends the game by closing its input. Returns the exit status, or `None` if a signal ended the game, and the text
    /// on standard error.
    ///
    /// # Panics
    ///
    /// If waiting for the game to end fails.
    pub fn end(mut self) -> (Option<i32>, String) {
        self.keys = None;
        let ended = self
            .program
            .wait()
            .expect("the program is a child of this process");
        (ended.code(), errors_in(&self.folder))
    }

    /// Returns the screen after the last script.
    pub fn screen(&self) -> &Screen {
        &self.screen
    }

    /// Returns the layout.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns the screen of the same game in another layout.
    pub fn on(&self, layout: Layout) -> Screen {
        let mut other = Self::start(layout, &self.arguments);
        for script in &self.scripts {
            other.play(script);
        }
        other.screen.clone()
    }
}

impl Drop for Text {
    fn drop(&mut self) {
        // Closing the input ends the game.
        self.keys = None;
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Reads a screen, or returns `None` if the program ends first.
fn read(printed: &mut BufReader<ChildStdout>, layout: Layout) -> Option<Screen> {
    let mut lines = Vec::new();
    for _ in 0..layout.rows {
        let mut line = String::new();
        printed
            .read_line(&mut line)
            .expect("the program prints UTF-8");
        lines.push(line.strip_suffix('\n')?.to_owned());
    }
    Some(Screen::printed(&lines, layout.columns))
}

fn errors_in(folder: &Folder) -> String {
    fs::read_to_string(folder.join("errors")).unwrap_or_default()
}
