//! The folder of assets that the user names.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use bevy::ecs::world::World;

use super::error::CliError;
use crate::dungeon::{Builders, DEPTHS, Stock, TILES, VAULTS};
use crate::files::{DataError, FileError, MAX_RON, printable, read_text};
use crate::game::Hue;
use crate::game::bestiary::{Bestiary, MonsterFiles};
use crate::map::TileSet;
use crate::view::Palette;

/// What is used in place of and beside what comes with the game.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Assets {
    /// What monsters are read from.
    pub monsters: MonsterFiles,
    /// The folder, if one was named.
    pub folder: Option<PathBuf>,
    /// The files that levels are made from, by their names in the folder.
    pub levels: BTreeMap<String, String>,
    /// The colours, if the folder has some.
    pub palette: Option<Palette>,
    /// What is wrong with files that are no monsters', a line each. They are left out.
    pub broken: Vec<String>,
    /// A warning, if nothing in the folder is used.
    pub unused: Option<String>,
}

impl Assets {
    /// The files of `folder`, which `whence` has named. A palette that is broken is a warning, as a broken monster
    /// is.
    ///
    /// # Errors
    ///
    /// If there is no such folder, or nobody can tell what is in it.
    pub(super) fn of_folder(whence: &str, folder: PathBuf) -> Result<Self, CliError> {
        let bad = |why: String| CliError::bad_input(format!("{whence}: {why}"));
        let monsters =
            MonsterFiles::with_folder(&folder).map_err(|error| bad(error.to_string()))?;
        let mut broken = Vec::new();
        let file = folder.join("palettes/default.ron");
        let palette = Palette::read(&file).unwrap_or_else(|error| {
            broken.push(error.in_file(&file.display().to_string()));
            None
        });
        let levels = level_files(&folder, &mut broken);
        let is_used = monsters.in_folder().next().is_some()
            || palette.is_some()
            || !levels.is_empty()
            || !broken.is_empty();
        let unused = (!is_used).then(|| {
            let folder = printable(&folder.display().to_string());
            format!(
                "{whence}: {folder}: nothing in this folder is used; accepted: monsters/*.ron, tiles.ron, vaults/*.txt, depths.ron, palettes/default.ron"
            )
        });
        Ok(Self {
            monsters,
            folder: Some(folder),
            levels,
            palette,
            broken,
            unused,
        })
    }

    /// What levels are made from, where these builders are known, with what is wrong with the files of the folder that are
    /// left out, a line each.
    pub(super) fn stock(&self, builders: &Builders) -> (Stock, Vec<String>) {
        let (stock, errors) = Stock::read(&self.levels, builders);
        let errors = errors.into_iter().map(|it| self.in_folder(it)).collect();
        (stock, errors)
    }

    /// The tiles of the folder; those of the game, if its file is broken, which [`stock`](Self::stock) tells of.
    pub(super) fn tiles(&self) -> TileSet {
        let text = self.levels.get(TILES);
        let read = text.and_then(|text| TileSet::with(TILES, text).ok());
        read.unwrap_or_default()
    }

    /// What is wrong with a file of levels, in a line.
    pub(super) fn in_folder(&self, mut error: DataError) -> String {
        if let Some(folder) = &self.folder
            && self.levels.contains_key(&error.file)
        {
            error.file = folder.join(&error.file).display().to_string();
        }
        error.to_string()
    }

    /// What is wrong with the folder and stops nothing, a line each.
    pub(super) fn warnings(&self) -> impl Iterator<Item = &String> {
        self.broken.iter().chain(&self.unused)
    }
}

/// The most vaults in a folder.
const MAX_VAULTS: usize = 1_024;

/// The longest file of a vault, in bytes.
const MAX_VAULT: u64 = 1 << 16;

/// The files of a folder that levels are made from, by their names there. What cannot be read is told.
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
            "{}: more than {MAX_VAULTS} files vaults/*.txt are in it; none of them is used",
            printable(&folder.display().to_string())
        ));
        vaults.clear();
    }
    names.extend(vaults.into_iter().map(|name| (name, MAX_VAULT)));
    let mut files = BTreeMap::new();
    for (name, most) in names {
        let file = folder.join(&name);
        match read_text(&file, most) {
            Ok(text) => {
                files.insert(name, text);
            }
            Err(FileError::Missing) => {}
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
            }
        }
    }
    files
}

/// Monsters that name a colour which the palette does not have, a line each.
pub(super) fn unknown_colors(world: &World, palette: &Palette) -> Vec<String> {
    let monsters = world.resource::<Bestiary>().by_file();
    let unknown = monsters.filter_map(|(file, monster)| match &monster.color {
        Some(Hue::Named(name)) if palette.named(name).is_none() => Some(format!(
            "{}: color: no palette has a colour called \"{name}\"; accepted: {}",
            printable(file),
            palette.names().collect::<Vec<_>>().join(", ")
        )),
        _ => None,
    });
    unknown.collect()
}
