//! The user's asset folders.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use bevy::ecs::world::World;

use super::error::CliError;
use crate::dungeon::{Builders, DEPTHS, Depths, Stock, THEMES, TILES, Themes, VAULTS, lay_depths};
use crate::files::{
    DataError, Joined, Layer, MAX_RON, Node, Reader, Source, Value, brief, join, lay_over, layers,
    printable, replace,
};
use crate::game::bestiary::{Bestiary, MonsterFiles, can_be_shown};
use crate::game::{BOONS, Boons, Goals, Hue, NUMBERS, Numbers, QUEST};
use crate::lab::rooms_in;
use crate::map::TileSet;
use crate::view::{PALETTE, Palette};

/// The name of the file that says what a mod is.
pub(super) const MOD: &str = "mod.ron";

/// What a mod is: a folder with files that replace, change or extend the game's own files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mod {
    /// The name, or that of the folder.
    pub name: String,
    pub version: Option<String>,
    pub author: Option<String>,
    pub folder: PathBuf,
}

/// Reads what each folder says of itself, and checks that the mods which it needs come before it.
fn read_mods(folders: &[PathBuf], errors: &mut Vec<DataError>) -> Vec<Mod> {
    let mut mods: Vec<Mod> = Vec::new();
    for folder in folders {
        let name = folder
            .file_name()
            .or(folder.components().next_back().map(|it| it.as_os_str()));
        let name = name.map_or_else(String::new, |it| it.to_string_lossy().into_owned());
        let mut it = Mod {
            name,
            version: None,
            author: None,
            folder: folder.clone(),
        };
        let folder = std::slice::from_ref(folder);
        if let Some(file) = layers(folder, MOD, MAX_RON, errors).pop() {
            errors.extend(read_mod(&file, &mut it, &mods).err().unwrap_or_default());
        }
        mods.push(it);
    }
    mods
}

/// Checks the text of a `mod.ron` file.
///
/// # Errors
///
/// Returns the first mistake.
pub(super) fn check_mod(path: &str, text: &str) -> Result<(), String> {
    let file = Layer {
        path: path.to_owned(),
        text: text.to_owned(),
    };
    let mut it = Mod {
        name: String::new(),
        version: None,
        author: None,
        folder: PathBuf::new(),
    };
    let errors = read_mod(&file, &mut it, &[]).err().unwrap_or_default();
    errors.first().map_or(Ok(()), |it| Err(it.message.clone()))
}

