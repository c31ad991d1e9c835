//! The settings of a scene: seeds, light, eyes, and where its map and its monsters come from.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use super::model::{Props, ReadMonsters};
use super::text::{Instruction, Text};
use crate::dungeon::TILES;
use crate::files::{DataError, MAX_RON, Node, brief, join, lay_over, layers, replace};
use crate::fov::{Algorithm, Sight};
use crate::game::bestiary::{Bestiary, MonsterFiles, can_be_shown};
use crate::game::{BOONS, Boons, Goals, LightRule, NUMBERS, Numbers, QUEST};
use crate::map::TileSet;

/// The names of the settings.
pub(super) const NAMES: [&str; 9] = [
    "seed",
    "seeds",
    "light",
    "radius",
    "algorithm",
    "numbers",
    "assets",
    "map",
    "title",
];

/// The largest number of seeds.
const MOST_SEEDS: u64 = 100_000;

/// The settings of a scene. A path comes with the byte at which it is named.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Settings<'a> {
    seeds: Option<(u64, u64)>,
    light: Option<LightRule>,
    radius: Option<u32>,
    algorithm: Option<Algorithm>,
    pub(super) numbers: Option<(&'a str, usize)>,
    pub(super) assets: Option<(&'a str, usize)>,
    pub(super) map: Option<(&'a str, usize)>,
    pub(super) title: Option<&'a str>,
}

impl<'a> Settings<'a> {
    /// Takes the setting that a line makes. Returns whether the line makes one. A mistake goes to `errors`.
    pub(super) fn takes(
        &mut self,
        text: &Text,
        line: &Instruction<'a>,
        errors: &mut Vec<DataError>,
    ) -> bool {
        let value = line.value;
        let result = match line.head {
            "seed" => put(&mut self.seeds, one(value).map(|it| (it, it))),
            "seeds" => put(&mut self.seeds, seeds(value)),
            "light" => put(&mut self.light, light(value)),
            "radius" => put(&mut self.radius, whole(value)),
            "algorithm" => put(&mut self.algorithm, algorithm(value)),
            "numbers" => put(&mut self.numbers, Ok((value, line.value_at))),
            "assets" => put(&mut self.assets, path(value, line.value_at)),
            "map" => put(&mut self.map, path(value, line.value_at)),
            "title" => put(&mut self.title, title(value)),
            _ => return false,
        };
        if let Err(why) = result {
            errors.push(text.error(line.value_at, why));
        }
        true
    }

    pub(super) fn seeds(&self) -> (u64, u64) {
        self.seeds.unwrap_or((1, 1))
    }

    /// Returns the light and the player's sight. As in a game, the sight is limited only if there is no darkness.
    pub(super) fn eyes(&self) -> (LightRule, Sight) {
        let light = self.light.unwrap_or(LightRule::Dark);
        let sight = Sight::default().with_algorithm(self.algorithm.unwrap_or_default());
        let sight = match self.radius {
            Some(radius) => sight.with_radius(radius),
            None if light == LightRule::Off => sight,
            None => sight.unlimited(),
        };
        (light, sight)
    }
}

fn put<T>(place: &mut Option<T>, value: Result<T, String>) -> Result<(), String> {
    match place.replace(value?) {
        None => Ok(()),
        Some(_) => Err("this is set twice; accepted: one line".to_owned()),
    }
}

fn read<T: FromStr>(value: &str, accepted: impl Display) -> Result<T, String> {
    let digits = value.bytes().all(|it| it.is_ascii_digit());
    let found = value.parse().ok().filter(|_| digits);
    found.ok_or_else(|| format!("unexpected `{}`; accepted: {accepted}", brief(value)))
}

fn one(value: &str) -> Result<u64, String> {
    read(
        value,
        "a whole number, such as 7; `seeds: 1-50` for several",
    )
}

fn whole(value: &str) -> Result<u32, String> {
    read(value, "a whole number of cells")
}

fn seeds(value: &str) -> Result<(u64, u64), String> {
    let accepted = format!("the first and the last seed, such as 1-50, at most {MOST_SEEDS} seeds");
    let (first, last) = value.split_once('-').unwrap_or((value, value));
    let seeds = (
        read(first.trim(), &accepted)?,
        read(last.trim(), &accepted)?,
    );
    let is_short = seeds.0 <= seeds.1 && seeds.1 - seeds.0 < MOST_SEEDS;
    match is_short {
        true => Ok(seeds),
        false => Err(format!(
            "unexpected `{}`; accepted: {accepted}",
            brief(value)
        )),
    }
}

fn light(value: &str) -> Result<LightRule, String> {
    let all = [LightRule::Dark, LightRule::Day, LightRule::Off];
    let found = all.into_iter().find(|it| it.name() == value);
    found.ok_or_else(|| format!("unexpected `{}`; accepted: dark, day or off", brief(value)))
}

fn algorithm(value: &str) -> Result<Algorithm, String> {
    let found: Algorithm = value.parse().map_err(|error| format!("{error}"))?;
    match found.is_bearable() {
        true => Ok(found),
        false => Err(format!(
            "`{found}` would take too long; accepted: fewer lines"
        )),
    }
}

fn title(value: &str) -> Result<&str, String> {
    let fits = (1..=40).contains(&value.chars().count()) && value.chars().all(can_be_shown);
    let accepted = "a title of 1 to 40 letters and signs";
    fits.then_some(value)
        .ok_or_else(|| format!("unexpected `{}`; accepted: {accepted}", brief(value)))
}

fn path(value: &str, at: usize) -> Result<(&str, usize), String> {
    let quoted = value.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    match quoted.unwrap_or(value) {
        "" => Err("a path is missing here; accepted: a path from the scene's folder".to_owned()),
        path => Ok((path, at)),
    }
}

/// Reads a data file that may be in several folders, of which later ones win. If there is none, returns the built-in data.
fn own<T: Default>(
    folders: &[PathBuf],
    name: &str,
    lay: for<'a> fn(Node<'a>, Option<Node<'a>>) -> Result<Option<Node<'a>>, DataError>,
    read: impl Fn(&str, &str) -> Result<T, Vec<DataError>>,
) -> Result<T, String> {
    let mut errors = Vec::new();
    let layers = layers(folders, name, MAX_RON, &mut errors);
    let (joined, wrong) = join(&layers, None, &lay, |file, text| read(file, text).map(drop));
    match errors.first().or(wrong.first()) {
        Some(error) => Err(error.to_string()),
        None => {
            let read = joined.and_then(|it| read(&it.path, &it.text).ok());
            Ok(read.unwrap_or_default())
        }
    }
}

impl Props {
    /// Reads the monsters, tiles, numbers and boons of some folders, of which later ones win.
    ///
    /// # Errors
    ///
    /// Returns why the folders cannot be used, in one line.
    pub fn of_folders(folders: &[PathBuf]) -> Result<Self, String> {
        let monsters =
            MonsterFiles::with_folders(folders.to_owned()).map_err(|error| error.to_string())?;
        Ok(Self {
            read: Arc::default(),
            monsters,
            tiles: own(folders, TILES, lay_over, TileSet::with)?,
            numbers: own(folders, NUMBERS, lay_over, Numbers::read)?,
            boons: own(folders, BOONS, replace, Boons::read)?,
            goals: own(folders, QUEST, lay_over, Goals::read)?,
        })
    }

    /// Returns these props and the monsters that have been added to `others`.
    pub fn and_added(self, others: &MonsterFiles) -> Self {
        Self {
            monsters: self.monsters.and_added(others),
            read: Arc::default(),
            ..self
        }
    }

    /// Returns the monsters without their minds. The files are read once.
    pub(super) fn bestiary(&self) -> &Bestiary {
        &self.read().found
    }

    /// Returns the monsters of a scene that adds or changes some files, without their minds.
    pub(super) fn bestiary_with(&self, files: &MonsterFiles) -> Bestiary {
        self.read().recorded.with_files(files)
    }

    /// Returns the texts of all files in use, by the name of the file.
    pub(super) fn texts(&self) -> &BTreeMap<String, String> {
        &self.read().texts
    }

    fn read(&self) -> &ReadMonsters {
        self.read.get_or_init(|| {
            let found = Bestiary::without_minds(&self.monsters);
            let owned = |(name, text): (&str, &str)| (name.to_owned(), text.to_owned());
            let texts: BTreeMap<_, _> = found
                .texts()
                .map(owned)
                .chain(self.monsters.things())
                .collect();
            let recorded = Bestiary::without_minds(&MonsterFiles::recorded(texts.clone()));
            ReadMonsters {
                found,
                recorded,
                texts,
            }
        })
    }
}
