//! The sources of monster and thing files: files that are compiled in, and a folder that the user specifies.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::{App, Resource};
use thiserror::Error;

/// An error in a monster file.
pub use crate::files::data::DataError as MonsterError;
use crate::files::data::Source;
use crate::files::{FileError, MAX_RON, printable, read_text};

/// The beginning of the names of thing files, which have a folder of their own.
pub(super) const THINGS: &str = "things/";

/// The maximum number of monster files in a folder, and of thing files. Every monster needs a letter of its own, so at most 52 files can be
/// in use.
const MAX_FILES: usize = 256;

/// An error that occurs when an assets folder cannot be used. It is displayed as a single line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{}: {}; accepted: a folder with monsters/*.ron or things/*.ron in it",
    printable(folder),
    printable(why)
)]
pub struct AssetsError {
    /// The folder.
    pub folder: String,
    /// What is wrong with the folder.
    pub why: String,
}

/// The files that monsters and things are read from: the built-in ones, and those in folders. A file in a folder
/// replaces the built-in file with the same name. If no built-in file has that name, the file adds a monster or a thing.
/// The names of thing files begin with `things/`.
///
/// In an app, this resource holds the files that plugins have [added](AddMonster), until a game supplies its own files.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct MonsterFiles {
    added: BTreeMap<&'static str, &'static str>,
    /// Whether the built-in files are left out.
    is_whole: bool,
    folders: Vec<PathBuf>,
    /// What the folders are called, with their versions.
    mods: Vec<String>,
    /// The files in each folder. Later ones win.
    in_folders: Arc<Vec<BTreeMap<String, FolderFile>>>,
}

/// A file in the folder: its path, and either its text or the reason why it cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FolderFile {
    path: String,
    text: Result<String, MonsterError>,
}

/// The versions of a file: the one in the folder and the built-in one.
pub(super) struct MonsterFile<'a> {
    /// The file name, without a folder, or with the folder `things`.
    pub(super) name: &'a str,
    /// The versions in folders, the one that wins first.
    pub(super) in_folders: Vec<Result<Source<'a>, &'a MonsterError>>,
    pub(super) built_in: Option<Source<'a>>,
    /// Whether the built-in version was added by a plugin.
    pub(super) is_added: bool,
    /// The number of the first folder that has the file.
    pub(super) first: usize,
}

impl<'a> MonsterFile<'a> {
    /// Returns the version to use, if its text can be read.
    pub(super) fn source(&self) -> Option<Source<'a>> {
        match self.in_folders.first() {
            Some(in_folder) => in_folder.ok(),
            None => self.built_in,
        }
    }

    /// Returns all versions that can be read, the one that wins first and the built-in one last.
    pub(super) fn versions(&self) -> impl Iterator<Item = Source<'a>> {
        let in_folders = self.in_folders.iter().filter_map(|it| it.ok());
        in_folders.chain(self.built_in)
    }
}

impl MonsterFiles {
    pub fn built_in() -> Self {
        Self::default()
    }

    /// Returns the built-in files and the files `monsters/*.ron` and `things/*.ron` in the `assets` folder, which replace
    /// built-in files with the same name. The folder may be empty.
    ///
    /// # Errors
    ///
    /// Returns an error if the `assets` folder does not exist, cannot be read, or has too many monster files. Errors in
    /// a single file, such as a size of more than one mebibyte, are reported when the bestiary is read.
    pub fn with_folder(assets: impl Into<PathBuf>) -> Result<Self, AssetsError> {
        Self::with_folders(vec![assets.into()])
    }

    /// Returns the built-in files and those in several `assets` folders, of which later ones win.
    ///
    /// # Errors
    ///
    /// As for [`with_folder`](Self::with_folder).
    pub fn with_folders(folders: Vec<PathBuf>) -> Result<Self, AssetsError> {
        let look_in = |folder: &PathBuf| look(folder).map_err(|why| why.in_folder(folder));
        let in_folders = folders.iter().map(look_in);
        let in_folders = Arc::new(in_folders.collect::<Result<_, _>>()?);
        Ok(Self {
            folders,
            in_folders,
            ..Self::default()
        })
    }

