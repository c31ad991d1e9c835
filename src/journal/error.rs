//! Errors of journals.

use thiserror::Error;

use crate::files::brief;

/// A reason why a game cannot be continued or replayed. Displays as one line, without the name of the file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JournalError {
    /// The file cannot be read or written, for this reason.
    #[error("{}", brief(_0))]
    File(String),
    /// The file is not a journal.
    #[error("not a journal of a game: the first line does not begin with `fogbound journal`")]
    Unknown,
    /// The journal has the format or rules of another version of the game. It cannot be read, or the same commands have
    /// other results.
    #[error(
        "saved by Fogbound {} ({what} {}), which can still play it; this is Fogbound {this} ({what} {known})",
        brief(writer),
        brief(found)
    )]
    Version {
        /// `format` or `rules`.
        what: &'static str,
        /// Its version in the journal.
        found: String,
        /// Its version in this program.
        known: u32,
        /// The version of Fogbound that wrote the journal.
        writer: String,
        /// The version of this program.
        this: &'static str,
    },
    /// A line has changed since it was written.
    #[error("line {line}, after turn {turn}, is damaged; the file was not changed")]
    Damaged {
        /// The line, counted from 1.
        line: usize,
        /// The last turn before it.
        turn: u64,
    },
    /// The file ends before the game begins.
    #[error("the file ends in line {line}, before the game begins")]
    Short {
        /// The last line.
        line: usize,
    },
    /// A line is undamaged but invalid.
    #[error("line {line}: {}", brief(why))]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with the line.
        why: String,
    },
    /// The game cannot be played as the journal says.
    #[error("the game cannot be played: {}", brief(_0))]
    Begin(String),
    /// The replay differs from the game as it was played.
    #[error(
        "the replay diverges in turn {turn} after {}: check value {found:016x}, recorded {expected:016x}",
        brief(command)
    )]
    Astray {
        /// The turn.
        turn: u64,
        /// The last command before the difference.
        command: String,
        /// The check value in the journal.
        expected: u64,
        /// The check value of the replay.
        found: u64,
    },
    /// This program has not saved all of the game yet: what is missing, and why.
    #[error("{}; the game can be continued once everything is saved", brief(_0))]
    Unsaved(String),
    /// Another program is playing the game.
    #[error("another program is playing this game; close that program first")]
    Locked,
}
