//! Writing down the game that is played.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use bevy::prelude::*;

use super::command;
use super::header::{Header, numbers, text_of};
use super::line::{End, Line, Note, number_of};
use super::writer::Writer;
use super::{DataFolder, Journal, JournalError, Record};
use super::{fault, tally};
use crate::game::bestiary::Bestiary;
use crate::game::{Chronicle, Chronicler, Clock, Depth, Game, PlayerCommand, fingerprint};
use crate::map::TileSet;

/// The journal of the game that is played, if it is written.
#[derive(Resource, Clone)]
pub struct Recording(Arc<Mutex<Book>>);

/// What is written, and what has been.
struct Book {
    writer: Writer,
    /// The numbers of texts that are stored.
    stored: Vec<u64>,
    /// The files of monsters that are in force: names, and numbers of texts.
    monsters: BTreeMap<String, u64>,
    /// The tiles that are in force.
    tiles: TileSet,
    is_over: bool,
}

impl Recording {
    /// Notes what is not of the world.
    pub fn note(&self, notes: impl IntoIterator<Item = Note>) {
        let lines: Vec<Line> = notes.into_iter().map(Line::Note).collect();
        if !lines.is_empty() {
            self.with(|book| book.write(&lines));
        }
    }

    /// Notes that other files of monsters or of tiles are in force, if they are.
    pub fn follow(&self, bestiary: &Bestiary, game: &Game) {
        self.with(|book| {
            if !book.is_over {
                book.follow_files(bestiary, game);
                book.writer.write();
            }
        });
    }

    /// The game is over. Nothing is written after that. Says whether it was not over before.
    pub fn end(&self, end: End) -> bool {
        self.with(|book| {
            let is_new = !book.is_over;
            book.end(end);
            is_new
        })
    }

    /// What the player is to be told of saving, each once.
    pub fn news(&self) -> Vec<String> {
        self.with(|book| book.writer.take_news())
    }

    /// The file.
    pub fn path(&self) -> PathBuf {
        self.with(|book| book.writer.path().to_owned())
    }

    fn with<T>(&self, act: impl FnOnce(&mut Book) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Writes down the game that has just begun, from now on and until another one begins, in a new file of this folder.
///
/// # Errors
///
/// If there can be no such file. The game is played without, then.
pub fn record(
    world: &mut World,
    folder: &DataFolder,
    palette: (String, String),
) -> Result<(), JournalError> {
    let begun = super::folder::now();
    let Some(header) = Header::of(world, begun, palette) else {
        return Err(JournalError::Begin("there is none".to_owned()));
    };
    let writer = folder.create(begun, header.seed)?;
    let mut book = Book {
        writer,
        stored: Vec::new(),
        monsters: BTreeMap::new(),
        tiles: world.resource::<Game>().tiles(),
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

/// Writes down a game that goes on.
pub(super) fn go_on(world: &mut World, writer: Writer, journal: &Journal) {
    let mut monsters = &journal.header.monsters;
    let mut stored: Vec<u64> = numbers(monsters).into_values().collect();
    for record in &journal.records {
        match record {
            Record::Reload(files) => {
                monsters = files;
                stored.extend(numbers(files).into_values());
            }
            Record::Tiles(text) => stored.push(number_of(text)),
            Record::Done { .. } | Record::Note(_) => {}
        }
    }
    let monsters = numbers(monsters).into_iter();
    let tiles = world.resource::<Game>().tiles();
    let book = Book {
        writer,
        stored,
        monsters: monsters.map(|(name, it)| (name.to_owned(), it)).collect(),
        tiles,
        is_over: journal.end.is_some(),
    };
    install(world, book);
}

fn install(world: &mut World, book: Book) {
    let turn = world.resource::<Clock>().turn();
    fault::has_come_to(book.writer.path(), turn);
    let recording = Recording(Arc::new(Mutex::new(book)));
    world.insert_resource(Chronicler::new(recording.clone()));
    world.insert_resource(recording);
}

/// What is written when something has been done.
fn done(world: &mut World) -> Line {
    Line::Done {
        check: fingerprint(world),
        turn: world.resource::<Clock>().turn(),
        depth: world.resource::<Depth>().0,
    }
}

impl Drop for Book {
    fn drop(&mut self) {
        fault::is_closed(self.writer.path());
    }
}

impl Book {
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

    /// Adds the files of monsters that are in force, with the texts that are not stored yet.
    fn add_monsters(&mut self, files: &BTreeMap<String, String>) {
        for (name, id) in numbers(files) {
            if !self.stored.contains(&id) {
                self.stored.push(id);
                let text = files[name].clone();
                self.writer.add(&Line::Text { id, text }.to_string());
            }
        }
        for (name, text) in numbers(files) {
            let name = name.to_owned();
            self.writer.add(&Line::Monster { name, text }.to_string());
        }
        let files = numbers(files).into_iter();
        self.monsters = files.map(|(name, it)| (name.to_owned(), it)).collect();
    }

    /// Notes that other files of monsters or of tiles are in force, if they are.
    fn follow_files(&mut self, bestiary: &Bestiary, game: &Game) {
        self.follow_tiles(game.tiles());
        self.follow_monsters(bestiary);
    }

    fn follow_tiles(&mut self, tiles: TileSet) {
        if std::mem::replace(&mut self.tiles, tiles) == tiles {
            return;
        }
        let text = text_of(tiles).to_owned();
        let id = number_of(&text);
        if !self.stored.contains(&id) {
            self.stored.push(id);
            self.writer.add(&Line::Text { id, text }.to_string());
        }
        self.writer.add(&Line::Tiles { text: id }.to_string());
    }

    fn follow_monsters(&mut self, bestiary: &Bestiary) {
        let texts = bestiary.texts();
        let files: BTreeMap<String, String> = texts
            .map(|(name, text)| (name.to_owned(), text.to_owned()))
            .collect();
        let now = numbers(&files);
        let is_same = now.len() == self.monsters.len()
            && now
                .iter()
                .all(|(name, id)| self.monsters.get(*name) == Some(id));
        if !is_same {
            self.add_monsters(&files);
            self.writer.add(&Line::Reload.to_string());
        }
    }
}

impl Chronicle for Recording {
    fn begins(&mut self, world: &mut World, command: &PlayerCommand) {
        self.with(|book| {
            if matches!(command, PlayerCommand::NewDungeon | PlayerCommand::Again) {
                return book.end(End::Left);
            }
            if !book.is_over {
                book.follow_files(world.resource(), world.resource());
            }
            // Before anything happens: should it be the last that does, it is known what it was.
            book.write(&[Line::Command(command::write(world, command))]);
        });
    }

    fn ends(&mut self, world: &mut World) {
        let (done, turn) = (done(world), world.resource::<Clock>().turn());
        self.with(|book| {
            book.write(&[done]);
            fault::has_come_to(book.writer.path(), turn);
        });
    }
}
