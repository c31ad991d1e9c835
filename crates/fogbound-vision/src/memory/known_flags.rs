//! Reads the flags of many known cells at a time.

use fogbound_fov::IVec2;

use super::chunk::{Chunk, ROWS, locate};
use super::chunks::Chunks;
use crate::{FLAGS, MapTile, Plan};

/// The [`flags`](MapTile::flags) of the cells in a memory. Reading is fastest if it proceeds row by row and stays in
/// the same columns.
#[derive(Debug)]
pub struct KnownFlags<'a, T: MapTile> {
    chunks: &'a Chunks<T>,
    lore: Option<&'a Plan<T>>,
    x: i32,
    /// The rows of chunks that have been read, each with its chunks starting at column `x`.
    bands: [Option<(i32, Band<'a, T>)>; 8],
}

/// The chunks in a row that overlap a span of 64 columns.
type Band<'a, T> = [Option<&'a Chunk<T>>; BANDWIDTH];

/// The maximum number of chunks that a span of 64 columns can overlap.
const BANDWIDTH: usize = 64 / ROWS + 1;

impl<'a, T: MapTile> KnownFlags<'a, T> {
    pub(super) fn new(chunks: &'a Chunks<T>, lore: Option<&'a Plan<T>>) -> Self {
        Self {
            chunks,
            lore,
            x: 0,
            bands: [None; 8],
        }
    }

    /// Returns the flags of the cell `start` and the 63 cells to its right. The lowest bit stands for `start`. Unknown
    /// cells have no flags set.
    pub fn at(&mut self, start: IVec2) -> [u64; FLAGS] {
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
        let (mut known, mut flags) = (0, [0; FLAGS]);
        for (place, chunk) in chunks.iter().enumerate() {
            if let Some(chunk) = chunk {
                // The first chunk starts at column `x` or to its left; the others start to its right.
                let put = |bits: u16| match place {
                    0 => u64::from(bits) >> shift,
                    _ => u64::from(bits) << 1 << (place * ROWS - shift - 1),
                };
                known |= put(chunk.known[row]);
                for (flag, bits) in flags.iter_mut().enumerate() {
                    *bits |= put(chunk.flags[flag][row]);
                }
            }
        }
        if let Some(lore) = self.lore {
            for (bits, told) in flags.iter_mut().zip(lore.flags(start)) {
                *bits |= told & !known;
            }
        }
        flags
    }
}
