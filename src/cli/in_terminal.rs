//! Playing in a terminal.

use bevy::prelude::*;

use super::error::CliError;
use super::options::Options;
use super::prepare::{play_in, use_system_folders};
use crate::frontend::terminal::{self, ForceWide, TerminalError};

/// What can be done where no screen can be shown.
const INSTEAD: &str = "`--frontend text --keys -`, which prints a screen after each line of keys, \
    or `--tell`, which tells the game in words";

/// Whether a terminal is what somebody would expect who has named no front end, and has no display.
pub(super) fn can_be_chosen(options: &Options) -> bool {
    for_text(options).is_none() && terminal::is_terminal() && terminal::color_depth().is_ok()
}

pub(super) fn in_terminal(
    mut options: Options,
    plugins: impl FnOnce(&mut App),
) -> Result<(), CliError> {
    if let Some((option, why)) = for_text(&options) {
        return Err(CliError::bad_input(format!(
            "{option}: {why}; accepted: with `--frontend text`"
        )));
    }
    if !terminal::is_terminal() {
        return Err(cannot(&terminal::NoTerminal::NotOne.into()));
    }
    let known = terminal::color_depth().map_err(|why| cannot(&why.into()))?;
    use_system_folders(&mut options);
    let mut app = terminal::app(options.show.color_depth().unwrap_or(known));
    app.insert_resource(ForceWide(options.show.wide));
    play_in(app, &options, plugins, |app| match terminal::play(app) {
        Ok(AppExit::Success) => Ok(()),
        Ok(AppExit::Error(code)) => Err(CliError::failed(format!(
            "the game ended with error {code}"
        ))),
        Err(why @ TerminalError::NoTerminal(_)) => Err(cannot(&why)),
        Err(why) => Err(CliError::failed(why.to_string())),
    })
}

fn cannot(why: &TerminalError) -> CliError {
    CliError::bad_input(format!(
        "--frontend terminal: {why}; accepted instead: {INSTEAD}"
    ))
}

/// An option that is for the text front end alone, and why a terminal has no use for it.
fn for_text(options: &Options) -> Option<(&'static str, &'static str)> {
    let show = &options.show;
    let all = [
        (show.tell, "--tell", "words are told line by line"),
        (show.reads_keys(), "--keys -", "a terminal is typed on"),
        (
            show.screen.is_some(),
            "--screen",
            "a terminal has a size of its own",
        ),
        (
            show.ansi,
            "--ansi",
            "a terminal has its colours, which --colors names",
        ),
        (
            show.screenshot.is_some(),
            "--screenshot",
            "a terminal saves no pictures",
        ),
    ];
    let named = all.into_iter().find(|(is_named, ..)| *is_named);
    named.map(|(_, option, why)| (option, why))
}
