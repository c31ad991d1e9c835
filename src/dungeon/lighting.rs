//! The light of a level: rooms that are lit, torches beside doors, braziers in halls.
//!
//! All of it comes from a stream of its own, so that a level is the same but for its flames whatever is changed here.
//! Flames never stand in the only way, and they leave a dark way from the start to the stairs wherever there is one
//! without them.

use std::collections::VecDeque;
use std::iter::successors;

use bevy::math::IVec2;
use rand::RngExt;

use super::Level;
use super::random::RandomStream;
use crate::fov::{FieldOfView, Sight};
use crate::grid::{BitGrid, Direction, Grid, Rectangle};
use crate::map::Tile;

/// Rooms of at least so many cells may have a brazier.
const HALL: u32 = 30;

/// Of a hundred rooms so many are lit on the first level, and so many less on each below, down to the least.
const LIT: (u32, u32, u32) = (45, 5, 8);

/// The same for braziers in halls, and for torches beside doors.
const BRAZIERS: (u32, u32, u32) = (40, 2, 20);
const TORCHES: (u32, u32, u32) = (35, 2, 15);

fn chance((first, less, least): (u32, u32, u32), depth: u32) -> u32 {
    first.saturating_sub(less.saturating_mul(depth)).max(least)
}

/// Lights the level; the first has the depth 0.
pub(super) fn light(level: &mut Level, depth: u32, rng: &mut RandomStream) {
    let mut happens = |odds| rng.random_range(0..100) < chance(odds, depth);
    let mut flames = Vec::new();
    for &room in &level.rooms {
        if happens(LIT) {
            level.lit_rooms.push(room);
        }
        if room.size.x * room.size.y >= HALL && happens(BRAZIERS) {
            flames.push((room.center(), Tile::Brazier));
        }
        let outer = room.expanded(1);
        for door in outer.cells().filter(|&cell| outer.is_border(cell)) {
            if level.map.tile(door).is_passable() && happens(TORCHES) {
                flames.extend(beside(level, room, door).map(|cell| (cell, Tile::Torch)));
            }
        }
    }
    let mut dark = Dark::new(level);
    for (cell, flame) in flames {
        dark.place(level, cell, flame);
    }
}

/// The wall beside a door of a room in which a torch can hang that lights the room.
fn beside(level: &Level, room: Rectangle, door: IVec2) -> Option<IVec2> {
    let inward = Direction::CARDINAL
        .into_iter()
        .map(Direction::delta)
        .find(|way| room.contains(door + way))?;
    let along = inward.perp();
    [door + along, door - along].into_iter().find(|&cell| {
        level.map.tile(cell) == Tile::Wall && level.map.tile(cell + inward) == Tile::Floor
    })
}

/// Where it stays dark while flames are placed.
struct Dark {
    engine: FieldOfView,
    lit: BitGrid,
    start: IVec2,
    stairs: Option<IVec2>,
    /// A dark way from the start to the stairs, if there is one.
    way: Vec<IVec2>,
}

impl Dark {
    fn new(level: &Level) -> Self {
        let mut stairs = level
            .map
            .iter()
            .filter(|&(_, tile)| tile == Tile::StairsDown);
        let mut dark = Self {
            engine: FieldOfView::new(),
            lit: BitGrid::new(level.map.size()),
            start: level.start,
            stairs: stairs.next().map(|(cell, _)| cell),
            way: Vec::new(),
        };
        dark.way = dark.find_way(level).unwrap_or_default();
        dark
    }

    /// Places a flame, unless it stands in the way or leaves no dark one.
    fn place(&mut self, level: &mut Level, cell: IVec2, flame: Tile) {
        let old = level.map.tile(cell);
        if flame == Tile::Brazier {
            let around = Direction::ALL.map(|way| level.map.tile(cell + way.delta()));
            let is_free = old == Tile::Floor && around.into_iter().all(|it| it == Tile::Floor);
            if !is_free || cell == level.start {
                return;
            }
        }
        let Some(burning) = flame.flame() else { return };
        level.map.set(cell, flame);
        let sight = Sight::default().with_radius(burning.radius);
        let field = self.engine.view(level.map.opacity(), cell, sight);
        if !self.way.iter().any(|&cell| field.contains(cell)) {
            self.lit.insert_all(&field);
            return;
        }
        let before = self.lit.clone();
        self.lit.insert_all(&field);
        match self.find_way(level) {
            Some(way) => self.way = way,
            None => {
                level.map.set(cell, old);
                self.lit = before;
            }
        }
    }

    /// A dark way from the start to the stairs.
    fn find_way(&self, level: &Level) -> Option<Vec<IVec2>> {
        let stairs = self.stairs?;
        if self.lit.get(self.start) || self.lit.get(stairs) {
            return None;
        }
        let mut came_from = Grid::new(level.map.size(), None);
        came_from.set(self.start, Some(self.start));
        let mut front = VecDeque::from([self.start]);
        while let Some(cell) = front.pop_front() {
            if cell == stairs {
                let back = |at: &IVec2| came_from.get(*at).copied().flatten().filter(|it| it != at);
                return Some(successors(Some(stairs), back).collect());
            }
            for way in Direction::ALL {
                let next = cell + way.delta();
                let is_new = came_from.get(next) == Some(&None);
                if is_new && level.map.tile(next).is_passable() && !self.lit.get(next) {
                    came_from.set(next, Some(cell));
                    front.push_back(next);
                }
            }
        }
        None
    }
}
