//! Journals that another thread of this program may seem to have locked.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use bevy::prelude::World;
use fogbound::journal::JournalError;
use fogbound::modes;

/// Tries again while a journal is locked, for at most ten seconds.
///
/// A process that another test starts holds every lock of this program from its fork until its own program begins.
pub(crate) fn once_unlocked<T>(
    mut attempt: impl FnMut() -> Result<T, JournalError>,
) -> Result<T, JournalError> {
    let began = Instant::now();
    loop {
        let result = attempt();
        let is_locked = matches!(result, Err(JournalError::Locked));
        if !is_locked || began.elapsed() > Duration::from_secs(10) {
            return result;
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// Continues the game of a file, [once it is unlocked](once_unlocked).
pub(crate) fn continue_game(world: &mut World, file: &Path) -> Result<(), JournalError> {
    once_unlocked(|| modes::continue_game(world, file))
}
