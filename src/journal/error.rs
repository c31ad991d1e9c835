//! Journal errors.

use thiserror::Error;

use crate::files::brief;

/// A reason why a game cannot be continued or replayed, displayed as one line without the file name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JournalError {
    /// The file cannot be read or written. The field gives the reason.
    #[error("{}", brief(_0))]
    File(String),
    /// The file is not a journal.
    #[error("not a journal of a game: the first line does not begin with `fogbound journal`")]
    Unknown,
    /// The journal has the format or rules of another version of the game. Either it cannot be read, or its commands
    /// would have different results.
    #[error(
        "saved by Fogbound {} ({what} {}), which can still play it; this is Fogbound {this} ({what} {known})",
        brief(writer),
        brief(found)
    )]
    Version {
        /// `format` or `rules`.
        what: &'static str,
        /// The version of the format or rules in the journal.
        found: String,
        /// The version of the format or rules in this program.
        known: u32,
        /// The version of Fogbound that wrote the journal.
        writer: String,
        /// The version of this program.
        this: &'static str,
    },
    /// A line has changed since it was written.
    #[error("line {line}, after turn {turn}, is damaged; the file was not changed")]
    Damaged {
        /// The line number, starting at 1.
        line: usize,
        /// The last turn before the damaged line.
        turn: u64,
    },
    /// The file ends before the game begins.
    #[error("the file ends on line {line}, before the game begins")]
    Short {
        /// The number of the last line.
        line: usize,
    },
    /// A line is undamaged but invalid.
    #[error("line {line}: {}", brief(why))]
    Line {
        /// The line number, starting at 1.
        line: usize,
        /// What is wrong with the line.
        why: String,
    },
    /// The game cannot be played as described in the journal. The field gives the reason.
    #[error("the game cannot be played: {}", brief(_0))]
    Begin(String),
    /// The replay differs from the recorded game.
    #[error(
        "the replay diverges in turn {turn} after {}: check value {found:016x}, recorded {expected:016x}",
        brief(command)
    )]
    Astray {
        /// The turn on which the replay diverged.
        turn: u64,
        /// The last command before the difference.
        command: String,
        /// The check value in the journal.
        expected: u64,
        /// The check value of the replay.
        found: u64,
    },
    /// This program has not saved all of the game yet. The field says what is missing, and why.
    #[error("{}; the game can be continued once everything is saved", brief(_0))]
    Unsaved(String),
    /// Another program is playing the game.
    #[error("another program is playing this game; close that program first")]
    Locked,
}
