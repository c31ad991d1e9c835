//! Finds where creatures can walk, many cells at a time.

use bevy::math::IVec2;

use fogbound_vision::FLAGS;

use super::TileMap;
use super::tile_map::{CLOSED, WALKABLE};

/// Whether each of 64 consecutive cells of one row can be entered. There is one bit per cell, and the leftmost cell has
/// the lowest bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Footing {
    /// The cells that a creature can stand on.
    pub walkable: u64,
    /// The closed doors, which can be opened.
    pub closed: u64,
    /// The cells on fire. They are not `walkable`: everything goes round fire unless it chooses not to.
    pub burning: u64,
}

impl From<[u64; FLAGS]> for Footing {
    fn from(flags: [u64; FLAGS]) -> Self {
        let burning = flags[WALKABLE] & flags[CLOSED];
        Self {
            walkable: flags[WALKABLE] & !burning,
            closed: flags[CLOSED] & !burning,
            burning,
        }
    }
}

impl TileMap {
    /// Returns the footing of the cell `start` and the 63 cells to its right. Cells outside the map cannot be
    /// entered.
    pub fn footing(&self, start: IVec2) -> Footing {
        self.plan().flags(start).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Tile;
    use bevy::math::UVec2;

    #[test]
    fn footing_agrees_with_the_tiles() {
        let mut map = TileMap::new(UVec2::new(130, 3), Tile::WALL);
        for x in [0, 1, 63, 64, 100, 128, 129] {
            map.set(IVec2::new(x, 1), Tile::FLOOR);
            map.set(IVec2::new(x + 1, 1), Tile::CLOSED_DOOR);
            map.set(IVec2::new(x, 2), Tile::FIRE);
        }
        for y in -1..4 {
            for x in [-200, -64, -63, -1, 0, 1, 63, 64, 66, 127, 129, 130, 999] {
                let footing = map.footing(IVec2::new(x, y));
                for bit in 0..64 {
                    let tile = map.tile(IVec2::new(x + bit, y));
                    assert_eq!(footing.walkable >> bit & 1 != 0, tile.is_walkable());
                    assert_eq!(footing.closed >> bit & 1 != 0, tile.opens_to().is_some());
                    assert_eq!(footing.burning >> bit & 1 != 0, tile.burns());
                }
            }
        }
    }
}
