//! Playing in a terminal.

use bevy::prelude::*;

use super::ending;
use super::error::CliError;
use super::prepare::{prepare, use_system_folders};
use super::streams::say;
use super::{Keys, PlayOptions};
use crate::frontend::terminal::{self, ForceWide, TerminalError};

/// What can be done where no screen can be shown.
const INSTEAD: &str = "`--frontend text --keys -`, which prints a screen after each line of keys, \
    or `--tell`, which tells the game in words";

/// Whether a terminal is what somebody would expect who has named no front end, and has no display.
pub(super) fn can_be_chosen(options: &PlayOptions) -> bool {
    let printing = options.printing;
    let is_printed = printing.ansi || printing.tell || printing.size.is_some();
    let is_for_text = is_printed || options.screenshot.is_some() || options.keys == Keys::Stdin;
    !is_for_text && terminal::is_terminal() && terminal::color_depth().is_ok()
}

pub(super) fn in_terminal(
    options: PlayOptions,
    plugins: impl FnOnce(&mut App),
) -> Result<(), CliError> {
    check(&options)?;
    let known = terminal::color_depth();
    let known = match (known, terminal::is_terminal()) {
        (Ok(known), true) => known,
        (Err(why), true) => return Err(cannot(&why.into())),
        (_, false) => return Err(cannot(&terminal::NoTerminal::NotOne.into())),
    };
    let assets = options.assets.clone();
    let (printing, mut options) = (options.printing, options);
    use_system_folders(&mut options);
    let mut app = terminal::app(printing.colors.unwrap_or(known));
    app.insert_resource(ForceWide(printing.wide));
    plugins(&mut app);
    let script = prepare(&mut app, options)?;
    assets.warnings().for_each(|warning| say(warning));
    script.type_into(&mut app.world_mut().resource_mut());
    let recordings = ending::recordings(&app);
    let result = match terminal::play(app) {
        Ok(AppExit::Success) => Ok(()),
        Ok(AppExit::Error(code)) => Err(CliError::failed(format!(
            "the game ended with error {code}"
        ))),
        Err(why @ TerminalError::NoTerminal(_)) => Err(cannot(&why)),
        Err(why) => Err(CliError::failed(why.to_string())),
    };
    ending::saved(&recordings, result)
}

fn cannot(why: &TerminalError) -> CliError {
    CliError::bad_input(format!(
        "--frontend terminal: {why}; accepted instead: {INSTEAD}"
    ))
}

/// Refuses what is for other front ends.
fn check(options: &PlayOptions) -> Result<(), CliError> {
    let printing = options.printing;
    let refuse = |option: &str, why: &str| {
        Err(CliError::bad_input(format!(
            "{option}: {why}; accepted: with `--frontend text`"
        )))
    };
    if printing.tell {
        return refuse("--tell", "words are told line by line");
    }
    if options.keys == Keys::Stdin {
        return refuse("--keys -", "a terminal is typed on");
    }
    if printing.size.is_some() {
        return refuse("--screen", "a terminal has a size of its own");
    }
    if printing.ansi {
        return refuse("--ansi", "a terminal has its colours, which --colors names");
    }
    if options.screenshot.is_some() {
        return refuse("--screenshot", "a terminal saves no pictures");
    }
    Ok(())
}
