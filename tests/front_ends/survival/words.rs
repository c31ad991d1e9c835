//! What the game says about saved games, as far as the tests look for it.

/// On the screen when the journal cannot be written.
pub const CANNOT_BE_SAVED: &str = "cannot be saved";
/// On the screen when it can be written again.
pub const SAVED_AGAIN: &str = "saved again";
/// In the last row, in the question before leaving and on standard error, behind the number of commands.
pub const NOT_SAVED: &str = " commands are not saved";
/// The reason, if the disk is full.
pub const DISK_IS_FULL: &str = "the disk is full";
/// On the screen of a game whose last command was not finished.
pub const LEFT_OUT: &str = "is left out";
/// What `replay --check` prints of a journal that it could follow to the end.
pub const AS_PLAYED: &str = "as it was played";
/// What `replay --check` prints of a journal whose last command was not finished.
pub const NOT_FINISHED: &str = "was not finished";
/// What the example `panics` says.
pub const PANIC: &str = "a panic on purpose";

/// Returns how many commands are not saved, as far as a text says so.
pub fn not_saved(text: &str) -> Option<usize> {
    let (before, _) = text.split_once(NOT_SAVED)?;
    before.split_whitespace().next_back()?.parse().ok()
}
