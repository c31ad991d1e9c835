//! Things that lie still: seen, remembered where they were seen, and for now no more than that.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::actor::OnLevel;
use crate::vision::{ObjectKind, Position};

/// A kind of thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thing {
    /// What it is called, with its article if it has one.
    pub article: &'static str,
    /// What it is called.
    pub name: String,
    /// How it is drawn.
    pub glyph: char,
}

/// The catalogue of things that an [`ObjectKind`] is an index into.
#[derive(Resource, Clone, Debug)]
pub struct Things {
    things: Vec<Thing>,
    corpses: HashMap<String, ObjectKind>,
}

/// What lies about in dungeons.
const FURNITURE: [(&str, &str, char); 4] = [
    ("some", "bones", '%'),
    ("a", "dry fountain", '&'),
    ("a", "broken pillar", '|'),
    ("a", "cold brazier", '*'),
];

/// How a corpse is drawn.
const CORPSE: char = '%';

impl Default for Things {
    fn default() -> Self {
        let thing = |(article, name, glyph): (&'static str, &str, char)| Thing {
            article,
            name: name.to_owned(),
            glyph,
        };
        Self {
            things: FURNITURE.into_iter().map(thing).collect(),
            corpses: HashMap::new(),
        }
    }
}

impl Things {
    /// The catalogue's entry for `kind`.
    pub fn get(&self, kind: ObjectKind) -> Option<&Thing> {
        self.things.get(usize::from(kind.0))
    }

    /// All of the catalogue, in the order of [`ObjectKind`]s.
    pub fn iter(&self) -> impl Iterator<Item = &Thing> {
        self.things.iter()
    }

    /// How many kinds of furniture there are: [`ObjectKind`]s from 0 up.
    pub const FURNITURE: u16 = FURNITURE.len() as u16;

    /// What a dead one of this name leaves behind. The catalogue grows with those who die, in the
    /// order in which they do; it is full after some ten thousands of names.
    pub fn corpse_of(&mut self, name: &str) -> Option<ObjectKind> {
        if let Some(&corpse) = self.corpses.get(name) {
            return Some(corpse);
        }
        let kind = ObjectKind(u16::try_from(self.things.len()).ok()?);
        self.things.push(Thing {
            article: "a dead",
            name: name.to_owned(),
            glyph: CORPSE,
        });
        self.corpses.insert(name.to_owned(), kind);
        Some(kind)
    }
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
