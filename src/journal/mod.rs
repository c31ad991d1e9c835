//! Saved games. The file that stores a game is called the game's journal. It holds everything that the game began with,
//! and every command since then.
//!
//! ```text
//! begin_game -> record -> Recording --+--> Writer -> a file, line by line, each sealed
//! PlayerCommand, check values --------^
//! messages, running or walking -------^
//!
//! a file -> Journal (read) -> Replay: the same game, command by command, each compared with its check value
//!                              -> resume, branch: the game continues from there
//! ```
//!
//! A command is written before it is carried out, and its check value is written afterwards. A crash therefore loses at
//! most one command, and the last line of the journal says which command crashed the game.
//!
//! `header` defines the versions of the format and of the rules, and explains when to raise them. Lines that cannot be
//! written wait in their `Writer`. [`Recordings`] keeps track of all writers.

mod arrange;
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

pub use command::read as read_command;
pub use entry::{Entry, score_table};
pub use error::JournalError;
pub use fault::report_panics;
pub use folder::{DataFolder, SavedGame};
pub use hall::{Entered, Scores, not_entered};
pub use header::{Header, setup_hash};
pub use line::{End, Line, Note, Seal};
pub use morgue::write_morgue;
pub use read::{Journal, Record};
pub use record::{Recording, Recordings, record};
pub use replay::Replay;
pub use resume::{Resumed, branch, resume};
pub use tally::{JournalPlugin, Tally};
pub use writer::Unsaved;
