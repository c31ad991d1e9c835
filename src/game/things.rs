//! Things that lie still: seen, remembered where they were seen, and for now no more than that.

use bevy::prelude::*;

use super::OnLevel;
use crate::vision::{ObjectKind, Position};

/// A kind of thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thing {
    /// What it is called, with its article.
    pub name: &'static str,
    /// How it is drawn.
    pub glyph: char,
}

/// The catalogue that an [`ObjectKind`] is an index into.
pub const THINGS: [Thing; 4] = [
    Thing { name: "some bones", glyph: '%' },
    Thing { name: "a dry fountain", glyph: '&' },
    Thing { name: "a broken pillar", glyph: '|' },
    Thing { name: "a cold brazier", glyph: '*' },
];

impl Thing {
    /// The catalogue's entry for `kind`.
    pub fn of(kind: ObjectKind) -> Option<Self> {
        THINGS.get(usize::from(kind.0)).copied()
    }
}

/// A thing of this kind, lying on `cell`.
pub(super) fn thing(kind: ObjectKind, cell: IVec2) -> impl Bundle {
    (kind, Position(cell), OnLevel)
}
