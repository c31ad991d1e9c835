//! The lines of a journal, and the seals that reveal any change to them.

use std::fmt;
use std::str::FromStr;

use super::entry::Entry;
use crate::files::BOM;

/// A line of a journal, without its seal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The game is about to carry out this command.
    Command(String),
    /// The command has been carried out, or the game has begun.
    Done {
        /// The current turn.
        turn: u64,
        /// The depth of the current level.
        depth: u32,
        /// The world's [`fingerprint`](crate::game::fingerprint).
        check: u64,
    },
    /// A note about something that is not part of the world.
    Note(Note),
    /// Text that is stored once, and its ID.
    Text {
        /// The text's ID, which is a hash of its content.
        id: u64,
        /// The text.
        text: String,
    },
    /// A monster file: its name, and the ID of its text.
    Monster {
        /// The file's name, without the folder.
        name: String,
        /// The ID of the file's text.
        text: u64,
    },
    /// From now on, the text with this ID is the tile file.
    Tiles {
        /// The text's ID.
        text: u64,
    },
    /// From now on, the game uses the monster files in the preceding lines.
    Reload,
    /// The score of a finished game. Only a game that is eligible for the high scores has such a line.
    Score(Box<Entry>),
    /// The game is over.
    End(End),
}

/// A note about something that is not part of the world, but is restored when the game continues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A message.
    Said(String),
    /// A message about danger.
    Warned(String),
    /// Earlier messages are no longer new.
    Batch,
    /// The player has acted since the last warnings.
    Answered,
    /// From now on, the player runs if this is `true`, and walks if it is `false`.
    Runs(bool),
    /// From now on, wizard mode is on if this is `true`, and off if it is `false`.
    Wizard(bool),
    /// A bot, not the player, is playing this game.
    Watched,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The player died.
    Died,
    /// The player escaped from the dungeon with the beacon.
    Won,
    /// The player began another game.
    Left,
}

/// The lines whose text never varies.
const FIXED: [(&str, Line); 11] = [
    ("*", Line::Note(Note::Batch)),
    ("answered", Line::Note(Note::Answered)),
    ("runs", Line::Note(Note::Runs(true))),
    ("walks", Line::Note(Note::Runs(false))),
    ("wizard", Line::Note(Note::Wizard(true))),
    ("no-wizard", Line::Note(Note::Wizard(false))),
    ("watched", Line::Note(Note::Watched)),
    ("reload", Line::Reload),
    ("end died", Line::End(End::Died)),
    ("end won", Line::End(End::Won)),
    ("end left", Line::End(End::Left)),
];

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(words) => write!(f, "> {words}"),
            Self::Done { turn, depth, check } => write!(f, "= {turn} {depth} {check:016x}"),
            Self::Note(Note::Said(words)) => write!(f, "\" {}", quoted(words)),
            Self::Note(Note::Warned(words)) => write!(f, "! {}", quoted(words)),
            Self::Text { id, text } => write!(f, "text {id:016x} {}", quoted(text)),
            Self::Monster { name, text } => write!(f, "monster {text:016x} {}", quoted(name)),
            Self::Tiles { text } => write!(f, "tiles {text:016x}"),
            // Serializing an entry never fails.
            Self::Score(entry) => {
                let text = ron::to_string(entry).unwrap_or_default();
                write!(f, "score {}", quoted(&text))
            }
            Self::Note(_) | Self::Reload | Self::End(_) => {
                let word = FIXED.iter().find(|(_, line)| line == self);
                f.write_str(word.map_or("", |(word, _)| word))
            }
        }
    }
}

impl FromStr for Line {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        if let Some((_, fixed)) = FIXED.iter().find(|(word, _)| *word == line) {
            return Ok(fixed.clone());
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (first, second) = rest.split_once(' ').unwrap_or((rest, ""));
        Ok(match word {
            ">" => Self::Command(rest.to_owned()),
            "=" => done(rest)?,
            "\"" => Self::Note(Note::Said(unquoted(rest)?)),
            "!" => Self::Note(Note::Warned(unquoted(rest)?)),
            "text" => Self::Text {
                id: hexadecimal(first)?,
                text: unquoted(second)?,
            },
            "monster" => Self::Monster {
                text: hexadecimal(first)?,
                name: unquoted(second)?,
            },
            "tiles" => Self::Tiles {
                text: hexadecimal(rest)?,
            },
            "score" => Self::Score(Box::new(score(&unquoted(rest)?)?)),
            _ => return Err(format!("unknown line `{line}`")),
        })
    }
}

fn score(text: &str) -> Result<Entry, String> {
    ron::from_str(text).map_err(|error| format!("invalid score: {}", error.code))
}

fn done(numbers: &str) -> Result<Line, String> {
    let mut parts = numbers.split(' ');
    let mut next = || parts.next().unwrap_or_default();
    let (turn, depth, check) = (next(), next(), next());
    let bad = |what: &str| format!("invalid number `{what}`");
    Ok(Line::Done {
        turn: turn.parse().map_err(|_| bad(turn))?,
        depth: depth.parse().map_err(|_| bad(depth))?,
        check: hexadecimal(check)?,
    })
}

