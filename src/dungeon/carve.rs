//! Rooms and corridors, cut out of solid rock.

use bevy::math::{IVec2, UVec2};

use super::Level;
use crate::grid::{Direction, Grid, Rectangle};
use crate::map::{Tile, TileMap};

/// A level while it is being built.
pub(super) struct Canvas {
    pub(super) tiles: Grid<Tile>,
    /// The rooms in the order in which they were carved.
    pub(super) rooms: Vec<Rectangle>,
}

impl Canvas {
    /// Nothing but rock.
    pub(super) fn new(size: UVec2) -> Self {
        Self {
            tiles: Grid::new(size, Tile::Rock),
            rooms: Vec::new(),
        }
    }

    /// The tile of a cell, rock outside.
    pub(super) fn tile(&self, position: IVec2) -> Tile {
        self.tiles.get(position).copied().unwrap_or_default()
    }

    /// The cells that rooms and corridors may take: all but the border, which
    /// stays closed, and with one column and one row more on the right and
    /// below. Builders divide this into parts and keep the last column and
    /// row of every part free, so that no two rooms ever touch.
    pub(super) fn room_for_parts(&self) -> Rectangle {
        Rectangle::new(IVec2::ONE, self.tiles.size() - UVec2::ONE)
    }

    /// Cuts out a room.
    pub(super) fn carve_room(&mut self, room: Rectangle) {
        for position in room.cells() {
            self.tiles.set(position, Tile::Floor);
        }
        self.rooms.push(room);
    }

    /// Cuts a corridor with one bend between two cells. `across_first` says
    /// which leg comes first, the horizontal or the vertical one.
    pub(super) fn carve_corridor(&mut self, from: IVec2, to: IVec2, across_first: bool) {
        let bend = if across_first {
            IVec2::new(to.x, from.y)
        } else {
            IVec2::new(from.x, to.y)
        };
        for (start, end) in [(from, bend), (bend, to)] {
            for position in Rectangle::from_corners(start, end).cells() {
                self.tiles.set(position, Tile::Floor);
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

    /// The finished level, with the start in the middle of the first room.
    pub(super) fn into_level(self) -> Level {
        Level {
            start: self.rooms.first().map_or(IVec2::ONE, Rectangle::center),
            map: TileMap::from_tiles(self.tiles),
            rooms: self.rooms,
            creatures: Vec::new(),
        }
    }
}
