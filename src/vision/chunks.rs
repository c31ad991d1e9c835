//! Where a memory keeps its chunks: found without hashing, for whoever plans a way asks thousands of
//! times.

use bevy::math::IVec2;
use bevy::platform::collections::HashMap;

use super::{Knowledge, Moment, ObjectKind};
use crate::map::{Footing, Tile, TileMap};

/// Cells along each side of a chunk: a power of two.
pub(super) const CHUNK: i32 = 16;

const CELLS: usize = (CHUNK * CHUNK) as usize;

const ROWS: usize = CHUNK as usize;

/// What is known of a square of cells. A turn of many creatures asks so much memory that what counts is
/// how little of it each touches: the bits lie in two lines of the processor's cache, the tiles in four.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct Chunk {
    /// By row, a bit for each cell, the leftmost lowest: is anything known of it, by hearsay only; can
    /// one stand on it, or open it, as far as that is known.
    known: [u16; ROWS],
    told: [u16; ROWS],
    walkable: [u16; ROWS],
    closed: [u16; ROWS],
    /// Row by row.
    tiles: [Tile; CELLS],
    /// See [`moment_of`].
    when: [Moment; CELLS],
    /// By cell, in no particular order: there are few of them.
    objects: Vec<(u8, ObjectKind)>,
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

impl Chunk {
    fn new() -> Box<Self> {
        Box::new(Self {
            known: [0; ROWS],
            told: [0; ROWS],
            walkable: [0; ROWS],
            closed: [0; ROWS],
            tiles: [Tile::Rock; CELLS],
            when: [Moment(0); CELLS],
            objects: Vec::new(),
        })
    }

