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
mod error;
mod games;
#[cfg(feature = "terminal")]
mod in_terminal;
#[cfg(feature = "window")]
mod in_window;
mod monsters;
mod options;
mod picture;
mod prepare;
mod sight;
mod streams;
mod tell;
mod values;
mod watch;

use std::ffi::OsString;
use std::process::ExitCode;

use bevy::app::App;

#[cfg(feature = "window")]
use crate::frontend::has_display;
use crate::frontend::text;
use crate::journal::tell_of_panics;
use args::Command;
use as_text::as_text;
use error::CliError;
#[cfg(feature = "terminal")]
use in_terminal::in_terminal;
#[cfg(feature = "window")]
use in_window::in_window;
use options::Options;
use streams::{print, say};
use values::Frontend;

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
    let result = args::parse(args).and_then(|command| match command {
        Command::Play(args) => play(args.options()?, plugins),
        Command::Replay(args) if args.check => check::check(&mut app_with(plugins)?, &args.file),
        Command::Replay(args) => play(args.options()?, plugins),
        Command::Watch(args) if args.games.is_some() => watch::watch(args, &mut app_with(plugins)?),
        Command::Watch(args) => play(args.options()?, plugins),
        Command::Sight(args) => print(&sight::answer(&args)?),
        Command::Dungeon(args) => {
            let app = app_with(plugins)?;
            print(&dungeon::answer(&args, app.world().resource())?)
        }
        Command::Monsters(args) => monsters::list(&mut app_with(plugins)?, args.read()?),
        Command::Help(args) => {
            let app = app_with(plugins)?;
            print(&args::help(&args, app.world().resource()))
        }
        Command::Version(text) => print(&text),
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

/// Plays the game that the options ask for where it can be shown, until the player leaves. `plugins` adds to the app what is
/// not of the game itself.
///
/// # Errors
///
/// If the options cannot be played, or the window or the terminal ends with an error.
fn play(options: Options, plugins: impl FnOnce(&mut App)) -> Result<(), CliError> {
    match options.show.frontend {
        #[cfg(feature = "window")]
        Frontend::Window | Frontend::Auto if has_display() => in_window(options, plugins),
        Frontend::Window => Err(CliError::bad_input(
            "--frontend window: there is no display to open a window on; \
             set DISPLAY or WAYLAND_DISPLAY, or use `--frontend terminal` or `--frontend text`",
        )),
        #[cfg(feature = "terminal")]
        Frontend::Terminal => in_terminal(options, plugins),
        #[cfg(feature = "terminal")]
        Frontend::Auto if in_terminal::can_be_chosen(&options) => in_terminal(options, plugins),
        _ => as_text(options, plugins),
    }
}
