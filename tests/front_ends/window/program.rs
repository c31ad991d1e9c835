//! The game in a window at the top left corner of a display.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus};
use std::time::Duration;

use x11rb::protocol::xproto::Window;

use super::display::Display;
use crate::support::{self, Folder, command, game, processes};

/// How long a game may take to open its window, and how long it may take to end.
const START: Duration = Duration::from_secs(120);
const END: Duration = Duration::from_secs(60);

/// The title of the window.
const TITLE: &str = "Fogbound";

/// Returns further arguments that turn motion off, unless a test is about motion. While something moves, the picture
/// differs from what the tests expect.
pub fn still(arguments: &[String]) -> &'static [&'static str] {
    match arguments.iter().any(|it| it == "--motion") {
        true => &[],
        false => &["--motion", "off"],
    }
}

/// A running game.
pub struct Program {
    process: Child,
    /// A folder that replaces the player's folders and holds the game's output.
    folder: Folder,
    pub window: Window,
}

impl Program {
    /// Starts the game, waits for its window and gives it the keyboard focus.
    ///
    /// # Panics
    ///
    /// If no window opens.
    pub fn start(display: &Display, arguments: &[String]) -> Self {
        Self::start_program(display, (game(), TITLE), arguments)
    }

    /// Like [`Program::start`], for another program whose window has another title.
    ///
    /// # Panics
    ///
    /// If no window opens.
    pub fn start_program(
        display: &Display,
        (program, title): (&Path, &str),
        arguments: &[String],
    ) -> Self {
        let program = Self::spawn_program(display, program, arguments, &[], "", Folder::new());
        let program = program.when_open(display, title);
        display.focus(program.window);
        program
    }

    /// Starts the game with these environment variables and the player's folders in `folder`, and waits for its window.
    ///
    /// # Panics
    ///
    /// If no window opens.
    pub fn start_in(
        display: &Display,
        arguments: &[String],
        variables: &[(&str, &str)],
        folder: Folder,
    ) -> Self {
        let program = Self::spawn_program(display, game(), arguments, variables, "", folder);
        program.when_open(display, TITLE)
    }

    /// Waits until the window is open.
    fn when_open(self, display: &Display, title: &str) -> Self {
        let mut program = self;
        let opens = support::wait(START, || {
            let window = display.window_of(program.process.id(), title);
            program.window = window.unwrap_or(x11rb::NONE);
            let has_ended = program
                .process
                .try_wait()
                .is_ok_and(|status| status.is_some());
            assert!(
                !has_ended,
                "the game opens no window and says: {}",
                program.errors()
            );
            window.is_some()
        });
        assert!(opens, "the game opens no window in {START:?}");
        program
    }

    /// Asks the window to close, waits until the game has ended without an error, and returns the player's folders.
    pub fn close(mut self, display: &Display) -> Folder {
        display.ask_to_close(self.window);
        self.assert_ends_well();
        std::mem::replace(&mut self.folder, Folder::new())
    }

    /// Starts the game with these environment variables and this standard input, without waiting.
    pub fn spawn(
        display: &Display,
        arguments: &[String],
        variables: &[(&str, &str)],
        input: &str,
    ) -> Self {
        Self::spawn_program(display, game(), arguments, variables, input, Folder::new())
    }

    fn spawn_program(
        display: &Display,
        program: &Path,
        arguments: &[String],
        variables: &[(&str, &str)],
        input: &str,
        folder: Folder,
    ) -> Self {
        let input = File::open(folder.write("input", input)).expect("the file was just written");
        let file = |name| File::create(folder.join(name)).expect("the folder is new");
        let mut command = command(program);
        command
            .args(arguments)
            .args(["--frontend", "window"])
            .args(still(arguments))
            .env("XDG_DATA_HOME", folder.join("data"))
            .env("XDG_CONFIG_HOME", folder.join("config"))
            .envs(display.variables())
            .envs(variables.iter().copied())
            .stdin(input)
            .stdout(file("printed"))
            .stderr(file("errors"));
        let process = command.spawn().expect("the game starts");
        Self {
            process,
            folder,
            window: x11rb::NONE,
        }
    }

    /// Returns whether the game still runs.
    pub fn is_running(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    /// Returns the number of the game's process.
    pub fn pid(&self) -> u32 {
        self.process.id()
    }

    /// Returns the processor time that the game has used so far.
    pub fn processor_time(&self) -> Duration {
        processes::processor_time(self.process.id())
    }

    /// Waits for the game to end, and asserts that it ends without an error.
    pub fn assert_ends_well(&mut self) {
        let mut ended: Option<ExitStatus> = None;
        support::wait(END, || {
            ended = self
                .process
                .try_wait()
                .expect("the process is a child of this one");
            ended.is_some()
        });
        let status = ended.unwrap_or_else(|| panic!("the game still runs after {END:?}"));
        assert!(status.success(), "{status}: {}", self.errors());
    }

    /// Returns the journals of the saved games.
    pub fn journals(&self) -> Vec<PathBuf> {
        let folder = self.folder.path().join("data/fogbound/games");
        let entries = fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|it| it.path());
        entries
            .filter(|file| file.extension().is_some_and(|it| it == "journal"))
            .collect()
    }

    /// Returns what the game has printed.
    pub fn printed(&self) -> String {
        fs::read_to_string(self.folder.join("printed")).expect("the game prints UTF-8")
    }

    /// Returns what the game has printed on standard error.
    pub fn errors(&self) -> String {
        fs::read_to_string(self.folder.join("errors")).expect("the game prints UTF-8")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
