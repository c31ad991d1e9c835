//! What a name in a data file stands for.

use bevy::prelude::*;

/// What the text in a field of a mind names, so that unknown names are reported. An empty text names nothing.
///
/// Attach it to the field as a reflection attribute, in built-in and custom minds alike: `#[reflect(@NameOf::Thing)]`.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameOf {
    /// A monster.
    Monster,
    /// A thing.
    Thing,
    /// Tiles that [are called](crate::map::Tile::is_called) this.
    Tiles,
}

impl NameOf {
    /// Says what is expected, such as `the name of a monster`.
    pub fn words(self) -> &'static str {
        match self {
            Self::Monster => "the name of a monster",
            Self::Thing => "the name of a thing",
            Self::Tiles => "the name of a tile",
        }
    }
}
