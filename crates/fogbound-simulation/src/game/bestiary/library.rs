//! The bestiary: every kind of monster in use.

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Arc, LazyLock};

use bevy::prelude::*;
use rand::Rng;

use super::base::sources;
use super::check::warnings;
use super::effects::Vocabulary;
use super::files::{MonsterError, MonsterFile, MonsterFiles, THINGS};
use super::monster::Monster;
use super::names::{Meant, Named};
use crate::dungeon::DepthPlan;
use crate::dungeon::random::weighted;
use crate::files::data::Source;
use crate::files::did_you_mean;
use crate::game::being::{Effect, Hunts, HuntsBySound, Quota, Things};
use crate::game::mind::Guards;
use crate::map::{Tile, TileSet};

/// Every kind of monster, by name.
///
/// The bestiary is read from [`MonsterFiles`], and is read again whenever the files change. If a file has errors, its
/// last valid definition stays in use. If there is no such definition, the built-in one is used.
#[derive(Resource, Clone, Debug, Default)]
pub struct Bestiary {
    by_file: BTreeMap<String, Arc<Monster>>,
    by_name: BTreeMap<String, Arc<Monster>>,
    /// The name of the monster that each letter stands for in maps and vaults. Several monsters can have the same letter.
    letters: BTreeMap<char, String>,
    errors: Vec<MonsterError>,
    /// The letters of monsters whose files have errors, each with the first error.
    broken: Vec<(char, MonsterError)>,
    /// The files from which all of this, and all things, have been read without an error. Reading any others clears it.
    loaded: Option<MonsterFiles>,
    /// The names of tiles and of limits in the files of things.
    names_in_things: Vec<Named>,
}

impl Bestiary {
    /// Reads the monsters from `files` without their minds. This does not need a type vocabulary, so it works before an
    /// app exists.
    pub fn without_minds(files: &MonsterFiles) -> Self {
        // Most files are the built-in ones, which never change.
        static BUILT_IN: LazyLock<Bestiary> =
            LazyLock::new(|| Bestiary::default().with_files(&MonsterFiles::default()));
        match files.has_built_in() {
            true => BUILT_IN.with_files(files),
            false => Self::default().with_files(files),
        }
    }

    /// Reads `files` without their minds. Files that are the same as in this bestiary are not read again.
    pub fn with_files(&self, files: &MonsterFiles) -> Self {
        let mut bestiary = self.clone();
        bestiary.read(files, None);
        bestiary
    }

    /// Returns whether a game with these files need not read them again.
    pub(super) fn is_loaded_from(&self, files: &MonsterFiles) -> bool {
        self.loaded.as_ref() == Some(files)
    }

    /// Notes that the monsters and the things have been read from these files.
    pub(super) fn note_loaded(&mut self, files: MonsterFiles) {
        self.loaded = Some(files).filter(|_| self.errors.is_empty());
    }

    pub fn get(&self, name: &str) -> Option<&Arc<Monster>> {
        self.by_name.get(name)
    }

    /// Returns the monster that `glyph` stands for in ASCII maps: of several with this letter, one of the game's own, or else
    /// the one whose file comes first in the alphabet.
    pub fn by_glyph(&self, glyph: char) -> Option<&Arc<Monster>> {
        self.get(self.letters.get(&glyph)?)
    }

    pub fn meant(&self, letter: char, legend: &BTreeMap<char, String>) -> Option<&Arc<Monster>> {
        match legend.get(&letter) {
            Some(name) => self.get(name),
            None => self.by_glyph(letter),
        }
    }

