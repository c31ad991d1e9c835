//! From a file to a game that can be played again.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::JournalError;
use super::entry::Entry;
use super::header::{Header, check_first, check_rules};
use super::line::{End, Line, Note, number_of};
use super::seal::Seal;
use crate::files::{FileError, read_bytes, read_own_bytes};

/// No game that anybody plays has a longer journal, in bytes.
pub(super) const LONGEST: u64 = 256 << 20;

/// A journal that was read.
#[derive(Clone, Debug)]
pub struct Journal {
    /// What the game was begun with.
    pub header: Header,
    /// The world's check value when it had begun.
    pub check: u64,
    /// What happened then.
    pub records: Vec<Record>,
    /// How it ended, if it has.
    pub end: Option<End>,
    /// What the game counts for, if it is over and counts.
    pub score: Option<Entry>,
    /// The command that was being carried out when the program ended, in words. It is not among the records.
    pub unfinished: Option<String>,
    /// How many bytes of the file are whole.
    pub whole: u64,
    /// How many bytes follow those, and are left out: of a line, or a record, that was being written.
    pub torn: u64,
    pub(super) seal: Seal,
    /// How many bytes of the file tell what the game was begun with.
    pub(super) begun: u64,
    /// For each record how many bytes of the file end with it.
    pub(super) ends: Vec<u64>,
}

/// Something that happened to a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// A command.
    Done {
        /// The command, in words.
        command: String,
        /// The turn after it.
        turn: u64,
        /// The level's depth after it.
        depth: u32,
        /// The world's check value after it.
        check: u64,
    },
    /// What is not of the world.
    Note(Note),
    /// Other files of monsters were in force from then on: names and texts.
    Reload(BTreeMap<String, String>),
    /// This was the text of the file of tiles from then on.
    Tiles(String),
}

impl Journal {
    /// Reads a file, and changes nothing.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is not a whole journal with the format and the rules of this game. A last line that was not finished
    /// is no error.
    pub fn read(file: &Path) -> Result<Self, JournalError> {
        let bytes = read_bytes(file, LONGEST).map_err(unreadable)?;
        Self::parse(&bytes)
    }

    /// Reads a file that no other user can change, and changes nothing.
    ///
    /// # Errors
    ///
    /// As of [`read`](Self::read), and if others can change it, or it leads elsewhere.
    pub fn read_own(file: &Path) -> Result<Self, JournalError> {
        if fs::symlink_metadata(file).is_ok_and(|it| it.is_symlink()) {
            let why = "this is a link, which is not followed";
            return Err(JournalError::File(why.to_owned()));
        }
        let bytes = read_own_bytes(file, LONGEST).map_err(unreadable)?;
        Self::parse(&bytes)
    }

    /// Reads what is in a file.
    ///
    /// # Errors
    ///
    /// As of [`read`](Self::read).
    pub fn parse(bytes: &[u8]) -> Result<Self, JournalError> {
        check_first(bytes)?;
        let mut reading = Reading::default();
        let mut rest = bytes;
        let mut line = 0;
        while let Some(end) = rest.iter().position(|it| *it == b'\n') {
            line += 1;
            let text = str::from_utf8(&rest[..end]).ok();
            let opened = text.and_then(|text| reading.seal.open(text));
            let Some(text) = opened else {
                return Err(JournalError::Damaged {
                    line,
                    turn: reading.turn,
                });
            };
            rest = &rest[end + 1..];
            reading.take(line, text)?;
            if reading.is_whole() {
                reading.whole = (bytes.len() - rest.len()) as u64;
                reading.whole_seal = reading.seal;
                reading.whole_records = reading.records.len();
                reading.whole_end = reading.end;
                reading.whole_score.clone_from(&reading.score);
            }
            if reading.begun == 0 && reading.check.is_some() {
                reading.begun = reading.whole;
            }
            reading
                .ends
                .resize(reading.records.len(), (bytes.len() - rest.len()) as u64);
        }
        let (Some(header), Some(check)) = (reading.header, reading.check) else {
            return Err(JournalError::Short { line: line + 1 });
        };
        // What stands behind the last whole record belongs to what is left out.
        reading.records.truncate(reading.whole_records);
        reading.ends.truncate(reading.whole_records);
        Ok(Self {
            header,
            check,
            records: reading.records,
            end: reading.whole_end,
            score: reading.whole_score,
            unfinished: reading.command,
            whole: reading.whole,
            torn: bytes.len() as u64 - reading.whole,
            seal: reading.whole_seal,
            begun: reading.begun,
            ends: reading.ends,
        })
    }

