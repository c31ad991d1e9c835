//! Names of tiles, things and other monsters in monster files, which are checked when these are known.

use crate::files::TextPosition;

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
}

/// A name in a monster file.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) meant: Meant,
    pub(super) place: TextPosition,
}
