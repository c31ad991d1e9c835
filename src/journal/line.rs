//! The lines of a journal.

use std::fmt;
use std::str::FromStr;

use super::entry::Entry;

/// A line of a journal, without its seal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The game is about to do this: a command in words.
    Command(String),
    /// It has been done, or the game has begun.
    Done {
        /// The turn that it is now.
        turn: u64,
        /// The level's depth.
        depth: u32,
        /// The world's [`fingerprint`](crate::game::fingerprint).
        check: u64,
    },
    /// What is not of the world.
    Note(Note),
    /// A text, stored once, and the number by which it is meant.
    Text {
        /// The number: of what is in it.
        id: u64,
        /// The text.
        text: String,
    },
    /// A file of monsters that is in force: its name, and its text's number.
    Monster {
        /// The file's name, without a folder.
        name: String,
        /// Its text.
        text: u64,
    },
    /// The text of this number is the file of tiles from now on, in place of the one before.
    Tiles {
        /// The text's number.
        text: u64,
    },
    /// The files of monsters above are in force from now on, in place of those before.
    Reload,
    /// What the game counts for, which is over. Games that do not count have no such line.
    Score(Box<Entry>),
    /// The game is over.
    End(End),
}

/// What is not of the world, and is the same again when the game goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// This was said.
    Said(String),
    /// This was said of a danger.
    Warned(String),
    /// What was said before is no longer new.
    Batch,
    /// The player has acted on what was said before.
    Answered,
    /// The player runs from now on, or walks.
    Runs(bool),
    /// A wizard plays from now on, or not.
    Wizard(bool),
    /// The explorer plays: this is no game of the player's.
    Watched,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The player has died.
    Died,
    /// The player has come out of the dungeon with what it came for.
    Won,
    /// The player began another one.
    Left,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(words) => write!(f, "> {words}"),
            Self::Done { turn, depth, check } => write!(f, "= {turn} {depth} {check:016x}"),
            Self::Note(Note::Said(words)) => write!(f, "\" {}", quoted(words)),
            Self::Note(Note::Warned(words)) => write!(f, "! {}", quoted(words)),
            Self::Note(Note::Batch) => f.write_str("*"),
            Self::Note(Note::Answered) => f.write_str("answered"),
            Self::Note(Note::Runs(true)) => f.write_str("runs"),
            Self::Note(Note::Runs(false)) => f.write_str("walks"),
            Self::Note(Note::Wizard(true)) => f.write_str("wizard"),
            Self::Note(Note::Wizard(false)) => f.write_str("no-wizard"),
            Self::Note(Note::Watched) => f.write_str("watched"),
            Self::Text { id, text } => write!(f, "text {id:016x} {}", quoted(text)),
            Self::Monster { name, text } => write!(f, "monster {text:016x} {}", quoted(name)),
            Self::Tiles { text } => write!(f, "tiles {text:016x}"),
            Self::Reload => f.write_str("reload"),
            // All that it has can be written.
            Self::Score(entry) => {
                let text = ron::to_string(entry).unwrap_or_default();
                write!(f, "score {}", quoted(&text))
            }
            Self::End(End::Died) => f.write_str("end died"),
            Self::End(End::Won) => f.write_str("end won"),
            Self::End(End::Left) => f.write_str("end left"),
        }
    }
}

impl FromStr for Line {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        Ok(match (word, rest) {
            (">", words) => Self::Command(words.to_owned()),
            ("=", numbers) => done(numbers)?,
            ("\"", words) => Self::Note(Note::Said(unquoted(words)?)),
            ("!", words) => Self::Note(Note::Warned(unquoted(words)?)),
            ("*", "") => Self::Note(Note::Batch),
            ("answered", "") => Self::Note(Note::Answered),
            ("runs", "") => Self::Note(Note::Runs(true)),
            ("walks", "") => Self::Note(Note::Runs(false)),
            ("wizard", "") => Self::Note(Note::Wizard(true)),
            ("no-wizard", "") => Self::Note(Note::Wizard(false)),
            ("watched", "") => Self::Note(Note::Watched),
            ("text", rest) => {
                let (id, text) = rest.split_once(' ').unwrap_or((rest, ""));
                Self::Text {
                    id: hexadecimal(id)?,
                    text: unquoted(text)?,
                }
            }
            ("monster", rest) => {
                let (text, name) = rest.split_once(' ').unwrap_or((rest, ""));
                Self::Monster {
                    name: unquoted(name)?,
                    text: hexadecimal(text)?,
                }
            }
            ("tiles", text) => Self::Tiles {
                text: hexadecimal(text)?,
            },
            ("reload", "") => Self::Reload,
            ("score", text) => Self::Score(Box::new(score(&unquoted(text)?)?)),
            ("end", "died") => Self::End(End::Died),
            ("end", "won") => Self::End(End::Won),
            ("end", "left") => Self::End(End::Left),
            _ => return Err(format!("`{line}` is no line of a journal")),
        })
    }
}

