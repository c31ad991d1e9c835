//! Whether a journal's game goes as it did.

use std::path::Path;

use bevy::app::App;

use super::error::CliError;
use super::streams::{print, say};
use crate::files::{brief, printable};
use crate::journal::{Journal, JournalError, Replay};

/// Plays a journal once, and says what came of it.
///
/// A command that was not finished when the program ended is carried out at last: what ended the program then ends it
/// again.
pub(super) fn check(app: &mut App, file: &Path) -> Result<(), CliError> {
    let name = printable(&file.display().to_string());
    let bad = |error: JournalError| CliError::bad_input(format!("{name}: {error}"));
    let journal = Journal::read(file).map_err(bad)?;
    let world = app.world_mut();
    let went = |error: JournalError| match error {
        JournalError::Astray { .. } => CliError::failed(format!("{name}: {error}")),
        _ => bad(error),
    };
    let mut replay = Replay::begin(world, journal).map_err(went)?;
    while replay.step(world).map_err(went)? {}
    let commands = replay.len();
    let (turn, depth) = replay.moment(commands);
    let bytes = replay.journal().whole;
    let each = bytes as f64 / commands.max(1) as f64;
    print(&format!(
        "{name}: as it was played: {commands} commands, to turn {turn} on level {depth}; {bytes} bytes, {each:.1} a command\n"
    ))?;
    if let Some(words) = &replay.journal().unfinished {
        say(&format!(
            "the last command, {}, was not finished; it is carried out now",
            brief(words)
        ));
        replay.carry_out_unfinished(world).map_err(went)?;
        say("it came to its end");
    }
    Ok(())
}
