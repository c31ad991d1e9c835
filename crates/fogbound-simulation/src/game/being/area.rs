//! The cells that effects reach.
//!
//! The same functions compute what happens, on the real level, and what the player is shown beforehand, on the level as
//! the player knows it.

use bevy::prelude::*;

use crate::fov::{FieldOfView, Sight, VisibleSet};
use crate::grid::Rectangle;
use crate::map::{Tile, TileMap};

/// The furthest that an effect can reach, in cells.
pub const FURTHEST: u32 = 99;

/// A shape of the cells that effects reach. Two shapes are the same if their names are.
///
/// A new shape is a constant that is registered with [`add_area`](super::AddTerms::add_area).
#[derive(Clone, Copy, Debug)]
pub struct AreaShape {
    /// The name in data files.
    pub name: &'static str,
    /// Whether a distance follows the name, as in `burst(3)`. Without one, it is 0.
    pub has_distance: bool,
    /// Says where the cells are, such as `within 2 cells`, for this distance.
    pub within: fn(u32) -> String,
    /// The cells, for the documentation.
    pub about: &'static str,
    /// Returns the cells that an effect reaches.
    pub reached: fn(&Terrain, Reach) -> Vec<IVec2>,
    /// Returns whether an effect reaches a cell, if that can be told faster than by looking at all cells that it reaches.
    pub reaches: Option<fn(&Terrain, Reach, IVec2) -> bool>,
}

/// Where an effect takes place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The cell of the creature that has the effect.
    pub from: IVec2,
    /// The cell around which the effect takes place: where a thrown thing has landed or, without one, the cell that the
    /// effect is about.
    pub center: IVec2,
    /// The distance that follows the name of the shape, in cells.
    pub far: u32,
}

impl AreaShape {
    /// Returns the area of this shape up to this distance, in cells.
    pub const fn up_to(self, far: u32) -> Area {
        Area { shape: self, far }
    }
}

impl PartialEq for AreaShape {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for AreaShape {}

/// The cells that an effect reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// The shape of these cells.
    pub shape: AreaShape,
    /// The distance up to which the effect reaches, in cells.
    pub far: u32,
}

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

    /// Returns the cells that an effect around `center` reaches. `from` is the cell of the creature that has it.
    pub fn reached(&self, area: Area, from: IVec2, center: IVec2) -> Vec<IVec2> {
        let far = area.far;
        (area.shape.reached)(self, Reach { from, center, far })
    }

    /// Returns whether an effect [reaches](Self::reached) a cell.
    pub(crate) fn reaches(&self, area: Area, from: IVec2, center: IVec2, cell: IVec2) -> bool {
        let far = area.far;
        match area.shape.reaches {
            Some(reaches) => reaches(self, Reach { from, center, far }, cell),
            None => self.reached(area, from, center).contains(&cell),
        }
    }
}
