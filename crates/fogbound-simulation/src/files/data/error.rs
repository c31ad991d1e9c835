//! Errors in data files.

use thiserror::Error;

use crate::files::{TextPosition, printable};

/// The reason why a data file, or a part of it, cannot be used.
///
/// The error is displayed on one line, as `FILE:LINE:COLUMN: problem; what is accepted`. The line and column are left
/// out if the problem concerns the whole file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{}: {}", printable(file), place.map_or_else(String::new, |it| format!(":{it}")), printable(message))]
pub struct DataError {
    /// The name of the file.
    pub file: String,
    /// The place in the file, if the problem has a single place.
    pub place: Option<TextPosition>,
    /// The problem, and what was expected.
    pub message: String,
}
