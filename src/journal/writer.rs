//! Writes a journal line by line, and keeps the lines that cannot be written yet.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::folder::{DataFolder, EXTENSION};
use super::line::Seal;
use super::own::{create_fresh, failed, lock, outlive_limits, own_folder, write_fresh};
use super::{Journal, JournalError};
use crate::files::printable;

/// The part of a game that is missing from its file, displayed as a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsaved {
    /// The game's file.
    pub file: PathBuf,
    /// The number of missing commands, or `None` if the file does not hold a game that can be continued.
    pub commands: Option<usize>,
    /// Whether the file ends in the middle of a line.
    pub is_cut: bool,
    /// The reason why the file cannot be written.
    pub why: String,
}

impl Unsaved {
    /// Returns whether anything other than messages is missing.
    pub fn is_loss(&self) -> bool {
        self.commands != Some(0) || self.is_cut
    }

    /// Returns the line to print when the program has ended.
    pub fn last_words(&self) -> String {
        let file = self.file.display();
        format!("{self}; the file is {file}")
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

/// A writer for a journal. Lines that cannot be written wait until writing succeeds.
#[derive(Debug)]
pub(super) struct Writer {
    target: Target,
    path: PathBuf,
    seal: Seal,
    /// The number of bytes that are known to be in the file.
    written: u64,
    /// Complete lines that have not been fully written to the file yet.
    waiting: Vec<u8>,
    /// The number of waiting bytes that are already in the file.
    part: usize,
    /// Whether the file holds a game that can be continued.
    has_begun: bool,
    /// The reason why nothing can be written at present.
    trouble: Option<String>,
    /// New messages for the player about saving.
    news: Vec<String>,
}

/// The file that the lines go to.
#[derive(Debug)]
enum Target {
    /// A file that does not exist yet. The fields are the file's folder, and the game's start time and seed, which
    /// determine the file name.
    New(DataFolder, u64, u64),
    /// The file of an earlier game, which has not been opened or checked yet. The file must have the given length.
    Existing(Option<File>, u64),
    /// An open file.
    Open(File),
}

impl Writer {
    /// Returns a writer for a new file, which is created when the first line is written.
    pub(super) fn new(folder: &DataFolder, begun: u64, seed: u64) -> Self {
        let target = Target::New(folder.clone(), begun, seed);
        Self::of(target, folder.file(begun, seed, 0))
    }

    /// Opens and locks the file of a game that is about to continue, without changing it.
    pub(super) fn open(path: &Path) -> Result<File, JournalError> {
        let file = OpenOptions::new().read(true).write(true).open(path);
        lock(file.map_err(failed)?)
    }

    /// Returns a writer that appends to the complete records of this journal. If anything follows them, the file is
    /// copied before it is truncated. If `file` is `None`, the writer tries to open the file whenever it writes a line.
    pub(super) fn append(path: &Path, file: Option<File>, journal: &Journal) -> Self {
        let mut writer = Self::of(
            Target::Existing(file, journal.whole + journal.torn),
            path.to_owned(),
        );
        (writer.seal, writer.written) = (journal.seal, journal.whole);
        writer.has_begun = true;
        writer.write();
        writer
    }

    /// Writes the history of another game to the new file. Later lines follow that history.
    pub(super) fn copy(mut self, past: &str, journal: &Journal) -> Self {
        self.waiting.extend_from_slice(past.as_bytes());
        self.seal = journal.seal;
        self.write();
        self
    }

    fn of(target: Target, path: PathBuf) -> Self {
        outlive_limits();
        Self {
            target,
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

    /// Returns the path of the file. The path may change until the file is created.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn add(&mut self, line: &str) {
        let sealed = self.seal.close(line);
        self.waiting.extend_from_slice(sealed.as_bytes());
    }

    /// Writes the waiting lines. The player gets a message when a new problem occurs, and when a problem ends.
    pub(super) fn write(&mut self) {
        let result = self.try_write();
        match (result, self.trouble.take()) {
            (Ok(()), None) => {}
            (Ok(()), Some(_)) => self.news.push("The game is saved again.".to_owned()),
            (Err(error), before) => {
                let why = error.to_string();
                if before.as_ref() != Some(&why) {
                    // This message is short enough for the last row of a small screen.
                    self.news.push(format!(
                        "The game cannot be saved: {why}. You can play on; saving is retried."
                    ));
                }
                self.trouble = Some(why);
            }
        }
    }

    fn try_write(&mut self) -> Result<(), JournalError> {
        let is_new = matches!(self.target, Target::New(..));
        if is_new && self.waiting.is_empty() {
            return Ok(());
        }
        if !self.waiting.is_empty() {
            self.restore()?;
        }
        let file = open(&mut self.target, &mut self.path, self.written)?;
        while self.part < self.waiting.len() {
            // The last attempt may have written only some of the bytes that it was given.
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

    /// Writes the file again if it has been deleted, or if another file has taken its place: what the program has
    /// opened can still be read.
    fn restore(&mut self) -> Result<(), JournalError> {
        let Target::Open(file) = &mut self.target else {
            return Ok(());
        };
        if is_at(file, &self.path) {
            return Ok(());
        }
        file.rewind().map_err(failed)?;
        let mut bytes = Vec::new();
        let whole = self.written;
        file.take(whole).read_to_end(&mut bytes).map_err(failed)?;
        if let Some(folder) = self.path.parent() {
            own_folder(folder).map_err(failed)?;
        }
        let name = |number| match number {
            0 => self.path.clone(),
            number => self.path.with_extension(format!("{number}.{EXTENSION}")),
        };
        let (mut file, path) = create_fresh(name).map_err(failed)?;
        file.write_all(&bytes).map_err(failed)?;
        self.target = Target::Open(lock(file)?);
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        self.news.push(format!(
            "The saved game was deleted. It has been written again, as {}.",
            printable(&file)
        ));
        self.path = path;
        Ok(())
    }

    /// Returns what is missing from the file, or `None` if everything has been written.
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

    /// Flushes the file to disk, because some file systems report a full disk only then. Returns the error if flushing
    /// fails.
    pub(super) fn sync(&mut self) -> Option<String> {
        self.write();
        let (Target::Open(file), None) = (&self.target, &self.trouble) else {
            return None;
        };
        let error = file.sync_data().err()?;
        // Some file systems do not support flushing, which is not a failure.
        let is_known = !matches!(
            error.kind(),
            io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
        );
        is_known.then(|| failed(error).to_string())
    }

    /// Takes the new messages for the player about saving.
    pub(super) fn take_news(&mut self) -> Vec<String> {
        std::mem::take(&mut self.news)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // There is no screen left to report errors on. `Recordings::close` has already reported them.
        let _ = self.try_write();
        if let Target::Open(file) = &self.target {
            let _ = file.sync_data();
            if !self.has_begun {
                // The file does not hold a game that can be continued.
                let _ = fs::remove_file(&self.path);
            }
        }
    }
}

/// Returns whether an open file is still the one at this path, as far as the system can tell.
fn is_at(file: &File, path: &Path) -> bool {
    let (Ok(open), Ok(there)) = (file.metadata(), fs::symlink_metadata(path)) else {
        return false;
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;

        (open.dev(), open.ino()) == (there.dev(), there.ino())
    }
    #[cfg(not(unix))]
    {
        open.len() == there.len()
    }
}

/// Opens the file if necessary, keeps its first `whole` bytes, and returns it.
fn open<'a>(
    target: &'a mut Target,
    path: &mut PathBuf,
    whole: u64,
) -> Result<&'a mut File, JournalError> {
    let file = match target {
        Target::Open(_) => None,
        Target::New(folder, begun, seed) => {
            let (file, new) = folder.create(*begun, *seed)?;
            *path = new;
            Some(file)
        }
        Target::Existing(file, expected) => {
            if file.is_none() {
                *file = Some(Writer::open(path)?);
            }
            let length = file.as_ref().map(File::metadata).transpose();
            let length = length.map_err(failed)?.map_or(0, |it| it.len());
            if length != *expected {
                return Err(JournalError::File(
                    "the file changed while it was being read".to_owned(),
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
        *target = Target::Open(file);
    }
    match target {
        Target::Open(file) => Ok(file),
        // The code above has already opened the file.
        Target::New(..) | Target::Existing(..) => Err(JournalError::File("not open".to_owned())),
    }
}

/// Copies a file to a new file beside it. The name of the copy is the name of the original with `.torn-` and the first
/// free number appended.
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
