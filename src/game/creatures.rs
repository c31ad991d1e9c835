//! The creatures of the dungeon.

use bevy::prelude::*;

use super::{Actor, ActorId, OnLevel, Wanderer};
use crate::vision::Position;

/// A kind of creature: what tells a rat from a bat.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CreatureKind {
    /// What it is called.
    pub name: &'static str,
    /// How it is drawn, and how an ASCII map names it.
    pub glyph: char,
    /// How quick it is: 100 is one action a turn.
    pub speed: u32,
}

/// Every kind there is, the commonest first.
pub(super) const BESTIARY: [CreatureKind; 5] = [
    CreatureKind { name: "rat", glyph: 'r', speed: 100 },
    CreatureKind { name: "bat", glyph: 'b', speed: 200 },
    CreatureKind { name: "kobold", glyph: 'k', speed: 100 },
    CreatureKind { name: "ooze", glyph: 'o', speed: 50 },
    CreatureKind { name: "goblin", glyph: 'g', speed: 80 },
];

impl CreatureKind {
    /// The kind that an ASCII map writes as `glyph`.
    pub fn from_glyph(glyph: char) -> Option<Self> {
        BESTIARY.into_iter().find(|kind| kind.glyph == glyph)
    }

    /// The letters that ASCII maps can use, for messages: `b, g, k`.
    pub fn known_glyphs() -> String {
        let mut glyphs: Vec<String> = BESTIARY.iter().map(|k| k.glyph.to_string()).collect();
        glyphs.sort_unstable();
        glyphs.join(", ")
    }
}

/// A creature of this kind, wandering from `cell`.
pub(super) fn creature(id: ActorId, kind: CreatureKind, cell: IVec2) -> impl Bundle {
    (
        Name::new(kind.name),
        kind,
        Actor::new(id, kind.speed),
        Position(cell),
        Wanderer::default(),
        OnLevel,
    )
}
