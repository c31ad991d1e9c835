//! Which cells of a map are lit, and from which side, as bits.

use fogbound_fov::{IVec2, OpacityMap, UVec2, VisibleSet};

/// 64 transparent cells of a row: whether each is lit, and whether by a light at or above it, at or below it, at or to the
/// left of it, at or to the right of it. Light that falls on the cell before a wall's northern face from above, say, falls
/// on that face, but for what stands in its way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) lit: u64,
    pub(super) from_above: u64,
    pub(super) from_below: u64,
    pub(super) from_left: u64,
    pub(super) from_right: u64,
    /// The opaque cells that a light shines from.
    pub(super) flames: u64,
}

impl Word {
    /// Cells that light falls on from everywhere.
    pub(super) fn ambient(cells: u64) -> Self {
        Self {
            lit: cells,
            from_above: cells,
            from_below: cells,
            from_left: cells,
            from_right: cells,
            flames: 0,
        }
    }

    /// Adds the light of one more source.
    #[inline]
    fn add(&mut self, lit: &LitWord) {
        let rows = |is_there: bool| if is_there { lit.cells } else { 0 };
        self.lit |= lit.cells;
        self.from_above |= rows(lit.row >= 0);
        self.from_below |= rows(lit.row <= 0);
        self.from_left |= lit.cells & lit.right_of_it;
        self.from_right |= lit.cells & lit.left_of_it;
        self.flames |= lit.flame;
    }

    /// Leaves of all cells that are not opaque only those that `kept` has, too.
    pub(super) fn keep(&mut self, kept: u64) {
        self.lit &= kept;
        self.from_above &= kept;
        self.from_below &= kept;
        self.from_left &= kept;
        self.from_right &= kept;
    }

    /// The cells of the word that begins at `start` whose light differs in a way that anybody can see: whether they are
    /// lit at all; or from which side, if on the other side of them is a wall.
    fn differs(self, other: Self, start: IVec2, opacity: &OpacityMap) -> u64 {
        let wall = |way: IVec2| opacity.bits().columns(start.wrapping_add(way));
        (self.lit ^ other.lit)
            | ((self.from_above ^ other.from_above) & wall(IVec2::Y))
            | ((self.from_below ^ other.from_below) & wall(IVec2::NEG_Y))
            | ((self.from_left ^ other.from_left) & wall(IVec2::X))
            | ((self.from_right ^ other.from_right) & wall(IVec2::NEG_X))
            | (self.flames ^ other.flames)
    }
}

/// What one light does to one word of a map.
#[derive(Clone, Copy, Debug)]
pub(super) struct LitWord {
    /// Which word.
    index: u32,
    /// 1 if the light stands above it, -1 below it, 0 in its row.
    row: i8,
    cells: u64,
    right_of_it: u64,
    left_of_it: u64,
    flame: u64,
}

/// The words of a whole map, and what of them the last run has changed.
#[derive(Clone, Debug, Default)]
pub(super) struct Layers {
    size: UVec2,
    per_row: usize,
    words: Vec<Word>,
    /// By word, whether it is to be made again; and which ones are.
    is_stale: Vec<bool>,
    stale: Vec<u32>,
    /// By word, the cells whose light the last run has changed, and besides those whose faces may be lit in other places;
    /// and which words have any.
    changed: Vec<(u64, u64)>,
    with_changes: Vec<u32>,
}

