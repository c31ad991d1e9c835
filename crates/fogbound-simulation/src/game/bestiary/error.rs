//! What is wrong with a folder of assets.

use thiserror::Error;

/// Why a file makes no monster.
pub use crate::files::DataError as MonsterError;
use crate::files::printable;

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
