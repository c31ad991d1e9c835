//! Rooms and corridors, cut out of solid rock.

use bevy::math::{IVec2, UVec2};

use super::level::Level;
use super::site::Site;
use super::vault::Dweller;
use crate::grid::{BitGrid, Direction, Grid, Rectangle};
use crate::map::{Tile, TileMap};
use crate::path::{SIDES, parts};

/// A level while it is being built: solid rock at first, of which builders carve rooms and ways.
///
/// Cells are counted from the top left corner, x to the right and y down. The border stays closed: what is
/// carved there stays rock. So do cells that an earlier step [keeps](Self::keep).
#[derive(Clone, Debug)]
pub struct Canvas {
    tiles: Grid<Tile>,
    /// The cells that somebody gets across who opens doors, and those of them that are not what they seem.
    passable: BitGrid,
    secret: BitGrid,
    /// The rooms in the order in which they were carved.
    pub(super) rooms: Vec<Rectangle>,
    /// The cells of rooms; and those with the lines around them.
    in_rooms: BitGrid,
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
    /// Nothing but rock.
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

    /// What the level is to be.
    pub fn site(&self) -> &Site {
        &self.site
    }

    /// Has all later steps leave this cell as it is.
    pub fn keep(&mut self, cell: IVec2) {
        self.kept.set(cell, true);
    }

    /// Whether a step before had this cell kept as it is.
    pub fn is_kept(&self, cell: IVec2) -> bool {
        self.kept.get(cell)
    }

    /// Whether a cell is rock that may be dug away: not on the border, and not kept.
    pub fn can_dig(&self, cell: IVec2) -> bool {
        self.is_inner(cell) && self.tile(cell) == Tile::ROCK && !self.is_kept(cell)
    }

    fn is_inner(&self, cell: IVec2) -> bool {
        let last = self.size().as_ivec2() - 1;
        cell.cmpge(IVec2::ONE).all() && cell.cmplt(last).all()
    }

    /// Notes that the level is connected without this cell, on which a way round begins.
    pub fn note_way_round(&mut self, cell: IVec2) {
        self.ways_round.push(cell);
    }

    /// Those cells.
    pub fn ways_round(&self) -> &[IVec2] {
        &self.ways_round
    }

    /// Has somebody or something be on a cell when the level is played.
    pub fn settle(&mut self, cell: IVec2, dweller: Dweller) {
        self.dwellers.push((cell, dweller));
    }

    /// Notes that ways are to lead to this cell at the border of a vault.
    pub(super) fn note_entrance(&mut self, cell: IVec2) {
        self.entrances.push(cell);
    }

    /// The cells to which ways are to lead.
    pub fn entrances(&self) -> &[IVec2] {
        &self.entrances
    }

    /// Notes that the vault of this name stands here.
    pub(super) fn note_vault(&mut self, name: &str, place: Rectangle) {
        self.vaults.push((name.to_owned(), place));
    }

    /// Notes that there is a room in this rectangle: the cells inside its walls.
    pub fn note_room(&mut self, room: Rectangle) {
        for cell in room.cells() {
            self.in_rooms.set(cell, true);
        }
        for cell in room.expanded(1).cells() {
            self.at_rooms.set(cell, true);
        }
        self.rooms.push(room);
    }

    /// Whether a cell lies in the rectangle of a room.
    pub fn is_in_room(&self, cell: IVec2) -> bool {
        self.in_rooms.get(cell)
    }

    /// Whether a cell lies in the rectangle of a room, or in the line around it where its walls are.
    pub fn is_at_room(&self, cell: IVec2) -> bool {
        self.at_rooms.get(cell)
    }

    /// Columns and rows.
    pub fn size(&self) -> UVec2 {
        self.tiles.size()
    }

    /// All tiles, for reading.
    pub fn tiles(&self) -> &Grid<Tile> {
        &self.tiles
    }

    /// All cells, row by row.
    pub fn positions(&self) -> impl Iterator<Item = IVec2> + use<> {
        self.tiles.positions()
    }

    /// The rooms that were carved, in their order; each is the cells inside the walls.
    pub fn rooms(&self) -> &[Rectangle] {
        &self.rooms
    }

    /// Turns a cell into something else. Of cells on the border and outside nothing becomes, nor of those that are
    /// [kept](Self::keep).
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

    /// Whether somebody who opens doors gets across a cell, and finds those that are secret; see [`Tile::is_passable`].
    #[inline]
    pub fn is_passable(&self, cell: IVec2) -> bool {
        self.passable.get(cell)
    }

    /// The same of a cell and the 63 to its right, the leftmost lowest.
    pub(super) fn passable_from(&self, start: IVec2) -> u64 {
        self.passable.columns(start)
    }

    /// Whether somebody gets across a cell who opens doors and finds none that are secret.
    #[inline]
    pub fn is_plain_way(&self, cell: IVec2) -> bool {
        self.passable.get(cell) && !self.secret.get(cell)
    }

    /// All of those cells.
    pub(super) fn plain_ways(&self) -> BitGrid {
        let mut plain = self.passable.clone();
        for cell in self.secret.iter_ones() {
            plain.set(cell, false);
        }
        plain
    }

    /// Has the player begin on this cell. Without that, it is the centre of the first room, or of a level
    /// without rooms the cell of floor that is nearest to the middle.
    pub fn start_at(&mut self, position: IVec2) {
        self.start = Some(position);
    }

    /// Turns all floor that is not connected with the largest part of it back into rock, but for cells that are
    /// [kept](Self::keep). Cells are connected over their four sides.
    pub fn keep_largest_part(&mut self) {
        let is_loose = |cell: IVec2| self.tile(cell) == Tile::FLOOR && !self.is_kept(cell);
        let parts: Vec<Vec<IVec2>> = parts(self.size(), &SIDES, is_loose).collect();
        // Of several the first.
        let largest = (0..parts.len()).rev().max_by_key(|&part| parts[part].len());
        for (number, part) in parts.into_iter().enumerate() {
            if Some(number) != largest {
                part.into_iter()
                    .for_each(|cell| self.put(cell, self.site.rock));
            }
        }
    }

    /// The tile of a cell, rock outside.
    #[inline]
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
            self.set(position, Tile::FLOOR);
        }
        self.note_room(room);
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
                self.set(position, Tile::FLOOR);
            }
        }
    }

    /// Builds a wall wherever rock meets anything else, corners included; the rest stays rock.
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

    /// Where the player begins: where a step has said, or in the middle of the first room, or on the floor that is
    /// nearest to the middle of the level. None if there is no floor.
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

    /// The finished level, if there is any floor to begin on.
    pub(super) fn into_level(self) -> Option<Level> {
        let start = self.first_cell()?;
        Some(Level {
            start,
            map: TileMap::from_tiles(self.tiles),
            rooms: self.rooms,
            lit_rooms: self.lit_rooms,
            creatures: Vec::new(),
            dwellers: self.dwellers,
            vaults: self.vaults,
        })
    }
}