    /// Returns the given files and no built-in ones. Each item is a file name, without a folder, and the file's text.
    pub fn recorded(files: impl IntoIterator<Item = (String, String)>) -> Self {
        let in_folder = files.into_iter().map(|(name, text)| {
            let (path, text) = (name.clone(), Ok(text));
            (name, FolderFile { path, text })
        });
        Self {
            is_whole: true,
            in_folders: Arc::new(vec![in_folder.collect()]),
            ..Self::default()
        }
    }

    /// Adds a compiled-in file with the given text. `name` is the file name without a folder, such as `shade.ron`. The
    /// file replaces the built-in file with the same name. A file with that name in the folder takes precedence over
    /// both.
    pub fn add(&mut self, name: &'static str, text: &'static str) {
        self.added.insert(name, text);
    }

    /// Returns these files and those that have been added to `others`.
    pub fn and_added(mut self, others: &Self) -> Self {
        self.added.extend(&others.added);
        self
    }

    /// Returns these files with the names of the mods that they come from, each with its version if it has one.
    pub fn with_mods(mut self, mods: Vec<String>) -> Self {
        self.mods = mods;
        self
    }

    /// Returns the names of the mods that these files come from, each with its version if it has one.
    pub fn mods(&self) -> &[String] {
        &self.mods
    }

    /// Returns the assets folders that the user has specified, of which later ones win.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Returns the names of the files in each folder.
    pub fn in_folders(&self) -> impl Iterator<Item = impl Iterator<Item = &str>> {
        let files = self.in_folders.iter();
        files.map(|it| it.keys().map(String::as_str))
    }

    /// Returns the name of each file that is in a folder, with the paths of all its versions. Those that come later are changed or
    /// replaced by those before them.
    pub fn paths(&self) -> Vec<(&str, Vec<&str>)> {
        let own = self.iter().filter(|it| !it.in_folders.is_empty());
        let all = own.map(|it| {
            let paths = it.versions().map(|version| version.file);
            (it.name, paths.collect())
        });
        all.collect()
    }

    /// Reads the folders again, and removes files that no longer exist.
    ///
    /// # Errors
    ///
    /// Returns an error if a folder has too many monster files. In this case, the previously read files are kept.
    pub fn look_again(&mut self) -> Result<(), AssetsError> {
        if self.folders.is_empty() {
            return Ok(());
        }
        let look_in = |folder: &PathBuf| match look(folder) {
            Err(why @ Refusal::TooMany(_)) => Err(why.in_folder(folder)),
            found => Ok(found.unwrap_or_default()),
        };
        let in_folders = self.folders.iter().map(look_in);
        self.in_folders = Arc::new(in_folders.collect::<Result<_, _>>()?);
        Ok(())
    }

    /// Returns whether the built-in files are used where no other file replaces them.
    pub(super) fn has_built_in(&self) -> bool {
        !self.is_whole
    }

    /// Iterates over all files in the order of their names.
    pub(super) fn iter(&self) -> impl Iterator<Item = MonsterFile<'_>> {
        let mut all: BTreeMap<&str, MonsterFile> = BTreeMap::new();
        let ours = [fogbound_assets::MONSTERS, fogbound_assets::THINGS].into_iter();
        let ours = ours.flatten().filter(|_| !self.is_whole);
        let ours = ours.map(|it| (it.name, it.path, it.text, false));
        let added = self
            .added
            .iter()
            .map(|(name, text)| (*name, *name, *text, true));
        for (name, file, text, is_added) in ours.chain(added) {
            let file = MonsterFile {
                name,
                in_folders: Vec::new(),
                built_in: Some(Source { file, text }),
                is_added,
                first: 0,
            };
            all.insert(name, file);
        }
        let in_folders = self.in_folders.iter().enumerate().rev();
        let in_folders =
            in_folders.flat_map(|(number, files)| files.iter().map(move |it| (number, it)));
        for (first, (name, FolderFile { path, text })) in in_folders {
            let file = all.entry(name).or_insert(MonsterFile {
                name,
                in_folders: Vec::new(),
                built_in: None,
                is_added: false,
                first,
            });
            file.first = first;
            let version = text.as_ref().map(|text| Source { file: path, text });
            file.in_folders.push(version);
        }
        all.into_values()
    }
}