    /// The turn and the depth in which it ends.
    pub fn last(&self) -> (u64, u32) {
        let done = self.records.iter().rev().find_map(|record| match record {
            Record::Done { turn, depth, .. } => Some((*turn, *depth)),
            _ => None,
        });
        done.unwrap_or((0, 1))
    }
}

/// Why a file cannot be read.
pub(super) fn unreadable(error: FileError) -> JournalError {
    JournalError::File(error.to_string())
}

/// What has been read of a journal.
#[derive(Default)]
struct Reading {
    seal: Seal,
    /// The lines before the first text.
    head: Vec<String>,
    header: Option<Header>,
    texts: BTreeMap<u64, String>,
    /// The files of monsters that are not in force yet.
    monsters: BTreeMap<String, String>,
    check: Option<u64>,
    turn: u64,
    /// The command that is being carried out.
    command: Option<String>,
    records: Vec<Record>,
    end: Option<End>,
    score: Option<Entry>,
    begun: u64,
    ends: Vec<u64>,
    whole: u64,
    whole_seal: Seal,
    whole_records: usize,
    whole_end: Option<End>,
    whole_score: Option<Entry>,
}

impl Reading {
    /// Whether the game can go on behind this line.
    fn is_whole(&self) -> bool {
        self.check.is_some() && self.command.is_none() && self.monsters.is_empty()
    }

    fn take(&mut self, number: usize, text: &str) -> Result<(), JournalError> {
        let bad = |why: &str| JournalError::Line {
            line: number,
            why: why.to_owned(),
        };
        if self.header.is_none() {
            if number == 3 {
                check_rules(text, &self.head)?;
            }
            if !text.starts_with("text ") {
                self.head.push(text.to_owned());
                return Ok(());
            }
            self.header = Some(Header::read(&self.head)?);
        }
        if self.end.is_some() {
            return Err(bad("the game was over before this line"));
        }
        let line: Line = text.parse().map_err(|why: String| bad(&why))?;
        match line {
            Line::Text { id, text } => {
                if number_of(&text) != id {
                    return Err(bad("this text is not the one that was stored"));
                }
                self.texts.insert(id, text);
            }
            Line::Monster { name, text } => {
                let text = self.texts.get(&text).cloned();
                let text = text.ok_or_else(|| bad("no text has this number"))?;
                self.monsters.insert(name, text);
            }
            Line::Tiles { text } => {
                let text = self.texts.get(&text).cloned();
                let text = text.ok_or_else(|| bad("no text has this number"))?;
                self.records.push(Record::Tiles(text));
            }
            Line::Reload => {
                let monsters = std::mem::take(&mut self.monsters);
                self.records.push(Record::Reload(monsters));
            }
            Line::Command(words) => {
                if self.check.is_none() || self.command.is_some() {
                    return Err(bad("a command stands where none can be"));
                }
                self.command = Some(words);
            }
            Line::Done { turn, depth, check } => {
                self.turn = turn;
                if self.check.is_none() {
                    self.check = Some(check);
                    if let Some(header) = &mut self.header {
                        header.monsters = std::mem::take(&mut self.monsters);
                    }
                    return Ok(());
                }
                let command = self.command.take();
                let command = command.ok_or_else(|| bad("nothing was done before this"))?;
                self.records.push(Record::Done {
                    command,
                    turn,
                    depth,
                    check,
                });
            }
            Line::Note(note) => self.records.push(Record::Note(note)),
            Line::Score(entry) => self.score = Some(*entry),
            Line::End(end) => self.end = Some(end),
        }
        Ok(())
    }
}
