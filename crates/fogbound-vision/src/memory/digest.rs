//! Hashes memories.

use std::hash::{Hash, Hasher};

use fogbound_fov::IVec2;

use super::chunk::{Chunk, ROWS};
use super::{MapMemory, each_part};
use crate::{MapTile, Moment, ObjectKind};

/// Hashes everything in [`known_cells`](MapMemory::known_cells), in an order that depends only on the contents. This is
/// many times faster than hashing those cells one by one. The lore is left out.
impl<T: MapTile + Hash> Hash for MapMemory<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let mut in_view: Vec<(IVec2, [u16; ROWS])> = Vec::new();
        for run in self.view.runs() {
            each_part(run, |key, index, _, count| {
                let known = in_view.iter().position(|(at, _)| *at == key);
                let place = known.unwrap_or_else(|| {
                    in_view.push((key, [0; ROWS]));
                    in_view.len() - 1
                });
                let cells = ((1_u32 << count) - 1) << (index % ROWS);
                in_view[place].1[index / ROWS] |= cells as u16;
            });
        }
        let mut chunks: Vec<(IVec2, &Chunk<T>)> = self.chunks.iter().collect();
        chunks.sort_unstable_by_key(|(key, _)| (key.y, key.x));
        for (key, chunk) in chunks {
            let seen = in_view.iter().find(|(at, _)| *at == key);
            let seen = seen.map_or([0; ROWS], |(_, rows)| *rows);
            chunk.hash_known(key, &seen, self.looked, state);
        }
    }
}

impl<T: MapTile + Hash> Chunk<T> {
    /// Hashes this chunk. The cells in `in_view` were last seen at `looked`.
    fn hash_known(
        &self,
        key: IVec2,
        in_view: &[u16; ROWS],
        looked: Moment,
        state: &mut impl Hasher,
    ) {
        for (row, &in_view) in in_view.iter().enumerate() {
            let (known, told) = (self.known[row], self.told[row]);
            if known == 0 {
                continue;
            }
            state.write_u64(u64::from(key.x as u32) << 32 | u64::from(key.y as u32));
            state.write_u64((row as u64) << 32 | u64::from(known) << 16 | u64::from(told));
            let mut last = None;
            for x in (0..ROWS).filter(|x| known >> x & 1 != 0) {
                let index = row * ROWS + x;
                self.tile(index).hash(state);
                if told >> x & 1 != 0 {
                    continue;
                }
                let when = if in_view >> x & 1 != 0 {
                    looked
                } else {
                    self.when(index)
                };
                // Neighbouring cells are often last seen at the same moment, so a moment is hashed only if it differs
                // from the previous one.
                if last.replace(when) != Some(when) {
                    state.write_u64(when.0);
                    state.write_usize(x);
                }
            }
        }
        let told = |index: usize| self.told[index / ROWS] >> (index % ROWS) & 1 != 0;
        let objects = self.objects.iter().map(|&(at, kind)| (at.into(), kind));
        let objects = objects.filter(|&(index, _)| !told(index));
        let mut objects: Vec<(usize, ObjectKind)> = objects.collect();
        objects.sort_unstable();
        for (index, kind) in objects {
            state.write_usize(index);
            state.write_u16(kind.0);
        }
    }
}
