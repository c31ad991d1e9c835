//! What is known about a square of cells.

use fogbound_fov::IVec2;

use crate::{FLAGS, Knowledge, MapTile, Moment, ObjectKind};

/// The side length of a chunk, in cells. The length is a power of two.
pub(super) const CHUNK: i32 = 16;

/// The number of rows in a chunk, and also the number of cells in each row.
pub(super) const ROWS: usize = CHUNK as usize;

const CELLS: usize = ROWS * ROWS;

/// What is known about a square of cells. A turn with many creatures reads so much memory that cache misses determine
/// how long the turn takes. A chunk is therefore compact: the bits fill two cache lines, and one-byte tiles fill four.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct Chunk<T> {
    /// This field and the next two hold bits: for each row, one bit per cell, with the leftmost cell in the lowest bit.
    /// They say whether the cell is known, whether the owner has only been told about it, and which flags its known
    /// tile has.
    pub(super) known: [u16; ROWS],
    pub(super) told: [u16; ROWS],
    pub(super) flags: [[u16; ROWS]; FLAGS],
    /// The cells of each row that have not changed since they were written, as far as the run `written` knew.
    current: [u16; ROWS],
    /// The last run of `Remember` that wrote to this chunk.
    written: u64,
    /// The tiles, row by row; arbitrary where nothing is known.
    tiles: [T; CELLS],
    /// The times of the last sightings, in the order given by [`moment_of`].
    when: [Moment; CELLS],
    /// The objects with the indices of their cells, in the order of the indices. There are only a few.
    pub(super) objects: Vec<(u8, ObjectKind)>,
}

/// Returns the index at which the time of a cell's last sighting is stored. Cells often go out of sight a column at a
/// time, so each cache line holds a block of eight cells, four wide and two high.
fn moment_of(index: usize) -> usize {
    let (x, y) = (index % ROWS, index / ROWS);
    (y / 2 * 4 + x / 4) * 8 + y % 2 * 4 + x % 4
}

/// Returns a mask of consecutive cells of one row, the first of which has this index.
fn cells_at(index: usize, count: usize) -> u16 {
    (u16::MAX >> (ROWS - count)) << (index % ROWS)
}

/// Returns the key of the chunk that holds `cell`, and the cell's index in that chunk.
#[inline]
pub(super) fn locate(cell: IVec2) -> (IVec2, usize) {
    let within = cell & (CHUNK - 1);
    let place = within.y * CHUNK + within.x;
    (cell >> CHUNK.ilog2(), place as usize)
}

impl<T: MapTile> Chunk<T> {
    /// Creates an empty chunk. `any` is a placeholder and can be any tile.
    pub(super) fn new(any: T) -> Box<Self> {
        Box::new(Self {
            known: [0; ROWS],
            told: [0; ROWS],
            flags: [[0; ROWS]; FLAGS],
            current: [0; ROWS],
            written: 0,
            tiles: [any; CELLS],
            when: [Moment(0); CELLS],
            objects: Vec::new(),
        })
    }

    pub(super) fn get(&self, index: usize) -> Knowledge<T> {
        let Some(tile) = self.tile(index) else {
            return Knowledge::Unknown;
        };
        if self.told[index / ROWS] >> (index % ROWS) & 1 != 0 {
            Knowledge::Told { tile }
        } else {
            Knowledge::Seen {
                tile,
                object: self.object(index),
                when: self.when[moment_of(index)],
            }
        }
    }

    #[inline]
    pub(super) fn tile(&self, index: usize) -> Option<T> {
        let is_known = self.known[index / ROWS] >> (index % ROWS) & 1 != 0;
        is_known.then(|| self.tiles[index])
    }

    /// Returns the number of known cells.
    pub(super) fn count(&self) -> usize {
        let cells = self.known.iter().map(|row| row.count_ones() as usize);
        cells.sum()
    }

    /// Returns the recorded time of the last sighting of a cell.
    pub(super) fn when(&self, index: usize) -> Moment {
        self.when[moment_of(index)]
    }

