//! The file of a game that is played, and what is not in it.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::folder::DataFolder;
use super::line::Seal;
use super::own::{failed, lock, outlive_limits, write_fresh};
use super::{Journal, JournalError};

/// What is missing from the file of a game. Displayed it is a sentence without its full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsaved {
    /// The game's file.
    pub file: PathBuf,
    /// How many commands are missing; none if the file holds nothing of the game that could go on.
    pub commands: Option<usize>,
    /// Whether the file ends in the middle of a line.
    pub is_cut: bool,
    /// Why it cannot be written.
    pub why: String,
}

impl Unsaved {
    /// Whether anything but messages is missing.
    pub fn is_loss(&self) -> bool {
        self.commands != Some(0) || self.is_cut
    }

    /// The line for when the program has ended.
    pub fn last_words(&self) -> String {
        let file = self.file.display();
        format!("{self}; its file is {file}")
    }
}

impl fmt::Display for Unsaved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.commands {
            None => f.write_str("This game is not saved")?,
            Some(0) => f.write_str("The last messages are not saved")?,
            Some(1) => f.write_str("The last command is not saved")?,
            Some(count) => write!(f, "The last {count} commands are not saved")?,
        }
        match self.why.as_str() {
            "" => Ok(()),
            why => write!(f, ": {why}"),
        }
    }
}

/// Writes a journal, line by line. What cannot be written waits until it can be.
#[derive(Debug)]
pub(super) struct Writer {
    place: Place,
    path: PathBuf,
    seal: Seal,
    /// How many bytes are in the file for certain.
    written: u64,
    /// Whole lines that are not all in the file yet.
    waiting: Vec<u8>,
    /// How many bytes of those are in the file.
    part: usize,
    /// Whether the file holds a game that can go on.
    has_begun: bool,
    /// Why nothing can be written at the moment.
    trouble: Option<String>,
    /// What the player reads next about saving.
    news: Vec<String>,
}

/// Where the lines go.
#[derive(Debug)]
enum Place {
    /// To a file that does not exist yet, in this folder, named after when the game began and its seed.
    New(DataFolder, u64, u64),
    /// To the file of a game that was left, behind its whole lines. Its length is checked first.
    Left(Option<File>, u64),
    Open(File),
}

impl Writer {
    /// A writer of a new file, which is created with the first line.
    pub(super) fn new(folder: &DataFolder, begun: u64, seed: u64) -> Self {
        let place = Place::New(folder.clone(), begun, seed);
        Self::of(place, folder.file(begun, seed, 0))
    }

    /// Opens the file of a game that is to go on, so that no other program can play it. Changes nothing.
    pub(super) fn open(path: &Path) -> Result<File, JournalError> {
        let file = OpenOptions::new().read(true).write(true).open(path);
        lock(file.map_err(failed)?)
    }

    /// Goes on behind the whole lines of this journal. What is torn off the end is kept in a copy beside the file. If the
    /// file could not be opened, the writer tries again with each line.
    pub(super) fn go_on(path: &Path, file: Option<File>, journal: &Journal) -> Self {
        let mut writer = Self::of(
            Place::Left(file, journal.whole + journal.torn),
            path.to_owned(),
        );
        (writer.seal, writer.written) = (journal.seal, journal.whole);
        writer.has_begun = true;
        writer.write();
        writer
    }

    /// Writes the past of another game into a new file, and goes on behind it.
    pub(super) fn copy(mut self, past: &str, journal: &Journal) -> Self {
        self.waiting.extend_from_slice(past.as_bytes());
        self.seal = journal.seal;
        self.write();
        self
    }

    fn of(place: Place, path: PathBuf) -> Self {
        outlive_limits();
        Self {
            place,
            path,
            seal: Seal::default(),
            written: 0,
            waiting: Vec::new(),
            part: 0,
            has_begun: false,
            trouble: None,
            news: Vec::new(),
        }
    }

    /// The file's path. It may change until something is in it.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a line to those that wait.
    pub(super) fn add(&mut self, line: &str) {
        let sealed = self.seal.close(line);
        self.waiting.extend_from_slice(sealed.as_bytes());
    }

