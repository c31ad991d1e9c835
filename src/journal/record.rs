//! Records the current game in a journal.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use bevy::prelude::*;

use super::command;
use super::entry::Entry;
use super::header::{Header, files_of, text_of};
use super::line::{End, Line, Note, number_of};
use super::writer::{Unsaved, Writer};
use super::{DataFolder, Journal, JournalError, Record};
use super::{fault, tally};
use crate::control::WizardMode;
use crate::game::bestiary::Bestiary;
use crate::game::{
    Chronicle, Chronicler, Clock, Depth, Fate, Game, PlayerCommand, Things, fingerprint,
};
use crate::map::TileSet;

/// The journal of the current game, if the game is being recorded.
#[derive(Resource, Clone)]
pub struct Recording(Arc<Mutex<Book>>);

/// The state of a journal that is being written.
struct Book {
    writer: Writer,
    /// The IDs of the text entries that are already in the journal.
    stored: Vec<u64>,
    /// The current monster files: the ID of each file's text, by file name.
    monsters: BTreeMap<String, u64>,
    /// The current tiles.
    tiles: TileSet,
    /// Whether the game is eligible for the high scores. A game is eligible if the player plays all of it without
    /// wizard mode.
    counts: bool,
    /// The score, if the game is over and is eligible for the high scores.
    score: Option<Entry>,
    is_over: bool,
}

/// All journals that this program is still writing: the journal of the current game, and the journals of earlier games
/// that could not be saved completely. This is the only place that knows whether anything is unsaved.
#[derive(Resource, Clone, Default)]
pub struct Recordings(Arc<Mutex<Vec<Recording>>>);

impl Recordings {
    /// Retries writing what could not be written, and returns what is still missing. If several games are affected, the
    /// result names the oldest game and counts the missing commands of all of them.
    pub fn unsaved(&self) -> Option<Unsaved> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut missing: Option<Unsaved> = None;
        all.retain(|recording| {
            let unsaved = recording.with(|book| {
                if book.writer.unsaved().is_some() {
                    book.writer.write();
                }
                book.writer.unsaved()
            });
            let is_missing = unsaved.is_some();
            missing = match (missing.take(), unsaved) {
                (Some(mut one), Some(other)) => {
                    let sum = one.commands.zip(other.commands);
                    one.commands = sum.map(|(one, other)| one + other);
                    one.is_cut |= other.is_cut;
                    Some(one)
                }
                (one, other) => one.or(other),
            };
            // An earlier game can be dropped once all of it has been written.
            is_missing || Arc::strong_count(&recording.0) > 1
        });
        missing
    }

    /// Like [`unsaved`](Self::unsaved), but for use when the program ends: also flushes everything to disk, and ignores
    /// missing messages.
    pub fn close(&self) -> Option<Unsaved> {
        let all = self
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let unsynced = all.iter().find_map(|it| {
            it.with(|book| {
                let why = book.writer.sync()?;
                Some(Unsaved {
                    file: book.writer.path().to_owned(),
                    commands: None,
                    is_cut: false,
                    why,
                })
            })
        });
        drop(all);
        let unsaved = self.unsaved().filter(Unsaved::is_loss);
        unsaved.or(unsynced)
    }

    /// Returns what is missing from this file, if this program still has to write it.
    pub(super) fn unsaved_in(&self, file: &Path) -> Option<Unsaved> {
        self.unsaved();
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut books = all
            .iter()
            .map(|it| it.with(|book| (book.writer.path() == file).then(|| book.writer.unsaved())));
        books.find_map(Option::flatten)
    }

    fn add(&self, recording: Recording) {
        self.unsaved();
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(recording);
    }
}

impl Recording {
    /// Records notes about things that are not part of the world.
    pub fn note(&self, notes: impl IntoIterator<Item = Note>) {
        let lines: Vec<Line> = notes.into_iter().map(Line::Note).collect();
        if !lines.is_empty() {
            self.with(|book| {
                let spoils = |line: &Line| matches!(line, Line::Note(note) if is_spoiled_by(note));
                book.counts &= !lines.iter().any(spoils);
                book.write(&lines);
            });
        }
    }

