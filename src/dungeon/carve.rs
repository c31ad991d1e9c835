//! Rooms and corridors, cut out of solid rock.

use bevy::math::{IVec2, UVec2};

use super::Level;
use crate::grid::{Direction, Grid, Rectangle};
use crate::map::{Tile, TileMap};

/// A level while it is being built: solid rock at first, of which builders carve rooms and ways.
///
/// Cells are counted from the top left corner, x to the right and y down. The border stays closed: what is
/// carved there stays rock.
#[derive(Debug)]
pub struct Canvas {
    pub(super) tiles: Grid<Tile>,
    /// The rooms in the order in which they were carved.
    pub(super) rooms: Vec<Rectangle>,
    start: Option<IVec2>,
}

impl Canvas {
    /// Nothing but rock.
    pub(super) fn new(size: UVec2) -> Self {
        Self {
            tiles: Grid::new(size, Tile::Rock),
            rooms: Vec::new(),
            start: None,
        }
    }

    /// Columns and rows.
    pub fn size(&self) -> UVec2 {
        self.tiles.size()
    }

    /// All cells, row by row.
    pub fn positions(&self) -> impl Iterator<Item = IVec2> + use<> {
        self.tiles.positions()
    }

    /// The rooms that were carved, in their order; each is the cells inside the walls.
    pub fn rooms(&self) -> &[Rectangle] {
        &self.rooms
    }

    /// Turns a cell into something else. Of cells on the border and outside nothing becomes.
    pub fn set(&mut self, position: IVec2, tile: Tile) {
        let inside = Rectangle::new(IVec2::ZERO, self.size());
        if inside.contains(position) && !inside.is_border(position) {
            self.tiles.set(position, tile);
        }
    }

    /// Has the player begin on this cell. Without that, it is the centre of the first room, or of a level
    /// without rooms the cell of floor that is nearest to the middle.
    pub fn start_at(&mut self, position: IVec2) {
        self.start = Some(position);
    }

    /// Turns all floor that is not connected with the largest part of it back into rock. Cells are connected
    /// over their four sides.
    pub fn keep_largest_part(&mut self) {
        let mut parts = Grid::new(self.size(), 0_u32);
        let mut largest = (0, 0);
        let mut next = 0;
        for first in self.positions() {
            if self.tile(first) != Tile::Floor || parts.get(first) != Some(&0) {
                continue;
            }
            next += 1;
            let mut cells = 0_usize;
            let mut front = vec![first];
            parts.set(first, next);
            while let Some(cell) = front.pop() {
                cells += 1;
                for way in [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y] {
                    let there = cell + way;
                    if self.tile(there) == Tile::Floor && parts.get(there) == Some(&0) {
                        parts.set(there, next);
                        front.push(there);
                    }
                }
            }
            if cells > largest.0 {
                largest = (cells, next);
            }
        }
        for position in self.positions() {
            if parts
                .get(position)
                .is_some_and(|&part| part != 0 && part != largest.1)
            {
                self.tiles.set(position, Tile::Rock);
            }
        }
    }

    /// The tile of a cell, rock outside.
    pub fn tile(&self, position: IVec2) -> Tile {
        self.tiles.get(position).copied().unwrap_or_default()
    }

    /// The cells that rooms and corridors may take: all but the border, which
    /// stays closed, and with one column and one row more on the right and
    /// below. Builders divide this into parts and keep the last column and
    /// row of every part free, so that no two rooms ever touch.
    pub fn room_for_parts(&self) -> Rectangle {
        Rectangle::new(IVec2::ONE, self.tiles.size() - UVec2::ONE)
    }

    /// Cuts out a room, the cells inside its walls. Rooms get doors, windows and things to look at.
    pub fn carve_room(&mut self, room: Rectangle) {
        for position in room.cells() {
            self.set(position, Tile::Floor);
        }
        self.rooms.push(room);
    }

    /// Cuts a corridor with one bend between two cells. `across_first` says
    /// which leg comes first, the horizontal or the vertical one.
    pub fn carve_corridor(&mut self, from: IVec2, to: IVec2, across_first: bool) {
        let bend = if across_first {
            IVec2::new(to.x, from.y)
        } else {
            IVec2::new(from.x, to.y)
        };
        for (start, end) in [(from, bend), (bend, to)] {
            for position in Rectangle::from_corners(start, end).cells() {
                self.set(position, Tile::Floor);
            }
        }
    }

    /// Builds a wall wherever rock meets floor, corners included; the rest
    /// stays rock.
    pub(super) fn enclose(&mut self) {
        let near_floor = |position: IVec2| {
            let neighbours = Direction::ALL.map(|it| position + it.delta());
            neighbours
                .into_iter()
                .any(|it| self.tile(it) == Tile::Floor)
        };
        let is_wall = |&position: &IVec2| self.tile(position) == Tile::Rock && near_floor(position);
        let walls: Vec<_> = self.tiles.positions().filter(is_wall).collect();
        for position in walls {
            self.tiles.set(position, Tile::Wall);
        }
    }

    /// The finished level, if there is any floor to begin on.
    pub(super) fn into_level(self) -> Option<Level> {
        let is_floor = |cell: &IVec2| self.tile(*cell) == Tile::Floor;
        let middle = self.size().as_ivec2() / 2;
        let nearest = || {
            let floor = self.positions().filter(is_floor);
            floor.min_by_key(|&cell| ((cell - middle).length_squared(), cell.y, cell.x))
        };
        let start = self
            .start
            .or(self.rooms.first().map(Rectangle::center))
            .filter(is_floor)
            .or_else(nearest)?;
        Some(Level {
            start,
            map: TileMap::from_tiles(self.tiles),
            rooms: self.rooms,
            lit_rooms: Vec::new(),
            creatures: Vec::new(),
        })
    }
}
