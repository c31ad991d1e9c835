//! Loops, which let a creature get out of sight and reappear elsewhere.

use std::collections::VecDeque;

use bevy::math::IVec2;
use rand::RngExt;

use super::carve::Canvas;
use super::random::RandomStream;
use crate::grid::Grid;
use crate::map::Tile;
use crate::path::{SIDES, Vicinity};

/// The maximum number of steps between the two open cells that a straight tunnel joins.
const THICKEST: i32 = 16;

/// Two cells are far apart if the shortest path between them has more than this number of steps.
const FAR: u32 = 26;

/// The number of level cells per loop.
const CELLS_EACH: u32 = 230;
/// The number of attempts to dig each loop.
const TRIES: u32 = 120;

/// Digs tunnels between places that are close together but far apart on foot. Records where the tunnels begin. Secret
/// doors may close the tunnels, because the level is connected even without the tunnels.
pub(super) fn dig(canvas: &mut Canvas, rng: &mut RandomStream) {
    let size = canvas.size().as_ivec2();
    if size.min_element() < 7 {
        return;
    }
    let wanted = (canvas.size().element_product() / CELLS_EACH).max(2);
    let (mut walk, mut tunnels) = (Walk::default(), Tunnels::new(canvas));
    let mut found = 0;
    for number in 0..wanted.saturating_mul(TRIES) {
        let cell = IVec2::new(
            rng.random_range(1..size.x - 1),
            rng.random_range(1..size.y - 1),
        );
        let side = SIDES[rng.random_range(0..4_u32) as usize];
        let way = if number % 2 == 0 {
            straight(canvas, &mut walk, cell, side)
        } else {
            tunnels.find(canvas, &mut walk, cell, side)
        };
        let Some(way) = way else { continue };
        canvas.note_way_round(cell + side);
        for at in way {
            canvas.set(at, Tile::FLOOR);
        }
        walk.from = None;
        found += 1;
        if found == wanted {
            return;
        }
    }
}

/// Returns the cells of a straight tunnel from an open cell to another open cell that is far away on foot.
fn straight(canvas: &Canvas, walk: &mut Walk, cell: IVec2, side: IVec2) -> Option<Vec<IVec2>> {
    let end = across(canvas, cell, side).filter(|end| !walk.is_near(canvas, cell, *end))?;
    let length = (end - cell).abs().max_element();
    Some((1..length).map(|step| cell + side * step).collect())
}

fn is_open(canvas: &Canvas, at: IVec2) -> bool {
    canvas.tile(at) == Tile::FLOOR && !canvas.is_kept(at)
}

/// Returns whether a tunnel may pass straight through a cell, that is, whether the cell and its neighbours on both
/// sides are unprotected rock.
fn is_free(canvas: &Canvas, at: IVec2, side: IVec2) -> bool {
    let is_rock = |at: IVec2| canvas.tile(at) == Tile::ROCK && !canvas.is_kept(at);
    canvas.can_dig(at) && is_rock(at + side.perp()) && is_rock(at - side.perp())
}

/// A search for tunnels with bends.
struct Tunnels {
    /// For each cell, the number of the last search that reached it.
    reached: Grid<u32>,
    /// For each cell, the cell from which it was reached.
    came_from: Grid<IVec2>,
    search: u32,
    front: VecDeque<(IVec2, u32)>,
}

/// The maximum length of a tunnel with bends, in cells.
const LONGEST: u32 = 40;

impl Tunnels {
    fn new(canvas: &Canvas) -> Self {
        Self {
            reached: Grid::new(canvas.size(), 0),
            came_from: Grid::new(canvas.size(), IVec2::ZERO),
            search: 0,
            front: VecDeque::new(),
        }
    }

    /// Returns the cells of the shortest tunnel that leaves an open cell towards `side`, touches no other open cells on
    /// the way, and ends at an open cell that is far away on foot.
    fn find(
        &mut self,
        canvas: &Canvas,
        walk: &mut Walk,
        cell: IVec2,
        side: IVec2,
    ) -> Option<Vec<IVec2>> {
        let first = cell + side;
        if !is_open(canvas, cell) || !is_free(canvas, first, side) {
            return None;
        }
        self.search += 1;
        self.front.clear();
        self.front.push_back((first, 1));
        self.reached.set(first, self.search);
        self.came_from.set(first, cell);
        // If an open cell is close on foot, its neighbours usually are too, so the search gives up after 80 checks.
        let mut looks = 0;
        while let Some((at, length)) = self.front.pop_front() {
            if length == LONGEST {
                break;
            }
            let before = self.came_from[at];
            for side in SIDES {
                let next = at + side;
                // A tunnel must not turn at its first cell.
                if at == first && next - at != at - before || !canvas.can_dig(next) {
                    continue;
                }
                if is_open(canvas, next + side) && is_free(canvas, next, side) && looks < 80 {
                    looks += 1;
                    if !walk.is_near(canvas, cell, next + side) {
                        self.came_from.set(next, at);
                        return Some(self.way(next, cell));
                    }
                }
                let touches = SIDES.iter().any(|it| canvas.tile(next + it) != Tile::ROCK);
                if !touches && self.reached[next] != self.search {
                    self.reached.set(next, self.search);
                    self.came_from.set(next, at);
                    self.front.push_back((next, length + 1));
                }
            }
        }
        None
    }

    fn way(&self, end: IVec2, cell: IVec2) -> Vec<IVec2> {
        let back = |at: &IVec2| Some(self.came_from[*at]).filter(|it| *it != cell);
        std::iter::successors(Some(end), back).collect()
    }
}

/// Returns the open cell on the other side of the rock, if a tunnel to it would not touch any other open cells.
fn across(canvas: &Canvas, cell: IVec2, side: IVec2) -> Option<IVec2> {
    if !is_open(canvas, cell) {
        return None;
    }
    let mut at = cell + side;
    for _ in 0..THICKEST {
        if is_open(canvas, at) {
            return (at != cell + side).then_some(at);
        }
        if !is_free(canvas, at, side) {
            return None;
        }
        at += side;
    }
    None
}

/// A measurement of distances on foot, up to [`FAR`].
#[derive(Default)]
struct Walk {
    near: Vicinity,
    /// The cell from which distances were last measured, or `None` if a tunnel has been dug since.
    from: Option<IVec2>,
}

impl Walk {
    fn is_near(&mut self, canvas: &Canvas, from: IVec2, to: IVec2) -> bool {
        if self.from != Some(from) {
            self.from = Some(from);
            self.near
                .measure(from, FAR, |start| canvas.passable_from(start));
        }
        self.near.has(to)
    }
}
