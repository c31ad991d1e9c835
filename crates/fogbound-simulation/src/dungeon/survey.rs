//! Measurements of a level.

use bevy::math::IVec2;

use super::level::Level;
use super::stairs::ways_from;
use crate::fov::{FieldOfView, Sight};
use crate::grid::Rectangle;
use crate::map::Tile;
use crate::path::{KING, SIDES, parts};

/// Measurements of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Survey {
    /// The percentage of the level's cells that are walkable.
    pub floor: f64,
    /// The number of loops, counted as blocks of at least five impassable cells, some of them opaque, that a creature
    /// can walk all the way around. Doors count as passable.
    pub loops: u32,
    /// The length of the longest dead end, in cells.
    pub dead_end: u32,
    /// The mean number of cells that would be visible from a floor cell if the whole level were lit. The mean is taken
    /// over at most 200 floor cells, spread evenly over the level.
    pub view: f64,
    /// The number of doors and grates: open, closed and secret.
    pub doors: u32,
    /// The number of secret doors.
    pub secrets: u32,
    /// The number of steps on the shortest path from the start to the stairs down that does not use secret doors, or
    /// `None` if there is no such path.
    pub way: Option<u32>,
}

impl Survey {
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

/// Counts the blocks of impassable cells that are partly opaque and large enough, and that do not reach the border.
/// Cells that share only a corner are connected.
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

/// Returns the length of the longest dead end. A dead end is a corridor from a cell with a single open side to the next
/// junction.
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
    let ends = map.iter().filter(|(_, tile)| tile.leads_on());
    ends.filter_map(|(cell, _)| ways.cost_to(cell)).min()
}
