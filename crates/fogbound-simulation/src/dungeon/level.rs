//! A finished level that has not been entered yet.

use std::collections::BTreeMap;

use bevy::math::IVec2;

use super::vault::Dweller;
use crate::grid::Rectangle;
use crate::map::{AsciiMap, MapError, MapErrorKind, Tile, TileMap, write_ascii, write_legend};

fn first_stairs_up(map: &TileMap) -> Option<IVec2> {
    let mut stairs = map.iter().filter(|&(_, tile)| tile == Tile::STAIRS_UP);
    stairs.next().map(|(position, _)| position)
}

/// A level as the game receives it from a builder or a map file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The tiles.
    pub map: TileMap,
    /// The cell where the player starts: a floor cell or, on deeper levels, the stairs up.
    pub start: IVec2,
    /// The rooms, each given as the rectangle inside its walls. The start is in the first room. A level from a map file
    /// has no rooms.
    pub rooms: Vec<Rectangle>,
    /// The rooms with ambient light. A level from a map file has none.
    pub lit_rooms: Vec<Rectangle>,
    /// The letters of the creatures in a map file, with their cells. A built level has none.
    pub creatures: Vec<(IVec2, char)>,
    /// The names of the monsters that letters in a map file stand for. Other letters stand for the monster that has them.
    pub legend: BTreeMap<char, String>,
    /// The monsters and things in the level's vaults, with their cells. A level from a map file has none.
    pub dwellers: Vec<(IVec2, Dweller)>,
    /// The names of the level's vaults and the areas they cover.
    pub vaults: Vec<(String, Rectangle)>,
}

impl Level {
    /// Creates a level from an ASCII map. If the map has no `@`, the player starts on the first `<` in row order.
    ///
    /// # Errors
    ///
    /// Returns an error if the map has neither `@` nor `<`.
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
            legend: drawn.legend,
            dwellers: Vec::new(),
            vaults: Vec::new(),
        })
    }

    /// Returns the level as an ASCII map. Reading the map back produces the same level, except for the list of rooms.
    /// If the player starts on the first stairs up, `@` is left out: it would hide the stairs, and a map without `@`
    /// starts there anyway. If the player starts anywhere else, `@` hides the tile under it.
    pub fn to_ascii(&self) -> String {
        let is_understood = first_stairs_up(&self.map) == Some(self.start);
        let start = (!is_understood).then_some(self.start);
        write_legend(&self.legend) + &write_ascii(&self.map, start, &self.creatures)
    }

    /// Iterates, row by row, over the floor cells where creatures and things can be placed. Includes the start, but not
    /// doors, stairs or foliage.
    pub fn floor_cells(&self) -> impl Iterator<Item = IVec2> {
        let floor = self.map.iter().filter(|&(_, tile)| tile == Tile::FLOOR);
        floor.map(|(position, _)| position)
    }

    /// Returns the index in [`Level::rooms`] of the room that contains a cell, or `None` if the cell is not in a room.
    pub fn room_at(&self, position: IVec2) -> Option<usize> {
        self.rooms.iter().position(|room| room.contains(position))
    }
}