    /// Writes what waits. What goes wrong, and right again, is news.
    pub(super) fn write(&mut self) {
        let result = self.try_write();
        match (result, self.trouble.take()) {
            (Ok(()), None) => {}
            (Ok(()), Some(_)) => self.news.push("The game is saved again.".to_owned()),
            (Err(error), before) => {
                let why = error.to_string();
                if before.as_ref() != Some(&why) {
                    // As short as can be: the last row of a small screen shows it, too.
                    self.news.push(format!(
                        "The game cannot be saved: {why}. You can play on; it is saved as soon as that is possible."
                    ));
                }
                self.trouble = Some(why);
            }
        }
    }

    fn try_write(&mut self) -> Result<(), JournalError> {
        let is_new = matches!(self.place, Place::New(..));
        if is_new && self.waiting.is_empty() {
            return Ok(());
        }
        let file = open(&mut self.place, &mut self.path, self.written)?;
        while self.part < self.waiting.len() {
            // Only a part of the last attempt may be there.
            file.seek(SeekFrom::Start(self.written)).map_err(failed)?;
            let count = file.write(&self.waiting[self.part..]).map_err(failed)?;
            if count == 0 {
                return Err(failed(io::ErrorKind::WriteZero.into()));
            }
            self.written += count as u64;
            self.part += count;
        }
        self.waiting.clear();
        (self.part, self.has_begun) = (0, true);
        Ok(())
    }

    /// What is not in the file; none if nothing is missing.
    pub(super) fn unsaved(&self) -> Option<Unsaved> {
        if self.waiting.is_empty() {
            return None;
        }
        let mut end = 0;
        let lines = self.waiting.split_inclusive(|it| *it == b'\n');
        let missing = lines.filter(|line| {
            end += line.len();
            end > self.part
        });
        let commands = missing.filter(|line| line.starts_with(b"= ")).count();
        Some(Unsaved {
            file: self.path.clone(),
            commands: self.has_begun.then_some(commands),
            is_cut: self.part > 0,
            why: self.trouble.clone().unwrap_or_default(),
        })
    }

    /// Has the system put all of it on the disk: some file systems only then say that there is no room. Returns what went
    /// wrong.
    pub(super) fn sync(&mut self) -> Option<String> {
        self.write();
        let (Place::Open(file), None) = (&self.place, &self.trouble) else {
            return None;
        };
        let error = file.sync_data().err()?;
        // A file system that cannot be asked has nothing to say.
        let is_known = !matches!(
            error.kind(),
            io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
        );
        is_known.then(|| failed(error).to_string())
    }

    /// What the player reads about saving, each once.
    pub(super) fn take_news(&mut self) -> Vec<String> {
        std::mem::take(&mut self.news)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // There is no screen left to tell anything on; `Recordings::close` reports before that.
        let _ = self.try_write();
        if let Place::Open(file) = &self.place {
            let _ = file.sync_data();
            if !self.has_begun {
                // No game could go on from what is in it.
                let _ = fs::remove_file(&self.path);
            }
        }
    }
}

/// The file to write to, opened if it is not open yet. `whole` bytes of it are kept.
fn open<'a>(
    place: &'a mut Place,
    path: &mut PathBuf,
    whole: u64,
) -> Result<&'a mut File, JournalError> {
    let file = match place {
        Place::Open(_) => None,
        Place::New(folder, begun, seed) => {
            let (file, new) = folder.create(*begun, *seed)?;
            *path = new;
            Some(file)
        }
        Place::Left(file, expected) => {
            if file.is_none() {
                *file = Some(Writer::open(path)?);
            }
            let length = file.as_ref().map(File::metadata).transpose();
            let length = length.map_err(failed)?.map_or(0, |it| it.len());
            if length != *expected {
                return Err(JournalError::File(
                    "it has changed while it was read".to_owned(),
                ));
            }
            if length > whole
                && let Some(file) = file
            {
                keep_copy(path).map_err(failed)?;
                file.set_len(whole).map_err(failed)?;
            }
            file.take()
        }
    };
    if let Some(file) = file {
        *place = Place::Open(file);
    }
    match place {
        Place::Open(file) => Ok(file),
        // The arms above have opened it.
        Place::New(..) | Place::Left(..) => Err(JournalError::File("it is not open".to_owned())),
    }
}

/// Copies a file to another of its name with a number behind it that is not there yet.
fn keep_copy(path: &Path) -> io::Result<()> {
    let name = |number| {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".torn-{}", number + 1));
        PathBuf::from(name)
    };
    write_fresh(name, |copy| {
        io::copy(&mut File::open(path)?, copy)?;
        Ok(())
    })?;
    Ok(())
}
