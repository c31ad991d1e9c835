//! Files that only their owner can use.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::JournalError;
use crate::files::reason;

/// Returns options for a new file that only its owner can read and write. The program can read it, too.
fn own_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Creates a file that only its owner can use, under the first name that is not taken.
pub(super) fn create_fresh(name: impl Fn(u32) -> PathBuf) -> io::Result<(File, PathBuf)> {
    let mut number = 0;
    loop {
        let path = name(number);
        match own_file().open(&path) {
            Ok(file) => return Ok((file, path)),
            Err(_) if fs::symlink_metadata(&path).is_ok() => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// Like [`create_fresh`], but also writes content to the file. Removes the file if writing fails.
pub(super) fn write_fresh(
    name: impl Fn(u32) -> PathBuf,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<PathBuf> {
    let (mut file, path) = create_fresh(name)?;
    let written = write(&mut file).and_then(|()| file.sync_all());
    written.inspect_err(|_| {
        let _ = fs::remove_file(&path);
    })?;
    Ok(path)
}

/// Creates a folder that only its owner can use, together with any missing parent folders.
pub(super) fn own_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Locks a journal, so no other program can play its game while the file is open.
///
/// # Errors
///
/// If another program has locked it.
pub(super) fn lock(file: File) -> Result<File, JournalError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(JournalError::Locked),
        // Some file systems do not support locks. Games on them are played without a lock.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// Turns a system error into a journal error.
pub(super) fn failed(error: io::Error) -> JournalError {
    JournalError::File(reason(&error))
}

/// Makes writing past the file size limit an error instead of a fatal signal. Builds with neither the window nor the
/// terminal do not include the signal crate, so in these builds the signal keeps its default action.
pub(super) fn outlive_limits() {
    #[cfg(all(unix, any(feature = "window", feature = "terminal")))]
    {
        use std::sync::Once;

        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            // If the handler cannot be registered, the signal keeps its default action of ending the program.
            let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Default::default());
        });
    }
}
