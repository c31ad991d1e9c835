//! What is not on the disk: the one place that says so.

use std::fmt;
use std::path::PathBuf;

/// What is missing from the file of a game. Displayed it is a sentence without its full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsaved {
    /// The game's file.
    pub file: PathBuf,
    /// How many commands are missing; none if the file holds nothing of the game that could go on.
    pub commands: Option<usize>,
    /// Whether the file ends in the middle of a line.
    pub is_cut: bool,
    /// Why it cannot be written.
    pub why: String,
}

impl Unsaved {
    /// Whether anything but messages is missing.
    pub fn is_loss(&self) -> bool {
        self.commands != Some(0) || self.is_cut
    }

    /// The line for when the program has ended.
    pub fn last_words(&self) -> String {
        let file = self.file.display();
        format!("{self}; its file is {file}")
    }
}

impl fmt::Display for Unsaved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.commands {
            None => f.write_str("This game is not saved")?,
            Some(0) => f.write_str("The last messages are not saved")?,
            Some(1) => f.write_str("The last command is not saved")?,
            Some(count) => write!(f, "The last {count} commands are not saved")?,
        }
        match self.why.as_str() {
            "" => Ok(()),
            why => write!(f, ": {why}"),
        }
    }
}
