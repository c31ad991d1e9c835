//! Files: read with limits, written so that nothing is lost, and data in RON with messages that name the place.
//!
//! Every file is read through `read`, where everything has a limit. Files that belong to the player are written through
//! `keep`.

pub(crate) mod data;
mod keep;
mod read;
mod text;

pub use data::{DataError, set_field, set_in_map};
pub use keep::{locked, reason, replace_broken, replace_text};
pub(crate) use read::read_at_most;
pub use read::{FileError, MAX_RON, read_bytes, read_own_bytes, read_own_text, read_text};
pub(crate) use text::did_you_mean;
pub use text::{Place, brief, nearest, printable};
