//! Panic messages that name the journal of the game.

use std::panic;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once, PoisonError};

/// The journal being written, its current turn, and what is missing from the file.
static WRITING: Mutex<Option<(PathBuf, u64, Option<String>)>> = Mutex::new(None);

/// Records the journal's current turn, and what could not be written.
pub(super) fn set_progress(journal: &Path, turn: u64, missing: Option<String>) {
    let mut writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    *writing = Some((journal.to_owned(), turn, missing));
}

pub(super) fn close(journal: &Path) {
    let mut writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    if writing.as_ref().is_some_and(|(path, ..)| path == journal) {
        *writing = None;
    }
}

/// Makes every panic end with a message that names the journal of the game and the current turn.
pub fn report_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            usual(info);
            // The lock may be held by the code that panicked.
            let Ok(writing) = WRITING.try_lock() else {
                return;
            };
            if let Some((journal, turn, missing)) = &*writing {
                let file = journal.display();
                let missing = missing
                    .as_ref()
                    .map_or_else(String::new, |it| format!(" {it}."));
                eprintln!(
                    "fogbound: this is a bug in the game, in turn {turn}. Its journal is {file}; \
                     `fogbound replay {file}` shows \
                     what led to it.{missing} Please attach the journal to a bug report."
                );
            }
        }));
    });
}
