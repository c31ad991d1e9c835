//! The shapes of areas that come with the game.

use bevy::prelude::*;

use super::area::{Area, AreaShape, Reach, Terrain};
use super::flight::{Passage, length, line};
use crate::fov::{Cone, Sight};
use crate::grid::Rectangle;
use crate::map::Tile;
use crate::path::{DOOR, Ways};

/// The width of a cone, in degrees.
const WIDTH: u16 = 90;

impl Area {
    /// The creature's own cell.
    pub const ITSELF: Self = AreaShape::ITSELF.up_to(0);
    /// The centre.
    pub const CELL: Self = AreaShape::CELL.up_to(0);
    /// The cells of the line from the creature to the centre.
    pub const LINE: Self = AreaShape::LINE.up_to(0);

    /// The centre and the cells beside it.
    pub const BESIDE: Self = AreaShape::ROUND.up_to(1);

    /// Returns whether this is the creature's own cell or the centre, whatever is there.
    pub fn is_one_cell(self) -> bool {
        [Self::ITSELF, Self::CELL].contains(&self)
    }
}

impl AreaShape {
    /// The creature's own cell.
    pub const ITSELF: Self = Self {
        name: "itself",
        has_distance: false,
        within: |_| "on your cell".to_owned(),
        about: "the user's cell",
        reached: |_, reach| vec![reach.from],
        reaches: None,
    };
    /// The centre.
    pub const CELL: Self = Self {
        name: "cell",
        has_distance: false,
        within: |_| "on the cell".to_owned(),
        about: "the centre; this is the usual shape",
        reached: |_, reach| vec![reach.center],
        reaches: None,
    };
    /// The cells of the line from the creature to the centre.
    pub const LINE: Self = Self {
        name: "line",
        has_distance: false,
        within: |_| "along the line".to_owned(),
        about: "the line from the user to the centre",
        reached: |terrain, Reach { from, center, .. }| {
            let passage = |cell| Passage::of((terrain.tile)(cell), Tile::is_walkable);
            let cells = line(from, center, passage).map(|(cell, _)| cell);
            let cells = cells.take(length(from, center));
            std::iter::once(from).chain(cells).collect()
        },
        reaches: None,
    };
    /// The first cells of the line from the creature to the centre and beyond, through everything.
    pub const RAY: Self = Self {
        name: "ray",
        has_distance: true,
        within: |far| format!("along the first {} of the line", cells(far)),
        about: "the first `n` cells of the line from the user to the centre and beyond it, even through walls",
        reached: |terrain, Reach { from, center, far }| {
            if from == center {
                return Vec::new();
            }
            let anything = Passage {
                is_free: true,
                is_transparent: true,
            };
            let cells = line(from, center, |_| anything).map(|(cell, _)| cell);
            let cells = cells.take(far as usize);
            cells
                .take_while(|it| terrain.bounds.contains(*it))
                .collect()
        },
        reaches: None,
    };
    /// The cells within a right angle towards the centre that an eye on the creature's cell would see by daylight.
    pub const CONE: Self = Self {
        name: "cone",
        has_distance: true,
        within: |far| format!("within {} ahead", cells(far)),
        about: "a right angle towards the centre, up to `n` cells, as far as an eye would see",
        reached: |terrain, Reach { from, center, far }| {
            let sight = Sight::default().with_radius(far);
            let facing = center - from;
            match facing {
                IVec2::ZERO => seen(terrain, from, sight),
                _ => seen(terrain, from, sight.with_cone(Cone::new(facing, WIDTH))),
            }
        },
        reaches: None,
    };
    /// The cells that an eye on the centre would see by daylight.
    pub const BURST: Self = Self {
        name: "burst",
        has_distance: true,
        within: |far| format!("within {} in the open", cells(far)),
        about: "up to `n` cells from the centre, as far as an eye there would see",
        reached: |terrain, Reach { center, far, .. }| {
            seen(terrain, center, Sight::default().with_radius(far))
        },
        // Nothing beyond the cell matters.
        reaches: Some(|terrain, Reach { center, far, .. }, cell| {
            let [x, y] = (cell - center).abs().to_array();
            let sight = Sight::default().with_radius(far);
            let near = sight.with_radius(far.min((x + y).unsigned_abs()));
            cell == center
                || sight.reaches(cell - center) && (terrain.view)(center, near).contains(cell)
        }),
    };
    /// The cells up to this walking distance from the centre: those that hear what happens there.
    pub const HEARING: Self = Self {
        name: "hearing",
        has_distance: true,
        within: |far| format!("within {} on foot", cells(far)),
        about: "up to `n` cells on foot from the centre",
        reached: |terrain, Reach { center, far, .. }| {
            let cost = |cell| {
                let tile = (terrain.tile)(cell)?;
                let door = tile.opens_to().map(|_| DOOR);
                if tile.is_walkable() { Some(1) } else { door }
            };
            let ways = Ways::within(center, far, cost);
            ways.reached().iter().map(|(cell, _)| *cell).collect()
        },
        reaches: None,
    };
    /// All cells near the centre, even behind walls.
    pub const ROUND: Self = Self {
        name: "round",
        has_distance: true,
        within: |far| format!("within {}", cells(far)),
        about: "all cells within `n` cells of the centre and those beside it, even behind walls",
        reached: |terrain, Reach { center, far, .. }| {
            let sight = Sight::default().with_radius(far);
            let corner = IVec2::splat(far.cast_signed());
            let around = Rectangle::from_corners(center - corner, center + corner);
            let cells = around.cells().filter(|it| terrain.bounds.contains(*it));
            let is_beside = |offset: IVec2| offset.abs().max_element() <= 1;
            let is_near = |offset: IVec2| sight.reaches(offset) || is_beside(offset);
            cells.filter(|it| is_near(*it - center)).collect()
        },
        reaches: None,
    };
}

fn seen(terrain: &Terrain, eye: IVec2, sight: Sight) -> Vec<IVec2> {
    (terrain.view)(eye, sight).iter().collect()
}

/// Returns a number of cells in words.
pub(crate) fn cells(count: u32) -> String {
    match count {
        1 => "1 cell".to_owned(),
        count => format!("{count} cells"),
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::dungeon::random::stream;
    use crate::map::TileMap;

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
                AreaShape::BURST.up_to(far),
                AreaShape::CONE.up_to(far),
                AreaShape::ROUND.up_to(far),
                Area::CELL,
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
