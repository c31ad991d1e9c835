//! What a replay can show besides a file.

use std::path::PathBuf;

use bevy::prelude::World;

use crate::journal::Journal;

/// Something that can be played again while its replay is on the screen, such as a scene whose file is being edited.
pub trait Rehearsal: Send + Sync {
    /// Returns the name of what is shown, for the line below the map.
    fn name(&self) -> String;

    /// Returns a new journal and its file if what is shown has changed since the last call, or a message if it cannot
    /// be played. Called in every update.
    fn changed(&mut self, world: &World) -> Option<Result<(Journal, PathBuf), String>>;

    /// Returns what is to be said about the moment at the end of a turn.
    fn remarks(&self, turn: u64) -> Vec<Remark>;
}

/// A sentence about a moment of what is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The sentence.
    pub text: String,
    /// Whether it is bad news.
    pub is_bad: bool,
}
