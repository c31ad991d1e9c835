//! Mazes with chambers and few dead ends. Corridors are one cell wide, and the walls between them are one cell thick.
//!
//! A depth-first search with a stack ("recursive backtracker") digs corridors that connect every second cell. Then most
//! dead ends are opened into loops ("braiding"). Both methods are described in Jamis Buck, "Mazes for Programmers"
//! (2015).

use bevy::math::IVec2;
use rand::RngExt;
use rand::seq::SliceRandom;

use super::carve::Canvas;
use super::random::{RandomStream, between};
use crate::grid::Rectangle;
use crate::map::Tile;
use crate::path::SIDES;

/// The percentage of dead ends that are opened.
const OPENED: u32 = 75;

/// The number of maze cells per chamber.
const CELLS_PER_CHAMBER: u32 = 180;

/// Carves a maze into the whole level.
pub(super) fn carve(canvas: &mut Canvas, rng: &mut RandomStream) {
    let size = canvas.size();
    carve_within(Rectangle::new(IVec2::ONE, size - 2), canvas, rng);
}

/// Carves a maze into a part of a level.
pub(super) fn carve_within(area: Rectangle, canvas: &mut Canvas, rng: &mut RandomStream) {
    let maze = Maze { area };
    maze.carve_chambers(canvas, rng);
    let nodes: Vec<IVec2> = maze.nodes().collect();
    for &node in &nodes {
        if canvas.can_dig(node) {
            maze.dig_from(node, canvas, rng);
        }
    }
    for &node in &nodes {
        if maze.is_dead_end(node, canvas) && rng.random_range(0..100_u32) < OPENED {
            maze.open(node, canvas, rng);
        }
    }
}

struct Maze {
    area: Rectangle,
}

impl Maze {
    /// Iterates over the nodes of the maze: every second cell of every second row.
    fn nodes(&self) -> impl Iterator<Item = IVec2> + use<> {
        let (min, size) = (self.area.min, self.area.size.as_ivec2());
        let rows = (0..size.y).step_by(2);
        rows.flat_map(move |y| (0..size.x).step_by(2).map(move |x| min + IVec2::new(x, y)))
    }

    fn carve_chambers(&self, canvas: &mut Canvas, rng: &mut RandomStream) {
        let size = self.area.size.as_ivec2();
        let wanted = self.area.size.element_product() / CELLS_PER_CHAMBER;
        let first = canvas.rooms.len();
        for _ in 0..wanted.saturating_mul(4) {
            if canvas.rooms.len() - first >= wanted as usize {
                return;
            }
            // A chamber has sides of odd length and is aligned with the nodes, so that corridors can pass around it.
            let half = IVec2::new(between(rng, 1, 4), between(rng, 1, 2));
            let room = (half * 2 + IVec2::ONE).min((size - 1) / 2 * 2 + 1);
            let space = (size - room) / 2;
            let at = IVec2::new(between(rng, 0, space.x), between(rng, 0, space.y)) * 2;
            let room = Rectangle::new(self.area.min + at, room.as_uvec2());
            let with_walls = room.expanded(1);
            let is_free = with_walls.cells().all(|cell| !canvas.is_in_room(cell));
            if is_free && room.cells().all(|cell| canvas.can_dig(cell)) {
                canvas.carve_room(room);
            }
        }
    }

    fn dig_from(&self, first: IVec2, canvas: &mut Canvas, rng: &mut RandomStream) {
        canvas.set(first, Tile::FLOOR);
        let mut trail = vec![first];
        while let Some(&cell) = trail.last() {
            let mut sides = SIDES;
            sides.shuffle(rng);
            let on = sides.into_iter().find(|side| {
                let there = cell + side * 2;
                self.area.contains(there) && canvas.can_dig(there) && canvas.can_dig(cell + side)
            });
            match on {
                Some(side) => {
                    canvas.set(cell + side, Tile::FLOOR);
                    canvas.set(cell + side * 2, Tile::FLOOR);
                    trail.push(cell + side * 2);
                }
                None => {
                    trail.pop();
                }
            }
        }
    }

    fn is_dead_end(&self, node: IVec2, canvas: &Canvas) -> bool {
        let is_open = |side: &&IVec2| canvas.tile(node + **side) == Tile::FLOOR;
        canvas.tile(node) == Tile::FLOOR && SIDES.iter().filter(is_open).count() == 1
    }

    /// Joins a dead end to another corridor or to a chamber.
    fn open(&self, node: IVec2, canvas: &mut Canvas, rng: &mut RandomStream) {
        let mut sides = SIDES;
        sides.shuffle(rng);
        let through = sides.into_iter().find(|side| {
            canvas.can_dig(node + side) && canvas.tile(node + side * 2) == Tile::FLOOR
        });
        if let Some(side) = through {
            canvas.set(node + side, Tile::FLOOR);
        }
    }
}
