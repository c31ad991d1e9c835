//! When cells last changed, for each chunk of a map.

use fogbound_fov::{IVec2, UVec2};

use super::chunk::{CHUNK, locate};

/// The run of `Remember` in which a cell of each chunk last changed. What a memory has written to a chunk since then is
/// still true.
#[derive(Default)]
pub(crate) struct LastChanges {
    /// The number of chunks in a row, and the runs of all chunks, row by row.
    width: usize,
    runs: Vec<u64>,
}

impl LastChanges {
    /// Records that every cell of a map of this size may have changed in `run`.
    pub(crate) fn change_all(&mut self, run: u64, size: UVec2) {
        let chunks = size.map(|side| side.div_ceil(CHUNK.unsigned_abs()));
        self.width = chunks.x as usize;
        self.runs.clear();
        self.runs.resize(self.width * chunks.y as usize, run);
    }

    /// Records that these cells have changed in `run`. Cells that are not on the map are ignored.
    pub(crate) fn change(&mut self, run: u64, cells: &[IVec2]) {
        for &cell in cells {
            if let Some(place) = self.place(locate(cell).0) {
                self.runs[place] = run;
            }
        }
    }

    /// Returns the run in which a cell of a chunk last changed.
    pub(super) fn of(&self, key: IVec2) -> u64 {
        self.place(key).map_or(u64::MAX, |place| self.runs[place])
    }

    fn place(&self, key: IVec2) -> Option<usize> {
        let x = usize::try_from(key.x).ok().filter(|x| *x < self.width)?;
        let place = usize::try_from(key.y).ok()? * self.width + x;
        (place < self.runs.len()).then_some(place)
    }
}
