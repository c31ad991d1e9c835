//! From a file to a game that can be played again.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, mem};

use super::JournalError;
use super::entry::Entry;
use super::header::{Header, check_first, check_rules};
use super::line::{End, Line, Note, Seal, number_of, unsealed};
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
        let (mut seal, mut read) = (Seal::default(), 0);
        for (line, number) in whole_lines(bytes).zip(1..) {
            read += line.len() as u64 + 1;
            let text = str::from_utf8(line).ok();
            let Some(text) = text.and_then(|text| seal.open(text)) else {
                let turn = reading.journal.map_or(0, |it| it.last().0);
                return Err(JournalError::Damaged { line: number, turn });
            };
            reading.take(number, text)?;
            reading.mark(read, seal);
        }
        let mut journal = reading.journal.ok_or_else(|| too_short(bytes))?;
        // What stands behind the last whole record belongs to what is left out.
        let whole = journal.ends.partition_point(|it| *it <= journal.whole);
        journal.records.truncate(whole);
        journal.ends.truncate(whole);
        journal.torn = bytes.len() as u64 - journal.whole;
        Ok(journal)
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

/// Reads what the game of a journal was begun with, and no more. Seals are checked only when it is played.
///
/// # Errors
///
/// If this is no journal of this version, or ends before that.
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

/// The lines that were finished, without their ends.
pub(super) fn whole_lines(bytes: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> {
    let lines = bytes.split_inclusive(|it| *it == b'\n');
    lines.filter_map(|it| it.strip_suffix(b"\n"))
}

/// The error of a journal whose game has not begun.
pub(super) fn too_short(bytes: &[u8]) -> JournalError {
    JournalError::Short {
        line: whole_lines(bytes).count() + 1,
    }
}

/// What has been read of a journal.
#[derive(Default)]
struct Reading {
    /// The lines before the first text.
    head: Vec<String>,
    header: Option<Header>,
    texts: BTreeMap<u64, String>,
    /// The files of monsters that are not in force yet.
    monsters: BTreeMap<String, String>,
    /// The game, if it has begun.
    journal: Option<Journal>,
}

impl Reading {
    /// Notes that so many bytes have been read. The game can go on behind them if nothing has been left half done.
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
        let stored = |id: u64| texts.get(&id).cloned().ok_or("no text has this number");
        match (line, &mut self.journal) {
            (_, Some(Journal { end: Some(_), .. })) => {
                return Err("the game was over before this line".to_owned());
            }
            (Line::Text { id, text }, _) => {
                if number_of(&text) != id {
                    return Err("this text is not the one that was stored".to_owned());
                }
                texts.insert(id, text);
            }
            (Line::Monster { name, text }, _) => {
                monsters.insert(name, stored(text)?);
            }
            (Line::Done { check, .. }, None) => {
                let mut header = self.header.take().ok_or("nothing says how it began")?;
                header.monsters = mem::take(monsters);
                self.journal = Some(Journal::begun(header, check));
            }
            (_, None) => return Err("this stands before the beginning of the game".to_owned()),
            (line, Some(journal)) => journal.add(line, stored, monsters)?,
        }
        Ok(())
    }
}

impl Journal {
    /// That of a game that has just begun.
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

    /// Adds a line of a game that has begun. `monsters` are those that are not in force yet.
    fn add(
        &mut self,
        line: Line,
        stored: impl Fn(u64) -> Result<String, &'static str>,
        monsters: &mut BTreeMap<String, String>,
    ) -> Result<(), String> {
        if self.unfinished.is_some() && !matches!(line, Line::Done { .. } | Line::Note(_)) {
            return Err("this stands between a command and its check value".to_owned());
        }
        match line {
            Line::Command(words) => self.unfinished = Some(words),
            Line::Done { turn, depth, check } => {
                let command = self.unfinished.take();
                self.records.push(Record::Done {
                    command: command.ok_or("nothing was done before this")?,
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
            // Those are for games that have not begun as well.
            Line::Text { .. } | Line::Monster { .. } => {}
        }
        Ok(())
    }
}
