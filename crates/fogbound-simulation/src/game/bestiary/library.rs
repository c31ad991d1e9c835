//! The bestiary: every kind of monster that is in force.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::prelude::*;
use rand::Rng;

use super::files::MonsterFile;
use super::mind::Registry;
use super::{Monster, MonsterError, MonsterFiles};
use crate::dungeon::random::weighted;
use crate::files::data::Source;

/// Every kind of monster there is, by its name.
///
/// It is read from [`MonsterFiles`], again and again while the game runs. A file that is broken
/// changes nothing: its last good definition stays in force, or the built-in one, or none.
#[derive(Resource, Clone, Debug, Default)]
pub struct Bestiary {
    by_file: BTreeMap<String, Definition>,
    by_name: BTreeMap<String, Arc<Monster>>,
    errors: Vec<MonsterError>,
    /// Letters of monsters whose files are broken, with what is wrong with them.
    broken: Vec<(char, MonsterError)>,
}

/// A monster, and the text that defines it.
#[derive(Clone, Debug)]
struct Definition {
    file: String,
    text: String,
    monster: Arc<Monster>,
}

impl Bestiary {
    /// The monsters of these files without their minds: enough to know who is who before there is
    /// an app with a type registry.
    pub fn without_minds(files: &MonsterFiles) -> Self {
        let mut bestiary = Self::default();
        bestiary.read(files, None);
        bestiary
    }

    /// The monster of this name.
    pub fn get(&self, name: &str) -> Option<&Arc<Monster>> {
        self.by_name.get(name)
    }

    /// The monster that an ASCII map writes as `glyph`.
    pub fn by_glyph(&self, glyph: char) -> Option<&Arc<Monster>> {
        self.iter().find(|monster| monster.glyph == glyph)
    }

    /// All monsters, in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Monster>> {
        self.by_name.values()
    }

    /// The letters that ASCII maps can use, for messages: `b, g, k`.
    pub fn known_glyphs(&self) -> String {
        let mut glyphs: Vec<String> = self.iter().map(|it| it.glyph.to_string()).collect();
        glyphs.sort_unstable();
        glyphs.join(", ")
    }

    /// All monsters with the files that define them, in the order of the files' names.
    pub fn by_file(&self) -> impl Iterator<Item = (&str, &Arc<Monster>)> {
        let definitions = self.by_file.values();
        definitions.map(|it| (it.file.as_str(), &it.monster))
    }

    /// The texts of the files that are in force, in the order of the files' names.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        let texts = self.by_file.iter();
        texts.map(|(name, definition)| (&**name, &*definition.text))
    }

    /// What is wrong with files that are not in force.
    pub fn errors(&self) -> &[MonsterError] {
        &self.errors
    }

    /// What is wrong with the file that says of itself that its monster is written as `glyph`, if it is broken.
    pub fn broken(&self, glyph: char) -> Option<&MonsterError> {
        let mut broken = self.broken.iter().filter(|(letter, _)| *letter == glyph);
        broken.next().map(|(_, error)| error)
    }

    /// A monster for this depth, 1 being the top, by chance and weight; none if none lives there.
    pub fn choose(&self, depth: u32, dice: &mut impl Rng) -> Option<&Arc<Monster>> {
        self.choose_favoured(depth, &BTreeMap::new(), dice)
    }

    /// The same where some, by name, are met so many times as often.
    pub fn choose_favoured(
        &self,
        depth: u32,
        favours: &BTreeMap<String, u32>,
        dice: &mut impl Rng,
    ) -> Option<&Arc<Monster>> {
        let weight = |monster: &Monster| {
            let (first, last) = monster.appears.depths;
            let lives_here = (first..=last).contains(&depth);
            let favour = favours.get(&monster.name).copied().unwrap_or(1);
            lives_here.then(|| monster.appears.weight.saturating_mul(favour))
        };
        self.choose_by(weight, dice)
    }

    /// A monster that does not live at this depth yet, and does at most `most` levels further down; none if there is none.
    pub fn choose_from_below(
        &self,
        depth: u32,
        most: u32,
        dice: &mut impl Rng,
    ) -> Option<&Arc<Monster>> {
        let below = depth.saturating_add(1)..=depth.saturating_add(most);
        let weight = |monster: &Monster| {
            let lives_below = below.contains(&monster.appears.depths.0);
            lives_below.then_some(monster.appears.weight)
        };
        self.choose_by(weight, dice)
    }

    fn choose_by(
        &self,
        weight: impl Fn(&Monster) -> Option<u32>,
        dice: &mut impl Rng,
    ) -> Option<&Arc<Monster>> {
        let weights = self.by_name.values().map(|it| weight(it).unwrap_or(0));
        self.iter().nth(weighted(weights, dice)?)
    }

    /// Reads all files anew and returns what is wrong that was not wrong before.
    ///
    /// Who shares a name or a glyph with another is refused: among two that want the same, the one
    /// that is in force keeps it, then one that came with the game.
    pub(super) fn read(
        &mut self,
        files: &MonsterFiles,
        registry: Option<Registry>,
    ) -> Vec<MonsterError> {
        let mut reading = Reading {
            old: std::mem::take(&mut self.by_file),
            registry,
            chosen: BTreeMap::new(),
            errors: Vec::new(),
            broken: Vec::new(),
        };
        let mut waiting: Vec<MonsterFile> = files.iter().collect();
        waiting.retain(|file| !reading.keep(file));
        // Built-in files first, so that a plugin's or a folder's file is the one to be refused.
        waiting.sort_by_key(|file| (file.in_folder.is_some(), file.is_added));
        for file in &waiting {
            reading.choose(file);
        }
        let by_name = |it: &Definition| (it.monster.name.clone(), it.monster.clone());
        self.by_name = reading.chosen.values().map(by_name).collect();
        self.by_file = reading.chosen;
        self.broken = reading.broken;
        let old_errors = std::mem::replace(&mut self.errors, reading.errors);
        let is_new = |error: &&MonsterError| !old_errors.contains(error);
        self.errors.iter().filter(is_new).cloned().collect()
    }
}

