//! Reads files with size limits, writes files without losing data, and parses RON with error messages that give the
//! line and column.
//!
//! All files are read through `read`, which limits their length. Files that belong to the player are written through
//! `keep`.

mod changes;
pub(crate) mod data;
mod keep;
mod layers;
mod read;
mod text;

pub use changes::Changes;
pub use data::{
    DataError, Node, Pair, Part, Reader, Source, TextError, Value, error_at, parse_ron, set_field,
    set_in_map, set_key,
};
pub use keep::{locked, reason, replace_broken, replace_text};
pub use layers::{Joined, Lay, Layer, join, lay_over, layers, replace};
pub(crate) use read::read_at_most;
pub use read::{BOM, FileError, MAX_RON, read_bytes, read_own_bytes, read_own_text, read_text};
pub use text::{TextPosition, brief, did_you_mean, printable};
