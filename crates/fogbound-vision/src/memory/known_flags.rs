//! The flags of what is known, many cells at a time.

use fogbound_fov::IVec2;

use super::chunk::{Chunk, ROWS, locate};
use super::chunks::Chunks;
use crate::{FLAGS, MapTile, Plan};

/// The [`flags`](MapTile::flags) of the cells that somebody knows of. Quickest if it is asked for row after
/// row of the same columns.
#[derive(Debug)]
pub struct KnownFlags<'a, T: MapTile> {
    chunks: &'a Chunks<T>,
    lore: Option<&'a Plan<T>>,
    x: i32,
    /// Rows of chunks that were asked for, with their chunks from the column `x` on.
    bands: [Option<(i32, Band<'a, T>)>; 8],
}

/// The chunks of a row that have cells in 64 columns.
type Band<'a, T> = [Option<&'a Chunk<T>>; BANDWIDTH];

/// So many there can be, wherever the columns begin.
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

    /// The flags of the cell `start` and of the 63 to its right, the leftmost in the lowest bit; none where
    /// nothing is known.
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
                // The first begins left of the column `x`, the others right of it.
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
