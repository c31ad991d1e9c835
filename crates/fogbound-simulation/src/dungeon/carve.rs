//! The canvas into which builders carve rooms and corridors.

use std::collections::BTreeMap;

use bevy::math::{IVec2, UVec2};

use super::level::Level;
use super::site::Site;
use super::vault::Dweller;
use crate::grid::{BitGrid, Direction, Grid, Rectangle};
use crate::map::{Tile, TileMap};
use crate::path::{SIDES, parts};

/// A level under construction. It starts as solid rock, and builders carve rooms and paths out of it.
///
/// The origin is the top left corner; x increases to the right and y increases downward. Cells on the border stay rock
/// even if a step carves there. Likewise, cells that an earlier step has [protected](Self::keep) do not change.
#[derive(Clone, Debug)]
pub struct Canvas {
    tiles: Grid<Tile>,
    /// The cells that creatures can cross. Doors, including secret ones, count as open.
    passable: BitGrid,
    /// The cells with secret tiles.
    secret: BitGrid,
    /// The rooms, in the order they were carved.
    pub(super) rooms: Vec<Rectangle>,
    /// The cells inside rooms.
    in_rooms: BitGrid,
    /// The cells inside rooms and in the walls around them.
    at_rooms: BitGrid,
    pub(super) lit_rooms: Vec<Rectangle>,
    start: Option<IVec2>,
    kept: BitGrid,
    ways_round: Vec<IVec2>,
    dwellers: Vec<(IVec2, Dweller)>,
    vaults: Vec<(String, Rectangle)>,
    entrances: Vec<IVec2>,
    site: Site,
}

impl Canvas {
    /// Creates a canvas of solid rock.
    pub(super) fn new(size: UVec2, site: Site) -> Self {
        let all = |bit: bool| {
            let mut bits = BitGrid::new(size);
            bits.fill(bit);
            bits
        };
        Self {
            tiles: Grid::new(size, site.rock),
            passable: all(site.rock.is_passable()),
            secret: all(site.rock.seems().is_some()),
            rooms: Vec::new(),
            in_rooms: BitGrid::new(size),
            at_rooms: BitGrid::new(size),
            lit_rooms: Vec::new(),
            start: None,
            kept: BitGrid::new(size),
            ways_round: Vec::new(),
            dwellers: Vec::new(),
            vaults: Vec::new(),
            entrances: Vec::new(),
            site,
        }
    }

    pub fn site(&self) -> &Site {
        &self.site
    }

    /// Protects a cell from changes by later steps.
    pub fn keep(&mut self, cell: IVec2) {
        self.kept.set(cell, true);
    }

    /// Returns whether an earlier step has protected a cell.
    pub fn is_kept(&self, cell: IVec2) -> bool {
        self.kept.contains(cell)
    }

    /// Returns whether a cell is rock that may be dug out: it is not on the border and not protected.
    pub fn can_dig(&self, cell: IVec2) -> bool {
        self.is_inner(cell) && self.tile(cell) == Tile::ROCK && !self.is_kept(cell)
    }

    fn is_inner(&self, cell: IVec2) -> bool {
        let last = self.size().as_ivec2() - 1;
        cell.cmpge(IVec2::ONE).all() && cell.cmplt(last).all()
    }

    /// Records the first cell of a tunnel that forms a loop. The level is connected even without the tunnel.
    pub fn note_way_round(&mut self, cell: IVec2) {
        self.ways_round.push(cell);
    }

    /// Returns the first cells of the tunnels that form loops.
    pub fn ways_round(&self) -> &[IVec2] {
        &self.ways_round
    }

    /// Places a monster or thing on a cell. The monster or thing is spawned when the player enters the level.
    pub fn settle(&mut self, cell: IVec2, dweller: Dweller) {
        self.dwellers.push((cell, dweller));
    }

    /// Records a vault entrance, which must be connected to the rest of the level.
    pub(super) fn note_entrance(&mut self, cell: IVec2) {
        self.entrances.push(cell);
    }

    /// Returns the vault entrances, which must be connected to the rest of the level.
    pub fn entrances(&self) -> &[IVec2] {
        &self.entrances
    }

    /// Records the name of a vault and the area it covers.
    pub(super) fn note_vault(&mut self, name: &str, place: Rectangle) {
        self.vaults.push((name.to_owned(), place));
    }

    /// Records a room, given the rectangle inside its walls.
    pub fn note_room(&mut self, room: Rectangle) {
        for cell in room.cells() {
            self.in_rooms.set(cell, true);
        }
        for cell in room.expanded(1).cells() {
            self.at_rooms.set(cell, true);
        }
        self.rooms.push(room);
    }

    pub fn is_in_room(&self, cell: IVec2) -> bool {
        self.in_rooms.contains(cell)
    }

    /// Returns whether a cell is in a room's rectangle or in the walls around the rectangle.
    pub fn is_at_room(&self, cell: IVec2) -> bool {
        self.at_rooms.contains(cell)
    }

    /// Returns the number of columns and rows.
    pub fn size(&self) -> UVec2 {
        self.tiles.size()
    }

    pub fn tiles(&self) -> &Grid<Tile> {
        &self.tiles
    }

    /// Iterates over all cells, row by row.
    pub fn positions(&self) -> impl Iterator<Item = IVec2> + use<> {
        self.tiles.positions()
    }

    /// Returns the rooms in the order they were carved. Each rectangle excludes the room's walls.
    pub fn rooms(&self) -> &[Rectangle] {
        &self.rooms
    }

    /// Replaces the tile of a cell. Does nothing if the cell is outside the level, on the border, or
    /// [protected](Self::keep).
    pub fn set(&mut self, position: IVec2, tile: Tile) {
        if self.is_inner(position) && !self.is_kept(position) {
            self.put(position, tile);
        }
    }

