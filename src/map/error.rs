//! What can be wrong with an ASCII map.

use std::error::Error;
use std::fmt;

use super::MAX_SIDE;

/// A place in a text, both numbers counted from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, 1 for the first.
    pub line: usize,
    /// The character within the line, 1 for the first.
    pub column: usize,
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapError {
    /// The file's name, or what else the text came from.
    pub source_name: String,
    /// Where in the text, if one place is at fault.
    pub place: Option<Place>,
    /// What is wrong.
    pub kind: MapErrorKind,
}

/// The ways in which a map can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapErrorKind {
    /// The file cannot be read; a sentence why.
    Unreadable(String),
    /// The file holds bytes that are not UTF-8; the first of them.
    NotUtf8(u8),
    /// There is not a single cell in the text.
    Empty,
    /// More than [`MAX_SIDE`] lines, or a longer line.
    TooLarge,
    /// A character that stands for nothing.
    UnknownCharacter(char),
    /// A second `@`; the place of the first.
    SecondStart(Place),
    /// Neither `@` nor `<` where a start is needed.
    NoStart,
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printable(&self.source_name))?;
        if let Some(place) = self.place {
            write!(f, ":{place}")?;
        }
        write!(f, ": {}", self.kind)
    }
}

impl fmt::Display for MapErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(why) => {
                write!(f, "{}; a readable text file is needed", printable(why))
            }
            Self::NotUtf8(byte) => {
                write!(f, "the byte 0x{byte:02x} is no text; a map is UTF-8 text")
            }
            Self::Empty => f.write_str("no map in it; at least one character of a map is needed"),
            Self::TooLarge => write!(
                f,
                "the map goes on too far; at most {MAX_SIDE} lines of {MAX_SIDE} characters are accepted"
            ),
            Self::UnknownCharacter('\t') => f.write_str("a tab; use blanks, which are solid rock"),
            Self::UnknownCharacter(character) => write!(
                f,
                "unknown character {character:?}; known are # wall, . floor, + closed door, \
                 ' open door, = window, \" foliage, < and > stairs, @ start, \
                 letters a-z and A-Z for creatures, blank for rock"
            ),
            Self::SecondStart(first) => {
                write!(
                    f,
                    "a second @, the first is at {first}; only one start is accepted"
                )
            }
            Self::NoStart => {
                f.write_str("no @ and no < in the map; one of them is needed as the start")
            }
        }
    }
}

impl Error for MapError {}

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
