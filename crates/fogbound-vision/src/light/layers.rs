//! Records which cells of a map are lit, and where the light has changed, 64 cells at a time.

use fogbound_fov::{IVec2, OpacityMap, UVec2, VisibleSet};

/// For each cell, the number of lights shining on it, whether it is transparent and lit, and whether its light
/// changed in this run.
///
/// When a light moves one step, its field gains and loses cells only at the rim, and only those cells are recounted.
#[derive(Clone, Debug, Default)]
pub(super) struct Layers {
    size: UVec2,
    per_row: usize,
    words: Vec<Word>,
    /// For each word, the transparent cells that are lit. Every eye reads these, so they lie close together.
    lit: Vec<u64>,
    /// The binary digits of the counts after the first [`DIGITS`] digits, lowest first. Each digit has one mask per
    /// word. Few maps have enough lights on one cell to need these digits.
    further: Vec<Vec<u64>>,
    /// The words in which the lit cells must be found again.
    stale: Vec<u32>,
    /// For each word, whether it is in `stale`.
    is_stale: Vec<bool>,
    /// The words that contain a cell whose light changed in this run.
    with_changes: Vec<u32>,
}

/// The light on 64 consecutive cells of one row. It fills one cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Word {
    /// The number of lights shining on each cell. `counts[0]` holds the lowest binary digit of all 64 counts,
    /// `counts[1]` the next digit, and so on, so that all 64 cells are counted in one step.
    counts: [u64; DIGITS],
    /// The cells that at least one light shines on.
    shone_on: u64,
    /// The cells lit by ambient light.
    ambient: u64,
    /// The cells whose light changed in this run.
    changed: u64,
}

/// The cells that a lamp shines on, and whether the lamp is a light rather than a darkness.
#[derive(Clone, Copy)]
pub(super) struct Shine<'a> {
    pub(super) cells: &'a VisibleSet,
    pub(super) is_light: bool,
}

/// The cells to mark as changed where a light changes, in addition to those that become lit or dark.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Notes {
    /// Opaque cells, because light may now fall on different faces.
    Faces,
    /// Opaque cells, and all cells whose light a darkness may take away.
    FacesInDarkness,
    /// All cells, because a darkness can hide the flames that are visible from them.
    All,
}

/// The number of binary digits stored in every word. They are enough for 15 lights on one cell.
const DIGITS: usize = 4;