fn read_mod(file: &Layer, it: &mut Mod, before: &[Mod]) -> Result<(), Vec<DataError>> {
    let source = Source {
        file: &file.path,
        text: &file.text,
    };
    let words = |value: &Value| {
        let expected = "1 to 40 letters and signs in double quotes";
        let fits = |it: &String| {
            let long = it.chars().count();
            (1..=40).contains(&long) && it.chars().all(can_be_shown)
        };
        value.accept(expected, fits)
    };
    let mut read = Reader::new(source.whole(), "Mod", "")?;
    let mut wrong = Vec::new();
    for (name, place) in [("version", &mut it.version), ("author", &mut it.author)] {
        match read.optional(name).map(|it| words(&it)).transpose() {
            Ok(found) => *place = found,
            Err(error) => wrong.push(error),
        }
    }
    match read.optional("name").map(|it| words(&it)).transpose() {
        Ok(found) => it.name = found.unwrap_or_else(|| it.name.clone()),
        Err(error) => wrong.push(error),
    }
    if let Some(value) = read.optional("needs") {
        let expected = "a list of names of mods in double quotes, such as [\"deep water\"]";
        match value.accept(expected, |_: &Vec<String>| true) {
            Err(error) => wrong.push(error),
            Ok(needs) => {
                let is_there = |name: &&String| before.iter().any(|it| it.name == **name);
                for name in needs.iter().filter(|it| !is_there(it)) {
                    let name = brief(name);
                    wrong.push(value.part.error(format_args!(
                        "needs: the mod \"{name}\" is not there; expected its folder before this one, with --assets"
                    )));
                }
            }
        }
    }
    wrong.extend(read.end().err().unwrap_or_default());
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// Files that replace, change or extend the game's own files.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Assets {
    /// The mods, in the order in which they count.
    pub mods: Vec<Mod>,
    /// The monster files.
    pub monsters: MonsterFiles,
    /// The tile file in each folder that has one.
    tiles: Vec<Layer>,
    /// The plans of the dungeon in each folder that has them.
    depths: Vec<Layer>,
    /// The vaults and themes, by the names of their files.
    vaults: BTreeMap<String, Layer>,
    /// The file that says what the game is about, joined from those in all folders.
    quest: Option<Joined>,
    /// The numbers of the rules.
    pub numbers: Numbers,
    /// The boons that the player can be offered.
    pub boons: Boons,
    /// What the game is about.
    pub goals: Goals,
    /// The palette, if a folder has one.
    pub palette: Option<Palette>,
    /// All files with single entries that are not used to build levels, by kind.
    singles: Vec<(&'static str, Vec<Layer>)>,
    /// One line for each broken file that is not a monster file. Broken files are not used.
    pub broken: Vec<String>,
    /// The tile files that cannot be read.
    unreadable: Vec<DataError>,
    /// A warning for each folder in which no file is used.
    pub unused: Vec<String>,
}

impl Assets {
    /// Reads the files in some folders, of which later ones win. `source` is the option or variable that named them. A
    /// broken file only causes a warning.
    ///
    /// # Errors
    ///
    /// If a folder does not exist or cannot be read.
    pub(super) fn of_folders(source: &str, folders: Vec<PathBuf>) -> Result<Self, CliError> {
        let bad = |why: String| CliError::bad_input(format!("{source}: {why}"));
        let monsters =
            MonsterFiles::with_folders(folders.clone()).map_err(|error| bad(error.to_string()))?;
        let mut errors = Vec::new();
        let mods = read_mods(&folders, &mut errors);
        let palettes = layers(&folders, PALETTE, MAX_RON, &mut errors);
        let own = Palette::default();
        let own = Source {
            file: PALETTE,
            text: own.text_of_file(),
        };
        let (palette, wrong) = join(&palettes, Some(own), &lay_over, Palette::check);
        errors.extend(wrong);
        let palette = palette.and_then(|it| Palette::from_ron(&it.text).ok());
        let mut singles = vec![("colour", palettes)];
        let layer = layers(&folders, NUMBERS, MAX_RON, &mut errors);
        let (numbers, wrong) = join(&layer, None, &lay_over, |file, text| {
            Numbers::read(file, text).map(drop)
        });
        errors.extend(wrong);
        let numbers = numbers.and_then(|it| Numbers::read(&it.path, &it.text).ok());
        singles.push(("numbers", layer));
        let boons = layers(&folders, BOONS, MAX_RON, &mut errors);
        let (boons, wrong) = join(&boons, None, &replace, |file, text| {
            Boons::read(file, text).map(drop)
        });
        errors.extend(wrong);
        let boons = boons.and_then(|it| Boons::read(&it.path, &it.text).ok());
        let layer = layers(&folders, QUEST, MAX_RON, &mut errors);
        let (goals, wrong) = join(&layer, None, &lay_over, |file, text| {
            Goals::read(file, text).map(drop)
        });
        errors.extend(wrong);
        let quest = goals;
        let goals = quest.as_ref();
        let goals = goals.and_then(|it| Goals::read(&it.path, &it.text).ok());
        singles.push(("quest", layer));
        let depths = layers(&folders, DEPTHS, MAX_RON, &mut errors);
        let mut unreadable = Vec::new();
        let tiles = layers(&folders, TILES, MAX_RON, &mut unreadable);
        let mut broken: Vec<String> = errors.iter().map(ToString::to_string).collect();
        let mut vaults = BTreeMap::new();
        for folder in &folders {
            vaults.append(&mut all_in(folder, (VAULTS, ".txt"), &mut broken));
            vaults.append(&mut all_in(folder, (THEMES, ".ron"), &mut broken));
        }
        let has_creatures = monsters.in_folders().map(|mut it| it.next().is_some());
        let unused = folders.iter().zip(has_creatures);
        let unused = unused.filter(|(folder, has_creatures)| {
            let uses = |name: &str| folder.join(name).exists();
            let has_vaults = vaults
                .values()
                .any(|it| Path::new(&it.path).starts_with(folder));
            let has_none = !has_creatures
                && !has_vaults
                && rooms_in(std::slice::from_ref(folder)).next().is_none();
            has_none && !FILES.iter().any(|it| uses(it))
        });
        let unused = unused.map(|(folder, _)| {
            let folder = printable(&folder.display().to_string());
            format!(
                "{source}: {folder}: nothing in this folder is used; accepted: monsters/*.ron, things/*.ron, vaults/*.txt, themes/*.ron, lesson/*.scene, {}",
                FILES.join(", ")
            )
        });
        let unused = unused.collect();
        let names = mods.iter().map(|it| match &it.version {
            Some(version) => format!("{} {version}", it.name),
            None => it.name.clone(),
        });
        let monsters = monsters.with_mods(names.collect());
        Ok(Self {
            mods,
            singles,
            monsters,
            tiles,
            depths,
            vaults,
            numbers: numbers.unwrap_or_default(),
            boons: boons.unwrap_or_default(),
            goals: goals.unwrap_or_default(),
            quest,
            palette,
            broken,
            unreadable,
            unused,
        })
    }

    /// Returns the folders, of which later ones win.
    pub(super) fn folders(&self) -> &[PathBuf] {
        self.monsters.folders()
    }

    /// Returns the stock for building levels with the given builders, and one line for each broken file in the folders.
    /// Broken files are not used.
    pub(super) fn stock(&self, builders: &Builders) -> (Stock, Vec<String>) {
        let (stock, errors) = self.stock_and_errors(builders);
        (stock, errors.iter().map(ToString::to_string).collect())
    }

    /// Returns the stock for building levels with the given builders, and each error in a file, which has its full path.
    pub(super) fn stock_and_errors(&self, builders: &Builders) -> (Stock, Vec<DataError>) {
        let (depths, wrong) = self.joined_depths(builders);
        let (tiles, mut all) = self.joined_tiles();
        all.extend(wrong.into_iter().map(|it| self.located(it, builders)));
        let mut files: BTreeMap<String, String> = BTreeMap::new();
        for (name, joined) in [(TILES, tiles), (DEPTHS, depths)] {
            files.extend(joined.map(|it| (name.to_owned(), it.text)));
        }
        let vaults = self.vaults.iter();
        files.extend(vaults.map(|(name, it)| (name.clone(), it.text.clone())));
        let (stock, errors) = Stock::read(&files, builders);
        all.extend(errors.into_iter().map(|it| self.located(it, builders)));
        (stock, all)
    }

    /// Returns the plan of the dungeon joined from those in all folders, and the errors in them.
    fn joined_depths(&self, builders: &Builders) -> (Option<Joined>, Vec<DataError>) {
        let own = fogbound_assets::DEPTHS;
        let own = Source {
            file: own.path,
            text: own.text,
        };
        let themes = self.vaults.iter().filter(|it| it.0.starts_with(THEMES));
        let themes = themes.map(|(name, it)| (name.clone(), it.text.clone()));
        let themes: Themes = themes.collect();
        let lay = |own, below| lay_depths(own, below, &themes);
        join(&self.depths, Some(own), &lay, |file, text| {
            Depths::read(file, text, builders).map(drop)
        })
    }

    /// Returns the tile file joined from those in all folders, and the errors in them.
    fn joined_tiles(&self) -> (Option<Joined>, Vec<DataError>) {
        let (joined, wrong) = join(&self.tiles, None, &lay_over, |file, text| {
            TileSet::with(file, text).map(drop)
        });
        (
            joined,
            self.unreadable.iter().cloned().chain(wrong).collect(),
        )
    }

    /// Returns the tiles defined in the folders, or the built-in tiles if there is no tile file or all are broken.
    pub(super) fn tiles(&self) -> TileSet {
        let text = self.joined_tiles().0.map(|it| it.text);
        let read = text.and_then(|text| TileSet::with(TILES, &text).ok());
        read.unwrap_or_default()
    }

    /// Returns one line for each error in the tile files.
    pub(super) fn tile_errors(&self) -> Vec<String> {
        self.joined_tiles()
            .1
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    /// Returns the file with this name in the last folder, if it is used to build levels.
    pub(super) fn last(&self, name: &str) -> Option<&Layer> {
        let folder = self.folders().last()?;
        let layer = match name {
            TILES => self.tiles.last(),
            DEPTHS => self.depths.last(),
            _ => self.vaults.get(name),
        };
        layer.filter(|it| Path::new(&it.path) == folder.join(name))
    }

    /// Returns these assets with another text for a file in the last folder that is used to build levels.
    pub(super) fn with(&self, name: &str, text: &str) -> Self {
        let mut new = self.clone();
        let folder = self.folders().last().cloned().unwrap_or_default();
        let layer = Layer {
            path: folder.join(name).display().to_string(),
            text: text.to_owned(),
        };
        let layers = match name {
            TILES => &mut new.tiles,
            DEPTHS => &mut new.depths,
            _ => {
                new.vaults.insert(name.to_owned(), layer);
                return new;
            }
        };
        if self.last(name).is_some() {
            layers.pop();
        }
        layers.push(layer);
        new
    }

    /// Returns an error about a file used to build levels, with the full path of the file.
    pub(super) fn located(&self, mut error: DataError, builders: &Builders) -> DataError {
        if error.file == DEPTHS
            && let Some(joined) = self.joined_depths(builders).0
        {
            error = joined.trace(error);
        }
        if error.file == QUEST
            && let Some(joined) = &self.quest
        {
            error = joined.trace(error);
        }
        let paths = self.vaults.iter().map(|(name, it)| (name, &it.path));
        for (name, path) in paths {
            if error.file == *name {
                error.file.clone_from(path);
            }
            error.message = error
                .message
                .replace(&format!("in {name};"), &format!("in {path};"));
        }
        error
    }

    /// Returns everything that comes from a folder: its kind, its name, and the file that it comes from. `is_broken` says which
    /// files are left out.
    pub(super) fn entries(
        &self,
        is_broken: impl Fn(&str) -> bool,
    ) -> Vec<(&'static str, String, String)> {
        let joined = |paths: &[&str]| {
            let used = paths.iter().filter(|it| !is_broken(it)).copied();
            used.collect::<Vec<_>>().join(", over ")
        };
        let mut all = Vec::new();
        for (name, paths) in self.monsters.paths() {
            let kind = if name.starts_with("things/") {
                "thing"
            } else {
                "monster"
            };
            let name = name.trim_start_matches("things/").trim_end_matches(".ron");
            all.push((kind, name.replace('-', " "), joined(&paths)));
        }
        let groups = [("tile", &self.tiles), ("level", &self.depths)];
        let singles = self.singles.iter().map(|(kind, layers)| (*kind, layers));
        for (kind, layers) in groups.into_iter().chain(singles) {
            let mut found: BTreeMap<String, Vec<&str>> = BTreeMap::new();
            for layer in layers.iter().rev() {
                let source = Source {
                    file: &layer.path,
                    text: &layer.text,
                };
                let node = Node::of(source);
                for (key, _) in node.iter().flat_map(Node::entries) {
                    let key = key.text().trim_matches('"').to_owned();
                    found.entry(key).or_default().push(&layer.path);
                }
            }
            let found = found.into_iter();
            all.extend(found.map(|(name, paths)| (kind, name, joined(&paths))));
        }
        for (name, it) in &self.vaults {
            let kind = if name.starts_with(THEMES) {
                "theme"
            } else {
                "vault"
            };
            let stem = Path::new(name).file_stem().unwrap_or_default();
            let name = stem.to_string_lossy().replace('-', " ");
            all.push((kind, name, joined(&[it.path.as_str()])));
        }
        let rooms = rooms_in(self.folders());
        let rooms = rooms.map(|it| (it.file_stem().map(|it| it.to_owned()), it));
        let rooms: BTreeMap<_, _> = rooms.collect();
        for (name, file) in rooms {
            let name = name.unwrap_or_default().to_string_lossy().into_owned();
            all.push(("room", name, joined(&[&file.display().to_string()])));
        }
        // The game's own files are not from a folder.
        all.retain(|(.., file)| !file.is_empty() && !file.starts_with("assets/"));
        all
    }

    /// Returns one line for each problem with the folders. These problems do not stop the game.
    pub(super) fn warnings(&self) -> impl Iterator<Item = &String> {
        self.broken.iter().chain(&self.unused)
    }
}

/// The single files that a folder can hold.
const FILES: [&str; 7] = [TILES, DEPTHS, NUMBERS, BOONS, QUEST, PALETTE, MOD];

/// The maximum number of vaults in a folder.
const MAX_VAULTS: usize = 1_024;

/// The maximum size of a vault file, in bytes.
const MAX_VAULT: u64 = 1 << 16;

/// Reads the vaults or themes in a folder, and returns them by their names in the folder. Adds a line to `broken` for each
/// file that cannot be read.
fn all_in(
    folder: &Path,
    (inner, ending): (&str, &str),
    broken: &mut Vec<String>,
) -> BTreeMap<String, Layer> {
    let found = fs::read_dir(folder.join(inner)).into_iter().flatten();
    let found = found.flatten().map(|it| it.file_name());
    let is_meant = |name: &OsString| {
        let name = name.to_string_lossy();
        name.ends_with(ending) && !name.starts_with('.')
    };
    let names: Vec<String> = found
        .filter(is_meant)
        .map(|name| format!("{inner}{}", name.to_string_lossy()))
        .take(MAX_VAULTS + 1)
        .collect();
    if names.len() > MAX_VAULTS {
        broken.push(format!(
            "{}: more than {MAX_VAULTS} files match {inner}*{ending}; none of them is used",
            printable(&folder.display().to_string())
        ));
        return BTreeMap::new();
    }
    let folder = [folder.to_owned()];
    let mut errors = Vec::new();
    let read = names.into_iter().filter_map(|name| {
        let vault = layers(&folder, &name, MAX_VAULT, &mut errors).pop()?;
        Some((name, vault))
    });
    let vaults = read.collect();
    broken.extend(errors.iter().map(ToString::to_string));
    vaults
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
