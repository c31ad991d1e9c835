//! What is wrong with a journal.

use thiserror::Error;

use crate::files::brief;

/// Why a game cannot be continued. Displayed it is one line, without the file's name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JournalError {
    /// The file cannot be read or written: why.
    #[error("{}", brief(_0))]
    File(String),
    /// It is something else.
    #[error("this is no journal of a game: its first line is not `fogbound journal`")]
    Unknown,
    /// Its format or its rules are those of another version of the game: it cannot be read, or the same commands lead to
    /// something else.
    #[error(
        "Fogbound {} ({what} {}) wrote this game and can continue it; this is Fogbound {this} ({what} {known})",
        brief(writer),
        brief(found)
    )]
    Version {
        /// `format` or `rules`.
        what: &'static str,
        /// The version of that in the journal.
        found: String,
        /// The version of it in this program.
        known: u32,
        /// The version of Fogbound that wrote the journal.
        writer: String,
        /// The version that this is.
        this: &'static str,
    },
    /// A line is not as it was written.
    #[error("line {line} is damaged, after turn {turn}; nothing was changed")]
    Damaged {
        /// The line, counted from 1.
        line: usize,
        /// The last turn before it.
        turn: u64,
    },
    /// It ends before the game has begun.
    #[error("it ends in line {line}, before the game has begun")]
    Short {
        /// The last line.
        line: usize,
    },
    /// A line is whole and says nothing that is understood.
    #[error("line {line}: {}", brief(why))]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// The game cannot begin as it says.
    #[error("the game cannot begin: {}", brief(_0))]
    Begin(String),
    /// The world did not become what it was.
    #[error(
        "in turn {turn} the game went another way, after {}: the check value is {found:016x} and was {expected:016x}",
        brief(command)
    )]
    Astray {
        /// The turn.
        turn: u64,
        /// What was done.
        command: String,
        /// The check value that was written.
        expected: u64,
        /// What came out.
        found: u64,
    },
    /// This program has not written all of it yet: what is missing, and why.
    #[error("{}; it can be continued when there is room", brief(_0))]
    Unsaved(String),
    /// Another program plays it.
    #[error(
        "another program plays this game at the moment; it can be continued when that has ended"
    )]
    Locked,
}
