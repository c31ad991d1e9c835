//! The cells that effects reach.
//!
//! The same functions compute what happens, on the real level, and what the player is shown beforehand, on the level as
//! the player knows it.

use bevy::prelude::*;

use super::effect::Area;
use super::flight::{Passage, length, line};
use crate::fov::{Cone, FieldOfView, Sight, VisibleSet};
use crate::grid::Rectangle;
use crate::map::{Tile, TileMap};
use crate::path::{DOOR, Ways};

/// The width of a cone, in degrees.
const CONE: u16 = 90;

/// A level, or what someone knows about one.
#[derive(Clone, Copy)]
pub struct Terrain<'a> {
    /// The cells that the level can have.
    pub bounds: Rectangle,
    /// Returns the tile on a cell, or `None` if it is unknown.
    pub tile: &'a dyn Fn(IVec2) -> Option<Tile>,
    /// Returns what an eye on a cell sees.
    pub view: &'a dyn Fn(IVec2, Sight) -> VisibleSet,
}

impl Terrain<'_> {
    /// Calls `ask` with a level as it is.
    pub fn of<T>(map: &TileMap, ask: impl FnOnce(Terrain) -> T) -> T {
        ask(Terrain {
            bounds: Rectangle::new(IVec2::ZERO, map.size()),
            tile: &|cell| map.get(cell),
            view: &|eye, sight| {
                let mut view = VisibleSet::new();
                FieldOfView::new().compute(map.opacity(), eye, sight, &mut view);
                view
            },
        })
    }

    /// Calls `ask` with a level that has these tiles. Unknown cells do not block sight.
    pub(crate) fn of_tiles<T>(
        bounds: Rectangle,
        tile: &dyn Fn(IVec2) -> Option<Tile>,
        ask: impl FnOnce(Terrain) -> T,
    ) -> T {
        ask(Terrain {
            bounds,
            tile,
            view: &|eye, sight| {
                let mut view = VisibleSet::new();
                let is_opaque = |cell| tile(cell).is_some_and(Tile::is_opaque);
                FieldOfView::new().compute_with(bounds, eye, sight, is_opaque, &mut view);
                view
            },
        })
    }

    /// Returns the cells that an effect reaches if the creature that has it stands on `from` and its centre is `center`.
    pub fn reached(&self, area: Area, from: IVec2, center: IVec2) -> Vec<IVec2> {
        match area {
            Area::Itself => vec![from],
            Area::Cell => vec![center],
            Area::Line => {
                let passage = |cell| Passage::of((self.tile)(cell), Tile::is_walkable);
                let cells = line(from, center, passage).map(|(cell, _)| cell);
                let cells = cells.take(length(from, center));
                std::iter::once(from).chain(cells).collect()
            }
            Area::Cone(far) => {
                let sight = Sight::default().with_radius(far);
                let facing = center - from;
                match facing {
                    IVec2::ZERO => self.seen(from, sight),
                    _ => self.seen(from, sight.with_cone(Cone::new(facing, CONE))),
                }
            }
            Area::Burst(far) => self.seen(center, Sight::default().with_radius(far)),
            Area::Hearing(far) => {
                let cost = |cell| {
                    let tile = (self.tile)(cell)?;
                    let door = tile.opens_to().map(|_| DOOR);
                    if tile.is_walkable() { Some(1) } else { door }
                };
                let ways = Ways::within(center, far, cost);
                ways.reached().iter().map(|(cell, _)| *cell).collect()
            }
            Area::Round(far) => {
                let sight = Sight::default().with_radius(far);
                let corner = IVec2::splat(far.cast_signed());
                let around = Rectangle::from_corners(center - corner, center + corner);
                let cells = around.cells().filter(|it| self.bounds.contains(*it));
                let is_beside = |offset: IVec2| offset.abs().max_element() <= 1;
                let is_near = |offset: IVec2| sight.reaches(offset) || is_beside(offset);
                cells.filter(|it| is_near(*it - center)).collect()
            }
        }
    }

    fn seen(&self, eye: IVec2, sight: Sight) -> Vec<IVec2> {
        (self.view)(eye, sight).iter().collect()
    }

    /// Returns whether an effect [reaches](Self::reached) a cell.
    pub(crate) fn reaches(&self, area: Area, from: IVec2, center: IVec2, cell: IVec2) -> bool {
        match area {
            Area::Burst(_) if cell == center => true,
            // Nothing beyond the cell matters.
            Area::Burst(far) => {
                let [x, y] = (cell - center).abs().to_array();
                let sight = Sight::default().with_radius(far);
                sight.reaches(cell - center)
                    && (self.view)(center, sight.with_radius(far.min((x + y).unsigned_abs())))
                        .contains(cell)
            }
            area => self.reached(area, from, center).contains(&cell),
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::dungeon::random::stream;

    #[test]
    fn an_effect_reaches_the_cells_that_are_reached() {
        let mut reached = 0;
        for seed in 0..200 {
            let mut dice = stream(seed, "reaches", 0);
            let mut map = TileMap::new(UVec2::new(14, 11), Tile::FLOOR);
            for cell in map.positions() {
                if dice.random_range(0..5) == 0 {
                    map.set(cell, Tile::WALL);
                }
            }
            let mut cell = || IVec2::new(dice.random_range(0..14), dice.random_range(0..11));
            let (from, center) = (cell(), cell());
            let far = (seed % 7) as u32 + 1;
            for area in [
                Area::Burst(far),
                Area::Cone(far),
                Area::Round(far),
                Area::Cell,
            ] {
                Terrain::of(&map, |it| {
                    let all = it.reached(area, from, center);
                    for cell in map.positions() {
                        let is_in = it.reaches(area, from, center, cell);
                        assert_eq!(is_in, all.contains(&cell), "{seed}: {area:?} at {cell}");
                    }
                    reached += all.len();
                });
            }
        }
        assert!(reached > 1_000);
    }
}
