//! The file of a game that is played.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::seal::Seal;
use super::{Journal, JournalError};

/// Writes a journal, line by line. What cannot be written waits until it can be.
#[derive(Debug)]
pub(super) struct Writer {
    file: File,
    path: PathBuf,
    seal: Seal,
    /// How many bytes are in the file for certain.
    written: u64,
    waiting: Vec<u8>,
    /// Why nothing can be written at the moment.
    trouble: Option<String>,
    /// What the player is to be told.
    news: Vec<String>,
}

impl Writer {
    /// A file that nobody has had before.
    pub(super) fn create(path: &Path) -> Result<Self, JournalError> {
        let file = own_file().open(path).map_err(failed)?;
        Self::of(file, path)
    }

    /// The file of a game that is to go on. Nothing of it is changed, but nobody else can play it.
    pub(super) fn open(path: &Path) -> Result<Self, JournalError> {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .map_err(failed)?;
        Self::of(file, path)
    }

    /// Goes on behind what is whole of this journal. What is torn off the end is kept in a copy beside the file.
    pub(super) fn go_on(mut self, journal: &Journal) -> Result<Self, JournalError> {
        let length = self.file.metadata().map_err(failed)?.len();
        if length != journal.whole + journal.torn {
            return Err(JournalError::File(
                "it has changed while it was read".to_owned(),
            ));
        }
        if journal.torn > 0 {
            keep_copy(&self.path).map_err(failed)?;
            self.file.set_len(journal.whole).map_err(failed)?;
        }
        (self.seal, self.written) = (journal.seal, journal.whole);
        Ok(self)
    }

    /// Writes the past of another game into a file that is new, and goes on behind it.
    pub(super) fn copy(mut self, past: &[u8], journal: &Journal) -> Result<Self, JournalError> {
        self.waiting.extend_from_slice(past);
        self.try_write().map_err(failed)?;
        self.seal = journal.seal;
        Ok(self)
    }

    fn of(file: File, path: &Path) -> Result<Self, JournalError> {
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Locked),
            // Some file systems know no locks; a game on one of them is played all the same.
            Err(TryLockError::Error(_)) => {}
        }
        Ok(Self {
            file,
            path: path.to_owned(),
            seal: Seal::default(),
            written: 0,
            waiting: Vec::new(),
            trouble: None,
            news: Vec::new(),
        })
    }

    /// Where it is.
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
                    let file = self.path.display();
                    self.news.push(format!(
                        "The game cannot be saved: {file}: {why}. You can play on; it is saved as soon as that is possible."
                    ));
                }
                self.trouble = Some(why);
            }
        }
    }

    fn try_write(&mut self) -> io::Result<()> {
        while !self.waiting.is_empty() {
            // A part of it may be there already.
            self.file.seek(SeekFrom::Start(self.written))?;
            let count = self.file.write(&self.waiting)?;
            if count == 0 {
                return Err(io::ErrorKind::WriteZero.into());
            }
            self.written += count as u64;
            self.waiting.drain(..count);
        }
        Ok(())
    }

    /// What the player is to be told.
    pub(super) fn take_news(&mut self) -> Vec<String> {
        std::mem::take(&mut self.news)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Nobody is left to be told.
        let _ = self.try_write();
        let _ = self.file.sync_data();
    }
}

/// Copies a file to another of its name with a number behind it that is not there yet.
fn keep_copy(path: &Path) -> io::Result<()> {
    for number in 1.. {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".torn-{number}"));
        match own_file().open(&name) {
            Ok(mut copy) => {
                let copied = File::open(path).and_then(|mut it| io::copy(&mut it, &mut copy));
                return copied.and_then(|_| copy.sync_all()).inspect_err(|_| {
                    // Half a copy is none.
                    let _ = fs::remove_file(&name);
                });
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// A file that is not there yet, and that only its owner can read and write.
pub(super) fn own_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn failed(error: io::Error) -> JournalError {
    JournalError::File(error.to_string())
}
