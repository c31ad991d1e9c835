//! What a program that panics says of the game it was playing.

use std::panic;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once, PoisonError};

/// The journal that is being written, the turn it has come to, and what is missing from its file.
static WRITING: Mutex<Option<(PathBuf, u64, Option<String>)>> = Mutex::new(None);

/// Notes that this journal has come to this turn, and what could not be written.
pub(super) fn has_come_to(journal: &Path, turn: u64, missing: Option<String>) {
    let mut writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    *writing = Some((journal.to_owned(), turn, missing));
}

/// Notes that this journal is written no more.
pub(super) fn is_closed(journal: &Path) {
    let mut writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    if writing.as_ref().is_some_and(|(path, ..)| path == journal) {
        *writing = None;
    }
}

/// Has every panic say, after all else, where the journal of the game is and which turn it was.
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
            if let Some((journal, turn, missing)) = &*writing {
                let file = journal.display();
                let missing = missing.as_ref().map_or_else(String::new, |it| format!(" {it}."));
                eprintln!(
                    "fogbound: this is a fault in the game, in turn {turn}. Its journal is {file}; `fogbound replay {file}` shows \
                     how it came to that.{missing} Please send it with a report."
                );
            }
        }));
    });
}
