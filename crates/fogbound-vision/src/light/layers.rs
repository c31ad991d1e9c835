//! Which cells of a map are lit, and what of that has changed, 64 cells at a time.

use fogbound_fov::{IVec2, OpacityMap, UVec2, VisibleSet};

/// On how many cells how many lights shine, which transparent cells are lit by that, and what of it this run has changed.
///
/// A light that moves by a step adds and takes away a rim of its field, and only those cells are counted anew.
#[derive(Clone, Debug, Default)]
pub(super) struct Layers {
    size: UVec2,
    per_row: usize,
    words: Vec<Word>,
    /// The further binary digits of counts, the lower ones first, each by word. Few maps have so many lights on one cell.
    further: Vec<Vec<u64>>,
    /// The words of which it is to be found out anew what is lit; and by word, whether it is among them.
    stale: Vec<u32>,
    is_stale: Vec<bool>,
    /// The words in which this run has changed the light of any cell.
    with_changes: Vec<u32>,
}

/// What is known of 64 cells of a row: one line of the processor's cache.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Word {
    /// How many lights shine on each of them: the first holds the lowest binary digits of the counts, and so on. So all 64
    /// are counted at once.
    counts: [u64; DIGITS],
    /// The cells that any light shines on.
    shone_on: u64,
    /// Those that the place itself lights.
    ambient: u64,
    /// The transparent ones that are lit.
    lit: u64,
    /// Those whose light this run has changed.
    changed: u64,
}

/// The cells that something shines on; and whether it is a light, and no darkness.
#[derive(Clone, Copy)]
pub(super) struct Shine<'a> {
    pub(super) cells: &'a VisibleSet,
    pub(super) is_light: bool,
}

/// What is noted as changed where a light has changed, besides the cells that turn out to be lit and were not, or the other
/// way round.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Notes {
    /// Opaque cells: the light may fall on them from elsewhere.
    Faces,
    /// The same where a darkness may take all light from any cell.
    FacesInDarkness,
    /// All cells, as what a darkness takes may concern the flames that one sees from there.
    All,
}

/// Binary digits of the counts that every word has: up to 15 lights on one cell.
const DIGITS: usize = 4;

impl Layers {
    /// Layers of a map that no light shines on.
    pub(super) fn new(size: UVec2) -> Self {
        let per_row = size.x.div_ceil(64) as usize;
        let length = per_row * size.y as usize;
        Self {
            size,
            per_row,
            words: vec![Word::default(); length],
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

    /// The lit transparent cells of the word that holds `cell`. Outside the map nothing is lit.
    #[inline]
    pub(super) fn lit(&self, cell: IVec2) -> u64 {
        self.index(cell).map_or(0, |index| self.words[index].lit)
    }

    /// The cells of the word that holds `cell` whose light this run has changed.
    #[inline]
    pub(super) fn changed(&self, cell: IVec2) -> u64 {
        self.index(cell)
            .map_or(0, |index| self.words[index].changed)
    }

    /// A light that shone on `old` shines on `new`.
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

    /// Counts a light more for some cells of a word, and one less for others. Answers for which it is the first one, or was
    /// the last.
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

    /// Goes on counting beyond the digits that every word has. Answers for which cells any of these is not 0.
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

    /// Has it found out again what of the word that holds `cell` is lit.
    pub(super) fn make_stale(&mut self, cell: IVec2) {
        if let Some(index) = self.index(cell) {
            mark(&mut self.is_stale, &mut self.stale, index);
        }
    }

    /// Takes another ambient light, by word: all is to be found out again, by all who have looked at any of it.
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

    /// Finds out what of the stale words is lit: all that any light falls on, less what `taken` answers for the first cell
    /// of a word and those of its lit cells that only lights shine on.
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
            let before = std::mem::replace(&mut self.words[index].lit, lit);
            self.is_stale[index] = false;
            self.note(index, before ^ lit);
        }
    }

    /// Forgets what the last run has changed.
    pub(super) fn begin(&mut self) {
        for index in self.with_changes.drain(..) {
            self.words[index as usize].changed = 0;
        }
    }

    /// Notes that the light on a cell, or on its faces, may be another.
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

    /// Whether anything has changed since [`begin`](Self::begin).
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

/// Counts by one binary digit of 64 cells, and leaves what is carried over to the next, or borrowed from it.
#[inline]
fn step(digit: &mut u64, carry: &mut u64, borrow: &mut u64) {
    let before = *digit;
    *digit = before ^ (*carry | *borrow);
    *carry &= before;
    *borrow &= !before;
}
