//! The files that the player edits and the game changes too: settings and keys.
//!
//! Every change reads the file again and replaces single values in it. Whatever else the player has typed stays.

use std::fs;
use std::path::Path;

use crate::control::{KeyFile, KeyFileError};
use crate::files::{
    FileError, MAX_RON, locked, printable, read_own_text, reason, replace_broken, replace_text,
};

/// What such a file says.
pub(super) trait OwnFile: Clone {
    /// The file's name.
    const NAME: &'static str;

    /// Reads a file's text, or says what is wrong with it.
    fn parse(text: &str) -> Result<Self, String>;

    /// The text of a whole file, which explains itself.
    fn whole(&self) -> String;

    /// This text with other values where it says something else. None if it cannot be changed so that it means exactly this.
    fn edited(&self, text: &str) -> Option<String>;
}

impl OwnFile for KeyFile {
    const NAME: &'static str = "keys.ron";

    fn parse(text: &str) -> Result<Self, String> {
        Self::from_ron(text).map_err(|error: KeyFileError| error.to_string())
    }

    fn whole(&self) -> String {
        self.to_ron()
    }

    fn edited(&self, text: &str) -> Option<String> {
        self.edit(text)
    }
}

/// Why a file is not used. Displayed by the caller, behind the file's name.
pub(super) fn read<T: OwnFile>(folder: &Path) -> Result<Option<T>, String> {
    let file = folder.join(T::NAME);
    let name = printable(&file.display().to_string());
    let told = |why: &str| format!("{name}:{}; the defaults are used instead", printable(why));
    match read_own_text(&file, MAX_RON) {
        Ok(text) => T::parse(&text).map(Some).map_err(|why| {
            let is_place = why.starts_with(|it: char| it.is_ascii_digit());
            let gap = if is_place { "" } else { " " };
            told(&format!("{gap}{why}"))
        }),
        Err(FileError::Missing) => Ok(None),
        Err(error @ FileError::Shared) => Err(told(&format!(
            " {error}; `chmod o-w {name}` has it read again"
        ))),
        Err(error @ FileError::NotUtf8 { place, .. }) => Err(told(&format!("{place}: {error}"))),
        Err(error) => Err(told(&format!(" {error}"))),
    }
}

/// Writes a file that is not there, so that it can be found and edited. Nothing is said if that cannot be done.
pub(super) fn write_missing<T: OwnFile>(folder: &Path, value: &T) {
    let file = folder.join(T::NAME);
    // A link that leads nowhere is there.
    let is_missing = || fs::symlink_metadata(&file).is_err();
    if is_missing() {
        let _ = locked(folder, || match is_missing() {
            true => replace_text(&file, &value.whole()),
            false => Ok(()),
        });
    }
}

/// Changes a file. If there is none, or it cannot be used, `fallback` is written in its place, and what was there is kept
/// under another name. Returns what the player has to know, in a sentence.
///
/// # Errors
///
/// If the file cannot be changed: why, behind its name.
pub(super) fn change<T: OwnFile>(
    folder: &Path,
    fallback: &T,
    change: impl Fn(&mut T) -> Result<(), String>,
) -> Result<Option<String>, String> {
    let failed = |error| reason(&error);
    locked(folder, || {
        let file = folder.join(T::NAME);
        let (why, new) = match read_own_text(&file, MAX_RON) {
            Ok(text) => match T::parse(&text) {
                Ok(mut new) => {
                    change(&mut new)?;
                    match new.edited(&text) {
                        Some(edited) if edited == text => return Ok(None),
                        Some(edited) => {
                            replace_text(&file, &edited).map_err(failed)?;
                            return Ok(None);
                        }
                        None => ("it cannot be changed as it is written".to_owned(), new),
                    }
                }
                Err(why) => (why, fallback.clone()),
            },
            Err(FileError::Missing) => {
                replace_text(&file, &fallback.whole()).map_err(failed)?;
                return Ok(None);
            }
            Err(error @ (FileError::Shared | FileError::Unreadable(_))) => {
                return Err(error.to_string());
            }
            Err(error) => (error.to_string(), fallback.clone()),
        };
        let aside = replace_broken(&file, &new.whole()).map_err(failed)?;
        // The names that are accepted were listed when the game began.
        let why = why.split("; accepted").next().unwrap_or_default();
        let aside = aside.file_name().unwrap_or_default().to_string_lossy();
        Ok(Some(format!(
            "{} was replaced ({}). What was in it is kept as {}.",
            T::NAME,
            printable(why),
            printable(&aside)
        )))
    })
    .map_err(failed)?
}
