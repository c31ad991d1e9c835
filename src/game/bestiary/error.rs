//! What is wrong with a monster's file, and where.

use std::error::Error;
use std::fmt;

use crate::map::{Place, printable};

/// Why a file makes no monster.
///
/// Displayed it is one line, `FILE:LINE:COLUMN: what; what would be accepted`, without line and
/// column where the file as a whole is at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonsterError {
    /// The file.
    pub file: String,
    /// Where in it, if one place is at fault.
    pub place: Option<Place>,
    /// What is wrong and what was expected.
    pub message: String,
}

impl fmt::Display for MonsterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printable(&self.file))?;
        if let Some(place) = self.place {
            write!(f, ":{place}")?;
        }
        write!(f, ": {}", printable(&self.message))
    }
}

impl Error for MonsterError {}

/// Why a folder of assets cannot be used. Displayed it is one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetsError {
    /// The folder.
    pub folder: String,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for AssetsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (folder, why) = (printable(&self.folder), printable(&self.why));
        write!(
            f,
            "{folder}: {why}; accepted: a folder with monsters/*.ron in it"
        )
    }
}

impl Error for AssetsError {}
