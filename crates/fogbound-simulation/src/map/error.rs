//! Errors in ASCII maps.

use thiserror::Error;

use super::limits::{MAX_CREATURES, MAX_SIDE};
use crate::files::{TextPosition, printable};

/// The reason why text is not a valid map.
///
/// The error is displayed on one line, as `FILE:LINE:COLUMN: problem; what is accepted`. The line and column are left
/// out if the problem concerns the whole file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{}: {kind}", printable(source_name), place.map_or_else(String::new, |it| format!(":{it}")))]
pub struct MapError {
    /// The name of the file or other source.
    pub source_name: String,
    /// The place in the text, if the problem has a single place.
    pub place: Option<TextPosition>,
    /// The problem.
    pub kind: MapErrorKind,
}

/// The problems that a map can have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MapErrorKind {
    /// The file cannot be read; the field gives the reason.
    #[error("{}; expected a readable text file", printable(_0))]
    Unreadable(String),
    /// The file is not UTF-8; the field is the first invalid byte.
    #[error("the byte 0x{0:02x} is not text; a map must be UTF-8 text")]
    NotUtf8(u8),
    /// The map has no cells.
    #[error("the map is empty; expected at least one character")]
    Empty,
    /// The map has more than [`MAX_SIDE`] lines, or a line with more characters than that.
    #[error("the map is too large; at most {MAX_SIDE} lines of {MAX_SIDE} characters are accepted")]
    TooLarge,
    /// The map has more than [`MAX_CREATURES`] letters.
    #[error("too many creatures; at most {MAX_CREATURES} are accepted in a map")]
    TooManyCreatures,
    /// The map contains a character that has no meaning.
    #[error("{}", unknown(*_0))]
    UnknownCharacter(char),
    /// The map has a second `@`; the field is the place of the first one.
    #[error("found a second @; the first is at {0}, and only one start is accepted")]
    SecondStart(TextPosition),
    /// The legend gives a letter twice.
    #[error("the legend gives `{0}` twice; accepted: one line for each letter")]
    LegendTwice(char),
    /// The map needs a start, but has neither an `@` nor a `<`.
    #[error("the map has no start; add an @, or stairs up (<)")]
    NoStart,
}

fn unknown(character: char) -> String {
    if character == '\t' {
        return "found a tab; use spaces, which are solid rock".to_owned();
    }
    format!(
        "unknown character {character:?}; expected # wall, . floor, + closed door, ' open door, = window, \" foliage, \
         < and > stairs, @ start, letters for creatures, space for rock, and the glyphs of tiles.ron: \
         * ! ° ¡ ~ : | / \\ ; % , & - ? $ ^ _ ( )"
    )
}