    /// Iterates over all monsters in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Monster>> {
        self.by_name.values()
    }

    /// Returns the letters of all monsters as a comma-separated list for messages.
    pub fn known_glyphs(&self) -> String {
        let glyphs: Vec<String> = self.letters.keys().map(char::to_string).collect();
        glyphs.join(", ")
    }

    /// Iterates over all monsters with their file names, in the order of the file names.
    pub fn by_file(&self) -> impl Iterator<Item = (&str, &Arc<Monster>)> {
        self.by_file.values().map(|it| (&*it.file, it))
    }

    /// Iterates over the names and contents of the files in use, in the order of their names.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        let texts = self.by_file.iter();
        texts.map(|(name, monster)| (&**name, monster.whole_text()))
    }

    /// Iterates over the warnings about all monsters in use: minds that can have no effect, and damage that no mind
    /// deals.
    pub fn warnings(&self) -> impl Iterator<Item = &MonsterError> {
        self.by_file.values().flat_map(|it| it.warnings.iter())
    }

    pub fn errors(&self) -> &[MonsterError] {
        &self.errors
    }

    /// Returns the first error in the file of a monster with the letter `glyph`, or `None` if no such file has errors.
    pub fn broken(&self, glyph: char) -> Option<&MonsterError> {
        let broken = self.broken.iter().find(|(letter, _)| *letter == glyph);
        broken.map(|(_, error)| error)
    }

    /// Returns an error for each name in a monster file, and each name of a tile in the file of a thing, that is not the name of a tile, a thing or a monster, depending
    /// on what is expected. Such a name has no effect, but the rest of the file is used.
    pub fn unknown_names(&self, tiles: TileSet, things: &Things) -> Vec<MonsterError> {
        let all = self
            .iter()
            .flat_map(|it| &it.names)
            .chain(&self.names_in_things);
        let unknown = all.filter(|it| !self.is_known(it, tiles, things));
        let mut errors: Vec<MonsterError> = Vec::new();
        for name in unknown {
            let error = name.error(self.complain(name, tiles, things));
            // A name in a file that others are based on is reported once.
            if !errors.contains(&error) {
                errors.push(error);
            }
        }
        errors
    }

    /// Notes the names of tiles and of limits in the files of things, which can be checked when everything is known.
    pub(super) fn note_names_in_things(&mut self, names: Vec<Named>) {
        self.names_in_things = names;
    }

    /// Returns the names that effects have as `counts`.
    fn counts<'a>(&'a self, things: &'a Things) -> Vec<&'a str> {
        let monsters = self.iter().map(|it| &it.on);
        let things = things.iter().filter_map(|it| it.item.as_ref());
        let all = monsters.chain(things.map(|it| &it.on));
        let effects = all.flat_map(|it| it.iter()).flat_map(|(_, it)| it);
        let quotas = effects.filter_map(Effect::quota);
        quotas.filter_map(Quota::name).collect()
    }

    /// Returns whether a monster has this name or this tag.
    pub(super) fn is_kind_or_tag(&self, name: &str) -> bool {
        self.get(name).is_some() || self.iter().any(|it| it.tags.iter().any(|tag| tag == name))
    }

    fn is_known(&self, it: &Named, tiles: TileSet, things: &Things) -> bool {
        match it.meant {
            Meant::Tiles => tiles.iter().any(|tile| tile.is_called(&it.name)),
            Meant::ThingOrTile => things.named(&it.name).is_some() || tiles.get(&it.name).is_some(),
            Meant::Thing => things.named(&it.name).is_some(),
            Meant::Monster => self.get(&it.name).is_some(),
            Meant::MonsterOrTag => self.is_kind_or_tag(&it.name),
            Meant::Counts => self.counts(things).contains(&&*it.name),
        }
    }

    fn complain(&self, it: &Named, tiles: TileSet, things: &Things) -> String {
        let tiles: Vec<&str> = tiles.iter().map(Tile::name).collect();
        let list = format!("; the tiles are {}", tiles.join(", "));
        let names = things.iter().map(|it| it.name.as_str());
        let (what, hint) = match it.meant {
            Meant::Tiles => {
                let words = tiles.iter().filter_map(|it| it.rsplit(' ').next());
                let words = words.chain(tiles.iter().copied());
                ("tile", did_you_mean(&it.name, words))
            }
            Meant::ThingOrTile => (
                "thing or tile",
                did_you_mean(&it.name, tiles.into_iter().chain(names)),
            ),
            Meant::Thing => ("thing", did_you_mean(&it.name, names)),
            Meant::Monster => {
                let monsters = self.iter().map(|it| it.name.as_str());
                ("monster", did_you_mean(&it.name, monsters))
            }
            Meant::Counts => {
                let counts = self.counts(things);
                ("name of `counts`", did_you_mean(&it.name, counts))
            }
            Meant::MonsterOrTag => {
                let tags = self.iter().flat_map(|it| it.tags.iter());
                let all = self.iter().map(|it| &it.name).chain(tags);
                (
                    "monster or tag",
                    did_you_mean(&it.name, all.map(String::as_str)),
                )
            }
        };
        let is_tile = it.meant == Meant::Tiles && hint.is_empty();
        let list = if is_tile { &*list } else { "" };
        format!("unknown {what} {:?}{hint}; it is left out{list}", it.name)
    }

    /// Chooses a random monster for a depth, by weight. Depth 1 is the topmost level. Returns `None` if no monster
    /// lives at that depth.
    pub fn choose(&self, depth: u32, dice: &mut impl Rng) -> Option<&Arc<Monster>> {
        self.choose_at(depth, None, dice)
    }

    /// Chooses a monster as [`choose`](Self::choose) does, for a level with this plan: only those that the plan names, if it
    /// names any, and those that it favours more often.
    pub(crate) fn choose_at(
        &self,
        depth: u32,
        plan: Option<&DepthPlan>,
        dice: &mut impl Rng,
    ) -> Option<&Arc<Monster>> {
        self.choose_by(dice, |monster| {
            let favour = plan.and_then(|it| it.favours.get(&monster.name));
            let weight = weight_at(monster, depth, plan).filter(|_| !monster.appears.in_fog)?;
            Some(weight.saturating_mul(favour.copied().unwrap_or(1)))
        })
    }

    /// Chooses a monster that would go after the player, by weight, among those that live at a depth. Guards and
    /// creatures in disguise stay where they are.
    pub(crate) fn choose_hunter(
        &self,
        depth: u32,
        plan: Option<&DepthPlan>,
        dice: &mut impl Rng,
    ) -> Option<&Arc<Monster>> {
        self.choose_by(dice, |monster| {
            let minds = &monster.minds;
            let hunts = minds.get::<Hunts>().is_some() || minds.get::<HuntsBySound>().is_some();
            let stays = minds.get::<Guards>().is_some() || monster.seems.is_some();
            let stays = stays || monster.appears.in_fog;
            weight_at(monster, depth, plan).filter(|_| hunts && !stays)
        })
    }

    /// Chooses a monster that arises in the fog at a depth, by weight.
    pub(crate) fn choose_of_fog(
        &self,
        depth: u32,
        plan: Option<&DepthPlan>,
        dice: &mut impl Rng,
    ) -> Option<&Arc<Monster>> {
        self.choose_by(dice, |monster| {
            weight_at(monster, depth, plan).filter(|_| monster.appears.in_fog)
        })
    }

    /// Chooses a random monster whose first level is 1 to `most` levels below a depth. Returns `None` if there is no
    /// such monster.
    pub(super) fn choose_from_below(
        &self,
        depth: u32,
        most: u32,
        dice: &mut impl Rng,
    ) -> Option<&Arc<Monster>> {
        let below = depth.saturating_add(1)..=depth.saturating_add(most);
        self.choose_by(dice, |monster| {
            let appears = &monster.appears;
            let lives_below = below.contains(&appears.depths.0) && !appears.in_fog;
            lives_below.then_some(monster.appears.weight)
        })
    }

    fn choose_by(
        &self,
        dice: &mut impl Rng,
        weight: impl Fn(&Monster) -> Option<u32>,
    ) -> Option<&Arc<Monster>> {
        let weights = self.by_name.values().map(|it| weight(it).unwrap_or(0));
        self.iter().nth(weighted(weights, dice)?)
    }

    /// Reads all files again, and returns the errors and warnings that are new.
    ///
    /// If two monsters have the same name, one is rejected. A definition that is already in use takes
    /// precedence, even while its file has errors, followed by a built-in one. Then come the files that replace a
    /// built-in one, and those that are called after their monsters, so that a copy of a file never replaces it.
    pub(super) fn read(
        &mut self,
        files: &MonsterFiles,
        vocabulary: Option<Vocabulary>,
    ) -> Vec<MonsterError> {
        let old = mem::take(self);
        let mut waiting: Vec<&MonsterFile> = Vec::new();
        let all: Vec<MonsterFile> = files.iter().collect();
        for file in all.iter().filter(|it| !it.name.starts_with(THINGS)) {
            let sources = file.source().map(|it| sources(file, it, &all));
            let sources = sources.and_then(Result::ok).unwrap_or_default();
            let unchanged = |old: &&Arc<Monster>| old.is_from(&sources);
            match old.by_file.get(file.name).filter(unchanged) {
                Some(kept) => self.take(file, kept.clone()),
                None => waiting.push(file),
            }
        }
        let read: &Read = &|file, source| Monster::read(&sources(file, source, &all)?, vocabulary);
        // Built-in files come first, so that if files conflict, the one from a plugin or folder is rejected.
        waiting.sort_by_cached_key(|file| {
            let is_new = file.built_in.is_none();
            let rank = (
                !file.in_folders.is_empty(),
                file.is_added,
                is_new,
                file.first,
            );
            let keeps_old = old.by_file.contains_key(file.name) && is_broken(file, read);
            (!keeps_old, rank, !is_called_after_monster(file))
        });
        for file in waiting {
            self.choose_source(file, old.by_file.get(file.name), read);
        }
        self.errors.sort_by(|one, other| one.file.cmp(&other.file));
        let by_name = |it: &Arc<Monster>| (it.name.clone(), it.clone());
        self.by_name = self.by_file.values().map(by_name).collect();
        // Whether a file is the game's own shows in its name, so that a saved game, which holds only the files, reads the same.
        let mut in_order: Vec<(&String, &Arc<Monster>)> = self.by_file.iter().collect();
        let is_own = |name: &str| fogbound_assets::MONSTERS.iter().any(|it| it.name == name);
        in_order.sort_by_key(|(file, _)| !is_own(file));
        self.letters.clear();
        for (_, monster) in in_order {
            let letter = self.letters.entry(monster.glyph);
            letter.or_insert_with(|| monster.name.clone());
        }
        let known: Vec<&MonsterError> = old.errors.iter().chain(old.warnings()).collect();
        let now = self.errors.iter().chain(self.warnings());
        now.filter(|error| !known.contains(error))
            .cloned()
            .collect()
    }

    /// Uses the first valid definition from these sources: the last folder, the previous state, the other folders from the
    /// last to the first, and the built-in file.
    fn choose_source<'a>(
        &mut self,
        file: &MonsterFile<'a>,
        old: Option<&Arc<Monster>>,
        read: &Read<'_, 'a>,
    ) {
        for (number, version) in file.in_folders.iter().enumerate() {
            match version {
                Ok(source) if self.define(file, *source, read) => return,
                Err(error) => self.errors.push((*error).clone()),
                Ok(_) => {}
            }
            let old = old.filter(|old| number == 0 && self.conflict(old).is_none());
            if let Some(old) = old {
                self.take(file, old.clone());
                return;
            }
        }
        if let Some(source) = file.built_in {
            self.define(file, source, read);
        }
    }

    fn take(&mut self, file: &MonsterFile, monster: Arc<Monster>) {
        self.by_file.insert(file.name.to_owned(), monster);
    }

    /// Uses the definition in `source` if it is valid. Otherwise, records its errors and its letter. Returns whether
    /// the definition is valid.
    fn define<'a>(
        &mut self,
        file: &MonsterFile<'a>,
        source: Source<'a>,
        read: &Read<'_, 'a>,
    ) -> bool {
        let monster = read(file, source).and_then(|monster| {
            let Some(other) = self.conflict(&monster) else {
                return Ok(monster);
            };
            let name = &monster.name;
            let taken = format_args!("name: {name:?} is taken by {other}; expected a unique name");
            Err(source.fault_of("name", taken).into())
        });
        let errors = match monster {
            Ok(mut monster) => {
                monster.warnings = warnings(&monster).into();
                self.take(file, Arc::new(monster));
                return true;
            }
            Err(errors) => errors,
        };
        let first = glyph_of(source).zip(errors.first().cloned());
        self.broken.extend(first);
        // A mistake in a file that others are based on is reported once.
        let known = mem::take(&mut self.errors);
        let new = errors.into_iter().filter(|it| !known.contains(it));
        self.errors = known.iter().cloned().chain(new).collect();
        false
    }

    /// Returns the file of another monster with the same name, if there is one.
    fn conflict(&self, monster: &Monster) -> Option<&str> {
        let mut others = self.by_file.values();
        let same = others.find(|other| other.name == monster.name);
        same.map(|other| &*other.file)
    }
}

