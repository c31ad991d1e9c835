//! Saved games: a game is a file of all that it was begun with, and then of every command.
//!
//! ```text
//! begin_game -> record -> Recording --+--> Writer -> a file, line by line, each sealed
//! PlayerCommand, check values --------^
//! what was said, how the player goes -^
//!
//! a file -> Journal (read) -> Replay: the same game, command by command, each compared with its check value
//!                              -> resume, branch: and it goes on from there
//! ```
//!
//! A command is written before it is carried out, and its check value after that. So whatever ends the program loses at
//! most the command that was being carried out, and a game that ended by a fault has in its last line what did it.
//!
//! `header` has the versions of the format and of the rules, and says when to raise them. What cannot be written waits in
//! its `Writer`, and [`Recordings`] knows of all of them.

mod command;
mod entry;
mod error;
mod fault;
mod folder;
mod hall;
mod header;
mod line;
mod morgue;
mod own;
mod read;
mod record;
mod replay;
mod resume;
mod tally;
mod writer;

pub use entry::Entry;
pub use error::JournalError;
pub use fault::tell_of_panics;
pub use folder::{DataFolder, Slot};
pub use hall::{Entered, Scores, not_entered};
pub use header::Header;
pub use line::{End, Line, Note, Seal};
pub use morgue::write_morgue;
pub use read::{Journal, Record};
pub use record::{Recording, Recordings, record};
pub use replay::Replay;
pub use resume::{Resumed, branch, resume};
pub use tally::{JournalPlugin, Tally};
pub use writer::Unsaved;
