//! A terrain that asks a function about cells when an algorithm needs them.

use core::cell::RefCell;

use glam::{IVec2, UVec2};

use crate::VisibleSet;
use crate::grid::ones;
use crate::terrain::{AxisBits, Terrain};

/// Asks about cells in a row or column: the first cell, the step from one to the next, and a mask of those that are
/// wanted. Returns a mask of the opaque ones.
pub(crate) type Ask<'f> = &'f mut dyn FnMut(IVec2, IVec2, u64) -> u64;

/// The answers about one map. Their memory is reused for the next map.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    /// The cells that may be needed again, and those of them that are opaque.
    known: VisibleSet,
    opaque: VisibleSet,
    /// The same for the cells on the diagonals near the eye: a bit for each distance.
    known_diagonals: [u32; 4],
    opaque_diagonals: [u32; 4],
    /// All opaque cells, if they are to be removed from the view.
    walls: VisibleSet,
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
        answers.known_diagonals = [0; 4];
        answers.opaque_diagonals = [0; 4];
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
    /// Asks about cells that have not been asked for.
    #[inline]
    fn ask(&mut self, start: IVec2, step: IVec2, wanted: u64) -> u64 {
        let opaque = (self.ask)(start, step, wanted);
        if self.keeps_walls {
            let cells = ones(opaque).map(|bit| start + step * bit);
            self.answers.walls.extend(cells);
        }
        opaque
    }

    /// Looks a cell up, or asks about it and keeps the answer.
    #[inline]
    fn look_up(&mut self, cell: IVec2) -> bool {
        if self.answers.known.contains(cell) {
            return self.answers.opaque.contains(cell);
        }
        self.answers.known.insert(cell);
        let is_opaque = self.ask(cell, IVec2::ZERO, 1) != 0;
        if is_opaque {
            self.answers.opaque.insert(cell);
        }
        is_opaque
    }

    /// Does the same for a cell on a diagonal, which is at `offset` from the eye. Two quadrants share it.
    #[inline]
    fn look_up_diagonal(&mut self, cell: IVec2, offset: IVec2) -> bool {
        let diagonal = usize::from(offset.x > 0) + 2 * usize::from(offset.y > 0);
        let distance = offset.x.unsigned_abs();
        if distance >= u32::BITS {
            return self.look_up(cell);
        }
        let known = &mut self.answers.known_diagonals[diagonal];
        if *known >> distance & 1 == 0 {
            *known |= 1 << distance;
            let is_opaque = self.ask(cell, IVec2::ZERO, 1) as u32;
            self.answers.opaque_diagonals[diagonal] |= is_opaque << distance;
        }
        self.answers.opaque_diagonals[diagonal] >> distance & 1 != 0
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

    /// Asks about the cells that are wanted, the first of which is at `x`. Those that are `shared` may be needed again:
    /// they are on diagonals or, if a row has been cut, at the ends of pieces.
    #[inline]
    fn ask(self, (x, y): (i32, i32), wanted: u64, shared: u64) -> u64 {
        let mut inner = self.asked.inner.borrow_mut();
        let mut opaque = 0;
        let mut alone = wanted;
        for bit in ones(wanted & shared) {
            let cell = self.cell(x + bit, y);
            let offset = cell - self.asked.eye;
            let is_opaque = if offset.x.abs() == offset.y.abs() {
                inner.look_up_diagonal(cell, offset)
            } else if inner.is_cut {
                inner.look_up(cell)
            } else {
                continue;
            };
            alone &= !(1 << bit);
            opaque |= u64::from(is_opaque) << bit;
        }
        if alone != 0 {
            opaque |= inner.ask(self.cell(x, y), self.cell(1, 0), alone);
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
    fn near(
        (axis, x): Self::Band,
        y: i32,
        wanted: impl FnOnce() -> u64,
        shared: impl FnOnce() -> u64,
    ) -> u64 {
        axis.ask((x, y), wanted(), shared())
    }

    /// The pieces of a row that has been cut share the cells between two pieces, and the quadrants share their
    /// diagonals. In both cases, these are the first or the last cells of a piece. No other cell is needed twice.
    fn span((axis, y): Self::Row, x: i32, wanted: u64) -> u64 {
        if wanted == 0 {
            return 0;
        }
        let (lowest, highest) = (wanted.trailing_zeros(), 63 - wanted.leading_zeros());
        // Only rows wider than a word are cut, and their pieces have at least half a word.
        if highest - lowest >= 30 {
            axis.asked.inner.borrow_mut().is_cut = true;
        }
        axis.ask((x, y), wanted, 1 << lowest | 1 << highest)
    }

    fn get((axis, y): Self::Row, x: i32) -> bool {
        axis.ask((x, y), 1, 1) != 0
    }
}
