//! The user's asset folder.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use bevy::ecs::world::World;

use super::error::CliError;
use crate::dungeon::{Builders, DEPTHS, Stock, TILES, VAULTS};
use crate::files::{DataError, FileError, MAX_RON, printable, read_text};
use crate::game::bestiary::{Bestiary, MonsterFiles};
use crate::game::{BOONS, Boons, Hue, NUMBERS, Numbers};
use crate::map::TileSet;
use crate::view::Palette;

/// Files that replace or extend the game's own files.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Assets {
    /// The monster files.
    pub monsters: MonsterFiles,
    /// The folder, if the user named one.
    pub folder: Option<PathBuf>,
    /// The files used to build levels, keyed by their names in the folder.
    pub levels: BTreeMap<String, String>,
    /// The numbers of the rules.
    pub numbers: Numbers,
    /// The boons that the player can be offered.
    pub boons: Boons,
    /// The palette, if the folder has one.
    pub palette: Option<Palette>,
    /// One line for each broken file that is not a monster file. Broken files are not used.
    pub broken: Vec<String>,
    /// A warning if no file in the folder is used.
    pub unused: Option<String>,
}

impl Assets {
    /// Reads the files in `folder`. `source` is the option or variable that named the folder. A broken palette, like a
    /// broken monster file, only causes a warning.
    ///
    /// # Errors
    ///
    /// If the folder does not exist or cannot be read.
    pub(super) fn of_folder(source: &str, folder: PathBuf) -> Result<Self, CliError> {
        let bad = |why: String| CliError::bad_input(format!("{source}: {why}"));
        let monsters =
            MonsterFiles::with_folder(&folder).map_err(|error| bad(error.to_string()))?;
        let mut broken = Vec::new();
        let file = folder.join("palettes/default.ron");
        let palette = Palette::read(&file).unwrap_or_else(|error| {
            broken.push(error.in_file(&file.display().to_string()));
            None
        });
        let levels = level_files(&folder, &mut broken);
        let numbers = own(&folder.join(NUMBERS), &mut broken, Numbers::read);
        let boons = own(&folder.join(BOONS), &mut broken, Boons::read);
        let is_used = monsters.in_folder().next().is_some()
            || palette.is_some()
            || numbers.text().is_some()
            || boons.text().is_some()
            || !levels.is_empty()
            || !broken.is_empty();
        let unused = (!is_used).then(|| {
            let folder = printable(&folder.display().to_string());
            format!(
                "{source}: {folder}: nothing in this folder is used; accepted: monsters/*.ron, things/*.ron, tiles.ron, vaults/*.txt, depths.ron, numbers.ron, boons.ron, palettes/default.ron"
            )
        });
        Ok(Self {
            monsters,
            folder: Some(folder),
            levels,
            numbers,
            boons,
            palette,
            broken,
            unused,
        })
    }

    /// Returns the stock for building levels with the given builders, and one line for each broken file in the folder.
    /// Broken files are not used.
    pub(super) fn stock(&self, builders: &Builders) -> (Stock, Vec<String>) {
        let (stock, errors) = Stock::read(&self.levels, builders);
        let errors = errors.into_iter().map(|it| self.in_folder(it)).collect();
        (stock, errors)
    }

    /// Returns the tiles defined in the folder, or the built-in tiles if the tile file is missing or broken.
    /// [`stock`](Self::stock) reports a broken tile file.
    pub(super) fn tiles(&self) -> TileSet {
        let text = self.levels.get(TILES);
        let read = text.and_then(|text| TileSet::with(TILES, text).ok());
        read.unwrap_or_default()
    }

    /// Returns one line for each error in the folder's tile file.
    pub(super) fn tile_errors(&self) -> Vec<String> {
        let text = self.levels.get(TILES);
        let errors = text.and_then(|text| TileSet::with(TILES, text).err());
        let errors = errors.into_iter().flatten();
        errors.map(|error| self.in_folder(error)).collect()
    }