impl Layers {
    /// Creates the layers for a map without light.
    pub(super) fn new(size: UVec2) -> Self {
        let per_row = size.x.div_ceil(64) as usize;
        let length = per_row * size.y as usize;
        Self {
            size,
            per_row,
            words: vec![Word::default(); length],
            lit: vec![0; length],
            further: Vec::new(),
            stale: Vec::new(),
            is_stale: vec![false; length],
            with_changes: Vec::new(),
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

    fn start(&self, index: usize) -> IVec2 {
        IVec2::new(
            (index % self.per_row * 64) as i32,
            (index / self.per_row) as i32,
        )
    }

    /// Returns the lit transparent cells in the word that holds `cell`. Outside the map, nothing is lit.
    #[inline]
    pub(super) fn lit(&self, cell: IVec2) -> u64 {
        self.index(cell).map_or(0, |index| self.lit[index])
    }

    /// Returns the cells that light falls on in the word that holds `cell`, whether or not they are transparent.
    #[inline]
    pub(super) fn shone_on(&self, cell: IVec2) -> u64 {
        let word = self.index(cell).map(|index| &self.words[index]);
        word.map_or(0, |word| word.shone_on | word.ambient)
    }

    /// Returns whether ambient light may fall on a cell.
    #[inline]
    pub(super) fn has_ambient(&self, cell: IVec2) -> bool {
        self.index(cell)
            .is_none_or(|index| self.words[index].ambient >> (cell.x & 63) & 1 != 0)
    }

    /// Returns a mask of the cells whose light changed in this run, for the word that holds `cell`.
    #[inline]
    pub(super) fn changed(&self, cell: IVec2) -> u64 {
        self.index(cell)
            .map_or(0, |index| self.words[index].changed)
    }

    /// Updates the counts for a light that shone on `old` and now shines on `new`.
    pub(super) fn shine(&mut self, opacity: &OpacityMap, old: Shine, new: Shine, how: Notes) {
        let opaque = opacity.bits().words();
        new.cells.each_pair(old.cells, |start, after, before| {
            let Some(index) = self.index(start) else {
                return;
            };
            let touched = before | after;
            let noted = match how {
                Notes::All => touched,
                Notes::Faces | Notes::FacesInDarkness => touched & opaque[index],
            };
            self.note(index, noted);
            let before = if old.is_light { before } else { 0 };
            let after = if new.is_light { after } else { 0 };
            let flipped = self.count(index, after & !before, before & !after);
            if flipped != 0 || how != Notes::Faces {
                mark(&mut self.is_stale, &mut self.stale, index);
            }
        });
    }

    /// Adds a light to the cells of one word that are in the mask `more`, and removes a light from those in `less`.
    /// Returns the cells that gained their first light or lost their last one.
    #[inline]
    fn count(&mut self, index: usize, more: u64, less: u64) -> u64 {
        if more | less == 0 {
            return 0;
        }
        let (mut carry, mut borrow) = (more, less);
        let word = &mut self.words[index];
        for digit in &mut word.counts {
            step(digit, &mut carry, &mut borrow);
        }
        let mut shone_on = word.counts.iter().fold(0, |all, digit| all | digit);
        if carry != 0 || !self.further.is_empty() {
            shone_on |= self.count_further(index, carry, borrow);
        }
        let before = std::mem::replace(&mut self.words[index].shone_on, shone_on);
        before ^ shone_on
    }

    /// Continues counting in the digits beyond those stored in every word. Returns the cells where at least one of
    /// those digits is set.
    #[cold]
    fn count_further(&mut self, index: usize, mut carry: u64, mut borrow: u64) -> u64 {
        let mut any = 0;
        for digits in &mut self.further {
            step(&mut digits[index], &mut carry, &mut borrow);
            any |= digits[index];
        }
        if carry != 0 {
            let mut digits = vec![0; self.words.len()];
            digits[index] = carry;
            self.further.push(digits);
        }
        any | carry
    }

    /// Marks the word that holds `cell`, so that its lit cells are found again.
    pub(super) fn make_stale(&mut self, cell: IVec2) {
        if let Some(index) = self.index(cell) {
            mark(&mut self.is_stale, &mut self.stale, index);
        }
    }

    /// Replaces the ambient light in all words, and marks every word as changed.
    pub(super) fn set_ambient(&mut self, ambient: impl Fn(IVec2) -> u64) {
        for index in 0..self.words.len() {
            let ambient = ambient(self.start(index));
            let word = &mut self.words[index];
            (word.ambient, word.changed) = (ambient, u64::MAX);
        }
        self.is_stale.fill(true);
        self.stale = (0..self.words.len() as u32).collect();
        self.with_changes.clone_from(&self.stale);
    }

    /// Finds the lit cells in the marked words: all cells that light reaches, except those that `taken` returns.
    /// `taken` receives the first cell of a word and a mask of the cells that are lit only by lights.
    pub(super) fn find_lit(&mut self, opacity: &OpacityMap, taken: impl Fn(IVec2, u64) -> u64) {
        for index in std::mem::take(&mut self.stale) {
            let index = index as usize;
            let start = self.start(index);
            let columns = self.size.x - start.x as u32;
            let outside = if columns < 64 { u64::MAX << columns } else { 0 };
            let Word {
                shone_on, ambient, ..
            } = self.words[index];
            let lit = (shone_on | ambient) & !(opacity.bits().words()[index] | outside);
            let lit = lit & !taken(start, lit & !ambient);
            let before = std::mem::replace(&mut self.lit[index], lit);
            self.is_stale[index] = false;
            self.note(index, before ^ lit);
        }
    }

    /// Clears the changes from the last run.
    pub(super) fn begin(&mut self) {
        for index in self.with_changes.drain(..) {
            self.words[index as usize].changed = 0;
        }
    }

    /// Records that the light on a cell, or on its faces, may have changed.
    pub(super) fn note_change(&mut self, cell: IVec2) {
        if let Some(index) = self.index(cell) {
            self.note(index, 1 << (cell.x & 63));
        }
    }

    #[inline]
    fn note(&mut self, index: usize, cells: u64) {
        let changed = &mut self.words[index].changed;
        if *changed == 0 && cells != 0 {
            self.with_changes.push(index as u32);
        }
        *changed |= cells;
    }

    /// Returns whether anything has changed since [`begin`](Self::begin).
    pub(super) fn has_changes(&self) -> bool {
        !self.with_changes.is_empty()
    }
}

fn mark(is_stale: &mut [bool], stale: &mut Vec<u32>, index: usize) {
    if !is_stale[index] {
        is_stale[index] = true;
        stale.push(index as u32);
    }
}

/// Performs an addition or subtraction on one binary digit of 64 counts, and leaves the carries and borrows for the
/// next digit.
#[inline]
fn step(digit: &mut u64, carry: &mut u64, borrow: &mut u64) {
    let before = *digit;
    *digit = before ^ (*carry | *borrow);
    *carry &= before;
    *borrow &= !before;
}