/// Returns the weight of a monster on a level with this plan, or `None` if it does not live there. A plan that names all
/// that appear counts more than what a monster's file says about levels.
fn weight_at(monster: &Monster, depth: u32, plan: Option<&DepthPlan>) -> Option<u32> {
    let appears = &monster.appears;
    match plan.and_then(|it| it.only.as_ref()) {
        Some(only) => only
            .contains(&monster.name)
            .then(|| appears.weight_if_named()),
        None => {
            let (first, last) = appears.depths;
            (first..=last).contains(&depth).then_some(appears.weight)
        }
    }
}

/// Reads a version of a file, with what it is based on.
type Read<'r, 'a> = dyn Fn(&MonsterFile<'a>, Source<'a>) -> Result<Monster, Vec<MonsterError>> + 'r;

/// Returns whether a file in a folder cannot be used.
fn is_broken<'a>(file: &MonsterFile<'a>, read: &Read<'_, 'a>) -> bool {
    match (!file.in_folders.is_empty(), file.source()) {
        (true, Some(source)) => read(file, source).is_err(),
        (is_own, source) => is_own && source.is_none(),
    }
}

fn is_called_after_monster(file: &MonsterFile) -> bool {
    let fields = file.source().map(|it| it.whole().fields("Monster"));
    let fields = fields.and_then(Result::ok).unwrap_or_default();
    let name = fields.iter().find(|it| it.key.text() == "name");
    let name: Option<String> = name.and_then(|it| it.value.read().ok());
    let stem = file.name.trim_end_matches(".ron").replace('-', " ");
    name.is_some_and(|it| it.replace('-', " ") == stem)
}

/// Returns the glyph that a file defines, if the glyph can be read despite any errors in the file.
fn glyph_of(source: Source) -> Option<char> {
    let fields = source.whole().fields("Monster").unwrap_or_default();
    let field = fields.iter().find(|it| it.key.text() == "glyph");
    if let Some(glyph) = field.and_then(|it| it.value.read().ok()) {
        return Some(glyph);
    }
    let mut claims = source.text.split("glyph").skip(1);
    claims.find_map(|rest| {
        let value = rest.trim_start().strip_prefix(':')?.trim_start();
        let quote = value.chars().next().filter(|it| ['\'', '"'].contains(it))?;
        let mut letters = value[1..].chars();
        letters.next().filter(|_| letters.next() == Some(quote))
    })
}