    fn put(&mut self, cell: IVec2, tile: Tile) {
        let tile = tile.like(self.site.rock);
        self.tiles.set(cell, tile);
        self.passable.set(cell, tile.is_passable());
        self.secret.set(cell, tile.seems().is_some());
    }

    /// Returns whether creatures can cross a cell. Doors, including secret ones, count as open; see
    /// [`Tile::is_passable`].
    #[inline]
    pub fn is_passable(&self, cell: IVec2) -> bool {
        self.passable.contains(cell)
    }

    /// Returns a mask of the passable cells among `start` and the 63 cells to its right. The lowest bit stands for
    /// `start`.
    pub(super) fn passable_from(&self, start: IVec2) -> u64 {
        self.passable.columns(start)
    }

    /// Returns whether creatures can cross a cell without using a secret door.
    #[inline]
    pub fn is_plain_way(&self, cell: IVec2) -> bool {
        self.passable.contains(cell) && !self.secret.contains(cell)
    }

    /// Returns all cells for which [`is_plain_way`](Self::is_plain_way) returns true.
    pub(super) fn plain_ways(&self) -> BitGrid {
        let mut plain = self.passable.clone();
        for cell in self.secret.iter() {
            plain.set(cell, false);
        }
        plain
    }

    /// Sets the cell where the player starts. By default, the player starts at the centre of the first room. In a level
    /// without rooms, the default is the floor cell nearest to the centre of the level.
    pub fn start_at(&mut self, position: IVec2) {
        self.start = Some(position);
    }

    /// Turns all floor outside the largest connected part back into rock, except for [protected](Self::keep) cells.
    /// Only cells that share a side are connected.
    pub fn keep_largest_part(&mut self) {
        let is_loose = |cell: IVec2| self.tile(cell) == Tile::FLOOR && !self.is_kept(cell);
        let parts: Vec<Vec<IVec2>> = parts(self.size(), &SIDES, is_loose).collect();
        // If several parts are equally large, the first one is kept.
        let largest = (0..parts.len()).rev().max_by_key(|&part| parts[part].len());
        for (number, part) in parts.into_iter().enumerate() {
            if Some(number) != largest {
                part.into_iter()
                    .for_each(|cell| self.put(cell, self.site.rock));
            }
        }
    }

    /// Returns the tile of a cell, or rock if the cell is outside the level.
    #[inline]
    pub fn tile(&self, position: IVec2) -> Tile {
        self.tiles.get(position).copied().unwrap_or_default()
    }

    /// Returns the area that builders divide into parts for rooms and corridors. The area leaves out the border on the
    /// left and at the top, but includes it on the right and at the bottom. Builders leave the last column and row of
    /// each part free, so rooms never touch each other or the border.
    pub fn room_for_parts(&self) -> Rectangle {
        Rectangle::new(IVec2::ONE, self.tiles.size() - UVec2::ONE)
    }

    /// Carves and records a room, given the rectangle inside its walls. Later steps give rooms doors, windows and
    /// furnishings.
    pub fn carve_room(&mut self, room: Rectangle) {
        for position in room.cells() {
            self.set(position, Tile::FLOOR);
        }
        self.note_room(room);
    }

    /// Carves a corridor with one bend between two cells. If `across_first` is set, the horizontal leg comes first.
    pub fn carve_corridor(&mut self, from: IVec2, to: IVec2, across_first: bool) {
        let bend = if across_first {
            IVec2::new(to.x, from.y)
        } else {
            IVec2::new(from.x, to.y)
        };
        for (start, end) in [(from, bend), (bend, to)] {
            for position in Rectangle::from_corners(start, end).cells() {
                self.set(position, Tile::FLOOR);
            }
        }
    }

    /// Turns rock that touches open cells into walls, even if it touches them only at a corner.
    pub(super) fn enclose(&mut self) {
        let is_open = |cell: IVec2| ![Tile::ROCK, Tile::WALL].contains(&self.tile(cell));
        let mut walls = Vec::new();
        for cell in self.positions().filter(|cell| is_open(*cell)) {
            let around = Direction::ALL.map(|it| cell + it.delta());
            walls.extend(around.into_iter().filter(|it| self.tile(*it) == Tile::ROCK));
        }
        for cell in walls {
            self.put(cell, Tile::WALL);
        }
    }

    /// Returns the cell where the player starts, as described in [`start_at`](Self::start_at). Returns `None` if the
    /// level has no floor.
    pub fn first_cell(&self) -> Option<IVec2> {
        let is_floor = |cell: &IVec2| self.tile(*cell) == Tile::FLOOR && !self.is_kept(*cell);
        let nearest_to = |middle: IVec2| {
            let floor = self.positions().filter(is_floor);
            floor.min_by_key(move |&cell| ((cell - middle).length_squared(), cell.y, cell.x))
        };
        let room = self.rooms.first().map(Rectangle::center);
        let wanted = self.start.or(room);
        let wanted = wanted.filter(|cell| is_floor(cell) || self.tile(*cell).stairs().is_some());
        wanted.or_else(|| nearest_to(room.unwrap_or(self.size().as_ivec2() / 2)))
    }

    /// Returns the finished level, or `None` if there is no floor cell for the player to start on.
    pub(super) fn into_level(self) -> Option<Level> {
        let start = self.first_cell()?;
        Some(Level {
            start,
            map: TileMap::from_tiles(self.tiles),
            rooms: self.rooms,
            lit_rooms: self.lit_rooms,
            creatures: Vec::new(),
            legend: BTreeMap::new(),
            dwellers: self.dwellers,
            vaults: self.vaults,
        })
    }
}
