//! A finished level, before it is played.

use bevy::math::IVec2;

use super::vault::Dweller;
use crate::grid::Rectangle;
use crate::map::{AsciiMap, MapError, MapErrorKind, Tile, TileMap, write_ascii};

fn first_stairs_up(map: &TileMap) -> Option<IVec2> {
    let mut stairs = map.iter().filter(|&(_, tile)| tile == Tile::STAIRS_UP);
    stairs.next().map(|(position, _)| position)
}

/// A level in the form the game receives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The tiles.
    pub map: TileMap,
    /// Where the player starts: a floor cell, or on deeper levels the stairs up.
    pub start: IVec2,
    /// The rooms, each the cells inside its walls. The start is in the first. A drawn level has none.
    pub rooms: Vec<Rectangle>,
    /// The rooms with ambient light. A drawn level has none.
    pub lit_rooms: Vec<Rectangle>,
    /// The creatures on a drawn level, by the letter of their kind. A built level has none.
    pub creatures: Vec<(IVec2, char)>,
    /// The monsters and things of its vaults. A drawn level has none.
    pub dwellers: Vec<(IVec2, Dweller)>,
    /// The names and places of its vaults.
    pub vaults: Vec<(String, Rectangle)>,
}

impl Level {
    /// Creates the level drawn by an ASCII map. Without an `@`, the player starts on the first `<`, row by row.
    ///
    /// # Errors
    ///
    /// Returns an error if the map has neither.
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

    /// Draws the level as an ASCII map. Reading it back gives the same level, except for the list of rooms. A start
    /// on the first stairs up is not drawn, because `@` would hide them and a map without `@` starts there anyway. A
    /// start elsewhere hides its tile.
    pub fn to_ascii(&self) -> String {
        let is_understood = first_stairs_up(&self.map) == Some(self.start);
        let start = (!is_understood).then_some(self.start);
        write_ascii(&self.map, start, &self.creatures)
    }

    /// Iterates over the cells of open floor, row by row, where creatures and things can be placed. Includes the
    /// start, but no doors, stairs or foliage.
    pub fn floor_cells(&self) -> impl Iterator<Item = IVec2> {
        let floor = self.map.iter().filter(|&(_, tile)| tile == Tile::FLOOR);
        floor.map(|(position, _)| position)
    }

    /// Returns the index in [`Level::rooms`] of the room that contains the cell, or `None` in corridors and walls.
    pub fn room_at(&self, position: IVec2) -> Option<usize> {
        self.rooms.iter().position(|room| room.contains(position))
    }
}
