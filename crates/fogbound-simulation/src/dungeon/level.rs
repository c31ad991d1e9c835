//! A level, before anybody plays it.

use bevy::math::IVec2;

use super::vault::Dweller;
use crate::grid::Rectangle;
use crate::map::{AsciiMap, MapError, MapErrorKind, Tile, TileMap, write_ascii};

fn first_stairs_up(map: &TileMap) -> Option<IVec2> {
    let mut stairs = map.iter().filter(|&(_, tile)| tile == Tile::STAIRS_UP);
    stairs.next().map(|(position, _)| position)
}

/// A level as it is handed to the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its tiles.
    pub map: TileMap,
    /// Where the player begins: a floor cell, or on deeper levels the stairs that lead back up.
    pub start: IVec2,
    /// Its rooms, each the cells inside the walls; the start lies in the
    /// first. A level that somebody drew has none.
    pub rooms: Vec<Rectangle>,
    /// The rooms that are lit by themselves. A level that somebody drew has none.
    pub lit_rooms: Vec<Rectangle>,
    /// The creatures that somebody drew, by the letter of their kind. A built
    /// level has none.
    pub creatures: Vec<(IVec2, char)>,
    /// Who and what belongs to its vaults. A level that somebody drew has none.
    pub dwellers: Vec<(IVec2, Dweller)>,
    /// Its vaults by name, and where they stand.
    pub vaults: Vec<(String, Rectangle)>,
}

impl Level {
    /// The level that an ASCII map draws. Where it has no `@`, the player begins on the first `<`, row by
    /// row.
    ///
    /// # Errors
    ///
    /// If the map has neither.
    pub fn from_ascii(drawn: AsciiMap) -> Result<Self, MapError> {
        let Some(start) = drawn.start.or_else(|| first_stairs_up(&drawn.map)) else {
            return Err(MapError {
                source_name: drawn.source_name,
                place: None,
                kind: MapErrorKind::NoStart,
            });
        };
        Ok(Self {
            map: drawn.map,
            start,
            rooms: Vec::new(),
            lit_rooms: Vec::new(),
            creatures: drawn.creatures,
            dwellers: Vec::new(),
            vaults: Vec::new(),
        })
    }

    /// Draws the level as an ASCII map that is read back as the same level,
    /// its list of rooms aside. A start on the stairs is not drawn: `@` would hide them, and whoever reads
    /// a map without it begins there. A start on anything else hides what it stands on.
    pub fn to_ascii(&self) -> String {
        let is_understood = first_stairs_up(&self.map) == Some(self.start);
        let start = (!is_understood).then_some(self.start);
        write_ascii(&self.map, start, &self.creatures)
    }

    /// The cells of open floor, row by row: where creatures and things can be
    /// put. The start is one of them; doors, stairs and foliage are not.
    pub fn floor_cells(&self) -> impl Iterator<Item = IVec2> {
        let floor = self.map.iter().filter(|&(_, tile)| tile == Tile::FLOOR);
        floor.map(|(position, _)| position)
    }

    /// The room in which the cell lies, as an index of [`Level::rooms`];
    /// `None` in corridors and walls.
    pub fn room_at(&self, position: IVec2) -> Option<usize> {
        self.rooms.iter().position(|room| room.contains(position))
    }
}
