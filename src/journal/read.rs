//! Reads a journal from a file.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, mem};

use super::JournalError;
use super::entry::Entry;
use super::header::{Header, check_first, check_rules};
use super::line::{End, Line, Note, Seal, measured_lines, number_of, unsealed, whole_lines};
use crate::files::{FileError, read_bytes, read_own_bytes};

/// The maximum size of a journal, in bytes. No real game comes close to this size.
pub(super) const LONGEST: u64 = 256 << 20;

/// The content of a journal.
#[derive(Clone, Debug)]
pub struct Journal {
    /// What the game began with.
    pub header: Header,
    /// The check value of the world at the start of the game.
    pub check: u64,
    /// Everything that has happened since the start of the game.
    pub records: Vec<Record>,
    /// How the game ended, if the game is over.
    pub end: Option<End>,
    /// The score, if the game is over and is eligible for the high scores.
    pub score: Option<Entry>,
    /// The command that was unfinished when the program ended, if there is one. It is not among the records.
    pub unfinished: Option<String>,
    /// The number of bytes up to the end of the last complete record.
    pub whole: u64,
    /// The number of bytes after the last complete record. They belong to an unfinished line or record, and are
    /// ignored.
    pub torn: u64,
    pub(super) seal: Seal,
    /// The number of bytes that precede the start of the game.
    pub(super) begun: u64,
    /// For each record, the number of bytes up to its end.
    pub(super) ends: Vec<u64>,
}

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// A command.
    Done {
        /// The command, as text.
        command: String,
        /// The turn after the command.
        turn: u64,
        /// The depth of the level after the command.
        depth: u32,
        /// The world's check value after the command.
        check: u64,
    },
    /// A note about something that is not part of the world.
    Note(Note),
    /// The monster files changed. The map holds the text of each file, by name.
    Reload(BTreeMap<String, String>),
    /// The tile file changed to this text.
    Tiles(String),
}

impl Journal {
    /// Reads a journal without changing it.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is damaged, or is not a journal with the format and rules of this program. An
    /// unfinished last line is not an error.
    pub fn read(file: &Path) -> Result<Self, JournalError> {
        let bytes = read_bytes(file, LONGEST).map_err(unreadable)?;
        Self::parse(&bytes)
    }

    /// Like [`read`](Self::read), for a file that no other user can change.
    ///
    /// # Errors
    ///
    /// The same as for [`read`](Self::read). It is also an error if other users can change the file, or if the file is
    /// a symbolic link.
    pub fn read_own(file: &Path) -> Result<Self, JournalError> {
        refuse_link(file)?;
        let bytes = read_own_bytes(file, LONGEST).map_err(unreadable)?;
        Self::parse(&bytes)
    }

    /// Parses the content of a journal.
    ///
    /// # Errors
    ///
    /// The same as for [`read`](Self::read).
    pub fn parse(bytes: &[u8]) -> Result<Self, JournalError> {
        check_first(bytes)?;
        let mut reading = Reading::default();
        let (mut seal, mut read) = (Seal::default(), 0);
        for ((line, length), number) in measured_lines(bytes).zip(1..) {
            read += length;
            let text = str::from_utf8(line).ok();
            let Some(text) = text.and_then(|text| seal.open(text)) else {
                let turn = reading.journal.map_or(0, |it| it.last().0);
                return Err(JournalError::Damaged { line: number, turn });
            };
            reading.take(number, text)?;
            reading.mark(read, seal);
        }
        let mut journal = reading.journal.ok_or_else(|| too_short(bytes))?;
        // Records after the last complete one are ignored.
        let whole = journal.ends.partition_point(|it| *it <= journal.whole);
        journal.records.truncate(whole);
        journal.ends.truncate(whole);
        journal.torn = bytes.len() as u64 - journal.whole;
        Ok(journal)
    }

    /// Returns the turn and depth at the end of the journal.
    pub fn last(&self) -> (u64, u32) {
        let done = self.records.iter().rev().find_map(|record| match record {
            Record::Done { turn, depth, .. } => Some((*turn, *depth)),
            _ => None,
        });
        done.unwrap_or((0, 1))
    }
}

/// Returns an error for a symbolic link, because its target may belong to another user.
pub(super) fn refuse_link(file: &Path) -> Result<(), JournalError> {
    match fs::symlink_metadata(file).is_ok_and(|it| it.is_symlink()) {
        true => Err(JournalError::File(
            "this is a link; links are not followed".to_owned(),
        )),
        false => Ok(()),
    }
}

pub(super) fn unreadable(error: FileError) -> JournalError {
    JournalError::File(error.to_string())
}

