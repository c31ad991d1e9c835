//! What a level is like, in figures.

use bevy::math::IVec2;

use super::level::Level;
use super::stairs::ways_from;
use crate::fov::{FieldOfView, Sight};
use crate::grid::Rectangle;
use crate::map::{Stairs, Tile};
use crate::path::{KING, SIDES, parts};

/// What a level is like, in figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Survey {
    /// How much of it can be walked on, in percent of its cells.
    pub floor: f64,
    /// How many ways round there are: masses of wall, of more than four cells and not only of what one sees across, that
    /// one can walk all around, doors no hindrance.
    pub loops: u32,
    /// The longest corridor that leads nowhere, in cells.
    pub dead_end: u32,
    /// How many cells one sees in the mean, were all lit: of so many cells of floor, evenly taken, at most 200.
    pub view: f64,
    /// How many doors it has, open, shut and secret, grates among them.
    pub doors: u32,
    /// How many of them are secret.
    pub secrets: u32,
    /// How many steps it is from the start to the stairs down, without secret doors; none if there are none or no way.
    pub way: Option<u32>,
}

impl Survey {
    /// Looks a level over.
    pub fn of(level: &Level) -> Self {
        let map = &level.map;
        let cells = f64::from(map.size().element_product().max(1));
        let open = map.positions().filter(|&it| map.tile(it).is_passable());
        let doors = |tile: Tile| tile.opens_to().is_some() || tile.closes_to().is_some();
        let count = |is_counted: &dyn Fn(Tile) -> bool| {
            map.iter().filter(|&(_, tile)| is_counted(tile)).count() as u32
        };
        Self {
            floor: open.count() as f64 * 100.0 / cells,
            loops: loops(level),
            dead_end: longest_dead_end(level),
            view: mean_view(level),
            doors: count(&doors),
            secrets: count(&|tile| tile.seems().is_some()),
            way: way_to_stairs(level),
        }
    }
}

/// Masses of what is in the way, connected over corners, that do not reach the border.
fn loops(level: &Level) -> u32 {
    const LEAST: usize = 5;
    let map = &level.map;
    let is_solid = |cell: IVec2| !map.tile(cell).is_passable();
    let inner = Rectangle::new(IVec2::ZERO, map.size()).expanded(-1);
    let masses = parts(map.size(), &KING, is_solid);
    let is_loop = |mass: &Vec<IVec2>| {
        let is_inside = mass.iter().all(|cell| inner.contains(*cell));
        let hides = mass.iter().any(|cell| map.is_opaque(*cell));
        is_inside && hides && mass.len() >= LEAST
    };
    masses.filter(is_loop).count() as u32
}

/// Follows every corridor that ends at a cell with a single open side back to where it meets another.
fn longest_dead_end(level: &Level) -> u32 {
    let map = &level.map;
    let open = |cell: IVec2| map.tile(cell).is_passable();
    let sides = |cell: IVec2| {
        SIDES
            .into_iter()
            .map(move |it| cell + it)
            .filter(|it| open(*it))
    };
    let ends = map
        .positions()
        .filter(|&it| open(it) && sides(it).count() == 1);
    let length = |end: IVec2| {
        let (mut before, mut cell, mut length) = (end, end, 0);
        loop {
            length += 1;
            let mut on = sides(cell).filter(|it| *it != before);
            let next = (on.next(), on.next());
            match next {
                (Some(next), None) => (before, cell) = (cell, next),
                _ => return length,
            }
        }
    };
    ends.map(length).max().unwrap_or(0)
}

fn mean_view(level: &Level) -> f64 {
    const MOST: usize = 200;
    let floor: Vec<IVec2> = level.floor_cells().collect();
    let each = floor.len().div_ceil(MOST).max(1);
    let mut engine = FieldOfView::new();
    let sight = Sight::default().unlimited();
    let eyes = floor.iter().step_by(each);
    let seen = eyes.map(|&eye| engine.view(level.map.opacity(), eye, sight).len());
    let (sum, count) = seen.fold((0, 0), |(sum, count), it| (sum + it, count + 1));
    sum as f64 / f64::from(count.max(1))
}

fn way_to_stairs(level: &Level) -> Option<u32> {
    let map = &level.map;
    let ways = ways_from(map.size(), level.start, |cell| {
        let tile = map.tile(cell);
        tile.is_passable() && tile.seems().is_none()
    });
    let leads_on = |tile: Tile| {
        let is_goal = tile.kind().taken.is_some_and(|it| it.is_goal);
        is_goal || tile.stairs() == Some(Stairs::Down)
    };
    let ends = map.iter().filter(|&(_, tile)| leads_on(tile));
    ends.filter_map(|(cell, _)| ways.cost_to(cell)).min()
}
