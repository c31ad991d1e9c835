//! A terrain that asks a function about cells when an algorithm needs them.

use core::cell::RefCell;

use glam::{IVec2, UVec2};

use crate::VisibleSet;
use crate::grid::ones;
use crate::symmetric::{MIDDLE, Square};
use crate::terrain::{AxisBits, Terrain};

/// Asks about neighbouring cells in a row or column: the first cell, the step from one to the next, and their number,
/// which is from 1 to 64. Returns a mask of the opaque ones.
pub(crate) type Ask<'f> = &'f mut dyn FnMut(IVec2, IVec2, u32) -> u64;

/// The answers about one map. Their memory is reused for the next map.
#[derive(Debug)]
pub(crate) struct Answers {
    /// The cells that may be needed again, and those of them that are opaque.
    known: VisibleSet,
    opaque: VisibleSet,
    /// The same for the cells on the diagonals near the eye, which two quadrants share. The upright axis, which is scanned
    /// first, writes them as the sideways axis reads them: by the near rows of that axis.
    known_diagonals: Square,
    opaque_diagonals: Square,
    /// All opaque cells, if they are to be removed from the view.
    walls: VisibleSet,
}

impl Default for Answers {
    fn default() -> Self {
        Self {
            known: VisibleSet::new(),
            opaque: VisibleSet::new(),
            known_diagonals: [0; 64],
            opaque_diagonals: [0; 64],
            walls: VisibleSet::new(),
        }
    }
}

/// A terrain whose cells are asked for.
pub(crate) struct Asked<'f> {
    size: UVec2,
    eye: IVec2,
    inner: RefCell<Inner<'f>>,
}

struct Inner<'f> {
    ask: Ask<'f>,
    answers: &'f mut Answers,
    /// Whether to list the walls.
    keeps_walls: bool,
    /// Whether a row has been cut into pieces. From then on, pieces may share the cells at their ends.
    is_cut: bool,
}

impl<'f> Asked<'f> {
    /// Creates a terrain of `size` cells for a view of an eye at `eye`. `ask` is asked at most once about each cell.
    pub(crate) fn new(
        size: UVec2,
        eye: IVec2,
        keeps_walls: bool,
        ask: Ask<'f>,
        answers: &'f mut Answers,
    ) -> Self {
        answers.known.clear();
        answers.opaque.clear();
        answers.walls.clear();
        answers.known_diagonals.fill(0);
        answers.opaque_diagonals.fill(0);
        let inner = RefCell::new(Inner {
            ask,
            answers,
            keeps_walls,
            is_cut: false,
        });
        Self { size, eye, inner }
    }
}

impl Inner<'_> {
    /// Asks about neighbouring cells that have not been asked for.
    #[inline(always)]
    fn ask(&mut self, start: IVec2, step: IVec2, count: u32) -> u64 {
        let opaque = (self.ask)(start, step, count);
        if self.keeps_walls {
            self.list(start, step, opaque);
        }
        opaque
    }

    /// Lists the cells whose bits are set.
    #[cold]
    fn list(&mut self, start: IVec2, step: IVec2, opaque: u64) {
        let cells = ones(opaque).map(|bit| start + step * bit);
        self.answers.walls.extend(cells);
    }

    /// Looks a cell up, or asks about it and keeps the answer.
    #[inline]
    fn look_up(&mut self, cell: IVec2) -> bool {
        self.answers.known(cell).unwrap_or_else(|| {
            let is_opaque = self.ask(cell, IVec2::ZERO, 1) != 0;
            self.answers.keep(cell, is_opaque);
            is_opaque
        })
    }
}

impl Answers {
    /// Returns the answer about a cell, if it has been kept.
    #[inline]
    fn known(&self, cell: IVec2) -> Option<bool> {
        let is_known = self.known.contains(cell);
        is_known.then(|| self.opaque.contains(cell))
    }

    #[inline]
    fn keep(&mut self, cell: IVec2, is_opaque: bool) {
        self.known.insert(cell);
        if is_opaque {
            self.opaque.insert(cell);
        }
    }
}

impl<'f> Terrain for Asked<'f> {
    type Bits<'a>
        = AskedAxis<'a, 'f>
    where
        Self: 'a;

    fn size(&self) -> UVec2 {
        self.size
    }

    fn is_opaque(&self, cell: IVec2) -> bool {
        !self.contains(cell) || self.inner.borrow_mut().look_up(cell)
    }

    fn upright(&self) -> AskedAxis<'_, 'f> {
        let is_sideways = false;
        AskedAxis {
            asked: self,
            is_sideways,
        }
    }

