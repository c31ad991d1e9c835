//! Files that both the player and the game edit: settings and keys.
//!
//! Every edit reads the file again and replaces only the values that change. The rest stays as the player typed it.

use std::fs;
use std::path::Path;

use crate::control::{Bindings, KeyFile, KeyFileError};
use crate::files::{
    FileError, MAX_RON, locked, printable, read_own_text, reason, replace_broken, replace_text,
};

/// The contents of a file that both the player and the game edit.
pub(super) trait OwnFile: Clone {
    /// The file's name.
    const NAME: &'static str;

    /// What is needed to read a file.
    type Known;

    /// Parses the text of a file.
    ///
    /// # Errors
    ///
    /// Returns the reason, without the file's name, if the text is not valid.
    fn parse(text: &str, known: &Self::Known) -> Result<Self, String>;

    /// Returns the complete text of a new file, with comments that explain it.
    fn whole(&self, known: &Self::Known) -> String;

    /// Returns `text` with its values changed to match these contents, or `None` if that is not possible.
    fn edited(&self, text: &str, known: &Self::Known) -> Option<String>;
}

impl OwnFile for KeyFile {
    const NAME: &'static str = "keys.ron";

    type Known = Bindings;

    fn parse(text: &str, known: &Bindings) -> Result<Self, String> {
        Self::from_ron(text, known).map_err(|error: KeyFileError| error.to_string())
    }

    fn whole(&self, known: &Bindings) -> String {
        self.to_ron(known)
    }

    fn edited(&self, text: &str, known: &Bindings) -> Option<String> {
        self.edit(text, known)
    }
}

/// Reads a file in `folder`. Returns `None` if the file does not exist.
///
/// # Errors
///
/// Returns the file's name and the reason if the file cannot be used.
pub(super) fn read<T: OwnFile>(folder: &Path, known: &T::Known) -> Result<Option<T>, String> {
    let file = folder.join(T::NAME);
    let name = printable(&file.display().to_string());
    let error = |why: &str| format!("{name}:{}; the defaults are used instead", printable(why));
    match read_own_text(&file, MAX_RON) {
        Ok(text) => T::parse(&text, known).map(Some).map_err(|why| {
            let is_place = why.starts_with(|it: char| it.is_ascii_digit());
            let gap = if is_place { "" } else { " " };
            error(&format!("{gap}{why}"))
        }),
        Err(FileError::Missing) => Ok(None),
        Err(why @ FileError::Shared) => Err(error(&format!(
            " {why}; run `chmod o-w {name}` to have it read again"
        ))),
        Err(why @ FileError::NotUtf8 { place, .. }) => Err(error(&format!("{place}: {why}"))),
        Err(why) => Err(error(&format!(" {why}"))),
    }
}

/// Writes the file if it is missing, so that the player can find and edit it. Errors are ignored.
pub(super) fn write_missing<T: OwnFile>(folder: &Path, value: &T, known: &T::Known) {
    let file = folder.join(T::NAME);
    // A dangling symbolic link counts as an existing file.
    let is_missing = || fs::symlink_metadata(&file).is_err();
    if is_missing() {
        let _ = locked(folder, || match is_missing() {
            true => replace_text(&file, &value.whole(known)),
            false => Ok(()),
        });
    }
}

/// Changes a file. If the file does not exist or cannot be used, writes `fallback` instead, and keeps any old file
/// under another name. Returns a message for the player, if one is needed.
///
/// # Errors
///
/// Returns the reason, without the file's name, if the file cannot be changed.
pub(super) fn change<T: OwnFile>(
    folder: &Path,
    fallback: &T,
    known: &T::Known,
    change: impl Fn(&mut T) -> Result<(), String>,
) -> Result<Option<String>, String> {
    let failed = |error| reason(&error);
    locked(folder, || {
        let file = folder.join(T::NAME);
        let (why, new) = match read_own_text(&file, MAX_RON) {
            Ok(text) => match T::parse(&text, known) {
                Ok(mut new) => {
                    change(&mut new)?;
                    match new.edited(&text, known) {
                        Some(edited) if edited == text => return Ok(None),
                        Some(edited) => {
                            replace_text(&file, &edited).map_err(failed)?;
                            return Ok(None);
                        }
                        None => ("it cannot be edited in place".to_owned(), new),
                    }
                }
                Err(why) => (why, fallback.clone()),
            },
            Err(FileError::Missing) => {
                replace_text(&file, &fallback.whole(known)).map_err(failed)?;
                return Ok(None);
            }
            Err(error @ (FileError::Shared | FileError::Unreadable(_))) => {
                return Err(error.to_string());
            }
            Err(error) => (error.to_string(), fallback.clone()),
        };
        let aside = replace_broken(&file, &new.whole(known)).map_err(failed)?;
        // Leave out the accepted names, which were listed when the game began.
        let why = why.split("; accepted").next().unwrap_or_default();
        let aside = aside.file_name().unwrap_or_default().to_string_lossy();
        Ok(Some(format!(
            "{} was replaced ({}). The old file is kept as {}.",
            T::NAME,
            printable(why),
            printable(&aside)
        )))
    })
    .map_err(failed)?
}
