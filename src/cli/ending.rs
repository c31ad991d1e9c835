//! What is said when a game was left.

use bevy::app::App;

use super::error::CliError;
use super::streams::say;
use crate::journal::Recordings;

/// The journals that an app writes, to be asked when it has ended.
pub(super) fn recordings(app: &App) -> Recordings {
    let recordings = app.world().get_resource::<Recordings>();
    recordings.cloned().unwrap_or_default()
}

/// Turns success into failure if something of a game is not on the disk.
pub(super) fn saved(recordings: &Recordings, result: Result<(), CliError>) -> Result<(), CliError> {
    let Some(unsaved) = recordings.close() else {
        return result;
    };
    let error = CliError::failed(unsaved.last_words());
    match result {
        Ok(()) => Err(error),
        Err(first) => {
            say(&error.to_string());
            Err(first)
        }
    }
}
