//! Names of tiles, things and other monsters in monster files, which are checked when these are known.

use crate::files::TextPosition;
use crate::map::Tile;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meant {
    /// Tiles that [are called](is_called) this.
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

/// Returns whether `name` is the tile's name or the last words of it: a closed door is called "door".
pub(super) fn is_called(tile: Tile, name: &str) -> bool {
    let rest = tile.name().strip_suffix(name);
    rest.is_some_and(|rest| rest.is_empty() || rest.ends_with(' '))
}
