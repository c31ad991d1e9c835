//! The command line.
//!
//! [`run`] is all that `main` calls: it parses the arguments (`args`, with the
//! values of `values`), answers `sight` and `dungeon` itself, without starting
//! an engine, and hands [`PlayOptions`] to whoever plays. Whatever the user
//! got wrong becomes a [`CliError`]: one line on standard error that says
//! what, where, and what would be accepted, and exit status 2.

mod args;
mod comparison;
mod dungeon;
mod error;
mod play;
mod sight;
mod start;
mod values;

use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

pub use args::parse;
pub use dungeon::DungeonOptions;
pub use error::CliError;
pub use play::{Frontend, PlayOptions};
pub use sight::{Output, SightOptions};
pub use start::play;

use crate::map::{AsciiMap, MapError, STDIN};

/// What the user asks for, checked as far as can be without doing it.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Play the game.
    Play(PlayOptions),
    /// Show what one eye sees on a map.
    Sight(SightOptions),
    /// Show a level.
    Dungeon(DungeonOptions),
    /// Show this text: the help or the version.
    Tell(String),
}

/// Does what the arguments ask for, the program's name being the first of
/// them, and gives the status to exit with. A game is played by `play`.
///
/// The status is 0 after success, 2 after bad input, 1 after any other
/// failure. A reader who closes standard output early is no failure.
pub fn run(
    args: impl IntoIterator<Item = OsString>,
    play: impl FnOnce(PlayOptions) -> Result<(), CliError>,
) -> ExitCode {
    let result = parse(args).and_then(|command| match command {
        Command::Play(options) => play(options),
        Command::Sight(options) => print(&sight::answer(&options)?),
        Command::Dungeon(options) => print(&dungeon::answer(&options)?),
        Command::Tell(text) => print(&text),
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&error.to_string());
            error.exit_code()
        }
    }
}

/// Writes `text` to standard output. A pipe that is closed at its other end is
/// no failure: its reader has seen enough.
fn print(text: &str) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(CliError::failed(format!(
            "cannot write to standard output: {error}"
        ))),
        _ => Ok(()),
    }
}

/// Writes one line to standard error.
fn say(line: &str) {
    // If not even standard error takes it, nobody is there to be told.
    let _ = writeln!(io::stderr(), "fogbound: {line}");
}

/// Reads the map in a file, or from standard input if the file is `-`.
fn read_map(file: &Path) -> Result<AsciiMap, MapError> {
    if file == Path::new("-") {
        AsciiMap::read_from(STDIN, io::stdin())
    } else {
        AsciiMap::read(file)
    }
}