/// An extension trait for adding monsters to an app.
pub trait AddMonster {
    /// Adds the monster that a file defines. `name` is the file name without a folder, such as `shade.ron`. `text` is
    /// the file's text, which [`include_str!`] can read at compile time.
    fn add_monster(&mut self, name: &'static str, text: &'static str) -> &mut Self;
}

impl AddMonster for App {
    fn add_monster(&mut self, name: &'static str, text: &'static str) -> &mut Self {
        let mut files = self.world_mut().get_resource_or_init::<MonsterFiles>();
        files.add(name, text);
        self
    }
}

/// The reason why an assets folder is not read at all.
#[derive(Error, Debug)]
enum Refusal {
    #[error("it contains more than {MAX_FILES} {0} files ({0}s/*.ron)")]
    TooMany(&'static str),
    #[error("{0}")]
    Unusable(String),
}

impl Refusal {
    fn in_folder(self, folder: &Path) -> AssetsError {
        AssetsError {
            folder: folder.display().to_string(),
            why: self.to_string(),
        }
    }
}

/// Reads the monster and thing files in an assets folder.
fn look(assets: &Path) -> Result<BTreeMap<String, FolderFile>, Refusal> {
    let unusable = |why: &str| Err(Refusal::Unusable(why.to_owned()));
    match fs::metadata(assets) {
        Ok(found) if found.is_dir() => {}
        Ok(_) => return unusable("this is not a folder"),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return unusable("there is no such folder");
        }
        Err(error) => return unusable(&FileError::from(error).to_string()),
    }
    let mut files = look_in(assets, "monster")?;
    let things = look_in(assets, "thing")?.into_iter();
    files.extend(things.map(|(name, file)| (format!("{THINGS}{name}"), file)));
    Ok(files)
}

/// Reads the files in the folder for one kind of file, if there is such a folder.
fn look_in(assets: &Path, kind: &'static str) -> Result<BTreeMap<String, FolderFile>, Refusal> {
    let folder = format!("{kind}s");
    let unusable = |why: String| Err(Refusal::Unusable(why));
    let entries = match fs::read_dir(assets.join(&folder)) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) if error.kind() == ErrorKind::NotADirectory => {
            return unusable(format!("{folder} is not a folder"));
        }
        Err(error) => return unusable(format!("{folder}: {}", FileError::from(error))),
    };
    let paths = entries.flatten().map(|entry| entry.path());
    let files = paths.filter(|path| is_monster_file(path));
    let files: Vec<PathBuf> = files.take(MAX_FILES + 1).collect();
    if files.len() > MAX_FILES {
        return Err(Refusal::TooMany(kind));
    }
    Ok(files.iter().filter_map(|path| read(path)).collect())
}

/// Returns whether a path looks like a monster or thing file. Editors create files with other names next to the file they write.
pub(super) fn is_monster_file(path: &Path) -> bool {
    let hidden = path
        .file_name()
        .is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    path.extension() == Some(OsStr::new("ron")) && !hidden
}

/// Reads a file. Returns `None` if the file has been deleted in the meantime.
fn read(path: &Path) -> Option<(String, FolderFile)> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    let text = read_text(path, MAX_RON);
    let is_gone = text == Err(FileError::Missing);
    let path = path.display().to_string();
    let text = text.map_err(|error| MonsterError {
        file: path.clone(),
        place: match error {
            FileError::NotUtf8 { place, .. } => Some(place),
            _ => None,
        },
        message: error.to_string(),
    });
    (!is_gone).then_some((name, FolderFile { path, text }))
}
