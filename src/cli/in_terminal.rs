//! The terminal front end.

use bevy::prelude::*;

use super::error::CliError;
use super::options::Options;
use super::prepare::{play_in, use_system_folders};
use super::streams::say;
use crate::frontend::terminal::{self, ForceWide, TerminalError};
use crate::tell::{Details, TellPlugin};

/// The alternatives to a terminal that cannot show a screen.
const INSTEAD: &str = "`--frontend text --keys -`, which prints a screen after each line of keys, \
    or `--tell`, which describes the game in words";

/// Returns whether to play in the terminal when the user did not name a front end and there is no display.
pub(super) fn can_be_chosen(options: &Options) -> bool {
    for_text(options).is_none() && terminal::is_terminal() && terminal::color_depth().is_ok()
}

pub(super) fn in_terminal(
    mut options: Options,
    plugins: impl FnOnce(&mut App),
) -> Result<(), CliError> {
    if let Some((option, why)) = for_text(&options) {
        return Err(CliError::bad_input(format!(
            "{option} works only with `--frontend text`: {why}"
        )));
    }
    if !terminal::is_terminal() {
        return Err(cannot(&terminal::NoTerminal::NotOne.into()));
    }
    // Plain lines need nothing of a terminal.
    let known = match terminal::color_depth() {
        Err(why) if !options.show.plain => return Err(cannot(&why.into())),
        known => known.unwrap_or_default(),
    };
    use_system_folders(&mut options);
    let mut app = terminal::app(options.show.color_depth().unwrap_or(known));
    let plain = options
        .show
        .plain
        .then(|| options.show.detail.unwrap_or_default());
    if plain.is_some() {
        app.add_plugins(TellPlugin);
    }
    app.insert_resource(ForceWide(options.show.wide));
    play_in(app, &options, plugins, |app| {
        if let Some(why) = &options.no_window {
            say(&format!("{why}; playing in this terminal instead"));
        }
        let end = match plain {
            Some(detail) => terminal::play_plain(app, Details::all(detail)),
            None => terminal::play(app),
        };
        match end {
            Ok(AppExit::Success) => Ok(()),
            Ok(AppExit::Error(code)) => Err(CliError::failed(format!(
                "the program ended with error {code}"
            ))),
            Err(why @ TerminalError::NoTerminal(_)) => Err(cannot(&why)),
            Err(why) => Err(CliError::failed(why.to_string())),
        }
    })
}

fn cannot(why: &TerminalError) -> CliError {
    CliError::bad_input(format!("--frontend terminal: {why}; use {INSTEAD}"))
}

/// Returns the first option that only the text front end supports, and the reason why a terminal does not support it.
fn for_text(options: &Options) -> Option<(&'static str, &'static str)> {
    let show = &options.show;
    let all = [
        (show.tell, "--tell", "a terminal shows a screen, not lines"),
        (
            show.reads_keys(),
            "--keys -",
            "a terminal reads keys as they are typed",
        ),
        (
            show.screen.is_some(),
            "--screen",
            "a terminal sets its own size",
        ),
        (
            show.ansi,
            "--ansi",
            "a terminal shows colours anyway (see --colors)",
        ),
        (
            show.screenshot.is_some(),
            "--screenshot",
            "a terminal cannot save pictures",
        ),
    ];
    let named = all.into_iter().find(|(is_named, ..)| *is_named);
    named.map(|(_, option, why)| (option, why))
}
