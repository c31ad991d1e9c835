//! What is wrong with a journal.

use thiserror::Error;

use crate::map::brief;

/// Why a game cannot be continued. Displayed it is one line, without the file's name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JournalError {
    /// The file cannot be read or written: why.
    #[error("{}", brief(_0))]
    File(String),
    /// It is something else.
    #[error("this is no journal of a game: its first line is not `fogbound journal`")]
    Unknown,
    /// It has a form that this version does not read.
    #[error(
        "this is a journal of format {}; accepted: format {known}",
        brief(found)
    )]
    Format {
        /// Its format.
        found: String,
        /// The one that is read.
        known: u32,
    },
    /// Another version of the game has written it, in which the same commands may come to something else.
    #[error(
        "version {} of the game has written this; accepted: version {known}, which this is",
        brief(found)
    )]
    Version {
        /// That version.
        found: String,
        /// This one.
        known: String,
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
    /// Another program plays it.
    #[error(
        "another program plays this game at the moment; it can be continued when that has ended"
    )]
    Locked,
}
