//! Caves, made by cellular automata.
//!
//! Cells start open or closed at random. Then each takes the state of most of its neighbours, several times, until
//! caves form. Small caves are filled again, and the others are joined. The method is from "Cellular Automata Method
//! for Generating Random Cave-Like Levels" on RogueBasin.

use bevy::math::IVec2;
use rand::RngExt;

use super::carve::Canvas;
use super::random::RandomStream;
use crate::grid::{Direction, Grid, Rectangle};
use crate::map::Tile;
use crate::path::{SIDES, parts};

/// The percentage of cells that are open at first.
const OPEN: u32 = 55;

/// How many times each cell takes the state of most of its neighbours.
const ROUNDS: usize = 4;

/// Caves with fewer cells are filled again.
const SMALLEST: usize = 16;

/// Carves a level of caves.
pub(super) fn carve(canvas: &mut Canvas, rng: &mut RandomStream) {
    let size = canvas.size();
    carve_within(Rectangle::new(IVec2::ONE, size - 2), canvas, rng);
}

/// Carves caves if a builder found room for nothing because vaults take all the space.
pub(super) fn carve_if_bare(canvas: &mut Canvas, rng: &mut RandomStream) {
    if canvas.rooms.is_empty() {
        carve(canvas, rng);
    }
}

/// Carves caves into a part of a level.
pub(super) fn carve_within(area: Rectangle, canvas: &mut Canvas, rng: &mut RandomStream) {
    let mut open = scatter(area, OPEN, rng);
    for _ in 0..ROUNDS {
        open = round(&open, area, 5);
    }
    let mut largest: Vec<IVec2> = Vec::new();
    let mut is_any = false;
    for cave in islands(&open, area) {
        if cave.len() >= SMALLEST {
            is_any = true;
            for &cell in &cave {
                canvas.set(cell, Tile::FLOOR);
            }
        }
        if cave.len() > largest.len() {
            largest = cave;
        }
    }
    if !is_any {
        // The area is too small for chance: open the largest cave, or at least a hole.
        largest.push(area.center());
        for cell in largest {
            for side in [IVec2::ZERO, IVec2::X, IVec2::Y] {
                if area.contains(cell + side) {
                    canvas.set(cell + side, Tile::FLOOR);
                }
            }
        }
    }
}

/// Grows a single cave that fills most of a room, including its middle.
pub(super) fn grow(canvas: &mut Canvas, room: Rectangle, rng: &mut RandomStream) {
    let mut open = scatter(room, OPEN + 8, rng);
    let heart = Rectangle::from_corners(room.center(), room.center()).expanded(1);
    for _ in 0..3 {
        for cell in heart.cells().filter(|cell| room.contains(*cell)) {
            open.set(cell - room.min, true);
        }
        open = round(&open, room, 5);
    }
    open.set(room.center() - room.min, true);
    let mut caves = islands(&open, room);
    if let Some(cave) = caves.find(|cave| cave.contains(&room.center())) {
        for cell in cave {
            canvas.set(cell, Tile::FLOOR);
        }
    }
}

fn scatter(area: Rectangle, percent: u32, rng: &mut RandomStream) -> Grid<bool> {
    Grid::from_fn(area.size, |_| rng.random_range(0..100_u32) < percent)
}

/// Opens every cell for which at least `least` cells, among itself and its neighbours, are open. Cells outside count
/// as closed.
fn round(open: &Grid<bool>, area: Rectangle, least: usize) -> Grid<bool> {
    let is_open = |cell: IVec2| open.get(cell).copied().unwrap_or(false);
    Grid::from_fn(area.size, |cell| {
        let around = Direction::ALL.iter();
        let around = around.filter(|it| is_open(cell + it.delta())).count();
        around + usize::from(is_open(cell)) >= least
    })
}

/// Returns the caves, which are connected over the four sides of cells, in row order.
fn islands(open: &Grid<bool>, area: Rectangle) -> impl Iterator<Item = Vec<IVec2>> {
    let islands = parts(area.size, &SIDES, |cell| open[cell]);
    islands.map(move |island| island.into_iter().map(|cell| cell + area.min).collect())
}