/// Parses only the header of a journal. Seals are not checked until the game is played.
///
/// # Errors
///
/// If `bytes` is not a journal of this version, or ends within the header.
pub(super) fn glance(bytes: &[u8]) -> Result<Header, JournalError> {
    check_first(bytes)?;
    let mut reading = Reading::default();
    for (line, number) in whole_lines(bytes).zip(1..) {
        reading.take(number, str::from_utf8(line).map_or("", unsealed))?;
        if let Some(header) = reading.header {
            return Ok(header);
        }
    }
    Err(too_short(bytes))
}

/// Returns the error for a journal that ends before the game begins.
pub(super) fn too_short(bytes: &[u8]) -> JournalError {
    JournalError::Short {
        line: whole_lines(bytes).count() + 1,
    }
}

/// The state of parsing a journal.
#[derive(Default)]
struct Reading {
    /// The lines before the first text.
    head: Vec<String>,
    header: Option<Header>,
    texts: BTreeMap<u64, String>,
    /// The monster files that are not in use yet.
    monsters: BTreeMap<String, String>,
    /// The journal, once the game has begun.
    journal: Option<Journal>,
}

impl Reading {
    /// Records that `read` bytes have been read. If nothing is unfinished, the game can be continued after these bytes.
    fn mark(&mut self, read: u64, seal: Seal) {
        let Some(journal) = &mut self.journal else {
            return;
        };
        journal.ends.resize(journal.records.len(), read);
        if journal.unfinished.is_none() && self.monsters.is_empty() {
            (journal.whole, journal.seal) = (read, seal);
        }
        if journal.begun == 0 {
            journal.begun = read;
        }
    }

    fn take(&mut self, number: usize, text: &str) -> Result<(), JournalError> {
        if self.header.is_none() && self.journal.is_none() {
            if number == 3 {
                check_rules(text, &self.head)?;
            }
            if !text.starts_with("text ") {
                self.head.push(text.to_owned());
                return Ok(());
            }
            self.header = Some(Header::read(&self.head)?);
        }
        let line = text.parse().and_then(|line| self.add(line));
        line.map_err(|why| JournalError::Line { line: number, why })
    }

    fn add(&mut self, line: Line) -> Result<(), String> {
        let (texts, monsters) = (&mut self.texts, &mut self.monsters);
        let stored = |id: u64| texts.get(&id).cloned().ok_or("unknown number of a text");
        match (line, &mut self.journal) {
            (_, Some(Journal { end: Some(_), .. })) => {
                return Err("the game was already over".to_owned());
            }
            (Line::Text { id, text }, _) => {
                if number_of(&text) != id {
                    return Err("the text does not match its number".to_owned());
                }
                texts.insert(id, text);
            }
            (Line::Monster { name, text }, _) => {
                monsters.insert(name, stored(text)?);
            }
            (Line::Done { check, .. }, None) => {
                let mut header = self.header.take().ok_or("the header is missing")?;
                header.monsters = mem::take(monsters);
                self.journal = Some(Journal::begun(header, check));
            }
            (_, None) => return Err("this line cannot precede the start of the game".to_owned()),
            (line, Some(journal)) => journal.add(line, stored, monsters)?,
        }
        Ok(())
    }
}

impl Journal {
    /// Returns the journal of a game that has just begun.
    fn begun(header: Header, check: u64) -> Self {
        Self {
            header,
            check,
            records: Vec::new(),
            end: None,
            score: None,
            unfinished: None,
            whole: 0,
            torn: 0,
            seal: Seal::default(),
            begun: 0,
            ends: Vec::new(),
        }
    }

    /// Adds a line to a game that has begun. `monsters` holds the monster files that are not in use yet.
    fn add(
        &mut self,
        line: Line,
        stored: impl Fn(u64) -> Result<String, &'static str>,
        monsters: &mut BTreeMap<String, String>,
    ) -> Result<(), String> {
        if self.unfinished.is_some() && !matches!(line, Line::Done { .. } | Line::Note(_)) {
            return Err("this line cannot separate a command from its check value".to_owned());
        }
        match line {
            Line::Command(words) => self.unfinished = Some(words),
            Line::Done { turn, depth, check } => {
                let command = self.unfinished.take();
                self.records.push(Record::Done {
                    command: command.ok_or("no command precedes this check value")?,
                    turn,
                    depth,
                    check,
                });
            }
            Line::Note(note) => self.records.push(Record::Note(note)),
            Line::Reload => self.records.push(Record::Reload(mem::take(monsters))),
            Line::Tiles { text } => self.records.push(Record::Tiles(stored(text)?)),
            Line::Score(entry) => self.score = Some(*entry),
            Line::End(end) => self.end = Some(end),
            // `Reading::add` has already handled these lines.
            Line::Text { .. } | Line::Monster { .. } => {}
        }
        Ok(())
    }
}
