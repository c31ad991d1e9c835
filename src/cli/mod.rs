//! The command line.
//!
//! [`run`] is all that a `main` calls: it parses the arguments (`args`, with the values of `values`), answers
//! `sight` itself, and has everything else done by an app with the plugins that `main` names. Whatever the user got
//! wrong becomes a [`CliError`]: one line on standard error that says what, where, and what would be accepted, and
//! exit status 2.

mod args;
mod as_text;
mod assets;
mod check;
mod comparison;
mod dungeon;
mod ending;
mod error;
mod games;
#[cfg(feature = "terminal")]
mod in_terminal;
#[cfg(feature = "window")]
mod in_window;
mod light;
mod monsters;
mod picture;
mod play;
mod prepare;
mod sight;
mod start;
mod streams;
mod tell;
mod values;
mod watch;

use std::ffi::OsString;
use std::process::ExitCode;

use bevy::app::App;

pub use args::{Command, parse};
pub use assets::Assets;
pub use dungeon::{DungeonOptions, DungeonShow};
pub use error::CliError;
pub use light::{AmbientName, LightOptions};
pub use play::{Frontend, Keys, Opens, Place, PlayOptions, Printing};
pub use sight::{Output, SightOptions};
pub use start::play;
pub use watch::WatchOptions;

use crate::frontend::text;
use crate::journal::tell_of_panics;
use streams::{print, say};

/// Does what the arguments ask for, the program's name being the first of them, and gives the status to exit with.
///
/// `plugins` adds to the app what is not of the game itself: minds, actions and their keys, builders, things, a
/// palette. It is called once at most, with an app that has the plugins of the front end and of the game already.
///
/// ```no_run
/// use std::process::ExitCode;
///
/// fn main() -> ExitCode {
///     fogbound::cli::run(std::env::args_os(), |app| {
///         // app.add_plugins((shadow::plugin, caves::plugin));
///     })
/// }
/// ```
///
/// The status is 0 after success, 2 after bad input, 1 after any other failure. A reader who closes standard output
/// early is no failure.
pub fn run(args: impl IntoIterator<Item = OsString>, plugins: impl FnOnce(&mut App)) -> ExitCode {
    tell_of_panics();
    let result = parse(args).and_then(|command| match command {
        Command::Play(options) => play(options, plugins),
        Command::CheckJournal(file) => check::check(&mut app_with(plugins)?, &file),
        Command::Sight(options) => print(&sight::answer(&options)?),
        Command::Dungeon(options) => {
            let app = app_with(plugins)?;
            print(&dungeon::answer(&options, app.world().resource())?)
        }
        Command::Watch(options) => watch::watch(options, &mut app_with(plugins)?),
        Command::Monsters(assets) => monsters::list(&mut app_with(plugins)?, assets),
        Command::Help(args) => {
            let app = app_with(plugins)?;
            print(&args::help(&args, app.world().resource()))
        }
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

/// An app that draws nothing: it is asked what there is, or its world is played in.
fn app_with(plugins: impl FnOnce(&mut App)) -> Result<App, CliError> {
    let mut app = text::app();
    plugins(&mut app);
    prepare::check_plugins(&app)?;
    Ok(app)
}
