//! What a program that panics says of the game it was playing.

use std::panic;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once, PoisonError};

/// The journal that is being written, and the turn it has come to.
static WRITING: Mutex<Option<(PathBuf, u64)>> = Mutex::new(None);

/// This journal has come to this turn.
pub(super) fn has_come_to(journal: &Path, turn: u64) {
    let mut writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    match &mut *writing {
        Some((path, last)) if path == journal => *last = turn,
        other => *other = Some((journal.to_owned(), turn)),
    }
}

/// Nobody writes this journal any more.
pub(super) fn is_closed(journal: &Path) {
    let mut writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    if writing.as_ref().is_some_and(|(path, _)| path == journal) {
        *writing = None;
    }
}

/// From now on a panic says, after all else, where the journal of the game is and which turn it was.
pub fn tell_of_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            usual(info);
            // The panic may have come while the lock was held.
            let Ok(writing) = WRITING.try_lock() else {
                return;
            };
            if let Some((journal, turn)) = &*writing {
                let file = journal.display();
                eprintln!(
                    "fogbound: this is a fault in the game, in turn {turn}. Its journal is {file}; `fogbound replay {file}` shows \
                     how it came to that. Please send it with a report."
                );
            }
        }));
    });
}
