//! What is known of a square of cells.

use fogbound_fov::IVec2;

use crate::{FLAGS, Knowledge, MapTile, Moment, ObjectKind};

/// Cells along each side of a chunk: a power of two.
pub(super) const CHUNK: i32 = 16;

/// Rows of a chunk, and cells of a row.
pub(super) const ROWS: usize = CHUNK as usize;

const CELLS: usize = ROWS * ROWS;

/// What is known of a square of cells. A turn of many creatures asks so much memory that what counts is
/// how little of it each touches: the bits lie in two lines of the processor's cache, small tiles in
/// four.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct Chunk<T> {
    /// By row, a bit for each cell, the leftmost lowest: is anything known of it, by hearsay only; its
    /// flags as far as they are known.
    pub(super) known: [u16; ROWS],
    pub(super) told: [u16; ROWS],
    pub(super) flags: [[u16; ROWS]; FLAGS],
    /// Row by row; arbitrary where nothing is known.
    tiles: [T; CELLS],
    /// See [`moment_of`].
    when: [Moment; CELLS],
    /// By cell, in no particular order: there are few of them.
    pub(super) objects: Vec<(u8, ObjectKind)>,
}

/// Where the moment is kept in which a cell was seen last. What leaves sight is often a column of cells:
/// eight neighbours, four wide and two high, lie together.
fn moment_of(index: usize) -> usize {
    let (x, y) = (index % ROWS, index / ROWS);
    (y / 2 * 4 + x / 4) * 8 + y % 2 * 4 + x % 4
}

/// The chunk that holds `cell`, and the cell's place in it.
#[inline]
pub(super) fn locate(cell: IVec2) -> (IVec2, usize) {
    let within = cell & (CHUNK - 1);
    let place = within.y * CHUNK + within.x;
    (cell >> CHUNK.ilog2(), place as usize)
}

impl<T: MapTile> Chunk<T> {
    /// A chunk of which nothing is known; `any` is any tile.
    pub(super) fn new(any: T) -> Box<Self> {
        Box::new(Self {
            known: [0; ROWS],
            told: [0; ROWS],
            flags: [[0; ROWS]; FLAGS],
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

    /// Of how many cells anything is known.
    pub(super) fn count(&self) -> usize {
        let cells = self.known.iter().map(|row| row.count_ones() as usize);
        cells.sum()
    }

    /// When a cell was seen last, as far as that was noted.
    pub(super) fn when(&self, index: usize) -> Moment {
        self.when[moment_of(index)]
    }

    /// Notes that a cell is said to be `tile`, unless it was seen. Says whether that is news.
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

    /// Notes how neighbouring cells of a row look, `tiles` and what lies on them, counted from the first, and leaves
    /// open when that was. Says whether any of it is news.
    pub(super) fn see(
        &mut self,
        index: usize,
        tiles: impl IntoIterator<Item = T>,
        lying: impl Iterator<Item = (usize, ObjectKind)> + Clone,
    ) -> bool {
        let (cells, mut is_news) = self.learn(index, tiles);
        let told = &mut self.told[index / ROWS];
        is_news |= *told & cells != 0;
        *told &= !cells;
        if !self.objects.is_empty() {
            let before = self.objects.len();
            self.objects.retain(|&(at, kind)| {
                let at = usize::from(at);
                let is_seen = at / ROWS == index / ROWS && cells >> (at % ROWS) & 1 != 0;
                !is_seen || lying.clone().any(|it| it == (at - index, kind))
            });
            is_news |= self.objects.len() != before;
        }
        for (x, object) in lying {
            if self.object(index + x).is_none() {
                // There are 256 cells.
                self.objects.push(((index + x) as u8, object));
                is_news = true;
            }
        }
        is_news
    }

    /// Notes the tiles of neighbouring cells of a row. Gives their bits, and says whether anything else was
    /// known of them.
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

    /// Has every tile that is known be what `change` makes of it.
    pub(super) fn change_tiles(&mut self, change: impl Fn(T) -> T) {
        for index in 0..CELLS {
            if let Some(tile) = self.tile(index) {
                self.learn(index, [change(tile)]);
            }
        }
    }

    fn object(&self, index: usize) -> Option<ObjectKind> {
        let mut objects = self.objects.iter();
        let found = objects.find(|(at, _)| usize::from(*at) == index);
        found.map(|&(_, kind)| kind)
    }

    /// Notes when neighbouring cells of a row were seen last.
    pub(super) fn set_when(&mut self, index: usize, count: usize, when: Moment) {
        for index in index..index + count {
            self.when[moment_of(index)] = when;
        }
    }
}