    pub(super) fn get(&self, index: usize) -> Knowledge {
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
    pub(super) fn tile(&self, index: usize) -> Option<Tile> {
        let is_known = self.known[index / ROWS] >> (index % ROWS) & 1 != 0;
        is_known.then(|| self.tiles[index])
    }

    /// Notes that a cell is said to be `tile`, unless it was seen.
    pub(super) fn tell(&mut self, index: usize, tile: Tile) {
        let (row, cell) = (index / ROWS, 1 << (index % ROWS));
        if (self.known[row] & !self.told[row]) & cell == 0 {
            self.learn(index, [tile]);
            self.told[row] |= cell;
        }
    }

    /// Notes how neighbouring cells of a row look, and leaves open when that was. Nothing lies on them, as
    /// far as is known now.
    pub(super) fn see(&mut self, index: usize, tiles: impl IntoIterator<Item = Tile>) {
        let cells = self.learn(index, tiles);
        self.told[index / ROWS] &= !cells;
        if !self.objects.is_empty() {
            let is_seen = |at: usize| at / ROWS == index / ROWS && cells >> (at % ROWS) & 1 != 0;
            self.objects.retain(|(at, _)| !is_seen(usize::from(*at)));
        }
    }

    /// Notes what lies on a cell that has just been seen.
    pub(super) fn see_object(&mut self, index: usize, object: ObjectKind) {
        // There are 256 cells.
        self.objects.push((index as u8, object));
    }

    /// Notes the tiles of neighbouring cells of a row, and gives their bits.
    fn learn(&mut self, index: usize, tiles: impl IntoIterator<Item = Tile>) -> u16 {
        let (row, x) = (index / ROWS, index % ROWS);
        let (mut cell, mut cells, mut walkable, mut closed) = (1 << x, 0, 0, 0);
        for (place, tile) in self.tiles[index..(row + 1) * ROWS].iter_mut().zip(tiles) {
            *place = tile;
            cells |= cell;
            walkable |= if tile.is_walkable() { cell } else { 0 };
            closed |= if tile.opens_to().is_some() { cell } else { 0 };
            cell <<= 1;
        }
        self.known[row] |= cells;
        self.walkable[row] = self.walkable[row] & !cells | walkable;
        self.closed[row] = self.closed[row] & !cells | closed;
        cells
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

/// The most places of the directory: 1,024 × 1,024 cells.
const MOST_PLACES: i64 = 64 * 64;

/// The chunks that were made: in a directory that covers a rectangle of the map and grows with what is
/// learnt; what lies too far from the rest for that is kept beside it.
#[derive(Clone, Debug, Default)]
pub(super) struct Chunks {
    /// The directory's first chunk, and how many it has along each axis.
    corner: IVec2,
    size: IVec2,
    /// Row by row.
    places: Vec<Option<Box<Chunk>>>,
    far: HashMap<IVec2, Box<Chunk>>,
}

impl Chunks {
    #[inline]
    pub(super) fn get(&self, key: IVec2) -> Option<&Chunk> {
        match self.place(key) {
            Some(place) => self.places[place].as_deref(),
            None if self.far.is_empty() => None,
            None => self.far.get(&key).map(|chunk| &**chunk),
        }
    }

    pub(super) fn get_or_make(&mut self, key: IVec2) -> &mut Chunk {
        match self.place(key).or_else(|| self.grow(key)) {
            Some(place) => self.places[place].get_or_insert_with(Chunk::new),
            None => self.far.entry(key).or_insert_with(Chunk::new),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (IVec2, &Chunk)> {
        let width = self.size.x;
        let at = move |place: i32| self.corner + IVec2::new(place % width, place / width);
        let near = (0..).zip(&self.places);
        let near = near.filter_map(move |(place, chunk)| Some((at(place), &**chunk.as_ref()?)));
        near.chain(self.far.iter().map(|(&key, chunk)| (key, &**chunk)))
    }

    #[inline]
    fn place(&self, key: IVec2) -> Option<usize> {
        let offset = key.wrapping_sub(self.corner);
        let inside =
            (offset.x as u32) < self.size.x as u32 && (offset.y as u32) < self.size.y as u32;
        inside.then(|| (offset.y * self.size.x + offset.x) as usize)
    }

    /// Has the directory reach to `key`, and says where that is; nowhere if it would be too large. What
    /// is too far once is so for ever, for the directory never shrinks.
    fn grow(&mut self, key: IVec2) -> Option<usize> {
        let (min, max) = if self.places.is_empty() {
            (key, key)
        } else {
            (self.corner.min(key), (self.corner + self.size - 1).max(key))
        };
        let across = |min: i32, max: i32| i64::from(max) - i64::from(min) + 1;
        let (width, height) = (across(min.x, max.x), across(min.y, max.y));
        if width.saturating_mul(height) > MOST_PLACES {
            return None;
        }
        let mut grown = Self {
            corner: min,
            size: max - min + 1,
            places: Vec::new(),
            far: std::mem::take(&mut self.far),
        };
        grown.places.resize_with((width * height) as usize, || None);
        let width = self.size.x;
        for (place, chunk) in (0..).zip(self.places.drain(..)) {
            let key = self.corner + IVec2::new(place % width, place / width);
            if let Some(place) = grown.place(key) {
                grown.places[place] = chunk;
            }
        }
        *self = grown;
        self.place(key)
    }
}

/// Where somebody can walk as far as it knows. Quickest if it is asked for row after row of the same
/// columns.
pub struct KnownFooting<'a> {
    chunks: &'a Chunks,
    lore: Option<&'a TileMap>,
    x: i32,
    /// Rows of chunks that were asked for, with their chunks from the column `x` on.
    bands: [Option<(i32, Band<'a>)>; 8],
}

/// The chunks of a row that have cells in 64 columns.
type Band<'a> = [Option<&'a Chunk>; BANDWIDTH];

/// So many there can be, wherever the columns begin.
const BANDWIDTH: usize = 64 / ROWS + 1;

impl<'a> KnownFooting<'a> {
    pub(super) fn new(chunks: &'a Chunks, lore: Option<&'a TileMap>) -> Self {
        Self {
            chunks,
            lore,
            x: 0,
            bands: [None; 8],
        }
    }

    /// The cell `start` and the 63 to its right.
    pub fn at(&mut self, start: IVec2) -> Footing {
        if self.x != start.x {
            self.x = start.x;
            self.bands = [None; 8];
        }
        let (first, index) = locate(start);
        let (row, shift) = (index / ROWS, index % ROWS);
        let band = &mut self.bands[first.y as usize % 8];
        let chunks = match band {
            Some((at, chunks)) if *at == first.y => &*chunks,
            _ => {
                let mut key = first;
                let chunks = std::array::from_fn(|_| {
                    let chunk = self.chunks.get(key);
                    key.x = key.x.wrapping_add(1);
                    chunk
                });
                &band.insert((first.y, chunks)).1
            }
        };
        let (mut known, mut walkable, mut closed) = (0, 0, 0);
        for (place, chunk) in chunks.iter().enumerate() {
            if let Some(chunk) = chunk {
                // The first begins left of the column `x`, the others right of it.
                let put = |bits: u16| match place {
                    0 => u64::from(bits) >> shift,
                    _ => u64::from(bits) << 1 << (place * ROWS - shift - 1),
                };
                known |= put(chunk.known[row]);
                walkable |= put(chunk.walkable[row]);
                closed |= put(chunk.closed[row]);
            }
        }
        let told = self
            .lore
            .map_or(Footing::default(), |lore| lore.footing(start));
        Footing {
            walkable: walkable | told.walkable & !known,
            closed: closed | told.closed & !known,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_found_wherever_they_lie() {
        let extreme = i32::MAX / CHUNK;
        let keys = [
            (0, 0),
            (3, -2),
            (-5, 7),
            (63, 0),
            (extreme, -extreme),
            (-extreme, 1),
            (40, 7),
            (200, 200),
        ];
        let mut chunks = Chunks::default();
        for (count, key) in (1..).zip(keys.map(IVec2::from)) {
            assert!(chunks.get(key).is_none(), "{key}");
            chunks.get_or_make(key).tell(0, Tile::ALL[count]);
            assert_eq!(chunks.iter().count(), count);
            assert!(chunks.places.len() as i64 <= MOST_PLACES);
        }
        for (count, key) in (1..).zip(keys.map(IVec2::from)) {
            let tile = Some(Tile::ALL[count]);
            assert_eq!(chunks.get(key).unwrap().tile(0), tile, "{key}");
            assert_eq!(chunks.get_or_make(key).tile(0), tile, "{key}");
            let listed = chunks.iter().find(|&(listed, _)| listed == key);
            assert_eq!(listed.unwrap().1.tile(0), tile, "{key}");
        }
    }

    #[test]
    fn footing_is_that_of_the_known_tiles() {
        use crate::dungeon::random::stream;
        use crate::vision::MapMemory;
        use bevy::math::UVec2;
        use rand::RngExt;
        use rand::seq::IndexedRandom;

        let mut dice = stream(1, "footing", 0);
        for round in 0..30 {
            let mut plan = TileMap::new(UVec2::new(100, 40), Tile::Rock);
            for cell in plan.positions() {
                plan.set(cell, *Tile::ALL.choose(&mut dice).unwrap());
            }
            let mut memory = if round % 2 == 0 {
                MapMemory::new()
            } else {
                MapMemory::knowing(std::sync::Arc::new(plan))
            };
            // Some of it off the map.
            for _ in 0..dice.random_range(0..2000) {
                let cell = IVec2::new(dice.random_range(-50..150), dice.random_range(-20..60));
                let tile = *Tile::ALL.choose(&mut dice).unwrap();
                if dice.random_range(0..2) == 0 {
                    memory.see(cell, tile, None, Moment(1));
                } else {
                    memory.tell(cell, tile);
                }
            }
            let mut known = memory.footing();
            for _ in 0..300 {
                let start = IVec2::new(dice.random_range(-120..170), dice.random_range(-70..90));
                let footing = known.at(start);
                for bit in 0..64 {
                    let tile = memory.tile(start + IVec2::new(bit, 0)).unwrap_or_default();
                    assert_eq!(footing.walkable >> bit & 1 != 0, tile.is_walkable());
                    assert_eq!(footing.closed >> bit & 1 != 0, tile.opens_to().is_some());
                }
            }
        }
    }
}
