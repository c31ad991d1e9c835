//! Parts of the game's messages about saved games.

/// Shown when the journal cannot be written.
pub const CANNOT_BE_SAVED: &str = "cannot be saved";
/// Shown when the journal can be written again.
pub const SAVED_AGAIN: &str = "saved again";
/// Shown after the number of commands: in the last row, in the question before quitting, and on standard error.
pub const NOT_SAVED: &str = " commands are not saved";
/// The reason that the message about an unsaved game gives when the disk is full.
pub const DISK_IS_FULL: &str = "the disk is full";
/// Shown in a continued game whose last command was unfinished.
pub const LEFT_OUT: &str = "was left out";
/// Printed by `replay --check` for a journal that replays to the end.
pub const AS_PLAYED: &str = "as it was played";
/// Printed by `replay --check` for a journal whose last command was unfinished.
pub const NOT_FINISHED: &str = "was not finished";
/// The panic message of the `panics` example.
pub const PANIC: &str = "a panic on purpose";

/// Returns the number of unsaved commands, if the text includes it.
pub fn not_saved(text: &str) -> Option<usize> {
    let (before, _) = text.split_once(NOT_SAVED)?;
    before.split_whitespace().next_back()?.parse().ok()
}
