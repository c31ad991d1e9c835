//! The folder of saved games.

use std::cmp::Reverse;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::JournalError;
use super::entry::Entry;
use super::header::Header;
use super::line::{End, Line, unsealed, whole_lines};
use super::own::{create_fresh, failed, lock, own_folder};
use super::read::{LONGEST, glance, refuse_link, too_short, unreadable};
use crate::files::read_own_bytes;

/// A folder of saved games, each in a separate file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFolder(PathBuf);

/// A saved game.
#[derive(Clone, Debug)]
pub struct SavedGame {
    /// The game's journal.
    pub file: PathBuf,
    /// When the game began, in seconds since 1970.
    pub begun: u64,
    /// When the game was last played, in seconds since 1970.
    pub played: u64,
    /// The game's seed.
    pub seed: u64,
    /// The names of the mods that the game was begun with, each with its version if it has one.
    pub mods: Vec<String>,
    /// The last turn that was played.
    pub turn: u64,
    /// The depth of the current level.
    pub depth: u32,
    /// How the game ended, if the game is over.
    pub end: Option<End>,
    /// The game's score, if the game is over and is eligible for the high scores.
    pub score: Option<Entry>,
}

/// The file extension of journals.
pub(super) const EXTENSION: &str = "journal";

/// How far in the future a date can be, in seconds: clocks differ, and so do time zones.
const TOMORROW: u64 = 24 * 60 * 60;

impl DataFolder {
    /// Returns a folder at this path, which need not exist yet.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self(folder.into())
    }

    pub(super) fn folder(&self) -> &Path {
        &self.0
    }

    pub fn games(&self) -> PathBuf {
        self.0.join("games")
    }

    /// Returns the path of the journal for a game with this start time and seed. `number` distinguishes games that
    /// start in the same second with the same seed.
    pub(super) fn file(&self, begun: u64, seed: u64, number: u32) -> PathBuf {
        let more = match number {
            0 => String::new(),
            number => format!("-{number}"),
        };
        self.games()
            .join(format!("{begun}-{seed}{more}.{EXTENSION}"))
    }

    /// Creates and locks a new journal.
    pub(super) fn create(&self, begun: u64, seed: u64) -> Result<(File, PathBuf), JournalError> {
        own_folder(&self.games()).map_err(failed)?;
        let created = create_fresh(|number| self.file(begun, seed, number));
        let (file, path) = created.map_err(failed)?;
        Ok((lock(file)?, path))
    }

    /// Returns the saved games, most recently played first, and the files that cannot be read.
    pub fn slots(&self) -> (Vec<SavedGame>, Vec<(PathBuf, JournalError)>) {
        let (mut slots, mut broken) = (Vec::new(), Vec::new());
        for file in self.files() {
            match SavedGame::of(&file) {
                Ok(slot) => slots.push(slot),
                Err(error) => broken.push((file, error)),
            }
        }
        slots.sort_by_key(|it| Reverse((it.played, it.begun, it.file.clone())));
        broken.sort_by(|(one, _), (other, _)| one.cmp(other));
        (slots, broken)
    }

    fn files(&self) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(self.games()) else {
            return Vec::new();
        };
        // Symbolic links are listed, but not followed.
        let may_be_game = |it: &fs::DirEntry| it.file_type().is_ok_and(|it| !it.is_dir());
        let files = entries.flatten().filter(may_be_game);
        let files = files.map(|it| it.path());
        files
            .filter(|it| it.extension().is_some_and(|it| it == EXTENSION))
            .collect()
    }
}

impl SavedGame {
    /// Reads a saved game from the first and last lines of its journal.
    ///
    /// # Errors
    ///
    /// If the file is not a journal of this version, or ends before the game begins.
    fn of(file: &Path) -> Result<Self, JournalError> {
        refuse_link(file)?;
        let bytes = read_own_bytes(file, LONGEST).map_err(unreadable)?;
        let Header {
            begun, seed, mods, ..
        } = glance(&bytes)?;
        let changed = fs::metadata(file).and_then(|it| it.modified());
        // A clock that was wrong, or a file from another machine, must not make a game the last one for years.
        let until_now = |it: &u64| *it <= now() + TOMORROW;
        let changed = changed.map(seconds).ok().filter(until_now);
        let mut slot = Self {
            file: file.to_owned(),
            begun,
            played: changed.or(Some(begun).filter(until_now)).unwrap_or(0),
            seed,
            mods,
            turn: 0,
            depth: 1,
            end: None,
            score: None,
        };
        for line in whole_lines(&bytes).rev() {
            match str::from_utf8(line).map_or("", unsealed).parse() {
                Ok(Line::End(how)) => slot.end = Some(how),
                Ok(Line::Score(entry)) => slot.score = Some(*entry),
                Ok(Line::Done { turn, depth, .. }) => {
                    return Ok(Self {
                        turn,
                        depth,
                        ..slot
                    });
                }
                _ => {}
            }
        }
        Err(too_short(&bytes))
    }
}

/// Returns the current time in seconds since 1970.
pub(super) fn now() -> u64 {
    seconds(SystemTime::now())
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs())
}