impl Layers {
    /// Layers of a dark map.
    pub(super) fn new(size: UVec2) -> Self {
        let per_row = size.x.div_ceil(64) as usize;
        let length = per_row * size.y as usize;
        Self {
            size,
            per_row,
            words: vec![Word::default(); length],
            is_stale: vec![false; length],
            stale: Vec::new(),
            changed: vec![(0, 0); length],
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

    /// The word that holds `cell`; outside the map nothing is lit.
    #[inline]
    pub(super) fn word(&self, cell: IVec2) -> Word {
        self.index(cell)
            .map_or(Word::default(), |index| self.words[index])
    }

    /// The cells of the word that holds `cell` whose light the last run has changed; with those whose faces may be lit in
    /// other places, for who looks so closely.
    #[inline]
    pub(super) fn changed(&self, cell: IVec2, closely: bool) -> u64 {
        let (changed, faces) = self.index(cell).map_or((0, 0), |index| self.changed[index]);
        if closely { changed | faces } else { changed }
    }

    /// Has the word that holds `cell` made again.
    pub(super) fn make_stale(&mut self, cell: IVec2) {
        if let Some(index) = self.index(cell)
            && !self.is_stale[index]
        {
            self.is_stale[index] = true;
            self.stale.push(index as u32);
        }
    }

    /// Has all words made again.
    pub(super) fn make_all_stale(&mut self) {
        self.is_stale.fill(true);
        self.stale = (0..self.words.len() as u32).collect();
    }

    /// Forgets what the last run has changed.
    pub(super) fn begin(&mut self) {
        for index in self.with_changes.drain(..) {
            self.changed[index as usize] = (0, 0);
        }
    }

    /// Notes that the light on these cells of a word may be another.
    pub(super) fn note_changes(&mut self, start: IVec2, cells: u64) {
        self.note(start, (cells, 0));
    }

    /// Notes that light may fall on the faces of these cells in other places.
    pub(super) fn note_faces(&mut self, start: IVec2, cells: u64) {
        self.note(start, (0, cells));
    }

    fn note(&mut self, start: IVec2, (cells, faces): (u64, u64)) {
        if cells | faces != 0
            && let Some(index) = self.index(start)
        {
            let changed = &mut self.changed[index];
            if *changed == (0, 0) {
                self.with_changes.push(index as u32);
            }
            changed.0 |= cells;
            changed.1 |= faces;
        }
    }

    /// Whether anything has changed since [`begin`](Self::begin).
    pub(super) fn has_changes(&self) -> bool {
        !self.with_changes.is_empty()
    }

    /// What a light at `source` that shines on the cells of `field` does to words; `is_inside`: it hangs in a wall, and
    /// shines from before it.
    pub(super) fn lit_words(
        &self,
        source: IVec2,
        is_inside: bool,
        field: &VisibleSet,
        words: &mut Vec<LitWord>,
    ) {
        words.clear();
        let margin = i64::from(is_inside);
        let at_or_after = |first: i64| match first {
            ..=0 => u64::MAX,
            64.. => 0,
            first => u64::MAX << first,
        };
        for (start, cells) in field.words() {
            let Some(index) = self.index(start) else {
                continue;
            };
            let column = i64::from(source.x) - i64::from(start.x);
            let is_own_row = start.y == source.y;
            let own = at_or_after(column) & !at_or_after(column + 1);
            words.push(LitWord {
                index: index as u32,
                row: (start.y > source.y) as i8 - (start.y < source.y) as i8,
                cells,
                right_of_it: at_or_after(column + margin),
                left_of_it: !at_or_after(column + 1 - margin),
                flame: if is_own_row { cells & own } else { 0 },
            });
        }
    }

    /// Makes the stale words again, each from what `make` answers for its first cell, and from what all `lights` do to it.
    /// `finish` has the last word.
    pub(super) fn remake<'a>(
        &mut self,
        opacity: &OpacityMap,
        make: impl Fn(IVec2) -> Word,
        lights: impl Iterator<Item = &'a [LitWord]>,
        finish: impl Fn(IVec2, &mut Word),
    ) {
        let stale = std::mem::take(&mut self.stale);
        if stale.is_empty() {
            return;
        }
        let before: Vec<Word> = stale
            .iter()
            .map(|&index| self.words[index as usize])
            .collect();
        for &index in &stale {
            self.words[index as usize] = make(self.start(index as usize));
        }
        for lit in lights.flatten() {
            let index = lit.index as usize;
            if self.is_stale[index] {
                self.words[index].add(lit);
            }
        }
        for (&index, before) in stale.iter().zip(before) {
            let start = self.start(index as usize);
            let mut word = self.words[index as usize];
            let opaque = opacity.bits().columns(start);
            let columns = i64::from(self.size.x) - i64::from(start.x);
            let outside = if columns < 64 { u64::MAX << columns } else { 0 };
            word.keep(!(opaque | outside));
            word.flames &= opaque;
            finish(start, &mut word);
            self.words[index as usize] = word;
            self.is_stale[index as usize] = false;
            self.note_changes(start, word.differs(before, start, opacity));
        }
        self.stale = stale;
        self.stale.clear();
    }
}
