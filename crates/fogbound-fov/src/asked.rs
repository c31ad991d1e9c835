//! A terrain that asks a function about each cell when an algorithm needs it.

use core::cell::RefCell;

use glam::{IVec2, UVec2};

use crate::VisibleSet;
use crate::grid::ones;
use crate::terrain::{AxisBits, Terrain};

/// The answers about one map. Their memory is reused for the next map.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    /// The cells that may be needed again.
    known: VisibleSet,
    /// All opaque cells.
    opaque: VisibleSet,
}

/// A terrain whose cells are asked for.
pub(crate) struct Asked<'f> {
    size: UVec2,
    inner: RefCell<Inner<'f>>,
}

struct Inner<'f> {
    ask: &'f mut dyn FnMut(IVec2) -> bool,
    answers: &'f mut Answers,
}

impl<'f> Asked<'f> {
    /// Creates a terrain of `size` cells for a view that reaches `reach` cells from `eye`. `ask` is called at most once
    /// for each cell.
    pub(crate) fn new(
        size: UVec2,
        (eye, reach): (IVec2, i32),
        ask: &'f mut dyn FnMut(IVec2) -> bool,
        answers: &'f mut Answers,
    ) -> Self {
        answers.known.clear();
        answers.opaque.clear();
        // Making room once is faster than growing. Few views need more.
        let near = IVec2::splat(reach.min(20));
        for set in [&mut answers.known, &mut answers.opaque] {
            set.make_room(eye - near, eye + near);
        }
        let inner = RefCell::new(Inner { ask, answers });
        Self { size, inner }
    }
}

impl Inner<'_> {
    /// Asks about a cell that has not been asked for.
    #[inline]
    fn ask(&mut self, cell: IVec2) -> bool {
        let opaque = (self.ask)(cell);
        if opaque {
            self.answers.opaque.insert(cell);
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
        self.ask(cell)
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
        view.difference_with(&self.inner.borrow().answers.opaque);
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

    /// Asks about the cells that are wanted, the first of which is at `x`. Those that are shared may be needed again.
    fn ask(self, (x, y): (i32, i32), wanted: u64, shared: u64) -> u64 {
        let mut inner = self.asked.inner.borrow_mut();
        let mut opaque = 0;
        for bit in ones(wanted & shared) {
            opaque |= u64::from(inner.look_up(self.cell(x + bit, y))) << bit;
        }
        for bit in ones(wanted & !shared) {
            opaque |= u64::from(inner.ask(self.cell(x + bit, y))) << bit;
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

    /// The pieces of a row share the cells between two pieces, and the quadrants share their diagonals. In both cases,
    /// these are the first or the last cells of a piece. No other cell is needed twice.
    fn span((axis, y): Self::Row, x: i32, wanted: u64) -> u64 {
        if wanted == 0 {
            return 0;
        }
        let (lowest, highest) = (wanted.trailing_zeros(), 63 - wanted.leading_zeros());
        axis.ask((x, y), wanted, 1 << lowest | 1 << highest)
    }

    fn get((axis, y): Self::Row, x: i32) -> bool {
        axis.asked.inner.borrow_mut().look_up(axis.cell(x, y))
    }
}
