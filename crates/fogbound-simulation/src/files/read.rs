//! Reading files of limited length.
//!
//! A path that a user or a folder names may lead to anything: a folder, a pipe that nobody writes to, a device without
//! an end, a file of gigabytes. Each of them is an error here, and none is read to its end.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use thiserror::Error;

use super::text::{Place, printable};

/// The longest file of RON that is read, in bytes: monsters, palettes, keys and settings. The longest of the game's own
/// has less than a hundredth of it.
pub const MAX_RON: u64 = 1 << 20;

/// Why a file is not read. Displayed it is one line, without the file's name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    /// There is none.
    #[error("there is no such file")]
    Missing,
    /// It is a folder.
    #[error("this is a folder, not a file")]
    Folder,
    /// It is a pipe, a socket or a device.
    #[error("this is a pipe or a device, not a file")]
    NoFile,
    /// The system does not let this program read it.
    #[error("no permission to read it")]
    Denied,
    /// It is longer than a limit, in bytes.
    #[error("the file is too long; at most {0} bytes are read")]
    TooLong(u64),
    /// It is no text: where, and the first byte that is none.
    #[error("found the byte 0x{byte:02X}; expected UTF-8 text")]
    NotUtf8 {
        /// The place of that byte.
        place: Place,
        /// The byte.
        byte: u8,
    },
    /// Other users of the system can change it.
    #[error("other users can change this file, so it is neither read nor written")]
    Shared,
    /// The system's own words.
    #[error("it cannot be read ({})", printable(_0))]
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

/// What is in a file of at most `most` bytes.
///
/// # Errors
///
/// If it is longer, is no file, or cannot be read.
pub fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let (file, _) = open(path)?;
    read_at_most(file, most)
}

/// The text in a file of at most `most` bytes.
///
/// # Errors
///
/// If it is longer, is no file, cannot be read, or is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> Result<String, FileError> {
    text_of(read_bytes(path, most)?)
}

/// The text in a file of at most `most` bytes that no other user of the system can change. Who can is known on Unix
/// only; elsewhere this is [`read_text`].
///
/// # Errors
///
/// As of [`read_text`], and if others can change it.
pub fn read_own_text(path: &Path, most: u64) -> Result<String, FileError> {
    text_of(read_own_bytes(path, most)?)
}

/// What is in such a file.
///
/// # Errors
///
/// As of [`read_bytes`], and if others can change it.
pub fn read_own_bytes(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let (file, about) = open(path)?;
    if is_shared(&about) {
        return Err(FileError::Shared);
    }
    read_at_most(file, most)
}

/// All that comes out of `source`, which may be endless: after `most` bytes it is given up.
///
/// # Errors
///
/// If there is more, or it cannot be read.
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
    // Opening a pipe waits for somebody who writes to it, so this comes first.
    check(&fs::metadata(path)?)?;
    let file = File::open(path)?;
    // It may be another one by now.
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

    /// The permission of all other users to write.
    const OTHERS_WRITE: u32 = 0o002;
    about.permissions().mode() & OTHERS_WRITE != 0
}

#[cfg(not(unix))]
fn is_shared(_: &Metadata) -> bool {
    false
}

fn text_of(bytes: Vec<u8>) -> Result<String, FileError> {
    String::from_utf8(bytes).map_err(|broken| {
        let (text, rest) = broken
            .as_bytes()
            .split_at(broken.utf8_error().valid_up_to());
        FileError::NotUtf8 {
            place: Place::after(&String::from_utf8_lossy(text)),
            byte: rest.first().copied().unwrap_or_default(),
        }
    })
}

#[cfg(test)]
mod tests {
    use std::io::repeat;

    use super::*;

    /// A path in the system's folder for such things; `name` is to be used by one test only.
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
        fs::write(&file, b"\n.\xff").unwrap();
        let (place, byte) = (Place { line: 2, column: 2 }, 0xff);
        assert_eq!(read_text(&file, 9), Err(FileError::NotUtf8 { place, byte }));
        fs::remove_file(&file).unwrap();
        assert_eq!(read_text(&file, 9), Err(FileError::Missing));
    }

    #[test]
    fn a_folder_is_no_file() {
        assert_eq!(read_bytes(&std::env::temp_dir(), 9), Err(FileError::Folder));
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_pipes_are_no_files_and_nobody_waits_for_them() {
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
    fn what_others_can_change_is_not_ones_own() {
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
