//! Things that lie still: they can be seen and remembered, and nothing more for now.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use rand::Rng;

use super::actor::OnLevel;
use crate::dungeon::random::weighted;
use crate::map::{START_GLYPH, Tile, is_shown};
use crate::mistakes::NoteMistake;
use crate::vision::{ObjectKind, Position};

/// A kind of thing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thing {
    /// The article before its name; may be empty.
    pub article: &'static str,
    /// Its name, in lower case.
    pub name: String,
    /// Its glyph.
    pub glyph: char,
    /// Red, green and blue while visible; `None`: the palette's colour for things. Remembered things always take the
    /// palette's colour.
    pub color: Option<(u8, u8, u8)>,
    /// How often it is placed in built levels, relative to the weights of the other things. The game's own things
    /// have 1; 0: never.
    pub weight: u16,
}

impl Thing {
    /// A thing as common as the game's own.
    pub fn new(article: &'static str, name: impl Into<String>, glyph: char) -> Self {
        Self {
            article,
            name: name.into(),
            glyph,
            color: None,
            weight: 1,
        }
    }

    /// Its name without the article: `bones`, but `dead rat`.
    pub fn full_name(&self) -> String {
        match self.article {
            "a dead" => format!("dead {}", self.name),
            _ => self.name.clone(),
        }
    }
}

/// The catalogue of things, indexed by [`ObjectKind`]. The lower half of all numbers is for things placed in
/// dungeons, the upper half for corpses.
#[derive(Resource, Clone, Debug)]
pub struct Things {
    furniture: Vec<Thing>,
    corpses: Vec<Thing>,
    corpses_of: HashMap<String, ObjectKind>,
}

/// The first kind of corpse.
const CORPSES: u16 = 1 << 15;

/// The game's own things: article, name and glyph.
const FURNITURE: [(&str, &str, char); 3] = [
    ("some", "bones", '%'),
    ("a", "dry fountain", '&'),
    ("a", "broken pillar", '|'),
];

/// The glyph of corpses.
const CORPSE: char = '%';

impl Default for Things {
    fn default() -> Self {
        let thing = |(article, name, glyph)| Thing::new(article, name, glyph);
        Self {
            furniture: FURNITURE.into_iter().map(thing).collect(),
            corpses: Vec::new(),
            corpses_of: HashMap::new(),
        }
    }
}

impl Things {
    /// Returns the entry for `kind`.
    pub fn get(&self, kind: ObjectKind) -> Option<&Thing> {
        match kind.0.checked_sub(CORPSES) {
            Some(corpse) => self.corpses.get(usize::from(corpse)),
            None => self.furniture.get(usize::from(kind.0)),
        }
    }

    /// Whether this is a corpse.
    pub fn is_corpse(&self, kind: ObjectKind) -> bool {
        kind.0 >= CORPSES
    }

    /// All entries: things placed in dungeons, then corpses.
    pub fn iter(&self) -> impl Iterator<Item = &Thing> {
        self.furniture.iter().chain(&self.corpses)
    }

    /// Returns the thing with this name; corpses are not searched.
    pub fn named(&self, name: &str) -> Option<ObjectKind> {
        let found = self.furniture.iter().position(|it| it.name == name);
        found.map(|number| ObjectKind(number as u16))
    }

    /// Adds a kind of thing, which is placed in levels built from then on.
    ///
    /// There is room for 32,768 kinds. When the catalogue is full, the thing is dropped and the last kind returned.
    pub fn add(&mut self, thing: Thing) -> ObjectKind {
        if self.furniture.len() < usize::from(CORPSES) {
            self.furniture.push(thing);
        }
        ObjectKind(self.furniture.len() as u16 - 1)
    }

    /// Chooses a kind at random by weight; `None` if all weights are 0.
    pub(crate) fn choose(&self, dice: &mut impl Rng) -> Option<ObjectKind> {
        let weights = self.furniture.iter().map(|thing| u32::from(thing.weight));
        let chosen = weighted(weights, dice);
        Some(ObjectKind(chosen? as u16))
    }

    /// Returns the corpse of a creature with this name. The catalogue grows in the order in which kinds first die; it
    /// is full after 32,768 names.
    pub fn corpse_of(&mut self, name: &str) -> Option<ObjectKind> {
        if let Some(&corpse) = self.corpses_of.get(name) {
            return Some(corpse);
        }
        let number = u16::try_from(self.corpses.len()).ok()?;
        let kind = ObjectKind(CORPSES.checked_add(number)?);
        self.corpses.push(Thing::new("a dead", name, CORPSE));
        self.corpses_of.insert(name.to_owned(), kind);
        Some(kind)
    }

    /// Removes all corpses, for a new game.
    pub(crate) fn forget_the_dead(&mut self) {
        self.corpses.clear();
        self.corpses_of.clear();
    }
}

/// Adds kinds of things to an app.
pub trait AddThing {
    /// Adds a kind of thing, which is placed in levels built from then on. Returns its kind for use with
    /// [`spawn_thing`].
    fn add_thing(&mut self, thing: Thing) -> ObjectKind;
}

impl AddThing for App {
    fn add_thing(&mut self, thing: Thing) -> ObjectKind {
        let glyph = thing.glyph;
        let is_taken = glyph.is_ascii_alphabetic()
            || [START_GLYPH, ' '].contains(&glyph)
            || Tile::from_glyph(glyph).is_some();
        if is_taken || !is_shown(glyph) {
            self.note_mistake(format!(
                "the thing {:?} is drawn as {glyph:?}; accepted: a character of code page 437 that is not a letter \
                 or a tile",
                thing.name
            ));
        }
        let known = self.world_mut().get_resource_or_init::<Things>();
        if known.iter().any(|other| other.name == thing.name) {
            self.note_mistake(format!(
                "there is already a thing called {:?}; accepted: another name",
                thing.name
            ));
        }
        self.world_mut().get_resource_or_init::<Things>().add(thing)
    }
}

/// Puts a thing of this kind on a cell of the current level.
pub fn spawn_thing(world: &mut World, kind: ObjectKind, cell: IVec2) -> Entity {
    world.spawn(thing(kind, cell)).id()
}

/// A thing of this kind, lying on `cell`.
pub(crate) fn thing(kind: ObjectKind, cell: IVec2) -> impl Bundle {
    (kind, Position(cell), OnLevel)
}

/// Returns the things on a cell, with the numbers of their kinds.
pub(crate) fn lying_at(world: &mut World, at: IVec2) -> Vec<(Entity, u16)> {
    let mut things = world.query::<(Entity, &Position, &ObjectKind)>();
    let here = things.iter(world).filter(|(_, place, _)| place.0 == at);
    here.map(|(entity, _, kind)| (entity, kind.0)).collect()
}