    /// Begins to write in `run` what is seen of consecutive cells of one row. Some cells of the chunk changed in the run
    /// `changed`. Returns whether any of the cells has to be written: one that has not been, or may have changed since.
    pub(super) fn write(&mut self, (run, changed): (u64, u64), index: usize, count: usize) -> bool {
        if self.written < changed {
            self.current = [0; ROWS];
        }
        self.written = run;
        let (row, cells) = (index / ROWS, cells_at(index, count));
        let is_current = self.current[row] & cells == cells;
        self.current[row] |= cells;
        !is_current
    }

    /// Records that consecutive cells of one row have been changed by something other than a look.
    pub(super) fn doubt(&mut self, index: usize, count: usize) {
        self.current[index / ROWS] &= !cells_at(index, count);
    }

    /// Records that a cell is said to hold `tile`, unless the cell has been seen. Returns whether this was news.
    pub(super) fn tell(&mut self, index: usize, tile: T) -> bool {
        let (row, cell) = (index / ROWS, 1 << (index % ROWS));
        let is_seen = (self.known[row] & !self.told[row]) & cell != 0;
        if is_seen {
            return false;
        }
        let (_, is_news) = self.learn(index, [tile]);
        self.told[row] |= cell;
        is_news
    }

    /// Records the tiles of consecutive cells of one row, and the objects on those cells, from left to right, each with its
    /// offset from the first cell. Does not set the time. Returns whether anything was news.
    pub(super) fn see(
        &mut self,
        index: usize,
        tiles: impl IntoIterator<Item = T>,
        lying: impl Iterator<Item = (usize, ObjectKind)>,
    ) -> bool {
        let (cells, mut is_news) = self.learn(index, tiles);
        let told = &mut self.told[index / ROWS];
        is_news |= *told & cells != 0;
        *told &= !cells;
        // The indices fit in a byte, because a chunk has 256 cells.
        let (mut row, mut count) = ([(0, ObjectKind(0)); ROWS], 0);
        for ((x, object), place) in lying.zip(&mut row) {
            *place = ((index + x) as u8, object);
            count += 1;
        }
        let lying = &row[..count];
        if self.objects.is_empty() && lying.is_empty() {
            return is_news;
        }
        let place = |end: usize| self.objects.partition_point(|it| usize::from(it.0) < end);
        let before = place(index)..place(index + cells.count_ones() as usize);
        if self.objects[before.clone()] != *lying {
            self.objects.splice(before, lying.iter().copied());
            is_news = true;
        }
        is_news
    }

    /// Records the tiles of consecutive cells of one row. Returns a mask of those cells, and whether anything was news.
    fn learn(&mut self, index: usize, tiles: impl IntoIterator<Item = T>) -> (u16, bool) {
        let (row, x) = (index / ROWS, index % ROWS);
        let (mut cell, mut cells, mut flags) = (1 << x, 0, [0; FLAGS]);
        let mut is_news = false;
        for (place, tile) in self.tiles[index..(row + 1) * ROWS].iter_mut().zip(tiles) {
            is_news |= *place != tile;
            *place = tile;
            cells |= cell;
            for (bits, flag) in flags.iter_mut().zip(tile.flags()) {
                *bits |= if flag { cell } else { 0 };
            }
            cell <<= 1;
        }
        is_news |= self.known[row] & cells != cells;
        self.known[row] |= cells;
        for (known, new) in self.flags.iter_mut().zip(flags) {
            known[row] = known[row] & !cells | new;
        }
        (cells, is_news)
    }

    /// Replaces every known tile with `change(tile)`.
    pub(super) fn change_tiles(&mut self, change: impl Fn(T) -> T) {
        self.current = [0; ROWS];
        for index in 0..CELLS {
            if let Some(tile) = self.tile(index) {
                self.learn(index, [change(tile)]);
            }
        }
    }

    fn object(&self, index: usize) -> Option<ObjectKind> {
        let place = self.objects.binary_search_by_key(&index, |it| it.0.into());
        place.ok().map(|place| self.objects[place].1)
    }

    /// Records when consecutive cells of one row were last seen.
    pub(super) fn set_when(&mut self, index: usize, count: usize, when: Moment) {
        for index in index..index + count {
            self.when[moment_of(index)] = when;
        }
    }
}
