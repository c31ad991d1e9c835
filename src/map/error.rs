//! What can be wrong with an ASCII map.

use std::fmt;

use thiserror::Error;

use super::limits::{MAX_CREATURES, MAX_SIDE};

/// A place in a text, both numbers counted from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, 1 for the first.
    pub line: usize,
    /// The character within the line, 1 for the first.
    pub column: usize,
}

impl Place {
    /// The place of the character that would follow `text`. A byte order mark is no column.
    pub(crate) fn after(text: &str) -> Self {
        let last_line = text.rsplit('\n').next().unwrap_or_default();
        Self {
            line: text.matches('\n').count() + 1,
            column: last_line.trim_start_matches('\u{feff}').chars().count() + 1,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

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

/// The text with its control characters escaped, so that a message that quotes
/// what a user typed stays one line and cannot steer a terminal.
pub fn printable(text: &str) -> String {
    let escape = |character: char| -> String {
        if character.is_control() {
            character.escape_default().collect()
        } else {
            character.to_string()
        }
    };
    text.chars().map(escape).collect()
}

/// What a message quotes of a text that may be of any length: as [`printable`], and cut where it is long.
pub fn brief(text: &str) -> String {
    const LONGEST: usize = 320;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", printable(&text[..end])),
        None => printable(text),
    }
}

/// Whether a name is so long that nobody can have meant another one: how like two names are is slow to tell of long ones.
pub fn is_too_long_for_a_slip(name: &str) -> bool {
    name.len() > 64
}
