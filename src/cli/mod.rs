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
mod streams;
mod values;

use std::ffi::OsString;
use std::process::ExitCode;

pub use args::{Command, parse};
pub use dungeon::DungeonOptions;
pub use error::CliError;
pub use play::{Frontend, PlayOptions};
pub use sight::{Output, SightOptions};
pub use start::play;

use streams::{print, say};

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
