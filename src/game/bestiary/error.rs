//! What is wrong with a monster's file, and where.

use thiserror::Error;

use crate::map::{Place, printable};

/// Why a file makes no monster.
///
/// Displayed it is one line, `FILE:LINE:COLUMN: what; what would be accepted`, without line and
/// column where the file as a whole is at fault.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{}: {}", printable(file), place.map_or_else(String::new, |it| format!(":{it}")), printable(message))]
pub struct MonsterError {
    /// The file.
    pub file: String,
    /// Where in it, if one place is at fault.
    pub place: Option<Place>,
    /// What is wrong and what was expected.
    pub message: String,
}

/// Why a folder of assets cannot be used. Displayed it is one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{}: {}; accepted: a folder with monsters/*.ron in it",
    printable(folder),
    printable(why)
)]
pub struct AssetsError {
    /// The folder.
    pub folder: String,
    /// What is wrong with it.
    pub why: String,
}
