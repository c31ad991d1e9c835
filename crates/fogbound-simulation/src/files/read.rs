//! Reads files up to a maximum length.
//!
//! A path given by a user or found in a folder may lead to anything: a folder, a pipe without a writer, an endless
//! device, or a file that is gigabytes in size. Each of these is an error, and none is read to its end.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use thiserror::Error;

use super::text::{TextPosition, printable};

/// The maximum number of bytes to read from a RON file, such as a monster, palette, key or settings file. The largest
/// of the game's own files is less than a hundredth of this size.
pub const MAX_RON: u64 = 1 << 20;

/// The reason why a file cannot be used. The reason is displayed on one line, without the file's name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    /// The file does not exist.
    #[error("there is no such file")]
    Missing,
    /// The path is a folder.
    #[error("this is a folder, not a file")]
    Folder,
    /// The path is a pipe, a socket or a device.
    #[error("this is a pipe or a device, not a file")]
    NoFile,
    /// The program has no permission to read the file.
    #[error("no permission to read it")]
    Denied,
    /// The file is longer than the limit; the field gives the limit in bytes.
    #[error("the file is too long; at most {0} bytes are read")]
    TooLong(u64),
    /// The file is not text.
    #[error("found the byte 0x{byte:02X}; expected UTF-8 text")]
    NotUtf8 {
        /// The place of the first byte that is not valid UTF-8.
        place: TextPosition,
        /// The byte.
        byte: u8,
    },
    /// Other users can change the file.
    #[error("other users can change this file, so it is neither read nor written")]
    Shared,
    /// Another error occurred; the field is the system's description.
    #[error("cannot read it ({})", printable(_0))]
    Unreadable(String),
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::NotFound => Self::Missing,
            ErrorKind::IsADirectory => Self::Folder,
            ErrorKind::PermissionDenied => Self::Denied,
            _ => Self::Unreadable(error.to_string()),
        }
    }
}

/// Reads a file of at most `most` bytes.
///
/// # Errors
///
/// Returns an error if the path does not lead to a file, or if the file is longer than `most` bytes or cannot be read.
pub fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let (file, _) = open(path)?;
    read_at_most(file, most)
}

/// Reads a text file of at most `most` bytes.
///
/// # Errors
///
/// Returns an error if the path does not lead to a file, or if the file is longer than `most` bytes, cannot be read, or
/// is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> Result<String, FileError> {
    text_of(read_bytes(path, most)?)
}

/// Reads a text file of at most `most` bytes that other users cannot change. Permissions are checked only on Unix; on
/// other systems, this function is the same as [`read_text`].
///
/// # Errors
///
/// Returns the same errors as [`read_text`], and also an error if other users can change the file.
pub fn read_own_text(path: &Path, most: u64) -> Result<String, FileError> {
    text_of(read_own_bytes(path, most)?)
}

/// Reads a file of at most `most` bytes that other users cannot change.
///
/// # Errors
///
/// Returns the same errors as [`read_bytes`], and also an error if other users can change the file.
pub fn read_own_bytes(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let (file, about) = open(path)?;
    if is_shared(&about) {
        return Err(FileError::Shared);
    }
    read_at_most(file, most)
}

/// Reads everything from `source`, which may be endless: reading stops after `most` bytes.
///
/// # Errors
///
/// Returns an error if `source` has more than `most` bytes or cannot be read.
pub fn read_at_most(source: impl Read, most: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    source
        .take(most.saturating_add(1))
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(FileError::TooLong(most));
    }
    Ok(bytes)
}

fn open(path: &Path) -> Result<(File, Metadata), FileError> {
    // Check before opening, because opening a pipe waits for a writer.
    check(&fs::metadata(path)?)?;
    let file = File::open(path)?;
    // Check again, because the file may have been replaced in the meantime.
    let about = file.metadata()?;
    check(&about)?;
    Ok((file, about))
}

fn check(about: &Metadata) -> Result<(), FileError> {
    match about {
        it if it.is_dir() => Err(FileError::Folder),
        it if it.is_file() => Ok(()),
        _ => Err(FileError::NoFile),
    }
}

#[cfg(unix)]
fn is_shared(about: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;

    /// The permission bit that lets other users write.
    const OTHERS_WRITE: u32 = 0o002;
    about.permissions().mode() & OTHERS_WRITE != 0
}

#[cfg(not(unix))]
fn is_shared(_: &Metadata) -> bool {
    false
}

/// The byte order mark with which some editors begin text files.
pub const BOM: &str = "\u{feff}";

/// Returns the text in a file, without a byte order mark.
fn text_of(mut bytes: Vec<u8>) -> Result<String, FileError> {
    if bytes.starts_with(BOM.as_bytes()) {
        bytes.drain(..BOM.len());
    }
    String::from_utf8(bytes).map_err(|broken| {
        let (text, rest) = broken
            .as_bytes()
            .split_at(broken.utf8_error().valid_up_to());
        FileError::NotUtf8 {
            place: TextPosition::after(&String::from_utf8_lossy(text)),
            byte: rest.first().copied().unwrap_or_default(),
        }
    })
}

#[cfg(test)]
mod tests {
    use std::io::repeat;

    use super::*;

    /// Returns a path in the system's temporary folder. Each test must use its own `name`.
    fn path(name: &str) -> std::path::PathBuf {
        let path = std::env::temp_dir().join(format!("fogbound-{}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    #[test]
    fn a_file_is_read_up_to_the_limit_and_no_further() {
        let file = path("limit");
        fs::write(&file, "four").unwrap();
        assert_eq!(read_text(&file, 4), Ok("four".to_owned()));
        assert_eq!(read_text(&file, 3), Err(FileError::TooLong(3)));
        assert_eq!(read_at_most(repeat(0), 10), Err(FileError::TooLong(10)));
        fs::write(&file, "\u{feff}one").unwrap();
        assert_eq!(read_text(&file, 9), Ok("one".to_owned()));
        fs::write(&file, b"\n.\xff").unwrap();
        let (place, byte) = (TextPosition { line: 2, column: 2 }, 0xff);
        assert_eq!(read_text(&file, 9), Err(FileError::NotUtf8 { place, byte }));
        fs::remove_file(&file).unwrap();
        assert_eq!(read_text(&file, 9), Err(FileError::Missing));
    }

    #[test]
    fn a_folder_is_not_a_file() {
        assert_eq!(read_bytes(&std::env::temp_dir(), 9), Err(FileError::Folder));
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_pipes_are_errors_without_waiting() {
        let zero = Path::new("/dev/zero");
        assert_eq!(read_bytes(zero, 9), Err(FileError::NoFile));
        let pipe = path("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        if made.is_ok_and(|it| it.success()) {
            assert_eq!(read_bytes(&pipe, 9), Err(FileError::NoFile));
            fs::remove_file(&pipe).unwrap();
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_others_can_change_is_refused() {
        use std::os::unix::fs::PermissionsExt;

        let file = path("shared");
        fs::write(&file, "mine").unwrap();
        for (mode, is_own) in [(0o644, true), (0o664, true), (0o646, false), (0o602, false)] {
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(read_own_text(&file, 9).is_ok(), is_own, "{mode:o}");
            assert!(read_text(&file, 9).is_ok(), "{mode:o}");
        }
        fs::remove_file(&file).unwrap();
    }
}
