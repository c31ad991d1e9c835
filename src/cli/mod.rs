//! The command line.
//!
//! A `main` function only needs to call [`run`], which parses the arguments (`args`, `values`) and runs the `sight`
//! command without an app. Every other command runs in an app with the plugins that `main` adds. A user's mistake
//! becomes a `CliError` with exit status 2. The error is one line on standard error that says what is wrong and where,
//! and what would be accepted.

mod args;
mod as_text;
mod assets;
mod check_replay;
mod error;
mod game_args;
#[cfg(feature = "terminal")]
mod in_terminal;
#[cfg(feature = "window")]
mod in_window;
mod makers;
mod options;
mod picture;
mod prepare;
mod rehearse;
#[cfg(feature = "window")]
mod restart;
mod streams;
mod tell;
mod values;

use std::ffi::OsString;
use std::process::ExitCode;

use bevy::app::App;

use crate::frontend::text;
#[cfg(feature = "window")]
use crate::frontend::{Found, NoDisplay, find_display};
use crate::journal::report_panics;
use args::Command;
use as_text::as_text;
use error::CliError;
#[cfg(feature = "terminal")]
use in_terminal::in_terminal;
#[cfg(feature = "window")]
use in_window::in_window;
use makers::{arena, bots, check, dungeon, mods, monsters, new, sight};
use options::Options;
use rehearse::Plugins;
use streams::{print, say};
#[cfg(any(feature = "window", feature = "terminal"))]
use values::Frontend;

/// Runs the program with these arguments and returns its exit status. The first argument is the program's name.
///
/// `plugins` adds custom minds, actions and their keys, builders, things or a palette to an app that already has the
/// front end's plugins and the game's plugins. It is called once for each app: commands that play many games, such as
/// `bots`, use several apps at the same time.
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
/// The exit status is 0 for success, 2 for bad input and 1 for any other failure. A closed standard output, such as a
/// pipe to `head`, is not a failure.
pub fn run(
    args: impl IntoIterator<Item = OsString>,
    plugins: impl Fn(&mut App) + Send + Sync + 'static,
) -> ExitCode {
    report_panics();
    let parsed = args::parse(args);
    #[cfg(feature = "window")]
    if parsed.as_ref().is_ok_and(Command::opens_window) {
        restart::with_display();
    }
    let result = parsed.and_then(|command| match command {
        Command::Play(args) => play(args.options()?, plugins),
        Command::Replay(args) if args.check => {
            check_replay::check(&mut app_with(plugins)?, &args.file)
        }
        Command::Replay(args) => play(args.options()?, plugins),
        Command::Watch(args) => play(args.options()?, plugins),
        Command::Bots(args) => bots::run(args, &|| app_with(&plugins)),
        Command::Arena(args) => arena::run(args, &|| app_with(&plugins)),
        Command::Sight(args) => print(&sight::answer(&args)?),
        Command::Dungeon(args) => {
            let mut app = app_with(plugins)?;
            print(&dungeon::answer(&args, app.world_mut())?)
        }
        Command::Check(args) => check::check(&args, Plugins::new(plugins)),
        Command::Lab(args) => {
            let plugins = Plugins::new(plugins);
            play(args.options()?, move |app| plugins.add_to(app))
        }
        Command::Monsters(args) => monsters::list(&mut app_with(plugins)?, &args.read()?),
        Command::Mods(args) => mods::list(&mut app_with(plugins)?, &args.read()?),
        Command::New(args) => new::write(&args, &mut app_with(plugins)?),
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

/// Returns an app without a front end, for commands that query its world or play in it.
fn app_with(plugins: impl FnOnce(&mut App)) -> Result<App, CliError> {
    let mut app = text::app();
    plugins(&mut app);
    prepare::check_plugins(&app)?;
    Ok(app)
}

/// Plays the game that `options` describes in the best available front end, until the player quits.
///
/// # Errors
///
/// If the options are invalid, or if the window or the terminal fails.
fn play(options: Options, plugins: impl FnOnce(&mut App)) -> Result<(), CliError> {
    #[cfg(feature = "window")]
    let mut options = options;
    #[cfg(feature = "window")]
    if matches!(options.show.frontend, Frontend::Window | Frontend::Auto) {
        let why = match find_display() {
            Found::Display => return in_window(options, plugins),
            Found::Without(_, why) => NoDisplay::Unusable(why),
            Found::Nothing(why) => why,
        };
        if options.show.frontend == Frontend::Window {
            return Err(CliError::bad_input(format!(
                "--frontend window: {why}; \
                 set DISPLAY or WAYLAND_DISPLAY, or use `--frontend terminal` or `--frontend text`",
            )));
        }
        // Without a display, a terminal is what the player expects.
        if why != NoDisplay::Unnamed || !can_play_in_terminal(&options) {
            options.no_window = Some(why.to_string());
        }
    }
    match options.show.frontend {
        #[cfg(feature = "terminal")]
        Frontend::Terminal => in_terminal(options, plugins),
        #[cfg(feature = "terminal")]
        Frontend::Auto if in_terminal::can_be_chosen(&options) => in_terminal(options, plugins),
        _ => as_text(options, plugins),
    }
}

#[cfg(all(feature = "window", feature = "terminal"))]
fn can_play_in_terminal(options: &Options) -> bool {
    in_terminal::can_be_chosen(options)
}

#[cfg(all(feature = "window", not(feature = "terminal")))]
fn can_play_in_terminal(_: &Options) -> bool {
    false
}
