//! What a list of games shows of a journal, without reading all of it.

use super::JournalError;
use super::entry::Entry;
use super::header::check_head;
use super::line::{End, Line};
use super::seal::unsealed;

/// What a list shows of a journal. Its seals are checked only when it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Glance {
    pub(super) begun: u64,
    pub(super) seed: u64,
    pub(super) turn: u64,
    pub(super) depth: u32,
    pub(super) end: Option<End>,
    pub(super) score: Option<Entry>,
}

impl Glance {
    /// Looks at a file's first lines and its last.
    ///
    /// # Errors
    ///
    /// If this is no journal of this version, or the game has not begun in it.
    pub(super) fn of(bytes: &[u8]) -> Result<Self, JournalError> {
        check_head(bytes)?;
        let mut head = bytes.split(|it| *it == b'\n').map(text).take(16);
        let mut number = |name: &str| {
            let value = head.find_map(|it| it.strip_prefix(name)?.parse().ok());
            value.ok_or_else(|| JournalError::Line {
                line: 3,
                why: format!("the line `{}` is missing", name.trim_end()),
            })
        };
        let (begun, seed) = (number("begun ")?, number("seed ")?);
        // What follows the last end of a line was not finished.
        let whole = bytes.iter().rposition(|it| *it == b'\n').unwrap_or(0);
        let (mut end, mut score) = (None, None);
        for line in bytes[..whole].rsplit(|it| *it == b'\n').map(text) {
            match line.parse() {
                Ok(Line::End(how)) => end = Some(how),
                Ok(Line::Score(entry)) => score = Some(*entry),
                Ok(Line::Done { turn, depth, .. }) => {
                    return Ok(Self {
                        begun,
                        seed,
                        turn,
                        depth,
                        end,
                        score,
                    });
                }
                _ => {}
            }
        }
        let lines = bytes.iter().filter(|it| **it == b'\n').count();
        Err(JournalError::Short { line: lines + 1 })
    }
}

fn text(line: &[u8]) -> &str {
    str::from_utf8(line).map_or("", unsealed)
}
