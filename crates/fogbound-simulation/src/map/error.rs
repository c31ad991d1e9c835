//! What can be wrong with an ASCII map.

use thiserror::Error;

use super::limits::{MAX_CREATURES, MAX_SIDE};
use crate::files::{Place, printable};

/// Why a text is no map, or not one that was asked for.
///
/// Displayed it is one line, `FILE:LINE:COLUMN: what; what would be accepted`,
/// without line and column where the file as a whole is at fault.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{}: {kind}", printable(source_name), place.map_or_else(String::new, |it| format!(":{it}")))]
pub struct MapError {
    /// The file's name, or what else the text came from.
    pub source_name: String,
    /// Where in the text, if one place is at fault.
    pub place: Option<Place>,
    /// What is wrong.
    pub kind: MapErrorKind,
}

/// The ways in which a map can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MapErrorKind {
    /// The file cannot be read; a sentence why.
    #[error("{}; a readable text file is needed", printable(_0))]
    Unreadable(String),
    /// The file holds bytes that are not UTF-8; the first of them.
    #[error("the byte 0x{0:02x} is no text; a map is UTF-8 text")]
    NotUtf8(u8),
    /// There is not a single cell in the text.
    #[error("no map in it; at least one character of a map is needed")]
    Empty,
    /// More than [`MAX_SIDE`] lines, or a longer line.
    #[error(
        "the map goes on too far; at most {MAX_SIDE} lines of {MAX_SIDE} characters are accepted"
    )]
    TooLarge,
    /// More than [`MAX_CREATURES`] letters.
    #[error("one creature too many; at most {MAX_CREATURES} creatures are accepted in a map")]
    TooManyCreatures,
    /// A character that stands for nothing.
    #[error("{}", unknown(*_0))]
    UnknownCharacter(char),
    /// A second `@`; the place of the first.
    #[error("a second @, the first is at {0}; only one start is accepted")]
    SecondStart(Place),
    /// Neither `@` nor `<` where a start is needed.
    #[error("no @ and no < in the map; one of them is needed as the start")]
    NoStart,
}

fn unknown(character: char) -> String {
    if character == '\t' {
        return "a tab; use blanks, which are solid rock".to_owned();
    }
    format!(
        "unknown character {character:?}; known are # wall, . floor, + closed door, ' open door, = window, \" foliage, \
         < and > stairs, @ start, letters a-z and A-Z for creatures, blank for rock, and the glyphs of tiles.ron: \
         * ! ° ¡ ~ : | / \\ ; % , & - ? $ ^ _ ( )"
    )
}