fn score(text: &str) -> Result<Entry, String> {
    ron::from_str(text).map_err(|error| format!("this is no score: {}", error.code))
}

fn done(numbers: &str) -> Result<Line, String> {
    let mut parts = numbers.split(' ');
    let mut next = || parts.next().unwrap_or_default();
    let (turn, depth, check) = (next(), next(), next());
    let bad = |what: &str| format!("`{what}` is no number");
    Ok(Line::Done {
        turn: turn.parse().map_err(|_| bad(turn))?,
        depth: depth.parse().map_err(|_| bad(depth))?,
        check: hexadecimal(check)?,
    })
}

fn hexadecimal(text: &str) -> Result<u64, String> {
    u64::from_str_radix(text, 16).map_err(|_| format!("`{text}` is no hexadecimal number"))
}

/// A text as one line: a string of RON, and so of Rust.
pub(super) fn quoted(text: &str) -> String {
    format!("{text:?}")
}

pub(super) fn unquoted(text: &str) -> Result<String, String> {
    ron::from_str(text).map_err(|error| format!("this is no text: {}", error.code))
}

/// The number of a text: of what is in it (FNV-1a, 64 bits).
pub(super) fn number_of(text: &str) -> u64 {
    let step = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines() -> impl Strategy<Value = Line> {
        let note = prop_oneof![
            any::<String>().prop_map(Note::Said),
            any::<String>().prop_map(Note::Warned),
            Just(Note::Batch),
            Just(Note::Answered),
            any::<bool>().prop_map(Note::Runs),
            any::<bool>().prop_map(Note::Wizard),
            Just(Note::Watched),
        ];
        let numbers = any::<(u32, u32, u32, u32, u32)>();
        let words = any::<(Option<String>, String)>();
        let score =
            (numbers, words, any::<(u64, u64, bool)>()).prop_map(|(numbers, words, more)| Entry {
                score: numbers.0,
                won: more.2,
                killer: words.0,
                level: numbers.1,
                deepest: numbers.2,
                turn: more.0,
                hunted: numbers.3,
                treasure: numbers.4,
                seed: more.1,
                game: words.1,
            });
        prop_oneof![
            "[a-z \"]{0,20}".prop_map(Line::Command),
            any::<(u64, u32, u64)>().prop_map(|(turn, depth, check)| Line::Done {
                turn,
                depth,
                check
            }),
            note.prop_map(Line::Note),
            any::<(u64, String)>().prop_map(|(id, text)| Line::Text { id, text }),
            any::<(String, u64)>().prop_map(|(name, text)| Line::Monster { name, text }),
            any::<u64>().prop_map(|text| Line::Tiles { text }),
            Just(Line::Reload),
            score.prop_map(|it| Line::Score(Box::new(it))),
            Just(Line::End(End::Died)),
            Just(Line::End(End::Won)),
            Just(Line::End(End::Left)),
        ]
    }

    proptest! {
        #[test]
        fn every_line_is_read_as_it_was_written(line in lines()) {
            let written = line.to_string();
            prop_assert!(!written.contains(['\n', '\r']), "{}", written);
            prop_assert_eq!(written.parse(), Ok(line));
        }

        #[test]
        fn whatever_stands_in_a_line_is_no_panic(line in ".*") {
            let _ = line.parse::<Line>();
        }
    }
}
