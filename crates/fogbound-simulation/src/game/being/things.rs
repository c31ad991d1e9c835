//! Things, which lie still and can be seen and remembered.

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
    /// The article before the name. May be empty.
    pub article: &'static str,
    /// The name, in lower case.
    pub name: String,
    /// The glyph.
    pub glyph: char,
    /// The red, green and blue components of the colour while the thing is visible. `None` stands for the palette's
    /// colour for things. A remembered thing always has the palette's colour.
    pub color: Option<(u8, u8, u8)>,
    /// How often the thing is placed in generated levels, relative to other things. Built-in things have a weight of 1.
    /// A thing with a weight of 0 is never placed.
    pub weight: u16,
}

impl Thing {
    /// Creates a thing that is as common as the built-in ones.
    pub fn new(article: &'static str, name: impl Into<String>, glyph: char) -> Self {
        Self {
            article,
            name: name.into(),
            glyph,
            color: None,
            weight: 1,
        }
    }

    /// Returns the name without the article. The name of a corpse includes the word `dead`, as in `dead rat`.
    pub fn full_name(&self) -> String {
        match self.article {
            "a dead" => format!("dead {}", self.name),
            _ => self.name.clone(),
        }
    }
}

/// The catalogue of things, indexed by [`ObjectKind`]. Numbers in the lower half of the range are for things placed in
/// dungeons, and those in the upper half are for corpses.
#[derive(Resource, Clone, Debug)]
pub struct Things {
    furniture: Vec<Thing>,
    corpses: Vec<Thing>,
    corpses_of: HashMap<String, ObjectKind>,
}

/// The number of the first kind of corpse.
const CORPSES: u16 = 1 << 15;

/// The built-in things: article, name and glyph.
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

    /// Returns whether `kind` is a corpse.
    pub fn is_corpse(&self, kind: ObjectKind) -> bool {
        kind.0 >= CORPSES
    }

    /// Returns all entries: first the things placed in dungeons, then the corpses.
    pub fn iter(&self) -> impl Iterator<Item = &Thing> {
        self.furniture.iter().chain(&self.corpses)
    }

    /// Returns the thing with this name. Ignores corpses.
    pub fn named(&self, name: &str) -> Option<ObjectKind> {
        let found = self.furniture.iter().position(|it| it.name == name);
        found.map(|number| ObjectKind(number as u16))
    }

    /// Adds a kind of thing. Levels generated from now on may contain it.
    ///
    /// The catalogue holds up to 32,768 kinds. If the catalogue is full, this function discards the new thing and
    /// returns the last kind.
    pub fn add(&mut self, thing: Thing) -> ObjectKind {
        if self.furniture.len() < usize::from(CORPSES) {
            self.furniture.push(thing);
        }
        ObjectKind(self.furniture.len() as u16 - 1)
    }

    /// Chooses a kind at random by weight. Returns `None` if all weights are 0.
    pub(crate) fn choose(&self, dice: &mut impl Rng) -> Option<ObjectKind> {
        let weights = self.furniture.iter().map(|thing| u32::from(thing.weight));
        let chosen = weighted(weights, dice);
        Some(ObjectKind(chosen? as u16))
    }

    /// Returns the corpse of a creature with this name. Adds the corpse to the catalogue the first time that a creature
    /// with this name dies. The catalogue has room for 32,768 corpses.
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

    /// Removes all corpses. Called when a new game begins.
    pub(crate) fn forget_the_dead(&mut self) {
        self.corpses.clear();
        self.corpses_of.clear();
    }
}

/// Adds kinds of things to an app.
pub trait AddThing {
    /// Adds a kind of thing, which levels generated from now on may contain. Returns the kind, for use with
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

/// Returns the components of a thing of this kind that lies on `cell`.
pub(crate) fn thing(kind: ObjectKind, cell: IVec2) -> impl Bundle {
    (kind, Position(cell), OnLevel)
}

/// Returns the things on a cell, each with the number of its kind.
pub(crate) fn lying_at(world: &mut World, at: IVec2) -> Vec<(Entity, u16)> {
    let mut things = world.query::<(Entity, &Position, &ObjectKind)>();
    let here = things.iter(world).filter(|(_, place, _)| place.0 == at);
    here.map(|(entity, _, kind)| (entity, kind.0)).collect()
}