    /// Records the monster and thing files and the tile file if they have changed.
    pub fn follow(&self, (bestiary, things): (&Bestiary, &Things), game: &Game) {
        self.with(|book| {
            if !book.is_over {
                book.follow_files((bestiary, things), game);
                book.writer.write();
            }
        });
    }

    /// Returns whether the journal has ended. Nothing more is written to a journal that has ended.
    pub fn is_over(&self) -> bool {
        self.with(|book| book.is_over)
    }

    /// Ends the journal. Returns the score if the game is eligible for the high scores.
    pub fn end(&self, world: &World, end: End) -> Option<Entry> {
        self.with(|book| {
            book.note_score(world);
            book.end(end);
            book.score.clone()
        })
    }

    /// Returns new messages for the player about saving.
    pub fn news(&self) -> Vec<String> {
        self.with(|book| book.writer.take_news())
    }

    pub fn path(&self) -> PathBuf {
        self.with(|book| book.writer.path().to_owned())
    }

    fn with<T>(&self, act: impl FnOnce(&mut Book) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Returns whether this note makes a game ineligible for the high scores.
fn is_spoiled_by(note: &Note) -> bool {
    matches!(note, Note::Wizard(true) | Note::Watched)
}

/// Starts recording the game that has just begun. The game is recorded in a new file in this folder until another game
/// begins. If the file cannot be written, [`Recordings`] reports the problem.
///
/// # Errors
///
/// If no game has begun.
pub fn record(
    world: &mut World,
    folder: &DataFolder,
    palette: (String, String),
) -> Result<(), JournalError> {
    let begun = super::folder::now();
    let Some(header) = Header::of(world, begun, palette) else {
        return Err(JournalError::Begin("no game has begun".to_owned()));
    };
    let writer = Writer::new(folder, begun, header.seed);
    let mut book = Book {
        writer,
        stored: Vec::new(),
        monsters: BTreeMap::new(),
        tiles: world.resource::<Game>().tiles(),
        counts: true,
        score: None,
        is_over: false,
    };
    for line in header.lines() {
        book.writer.add(&line);
    }
    book.add_monsters(&header.monsters);
    book.write(&[done(world)]);
    install(world, book);
    tally::begin(world);
    Ok(())
}

pub(super) fn resume_recording(world: &mut World, writer: Writer, journal: &Journal) {
    let mut monsters = numbers(&journal.header.monsters);
    let mut stored: Vec<u64> = monsters.values().copied().collect();
    for record in &journal.records {
        match record {
            Record::Reload(files) => {
                monsters = numbers(files);
                stored.extend(monsters.values());
            }
            Record::Tiles(text) => stored.push(number_of(text)),
            Record::Done { .. } | Record::Note(_) => {}
        }
    }
    let tiles = world.resource::<Game>().tiles();
    let spoils = |record: &Record| matches!(record, Record::Note(note) if is_spoiled_by(note));
    let mut book = Book {
        writer,
        stored,
        monsters,
        tiles,
        counts: !journal.header.is_branch && !journal.records.iter().any(spoils),
        score: journal.score.clone(),
        is_over: journal.end.is_some(),
    };
    // The program may have ended before it wrote the score.
    book.note_score(world);
    install(world, book);
}

fn install(world: &mut World, book: Book) {
    let turn = world.resource::<Clock>().turn();
    book.prepare_for_panic(turn);
    let recording = Recording(Arc::new(Mutex::new(book)));
    let all = world.get_resource_or_init::<Recordings>().clone();
    all.add(recording.clone());
    world.insert_resource(Chronicler::new(recording.clone()));
    world.insert_resource(recording);
}

/// Returns the line that is written after a command or at the start of a game.
fn done(world: &mut World) -> Line {
    Line::Done {
        check: fingerprint(world),
        turn: world.resource::<Clock>().turn(),
        depth: world.resource::<Depth>().0,
    }
}

impl Drop for Book {
    fn drop(&mut self) {
        fault::close(self.writer.path());
    }
}

impl Book {
    /// Returns the name of the game: the name of its file without the extension.
    fn name(&self) -> String {
        let name = self.writer.path().file_stem().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// Updates what a panic would report about the journal.
    fn prepare_for_panic(&self, turn: u64) {
        let missing = self.writer.unsaved().map(|it| it.to_string());
        fault::set_progress(self.writer.path(), turn, missing);
    }

    /// Writes the score of this world's game if the game is over and is eligible for the high scores, and the journal
    /// has no score yet.
    fn note_score(&mut self, world: &World) {
        if self.counts && self.score.is_none() && !self.is_over {
            self.score = Entry::of(world, &self.name());
            if let Some(entry) = &self.score {
                let line = Line::Score(Box::new(entry.clone()));
                self.write(&[line]);
            }
        }
    }

    fn write(&mut self, lines: &[Line]) {
        if self.is_over {
            return;
        }
        for line in lines {
            self.writer.add(&line.to_string());
        }
        self.writer.write();
    }

    fn end(&mut self, end: End) {
        self.write(&[Line::End(end)]);
        self.is_over = true;
    }

    /// Adds an entry for this text unless the journal already has one. Returns the entry's ID.
    fn store(&mut self, text: &str) -> u64 {
        let id = number_of(text);
        if !self.stored.contains(&id) {
            self.stored.push(id);
            let text = text.to_owned();
            self.writer.add(&Line::Text { id, text }.to_string());
        }
        id
    }

    /// Adds these monster files, and the text of each file if it is not in the journal yet.
    fn add_monsters(&mut self, files: &BTreeMap<String, String>) {
        for text in files.values() {
            self.store(text);
        }
        self.monsters = numbers(files);
        for (name, text) in self.monsters.clone() {
            self.writer.add(&Line::Monster { name, text }.to_string());
        }
    }

    /// Adds the monster and thing files and the tile file if they have changed.
    fn follow_files(&mut self, (bestiary, things): (&Bestiary, &Things), game: &Game) {
        let tiles = game.tiles();
        if std::mem::replace(&mut self.tiles, tiles) != tiles {
            let text = self.store(text_of(tiles));
            self.writer.add(&Line::Tiles { text }.to_string());
        }
        let files = files_of(bestiary, things);
        if numbers(&files) != self.monsters {
            self.add_monsters(&files);
            self.writer.add(&Line::Reload.to_string());
        }
    }
}

/// Returns the ID of each file's text, by file name.
fn numbers(texts: &BTreeMap<String, String>) -> BTreeMap<String, u64> {
    let numbers = texts.iter();
    numbers
        .map(|(name, text)| (name.clone(), number_of(text)))
        .collect()
}

impl Chronicle for Recording {
    fn begins(&mut self, world: &mut World, command: &PlayerCommand) {
        self.with(|book| {
            if matches!(command, PlayerCommand::NewDungeon | PlayerCommand::Again) {
                return book.end(End::Left);
            }
            if !book.is_over {
                let files = (world.resource(), world.resource());
                book.follow_files(files, world.resource());
            }
            // The command is written before it is carried out. If it crashes the game, the journal names it.
            book.write(&[Line::Command(command::write(world, command))]);
        });
    }

    fn ends(&mut self, world: &mut World) {
        let (done, turn) = (done(world), world.resource::<Clock>().turn());
        let is_over = !world.resource::<Fate>().is_alive();
        let is_wizard = world
            .get_resource::<WizardMode>()
            .is_some_and(|it| it.is_on);
        self.with(|book| {
            book.counts &= !is_wizard;
            if is_over && !book.is_over {
                // Both lines are written at once, so a finished game has its score even if the program ends right after
                // this.
                book.writer.add(&done.to_string());
                book.note_score(world);
                book.writer.write();
            } else {
                book.write(&[done]);
            }
            book.prepare_for_panic(turn);
        });
    }
}
