//! Which cells of a map are lit, and what of that has changed, 64 cells at a time.

use fogbound_fov::{IVec2, UVec2};

/// The words of a whole map: which transparent cells are lit, as far as anybody has looked; and what of them this run has
/// changed.
///
/// A word that lights shine on in another way is stale. It is made again only when somebody looks at it: in the dark most
/// words are in nobody's view.
#[derive(Clone, Debug, Default)]
pub(super) struct Layers {
    size: UVec2,
    per_row: usize,
    lit: Vec<u64>,
    is_stale: Vec<bool>,
    /// By word, the cells whose light this run has changed; and which words have any.
    changed: Vec<u64>,
    with_changes: Vec<u32>,
    /// Whether anything has become stale or changed since the run began.
    is_touched: bool,
}

impl Layers {
    /// Layers of which all is still to be made.
    pub(super) fn new(size: UVec2) -> Self {
        let per_row = size.x.div_ceil(64) as usize;
        let length = per_row * size.y as usize;
        Self {
            size,
            per_row,
            lit: vec![0; length],
            is_stale: vec![true; length],
            changed: vec![0; length],
            with_changes: Vec::new(),
            is_touched: true,
        }
    }

    pub(super) fn size(&self) -> UVec2 {
        self.size
    }

    #[inline]
    fn index(&self, start: IVec2) -> Option<usize> {
        let (at, y) = (start.x >> 6, start.y);
        let is_inside =
            at >= 0 && (at as usize) < self.per_row && y >= 0 && (y as u32) < self.size.y;
        is_inside.then(|| y as usize * self.per_row + at as usize)
    }

    /// Of the word that begins at `start` the cells that belong to the map.
    pub(super) fn inside(&self, start: IVec2) -> u64 {
        let columns = i64::from(self.size.x) - i64::from(start.x);
        if columns < 64 {
            !(u64::MAX << columns.max(0))
        } else {
            u64::MAX
        }
    }

    /// The lit cells of the word that holds `cell`; `None` if it is stale. Outside the map nothing is lit.
    #[inline]
    pub(super) fn lit(&self, cell: IVec2) -> Option<u64> {
        let Some(index) = self.index(cell) else {
            return Some(0);
        };
        (!self.is_stale[index]).then(|| self.lit[index])
    }

    /// Takes what is lit of the stale word that holds `cell`, and notes what of that is new.
    pub(super) fn set_lit(&mut self, cell: IVec2, lit: u64) {
        if let Some(index) = self.index(cell) {
            let before = std::mem::replace(&mut self.lit[index], lit);
            self.is_stale[index] = false;
            self.note_changes(cell, before ^ lit);
        }
    }

    /// The cells of the word that holds `cell` whose light this run has changed.
    #[inline]
    pub(super) fn changed(&self, cell: IVec2) -> u64 {
        self.index(cell).map_or(0, |index| self.changed[index])
    }

    /// Has the word that holds `cell` made again when somebody looks.
    pub(super) fn make_stale(&mut self, cell: IVec2) {
        if let Some(index) = self.index(cell) {
            self.is_stale[index] = true;
            self.is_touched = true;
        }
    }

    /// Has all words made again, and all who have looked at any look again.
    pub(super) fn make_all_stale(&mut self) {
        self.is_stale.fill(true);
        self.changed.fill(u64::MAX);
        self.with_changes = (0..self.changed.len() as u32).collect();
        self.is_touched = true;
    }

    /// Forgets what the last run has changed.
    pub(super) fn begin(&mut self) {
        for index in self.with_changes.drain(..) {
            self.changed[index as usize] = 0;
        }
        self.is_touched = false;
    }

    /// Notes that the light on these cells of a word, or on their faces, may be another.
    pub(super) fn note_changes(&mut self, start: IVec2, cells: u64) {
        if cells != 0
            && let Some(index) = self.index(start)
        {
            let changed = &mut self.changed[index];
            if *changed == 0 {
                self.with_changes.push(index as u32);
            }
            *changed |= cells;
            self.is_touched = true;
        }
    }

    /// Whether anything may be other than it was at [`begin`](Self::begin).
    pub(super) fn is_touched(&self) -> bool {
        self.is_touched
    }
}
