//! Errors in ASCII maps.

use thiserror::Error;

use super::limits::{MAX_CREATURES, MAX_SIDE};
use crate::files::{Place, printable};

/// The reason why a text is not a valid map.
///
/// Its display form is one line, `FILE:LINE:COLUMN: problem; what is accepted`, without line and column if the
/// problem concerns the whole file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{}: {kind}", printable(source_name), place.map_or_else(String::new, |it| format!(":{it}")))]
pub struct MapError {
    /// The name of the file or other source.
    pub source_name: String,
    /// The place in the text, if there is a single one.
    pub place: Option<Place>,
    /// The problem.
    pub kind: MapErrorKind,
}

/// The problems a map can have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MapErrorKind {
    /// The file cannot be read, with the reason.
    #[error("{}; expected a readable text file", printable(_0))]
    Unreadable(String),
    /// The file contains this byte, which is not UTF-8.
    #[error("the byte 0x{0:02x} is not text; a map must be UTF-8 text")]
    NotUtf8(u8),
    /// The text has no cells.
    #[error("the map is empty; expected at least one character")]
    Empty,
    /// More than [`MAX_SIDE`] lines, or a longer line.
    #[error("the map is too large; at most {MAX_SIDE} lines of {MAX_SIDE} characters are accepted")]
    TooLarge,
    /// More than [`MAX_CREATURES`] letters.
    #[error("too many creatures; at most {MAX_CREATURES} are accepted in a map")]
    TooManyCreatures,
    /// A character without a meaning.
    #[error("{}", unknown(*_0))]
    UnknownCharacter(char),
    /// A second `@`, with the place of the first.
    #[error("found a second @; the first is at {0}, and only one start is accepted")]
    SecondStart(Place),
    /// No `@` and no `<`, in a map that needs a start.
    #[error("the map has no start; add an @, or stairs up (<)")]
    NoStart,
}

fn unknown(character: char) -> String {
    if character == '\t' {
        return "found a tab; use spaces, which are solid rock".to_owned();
    }
    format!(
        "unknown character {character:?}; expected # wall, . floor, + closed door, ' open door, = window, \" foliage, \
         < and > stairs, @ start, letters a-z and A-Z for creatures, space for rock, and the glyphs of tiles.ron: \
         * ! ° ¡ ~ : | / \\ ; % , & - ? $ ^ _ ( )"
    )
}
