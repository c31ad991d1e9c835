//! Things that lie still: seen, remembered where they were seen, and for now no more than that.

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
    /// The article before its name, or none.
    pub article: &'static str,
    /// What it is called, in lower case.
    pub name: String,
    /// How it is drawn.
    pub glyph: char,
    /// Red, green and blue while it is seen; the palette's colour of things if none. All things are remembered in
    /// the palette's.
    pub color: Option<(u8, u8, u8)>,
    /// How often it lies about in levels that are built, compared with the weights of the others; the game's own
    /// have 1. 0: never by itself.
    pub weight: u16,
}

impl Thing {
    /// A thing that lies about as often as those of the game.
    pub fn new(article: &'static str, name: impl Into<String>, glyph: char) -> Self {
        Self {
            article,
            name: name.into(),
            glyph,
            color: None,
            weight: 1,
        }
    }

    /// What it is called without its article: `bones`, but `dead rat`.
    pub fn full_name(&self) -> String {
        match self.article {
            "a dead" => format!("dead {}", self.name),
            _ => self.name.clone(),
        }
    }
}

/// The catalogue of things that an [`ObjectKind`] is an index into: first what lies about in dungeons, then, from
/// half of all numbers on, what the dead leave behind.
#[derive(Resource, Clone, Debug)]
pub struct Things {
    furniture: Vec<Thing>,
    corpses: Vec<Thing>,
    corpses_of: HashMap<String, ObjectKind>,
}

/// The first kind of corpse.
const CORPSES: u16 = 1 << 15;

/// What lies about in dungeons.
const FURNITURE: [(&str, &str, char); 3] = [
    ("some", "bones", '%'),
    ("a", "dry fountain", '&'),
    ("a", "broken pillar", '|'),
];

/// How a corpse is drawn.
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
    /// The catalogue's entry for `kind`.
    pub fn get(&self, kind: ObjectKind) -> Option<&Thing> {
        match kind.0.checked_sub(CORPSES) {
            Some(corpse) => self.corpses.get(usize::from(corpse)),
            None => self.furniture.get(usize::from(kind.0)),
        }
    }

    /// Whether this is what a dead creature leaves behind.
    pub fn is_corpse(&self, kind: ObjectKind) -> bool {
        kind.0 >= CORPSES
    }

    /// All of the catalogue: what lies about, then the corpses.
    pub fn iter(&self) -> impl Iterator<Item = &Thing> {
        self.furniture.iter().chain(&self.corpses)
    }

    /// The kind of this name that lies about.
    pub fn named(&self, name: &str) -> Option<ObjectKind> {
        let found = self.furniture.iter().position(|it| it.name == name);
        found.map(|number| ObjectKind(number as u16))
    }

    /// Adds a kind of thing that lies about in levels that are built from then on.
    ///
    /// There is room for 32,768 kinds; what is added beyond is the last of them.
    pub fn add(&mut self, thing: Thing) -> ObjectKind {
        if self.furniture.len() < usize::from(CORPSES) {
            self.furniture.push(thing);
        }
        ObjectKind(self.furniture.len() as u16 - 1)
    }

    /// A kind of thing by chance and weight; none if nothing has any weight.
    pub(crate) fn choose(&self, dice: &mut impl Rng) -> Option<ObjectKind> {
        let weights = self.furniture.iter().map(|thing| u32::from(thing.weight));
        let chosen = weighted(weights, dice);
        Some(ObjectKind(chosen? as u16))
    }

    /// What a dead one of this name leaves behind. The catalogue grows with those who die, in the
    /// order in which they do; it is full after some ten thousands of names.
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

    /// A new game begins: nobody has died yet.
    pub(crate) fn forget_the_dead(&mut self) {
        self.corpses.clear();
        self.corpses_of.clear();
    }
}

/// Adds kinds of things to an app.
pub trait AddThing {
    /// From now on things of this kind lie about in levels that are built. Returns its kind, which
    /// [`spawn_thing`] puts somewhere.
    fn add_thing(&mut self, thing: Thing) -> ObjectKind;
}

impl AddThing for App {
    fn add_thing(&mut self, thing: Thing) -> ObjectKind {
        let glyph = thing.glyph;
        let stands_for_else = glyph.is_ascii_alphabetic()
            || [START_GLYPH, ' '].contains(&glyph)
            || Tile::from_glyph(glyph).is_some();
        if stands_for_else || !is_shown(glyph) {
            self.note_mistake(format!(
                "the thing {:?} is drawn as {glyph:?}; accepted: a sign of code page 437 that is no letter and stands for \
                 no tile",
                thing.name
            ));
        }
        let known = self.world_mut().get_resource_or_init::<Things>();
        if known.iter().any(|other| other.name == thing.name) {
            self.note_mistake(format!(
                "there is a thing called {:?} already; accepted: another name",
                thing.name
            ));
        }
        self.world_mut().get_resource_or_init::<Things>().add(thing)
    }
}

/// Puts a thing of this kind on `cell` of the current level.
pub fn spawn_thing(world: &mut World, kind: ObjectKind, cell: IVec2) -> Entity {
    world.spawn(thing(kind, cell)).id()
}

/// A thing of this kind, lying on `cell`.
pub(crate) fn thing(kind: ObjectKind, cell: IVec2) -> impl Bundle {
    (kind, Position(cell), OnLevel)
}

/// What lies on a cell, by the numbers of its kinds.
pub(crate) fn lying_at(world: &mut World, at: IVec2) -> Vec<(Entity, u16)> {
    let mut things = world.query::<(Entity, &Position, &ObjectKind)>();
    let here = things.iter(world).filter(|(_, place, _)| place.0 == at);
    here.map(|(entity, _, kind)| (entity, kind.0)).collect()
}
