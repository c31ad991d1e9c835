//! The cells that effects reach, and the way that a thrown thing takes.
//!
//! The same functions compute what happens, on the real level, and what the player is shown beforehand, on the level as
//! the player knows it.

use bevy::prelude::*;

use super::breathes::on_line;
use super::effect::Area;
use crate::fov::{Cone, FieldOfView, Sight, VisibleSet};
use crate::grid::Rectangle;
use crate::map::{Tile, TileMap};
use crate::path::{DOOR, Ways};

/// How far a thing can be thrown, in steps, where a diagonal step counts as one.
pub const THROW: i32 = 8;

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

    /// Returns the cells that an effect reaches if the creature that has it stands on `from` and its centre is `center`.
    pub fn reached(&self, area: Area, from: IVec2, center: IVec2) -> Vec<IVec2> {
        match area {
            Area::Itself => vec![from],
            Area::Cell => vec![center],
            Area::Line => line(from, center).collect(),
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

    /// Returns the cells that a thing flies over when it is thrown from one cell to another, without the first. It lands
    /// on the last of them, or on its first cell if there are none. It flies no farther than [`THROW`] and stops before
    /// the first unwalkable cell.
    pub fn flight(&self, from: IVec2, to: IVec2) -> Vec<IVec2> {
        let is_free = |cell: &IVec2| (self.tile)(*cell).is_some_and(Tile::is_walkable);
        let cells = line(from, to).skip(1).take(THROW as usize);
        cells.take_while(is_free).collect()
    }

    /// Returns the tile before which such a [`flight`](Self::flight) stops, if it is known.
    pub fn stops_flight(&self, from: IVec2, to: IVec2) -> Option<Tile> {
        let next = self.flight(from, to).len() + 1;
        let cell = line(from, to).take(THROW as usize + 1).nth(next)?;
        (self.tile)(cell)
    }
}

/// Returns the cells of the line between two cells, including both. It is the same in both directions.
fn line(from: IVec2, to: IVec2) -> impl Iterator<Item = IVec2> {
    let length = from.x.abs_diff(to.x).max(from.y.abs_diff(to.y));
    // No map is as wide as that.
    let length = i32::try_from(length).unwrap_or(i32::MAX);
    (0..=length).map(move |steps| on_line(from, to, steps))
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
