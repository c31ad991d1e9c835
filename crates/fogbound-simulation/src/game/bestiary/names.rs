//! Names of tiles, things and other monsters in monster files, which are checked when these are known.

use super::{Bestiary, MonsterError};
use crate::files::{Place, did_you_mean};
use crate::game::being::Things;
use crate::map::{Tile, TileSet};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meant {
    /// Tiles that [are called](is_called) this.
    Tiles,
    /// A thing or a tile.
    ThingOrTile,
    /// A monster.
    Monster,
}

/// A name in a monster file.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) meant: Meant,
    pub(super) place: Place,
}

/// Returns whether `name` is the tile's name or the last words of it: a closed door is called "door".
pub(super) fn is_called(tile: Tile, name: &str) -> bool {
    let rest = tile.name().strip_suffix(name);
    rest.is_some_and(|rest| rest.is_empty() || rest.ends_with(' '))
}

impl Bestiary {
    /// Returns an error for each name in a monster file that is not the name of a tile, a thing or a monster, depending
    /// on what is expected. Such a name has no effect, but the rest of the file is used.
    pub fn unknown_names(&self, tiles: TileSet, things: &Things) -> Vec<MonsterError> {
        let mut errors = Vec::new();
        for monster in self.iter() {
            let unknown = |it: &&Named| !self.is_known(it, tiles, things);
            for it in monster.names.iter().filter(unknown) {
                errors.push(MonsterError {
                    file: monster.file.to_string(),
                    place: Some(it.place),
                    message: self.complain(it, tiles, things),
                });
            }
        }
        errors
    }

    fn is_known(&self, it: &Named, tiles: TileSet, things: &Things) -> bool {
        match it.meant {
            Meant::Tiles => tiles.iter().any(|tile| is_called(tile, &it.name)),
            Meant::ThingOrTile => things.named(&it.name).is_some() || tiles.get(&it.name).is_some(),
            Meant::Monster => self.get(&it.name).is_some(),
        }
    }

    fn complain(&self, it: &Named, tiles: TileSet, things: &Things) -> String {
        let tiles: Vec<&str> = tiles.iter().map(Tile::name).collect();
        let things = things.iter().map(|it| it.name.as_str());
        let (what, hint) = match it.meant {
            Meant::Tiles => ("tile", did_you_mean(&it.name, tiles)),
            Meant::ThingOrTile => (
                "thing or tile",
                did_you_mean(&it.name, tiles.into_iter().chain(things)),
            ),
            Meant::Monster => {
                let monsters = self.iter().map(|it| it.name.as_str());
                ("monster", did_you_mean(&it.name, monsters))
            }
        };
        format!("unknown {what} {:?}{hint}; it is left out", it.name)
    }
}