/// The files while one definition after the other is chosen.
struct Reading<'a> {
    old: BTreeMap<String, Definition>,
    registry: Option<Registry<'a>>,
    chosen: BTreeMap<String, Definition>,
    errors: Vec<MonsterError>,
    broken: Vec<(char, MonsterError)>,
}

impl Reading<'_> {
    /// Keeps the old definition if the file is as it was.
    fn keep(&mut self, file: &MonsterFile) -> bool {
        let source = match (file.in_folder, file.built_in) {
            (Some(in_folder), _) => in_folder.ok(),
            (None, built_in) => built_in,
        };
        let old = self.old.get(file.name);
        let kept = old
            .filter(|old| source.is_some_and(|it| (it.file, it.text) == (&*old.file, &*old.text)));
        if let Some(kept) = kept.cloned() {
            self.chosen.insert(file.name.to_owned(), kept);
            return true;
        }
        false
    }

    /// Takes the first definition that is good: the folder's, the one that was in force, the
    /// built-in one.
    fn choose(&mut self, file: &MonsterFile) {
        let in_folder = file.in_folder.map(|it| it.map_err(Clone::clone));
        if let Some(source) = in_folder {
            match source
                .map_err(Vec::from)
                .and_then(|source| self.define(source))
            {
                Ok(definition) => return self.take(file, definition),
                Err(errors) => self.complain(errors, file.in_folder.and_then(Result::ok)),
            }
            let old = self.old.get(file.name).cloned();
            if let Some(old) = old.filter(|old| self.conflict(&old.monster).is_none()) {
                return self.take(file, old);
            }
        }
        match file.built_in.map(|source| self.define(source)) {
            Some(Ok(definition)) => self.take(file, definition),
            Some(Err(errors)) => self.complain(errors, file.built_in),
            None => {}
        }
    }

    /// Notes what is wrong with a file, and the letter that it claims.
    fn complain(&mut self, errors: Vec<MonsterError>, source: Option<Source>) {
        if let (Some(glyph), Some(first)) = (source.and_then(glyph_of), errors.first()) {
            self.broken.push((glyph, first.clone()));
        }
        self.errors.extend(errors);
    }

    fn take(&mut self, file: &MonsterFile, definition: Definition) {
        self.chosen.insert(file.name.to_owned(), definition);
    }

    fn define(&self, source: Source) -> Result<Definition, Vec<MonsterError>> {
        let monster = Monster::read(source, self.registry)?;
        if let Some((field, value, other)) = self.conflict(&monster) {
            let taken =
                format_args!("{field}: {value} is taken by {other}; expected a {field} of its own");
            return Err(source.fault_of(field, taken).into());
        }
        Ok(Definition {
            file: source.file.to_owned(),
            text: source.text.to_owned(),
            monster: Arc::new(monster),
        })
    }

    /// The field whose value another monster has already, the value, and the other's file.
    fn conflict(&self, monster: &Monster) -> Option<(&'static str, String, &str)> {
        self.chosen.values().find_map(|other| {
            let (field, value) = if other.monster.name == monster.name {
                ("name", format!("{:?}", monster.name))
            } else if other.monster.glyph == monster.glyph {
                ("glyph", format!("{:?}", monster.glyph))
            } else {
                return None;
            };
            Some((field, value, other.file.as_str()))
        })
    }
}

/// The letter that a file claims, as far as that can be read in one that may be broken anywhere.
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
