//! `fogbound replay --check`: checks that a journal replays exactly.

use std::path::Path;

use bevy::app::App;

use super::error::CliError;
use super::streams::{print, say};
use crate::files::{brief, printable};
use crate::journal::{Journal, JournalError, Replay};

/// Replays a journal and prints the result.
///
/// If the original program ended in the middle of a command, that command is carried out last. A command that crashed
/// that program will crash this one too.
pub(super) fn check(app: &mut App, file: &Path) -> Result<(), CliError> {
    let name = printable(&file.display().to_string());
    let bad = |error: JournalError| CliError::bad_input(format!("{name}: {error}"));
    let journal = Journal::read(file).map_err(bad)?;
    let world = app.world_mut();
    let replayed = |error: JournalError| match error {
        JournalError::Astray { .. } => CliError::failed(format!("{name}: {error}")),
        _ => bad(error),
    };
    let mut replay = Replay::begin(world, journal).map_err(replayed)?;
    while replay.step(world).map_err(replayed)? {}
    let commands = replay.len();
    let (turn, depth) = replay.moment(commands);
    let bytes = replay.journal().whole;
    let each = bytes as f64 / commands.max(1) as f64;
    print(&format!(
        "{name} replays as it was played: {commands} commands, turn {turn}, level {depth}; \
         {bytes} bytes, {each:.1} per command\n"
    ))?;
    if let Some(words) = &replay.journal().unfinished {
        say(&format!(
            "the last command, {}, was not finished; running it now",
            brief(words)
        ));
        replay.carry_out_unfinished(world).map_err(replayed)?;
        say("the last command finished");
    }
    Ok(())
}
