//! Fire-breathing, and the line along which the fire burns.

use bevy::prelude::*;

use super::flight::{Passage, line};
use crate::files::data::Within;
use crate::fov::Sight;
use crate::map::Tile;

/// A creature that draws breath when it sees an enemy, and breathes fire when its next turn comes.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[reflect(Component, Default)]
pub struct Breathes {
    /// How far the fire reaches, in cells, measured as the radius of a circle.
    #[reflect(@Within::new(0, 64))]
    pub range: u32,
    /// How many turns the creature draws breath.
    #[reflect(@Within::new(1, 20))]
    pub turns: u32,
    /// The minimum and maximum damage to everyone in the fire.
    #[reflect(@Within::new(0, 999))]
    pub damage: (i32, i32),
    /// The cell that the drawn breath is aimed at.
    #[reflect(ignore)]
    pub(crate) aim: Option<IVec2>,
}

impl Default for Breathes {
    fn default() -> Self {
        Self {
            range: 7,
            turns: 1,
            damage: (3, 6),
            aim: None,
        }
    }
}

impl Breathes {
    /// Returns the cell that the drawn breath is aimed at, or `None` if the creature has not drawn breath.
    pub fn aim(&self) -> Option<IVec2> {
        self.aim
    }

    /// Returns the cells that the fire of a creature on `from` burns if it is aimed at `aim`, nearest first. `tile`
    /// returns the tile on a cell, if it is known.
    ///
    /// The fire passes through `aim` and goes on until its range ends. It takes the same line as a thrown
    /// thing. It stops before a cell that is unknown, or that cannot be walked on and does not burn, and on a cell that
    /// blocks sight.
    pub fn line(
        &self,
        from: IVec2,
        aim: IVec2,
        tile: impl Fn(IVec2) -> Option<Tile>,
    ) -> Vec<IVec2> {
        let reach = Sight::default().with_radius(self.range);
        let passage = |cell: IVec2| {
            let is_in_reach = cell != from && reach.reaches(cell - from);
            Passage::of(tile(cell), |it| {
                is_in_reach && (it.is_walkable() || it.burns())
            })
        };
        let mut cells = Vec::new();
        for (cell, passage) in line(from, aim, passage).take(self.range as usize) {
            if !passage.is_free {
                break;
            }
            cells.push(cell);
            if !passage.is_transparent {
                break;
            }
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fire_stops_before_walls_and_on_leaves() {
        let breath = Breathes::default();
        let burns = |tiles: &'static str| {
            let tile = |cell: IVec2| Tile::from_glyph(tiles.chars().nth(cell.x as usize)?);
            breath.line(IVec2::ZERO, IVec2::new(2, 0), tile).len()
        };
        assert_eq!(burns(".........."), 7);
        assert_eq!(burns("....#....."), 3);
        assert_eq!(burns("....~....."), 3);
        assert_eq!(burns("....\"....."), 4);
        assert_eq!(burns("...."), 3);
    }
}