    fn sideways(&self) -> AskedAxis<'_, 'f> {
        let is_sideways = true;
        AskedAxis {
            asked: self,
            is_sideways,
        }
    }

    fn remove_opaque(&self, view: &mut VisibleSet) {
        view.difference_with(&self.inner.borrow().answers.walls);
    }
}

/// One of the two axes of a terrain.
#[derive(Clone, Copy)]
pub(crate) struct AskedAxis<'a, 'f> {
    asked: &'a Asked<'f>,
    is_sideways: bool,
}

impl AskedAxis<'_, '_> {
    #[inline]
    fn cell(self, x: i32, y: i32) -> IVec2 {
        if self.is_sideways {
            IVec2::new(y, x)
        } else {
            IVec2::new(x, y)
        }
    }

    /// Asks about a run of cells whose bits are set, the first of which is at `x`.
    #[inline]
    fn ask(self, (x, y): (i32, i32), run: u64) -> u64 {
        if run == 0 {
            return 0;
        }
        let (first, count) = (run.trailing_zeros(), run.count_ones());
        debug_assert_eq!(run >> first, u64::MAX >> (64 - count));
        let start = self.cell(x + first as i32, y);
        let mut inner = self.asked.inner.borrow_mut();
        inner.ask(start, self.cell(1, 0), count) << first
    }

    /// Does the same as [`ask`](Self::ask) for cells of which those at the ends may be needed again, because they lie on
    /// a diagonal or because a row has been cut there. Other cells are never needed twice.
    fn ask_far(self, (x, y): (i32, i32), run: u64) -> u64 {
        if run == 0 {
            return 0;
        }
        // Only rows wider than a word are cut, and their pieces have at least half a word.
        let (first, last) = (run.trailing_zeros(), 63 - run.leading_zeros());
        let is_cut = {
            let mut inner = self.asked.inner.borrow_mut();
            inner.is_cut |= last - first >= 30;
            inner.is_cut
        };
        let (mut alone, mut opaque, mut kept) = (run, 0, 0);
        for bit in ones(1 << first | 1 << last) {
            let cell = self.cell(x + bit, y);
            let offset = (cell - self.asked.eye).abs();
            if !is_cut && offset.x != offset.y {
                continue;
            }
            match self.asked.inner.borrow().answers.known(cell) {
                Some(is_opaque) => {
                    alone &= !(1 << bit);
                    opaque |= u64::from(is_opaque) << bit;
                }
                None => kept |= 1 << bit,
            }
        }
        opaque |= self.ask((x, y), alone);
        for bit in ones(kept) {
            let mut inner = self.asked.inner.borrow_mut();
            let is_opaque = opaque >> bit & 1 != 0;
            inner.answers.keep(self.cell(x + bit, y), is_opaque);
        }
        opaque
    }
}

impl AxisBits for AskedAxis<'_, '_> {
    /// The axis, and the first column.
    type Band = (Self, i32);
    /// The axis, and the row.
    type Row = (Self, i32);

    const PARTIAL: bool = true;

    fn size(self) -> UVec2 {
        let size = self.asked.size;
        if self.is_sideways {
            UVec2::new(size.y, size.x)
        } else {
            size
        }
    }

    fn band(self, x: i32) -> Self::Band {
        (self, x)
    }

    fn row(self, y: i32) -> Self::Row {
        (self, y)
    }

    #[inline]
    fn near((axis, x): Self::Band, y: i32, wanted: impl FnOnce() -> u64) -> u64 {
        let (wanted, eye) = (wanted(), axis.asked.eye);
        if axis.is_sideways {
            let row = (y - eye.x + MIDDLE) as usize % 64;
            let (known, opaque) = {
                let answers = &axis.asked.inner.borrow().answers;
                (answers.known_diagonals[row], answers.opaque_diagonals[row])
            };
            return opaque & wanted | axis.ask((x, y), wanted & !known);
        }
        let opaque = axis.ask((x, y), wanted);
        let depth = y - eye.y;
        let answers = &mut axis.asked.inner.borrow_mut().answers;
        for row in [MIDDLE - depth, MIDDLE + depth] {
            let row = row as usize % 64;
            let here = |bits: u64| (bits >> row & 1) << (MIDDLE + depth);
            answers.known_diagonals[row] |= here(wanted);
            answers.opaque_diagonals[row] |= here(opaque);
        }
        opaque
    }

    fn span((axis, y): Self::Row, x: i32, wanted: u64) -> u64 {
        axis.ask_far((x, y), wanted)
    }

    fn get((axis, y): Self::Row, x: i32) -> bool {
        axis.ask_far((x, y), 1) != 0
    }
}
