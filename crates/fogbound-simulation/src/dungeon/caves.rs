//! Caves: cellular automata.
//!
//! Cells are open or not by chance; then each becomes what most of its neighbours are, again and again, until there are
//! caves. Small ones are filled again, the others are joined. The method is from "Cellular Automata Method for Generating
//! Random Cave-Like Levels" on RogueBasin.

use bevy::math::IVec2;
use rand::RngExt;

use super::carve::Canvas;
use super::random::RandomStream;
use crate::grid::{Direction, Grid, Rectangle};
use crate::map::Tile;
use crate::path::{SIDES, parts};

/// Of a hundred cells so many are open at first.
const OPEN: u32 = 55;

/// How often each cell becomes what its neighbours are.
const ROUNDS: usize = 4;

/// A cave of fewer cells is filled again.
const SMALLEST: usize = 16;

/// Carves a level of caves.
pub(super) fn carve(canvas: &mut Canvas, rng: &mut RandomStream) {
    let size = canvas.size();
    carve_within(Rectangle::new(IVec2::ONE, size - 2), canvas, rng);
}

/// Carves caves where a builder has found room for nothing, as vaults take it all.
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
        // Too little room for chance: whatever there is, or a hole.
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

/// Grows a single cave that fills most of a room, its middle included.
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

/// Every cell that has at least so many open ones among itself and its neighbours is open. Outside all is closed.
fn round(open: &Grid<bool>, area: Rectangle, least: usize) -> Grid<bool> {
    let is_open = |cell: IVec2| open.get(cell).copied().unwrap_or(false);
    Grid::from_fn(area.size, |cell| {
        let around = Direction::ALL.iter();
        let around = around.filter(|it| is_open(cell + it.delta())).count();
        around + usize::from(is_open(cell)) >= least
    })
}

/// What is connected over the four sides, in the order of rows.
fn islands(open: &Grid<bool>, area: Rectangle) -> impl Iterator<Item = Vec<IVec2>> {
    let islands = parts(area.size, &SIDES, |cell| open[cell]);
    islands.map(move |island| island.into_iter().map(|cell| cell + area.min).collect())
}
