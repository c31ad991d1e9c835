//! The bestiary: every kind of monster that is in force.

use std::collections::BTreeMap;
use std::mem;
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
    by_file: BTreeMap<String, Arc<Monster>>,
    by_name: BTreeMap<String, Arc<Monster>>,
    errors: Vec<MonsterError>,
    /// Letters of monsters whose files are broken, with what is wrong with them.
    broken: Vec<(char, MonsterError)>,
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
        self.by_file.values().map(|it| (&*it.file, it))
    }

    /// The texts of the files that are in force, in the order of the files' names.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        let texts = self.by_file.iter();
        texts.map(|(name, monster)| (&**name, &*monster.text))
    }

    /// What is wrong with files that are not in force.
    pub fn errors(&self) -> &[MonsterError] {
        &self.errors
    }

    /// What is wrong with the file that says of itself that its monster is written as `glyph`, if it is broken.
    pub fn broken(&self, glyph: char) -> Option<&MonsterError> {
        let broken = self.broken.iter().find(|(letter, _)| *letter == glyph);
        broken.map(|(_, error)| error)
    }

    /// A monster for this depth, 1 being the top, by chance and weight; none if none lives there.
    pub fn choose(&self, depth: u32, dice: &mut impl Rng) -> Option<&Arc<Monster>> {
        self.choose_favoured(depth, &BTreeMap::new(), dice)
    }

    /// The same where some, by name, are met so many times as often.
    pub(super) fn choose_favoured(
        &self,
        depth: u32,
        favours: &BTreeMap<String, u32>,
        dice: &mut impl Rng,
    ) -> Option<&Arc<Monster>> {
        self.choose_by(dice, |monster| {
            let (first, last) = monster.appears.depths;
            let favour = favours.get(&monster.name).copied().unwrap_or(1);
            let lives_here = (first..=last).contains(&depth);
            lives_here.then(|| monster.appears.weight.saturating_mul(favour))
        })
    }

    /// A monster that does not live at this depth yet, and does at most `most` levels further down; none if there is none.
    pub(super) fn choose_from_below(
        &self,
        depth: u32,
        most: u32,
        dice: &mut impl Rng,
    ) -> Option<&Arc<Monster>> {
        let below = depth.saturating_add(1)..=depth.saturating_add(most);
        self.choose_by(dice, |monster| {
            let lives_below = below.contains(&monster.appears.depths.0);
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

    /// Reads all files anew and returns what is wrong that was not wrong before.
    ///
    /// Who shares a name or a glyph with another is refused: among two that want the same, the one
    /// that is in force keeps it, then one that came with the game.
    pub(super) fn read(
        &mut self,
        files: &MonsterFiles,
        registry: Option<Registry>,
    ) -> Vec<MonsterError> {
        let old = mem::take(self);
        let mut waiting: Vec<MonsterFile> = Vec::new();
        for file in files.iter() {
            let unchanged = |old: &&Arc<Monster>| file.source() == Some(old.source());
            match old.by_file.get(file.name).filter(unchanged) {
                Some(kept) => self.take(&file, kept.clone()),
                None => waiting.push(file),
            }
        }
        // Built-in files first, so that a plugin's or a folder's file is the one to be refused.
        waiting.sort_by_key(|file| (file.in_folder.is_some(), file.is_added));
        for file in &waiting {
            self.choose_source(file, old.by_file.get(file.name), registry);
        }
        let by_name = |it: &Arc<Monster>| (it.name.clone(), it.clone());
        self.by_name = self.by_file.values().map(by_name).collect();
        let is_new = |error: &&MonsterError| !old.errors.contains(error);
        self.errors.iter().filter(is_new).cloned().collect()
    }

    /// Takes the first definition that is good: the folder's, the one that was in force, the
    /// built-in one.
    fn choose_source(
        &mut self,
        file: &MonsterFile,
        old: Option<&Arc<Monster>>,
        registry: Option<Registry>,
    ) {
        match file.in_folder {
            Some(Ok(source)) if self.define(file, source, registry) => return,
            Some(Err(error)) => self.errors.push(error.clone()),
            _ => {}
        }
        let old = old.filter(|old| file.in_folder.is_some() && self.conflict(old).is_none());
        match (old, file.built_in) {
            (Some(old), _) => self.take(file, old.clone()),
            (None, Some(source)) => {
                self.define(file, source, registry);
            }
            (None, None) => {}
        }
    }

    fn take(&mut self, file: &MonsterFile, monster: Arc<Monster>) {
        self.by_file.insert(file.name.to_owned(), monster);
    }

    /// Takes what `source` defines, and says whether it is good. If not, notes what is wrong with it, and the letter that it
    /// claims.
    fn define(&mut self, file: &MonsterFile, source: Source, registry: Option<Registry>) -> bool {
        let monster = Monster::read(source, registry).and_then(|monster| {
            let Some((field, value, other)) = self.conflict(&monster) else {
                return Ok(monster);
            };
            let taken =
                format_args!("{field}: {value} is taken by {other}; expected a {field} of its own");
            Err(source.fault_of(field, taken).into())
        });
        let errors = match monster {
            Ok(monster) => {
                self.take(file, Arc::new(monster));
                return true;
            }
            Err(errors) => errors,
        };
        let first = glyph_of(source).zip(errors.first().cloned());
        self.broken.extend(first);
        self.errors.extend(errors);
        false
    }

    /// The field whose value another monster has already, the value, and the other's file.
    fn conflict(&self, monster: &Monster) -> Option<(&'static str, String, &str)> {
        self.by_file.values().find_map(|other| {
            let (field, value) = if other.name == monster.name {
                ("name", format!("{:?}", monster.name))
            } else if other.glyph == monster.glyph {
                ("glyph", format!("{:?}", monster.glyph))
            } else {
                return None;
            };
            Some((field, value, &*other.file))
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