fn hexadecimal(text: &str) -> Result<u64, String> {
    u64::from_str_radix(text, 16).map_err(|_| format!("invalid hexadecimal number `{text}`"))
}

/// Returns the text as one line: a RON string literal.
pub(super) fn quoted(text: &str) -> String {
    format!("{text:?}")
}

pub(super) fn unquoted(text: &str) -> Result<String, String> {
    ron::from_str(text).map_err(|error| format!("invalid text: {}", error.code))
}

/// The offset basis of 64-bit FNV-1a.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// Continues the FNV-1a hash `sum` with these bytes.
fn fnv(sum: u64, bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(sum, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Returns the ID of this text, which is a hash of its content.
pub(super) fn number_of(text: &str) -> u64 {
    fnv(OFFSET, text.bytes())
}

/// The length of a seal in characters, including the space and `#` before it.
const LENGTH: usize = 10;

/// Returns a line without its seal. The seal is not checked.
pub(super) fn unsealed(sealed: &str) -> &str {
    let end = sealed.len().saturating_sub(LENGTH);
    sealed.get(..end).unwrap_or_default()
}

/// The seal of a line, which is a hash of that line and all lines before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seal(u64);

impl Default for Seal {
    fn default() -> Self {
        Self(OFFSET)
    }
}

impl Seal {
    fn after(self, line: &str) -> Self {
        let sum = fnv(self.0, line.bytes().chain([b'\n']));
        // In FNV, low bits affect high bits but never the reverse. This line compensates for that.
        Self(sum ^ sum >> 32)
    }

    pub fn close(&mut self, line: &str) -> String {
        *self = self.after(line);
        format!("{line} #{:08x}\n", self.0 as u32)
    }

    /// Returns the line without its seal, or `None` if the seal is wrong.
    pub fn open<'a>(&mut self, sealed: &'a str) -> Option<&'a str> {
        let end = sealed.len().checked_sub(LENGTH)?;
        let line = sealed.get(..end)?;
        let seal = self.after(line);
        (sealed[end..] == format!(" #{:08x}", seal.0 as u32)).then(|| {
            *self = seal;
            line
        })
    }
}

/// Returns all complete lines, without line endings.
pub(super) fn whole_lines(bytes: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> {
    measured_lines(bytes).map(|(line, _)| line)
}

/// Returns all complete lines, each with its length in bytes in the file. Mail programs and editors may have given the
/// lines other ends, or the file a byte order mark. Neither belongs to a line.
pub(super) fn measured_lines(bytes: &[u8]) -> impl DoubleEndedIterator<Item = (&[u8], u64)> {
    let lines = bytes.split_inclusive(|it| *it == b'\n');
    lines.filter_map(|it| {
        let line = it.strip_suffix(b"\n")?;
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let line = line.strip_prefix(BOM.as_bytes()).unwrap_or(line);
        Some((line, it.len() as u64))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ScorePart;
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
                parts: vec![ScorePart {
                    name: words.1.clone(),
                    points: more.0 as i64,
                }],
                seed: more.1,
                outcome: words.1.clone(),
                mods: vec![words.1.clone()],
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
        fn every_line_survives_writing_and_parsing(line in lines()) {
            let written = line.to_string();
            prop_assert!(!written.contains(['\n', '\r']), "{}", written);
            prop_assert_eq!(written.parse(), Ok(line));
        }

        #[test]
        fn no_line_makes_the_parser_panic(line in ".*") {
            let _ = line.parse::<Line>();
        }
    }

    #[test]
    fn a_closed_line_opens_again() {
        let (mut closing, mut opening) = (Seal::default(), Seal::default());
        for line in ["", "a", "> step north", "é #0", "a"] {
            let sealed = closing.close(line);
            assert_eq!(opening.open(sealed.trim_end_matches('\n')), Some(line));
        }
        assert_eq!(closing, opening);
    }

    #[test]
    fn a_seal_reveals_every_changed_bit_and_every_swap() {
        let mut seal = Seal::default();
        let lines = ["one", "two", "three"].map(|it| seal.close(it));
        let is_whole = |text: &[u8]| {
            let mut seal = Seal::default();
            let Ok(text) = str::from_utf8(text) else {
                return false;
            };
            text.split_terminator('\n')
                .all(|it| seal.open(it).is_some())
                && text.ends_with('\n')
        };
        let text = lines.concat().into_bytes();
        assert!(is_whole(&text));
        for bit in 0..text.len() * 8 {
            let mut changed = text.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(!is_whole(&changed), "{bit}");
        }
        let swapped = [&lines[1], &lines[0], &lines[2]]
            .map(String::as_str)
            .concat();
        assert!(!is_whole(swapped.as_bytes()));
    }
}