    /// Returns an error as one line. If the error is about a level file in the folder, the line gives the full path of
    /// the file.
    pub(super) fn in_folder(&self, mut error: DataError) -> String {
        if let Some(folder) = &self.folder
            && self.levels.contains_key(&error.file)
        {
            error.file = folder.join(&error.file).display().to_string();
        }
        error.to_string()
    }

    /// Returns one line for each problem with the folder. These problems do not stop the game.
    pub(super) fn warnings(&self) -> impl Iterator<Item = &String> {
        self.broken.iter().chain(&self.unused)
    }
}

/// The maximum number of vaults in a folder.
const MAX_VAULTS: usize = 1_024;

/// The maximum size of a vault file, in bytes.
const MAX_VAULT: u64 = 1 << 16;

/// Reads the files used to build levels, and returns their contents, keyed by their names in the folder. Adds a line to
/// `broken` for each file that cannot be read.
fn level_files(folder: &Path, broken: &mut Vec<String>) -> BTreeMap<String, String> {
    let mut names: Vec<(String, u64)> = [TILES, DEPTHS].map(|it| (it.to_owned(), MAX_RON)).into();
    let found = fs::read_dir(folder.join(VAULTS)).into_iter().flatten();
    let found = found.flatten().map(|it| it.file_name());
    let is_vault = |name: &OsString| {
        let name = name.to_string_lossy();
        name.ends_with(".txt") && !name.starts_with('.')
    };
    let mut vaults: Vec<String> = found
        .filter(is_vault)
        .map(|name| format!("{VAULTS}{}", name.to_string_lossy()))
        .take(MAX_VAULTS + 1)
        .collect();
    if vaults.len() > MAX_VAULTS {
        broken.push(format!(
            "{}: more than {MAX_VAULTS} files match vaults/*.txt; none of them is used",
            printable(&folder.display().to_string())
        ));
        vaults.clear();
    }
    names.extend(vaults.into_iter().map(|name| (name, MAX_VAULT)));
    let mut files = BTreeMap::new();
    for (name, most) in names {
        if let Some(text) = text_of(&folder.join(&name), most, broken) {
            files.insert(name, text);
        }
    }
    files
}

/// Reads a data file. If the file is missing or broken, returns the built-in data.
fn own<T: Default>(
    file: &Path,
    broken: &mut Vec<String>,
    read: impl FnOnce(&str, &str) -> Result<T, Vec<DataError>>,
) -> T {
    let text = text_of(file, MAX_RON, broken);
    let read = text.map(|text| read(&file.display().to_string(), &text));
    read.unwrap_or_else(|| Ok(T::default()))
        .unwrap_or_else(|errors| {
            broken.extend(errors.iter().map(ToString::to_string));
            T::default()
        })
}

/// Reads a file, if there is one. Adds a line to `broken` if the file cannot be read.
fn text_of(file: &Path, most: u64, broken: &mut Vec<String>) -> Option<String> {
    match read_text(file, most) {
        Ok(text) => Some(text),
        Err(FileError::Missing) => None,
        Err(error) => {
            let place = match error {
                FileError::NotUtf8 { place, .. } => Some(place),
                _ => None,
            };
            let error = DataError {
                file: file.display().to_string(),
                place,
                message: error.to_string(),
            };
            broken.push(error.to_string());
            None
        }
    }
}

/// Returns one line for each monster whose colour is not in the palette.
pub(super) fn unknown_colors(world: &World, palette: &Palette) -> Vec<String> {
    let monsters = world.resource::<Bestiary>().by_file();
    let unknown = monsters.filter_map(|(_, monster)| match &monster.color {
        Some(Hue::Named(name)) if palette.named(name).is_none() => {
            let names = palette.names().collect::<Vec<_>>().join(", ");
            let what = format!("no palette has a colour called \"{name}\"; accepted: {names}");
            let error = monster.error_at("color", format_args!("color: {what}"));
            Some(error.to_string())
        }
        _ => None,
    });
    unknown.collect()
}
