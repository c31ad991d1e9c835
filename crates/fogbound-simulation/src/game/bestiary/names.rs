//! Names of tiles, things and other monsters in monster files, which are checked when these are known.

use std::sync::Arc;

use crate::files::TextPosition;
use crate::files::data::{DataError, Part};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meant {
    /// Tiles that [are called](crate::map::Tile::is_called) this.
    Tiles,
    /// A thing or a tile.
    ThingOrTile,
    /// A thing.
    Thing,
    /// A monster.
    Monster,
    /// What an effect has as `counts`.
    Counts,
    /// A monster, or a tag that one has.
    MonsterOrTag,
}

/// A name in a monster file.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) meant: Meant,
    file: Arc<str>,
    place: TextPosition,
}

impl Named {
    pub(super) fn new(name: &str, meant: Meant, part: Part) -> Self {
        Self {
            name: name.to_owned(),
            meant,
            file: part.file().into(),
            place: part.place(),
        }
    }

    pub(super) fn error(&self, message: String) -> DataError {
        DataError {
            file: self.file.to_string(),
            place: Some(self.place),
            message,
        }
    }
}
