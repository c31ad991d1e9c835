//! What is wrong with a file of data, and where.

use thiserror::Error;

use crate::files::{Place, printable};

/// Why a file of data, or a part of it, is not used.
///
/// Displayed it is one line, `FILE:LINE:COLUMN: what; what would be accepted`, without line and
/// column where the file as a whole is at fault.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{}: {}", printable(file), place.map_or_else(String::new, |it| format!(":{it}")), printable(message))]
pub struct DataError {
    /// The file.
    pub file: String,
    /// Where in it, if one place is at fault.
    pub place: Option<Place>,
    /// What is wrong and what was expected.
    pub message: String,
}
