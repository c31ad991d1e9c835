//! A front that spreads over many cells at once. A row of cells is one word, so advancing all the cells in a row by one
//! step takes only a few instructions.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXorAssign, Not, Shl, Shr};

use bevy::math::IVec2;

use crate::map::Footing;

/// A row of cells. There is one bit per cell, and the leftmost cell has the lowest bit.
pub(super) trait Bits:
    Copy
    + Default
    + PartialEq
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// A row that contains only the leftmost cell.
    const FIRST: Self;

    /// How far a window can reach from its centre on each side. A row of the window fits in a word, with one bit to
    /// spare.
    const REACH: i32;

    /// Returns which cells in the row that begins at `start` can be entered immediately, and which can be entered
    /// slowly. `footing` returns the footing of 64 cells.
    fn ground(start: IVec2, footing: impl FnMut(IVec2) -> Footing) -> (Self, Self);

    fn is_empty(self) -> bool {
        self == Self::default()
    }

    fn has(self, x: u32) -> bool {
        !(self >> x & Self::FIRST).is_empty()
    }
}

impl Bits for u64 {
    const FIRST: Self = 1;
    const REACH: i32 = 31;

    fn ground(start: IVec2, mut footing: impl FnMut(IVec2) -> Footing) -> (Self, Self) {
        let here = footing(start);
        (here.walkable, here.closed)
    }
}

impl Bits for u128 {
    const FIRST: Self = 1;
    const REACH: i32 = 63;

    fn ground(start: IVec2, mut footing: impl FnMut(IVec2) -> Footing) -> (Self, Self) {
        let (left, right) = (footing(start), footing(start + IVec2::new(64, 0)));
        let join = |left, right| Self::from(left) | Self::from(right) << 64;
        (
            join(left.walkable, right.walkable),
            join(left.closed, right.closed),
        )
    }
}

/// The square of cells that a search covers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame {
    corner: IVec2,
    side: i32,
}

impl Frame {
    /// Returns the frame of all cells at most `reach` rows and columns from `centre`.
    pub(super) fn around(centre: IVec2, reach: i32) -> Self {
        Self {
            corner: centre - reach,
            side: 2 * reach + 1,
        }
    }

    /// Returns the row (starting at 1) and column of a cell, or `None` if the cell is outside the frame.
    pub(super) fn place(self, cell: IVec2) -> Option<(usize, u32)> {
        let at = cell.wrapping_sub(self.corner);
        let is_inside = at.cmpge(IVec2::ZERO).all() && at.max_element() < self.side;
        is_inside.then(|| (at.y as usize + 1, at.x as u32))
    }

    /// Returns the cell at a row (starting at 1) and column.
    pub(super) fn cell(self, row: usize, x: i32) -> IVec2 {
        self.corner + IVec2::new(x, row as i32 - 1)
    }
}

/// A front that advances one step at a time, either like a chess king or only across the four sides of cells.
///
/// Rows are numbered from 1. One extra row above the frame and one below it stay empty.
#[derive(Debug, Default)]
pub(super) struct Front<W, const KING: bool = true> {
    frame: Frame,
    rows: Vec<Row<W>>,
    /// The number of steps that it takes to enter a slow cell.
    slowness: u32,
    /// The first and last rows whose ground is known.
    known: (usize, usize),
    /// The first and last rows that the front may be in.
    around: (usize, usize),
    /// Cells being entered slowly: the step in which they are reached, their row, and their bits.
    late: Vec<(u32, usize, W)>,
    steps: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Row<W> {
    /// The cells that were first reached by the last step.
    front: W,
    /// The cells that can be entered immediately and have not been reached yet.
    free: W,
    /// The wanted cells. A step reports when the front reaches one of them.
    wanted: W,
    /// `slow` holds the slow cells that have not been entered yet, and `slow_ground` holds all slow cells.
    slow: W,
    slow_ground: W,
}

impl<W: Bits, const KING: bool> Front<W, KING> {
    /// Starts at the cells in `starts` that are within `reach` of `centre`, and stays within that distance. The maximum
    /// reach is [`Bits::REACH`]. Entering a slow cell takes `slowness` steps, with a minimum of 2.
    pub(super) fn begin(
        &mut self,
        starts: impl IntoIterator<Item = IVec2>,
        centre: IVec2,
        reach: i32,
        slowness: u32,
    ) {
        self.frame = Frame::around(centre, reach);
        self.rows.clear();
        self.rows.resize(2 * reach as usize + 3, Row::default());
        self.slowness = slowness;
        self.late.clear();
        self.steps = 0;
        let middle = reach as usize + 1;
        // No rows are known yet, because the rows of the starts are read together with their neighbours.
        self.known = (middle + 1, middle);
        self.around = (middle, middle);
        for start in starts {
            if let Some((row, x)) = self.frame.place(start) {
                self.rows[row].front |= W::FIRST << x;
                self.around = (self.around.0.min(row), self.around.1.max(row));
            }
        }
    }

    /// Makes [`step`](Self::step) report when the front reaches the given cell.
    pub(super) fn want(&mut self, cell: IVec2) {
        if let Some((row, x)) = self.frame.place(cell) {
            self.rows[row].wanted |= W::FIRST << x;
        }
    }

    pub(super) fn frame(&self) -> Frame {
        self.frame
    }

    pub(super) fn steps(&self) -> u32 {
        self.steps
    }

    /// Returns the number of the first row that the front may be in, and, for each row starting at that one, the cells
    /// that were first reached by the last step.
    pub(super) fn front(&self) -> (usize, impl Iterator<Item = W>) {
        let rows = &self.rows[self.around.0..=self.around.1];
        (self.around.0, rows.iter().map(|row| row.front))
    }

    /// Returns whether the last step was the first to reach the given cell.
    pub(super) fn is_at(&self, cell: IVec2) -> bool {
        let place = self.frame.place(cell);
        place.is_some_and(|(row, x)| self.rows[row].front.has(x))
    }

    pub(super) fn is_slow(&self, cell: IVec2) -> bool {
        let place = self.frame.place(cell);
        place.is_some_and(|(row, x)| self.rows[row].slow_ground.has(x))
    }

    /// Delays entering a cell next to the start by `later` steps, or prevents entering it if `later` is `None`.
    pub(super) fn hold_up(
        &mut self,
        cell: IVec2,
        later: Option<u32>,
        footing: impl FnMut(IVec2) -> Footing,
    ) {
        let Some((number, x)) = self.frame.place(cell) else {
            return;
        };
        self.learn(number, footing);
        let row = &mut self.rows[number];
        let usual = if row.slow.has(x) {
            Some(self.slowness)
        } else {
            row.free.has(x).then_some(1)
        };
        let cell = W::FIRST << x;
        row.free &= !cell;
        row.slow &= !cell;
        let late = usual.zip(later).map(|(usual, later)| usual + later);
        self.late.extend(late.map(|steps| (steps, number, cell)));
    }

    /// Reads the ground of a row, and of all rows between that row and the known rows.
    fn learn(&mut self, row: usize, mut footing: impl FnMut(IVec2) -> Footing) {
        while self.known.0 > row {
            self.known.0 -= 1;
            self.note(self.known.0, &mut footing);
        }
        while self.known.1 < row {
            self.known.1 += 1;
            self.note(self.known.1, &mut footing);
        }
    }

    fn note(&mut self, number: usize, footing: impl FnMut(IVec2) -> Footing) {
        let (free, slow) = W::ground(self.frame.cell(number, 0), footing);
        let row = &mut self.rows[number];
        // The starts have already been reached.
        let inside = !(!W::default() << (self.frame.side as u32 - 1) << 1) & !row.front;
        row.free = free & inside;
        row.slow = slow & inside;
        row.slow_ground = row.slow;
    }

    /// Advances by one step. Returns whether the step reached a wanted cell.
    ///
    /// `footing` returns which cells can be entered. It is called at most once for every row (twice for rows of 128
    /// cells).
    pub(super) fn step(&mut self, mut footing: impl FnMut(IVec2) -> Footing) -> bool {
        let first = (self.around.0 - 1).max(1);
        let last = (self.around.1 + 1).min(self.rows.len() - 2);
        self.learn(first, &mut footing);
        self.learn(last, &mut footing);
        self.steps += 1;
        let arrives = self.steps + self.slowness - 1;
        let mut wanted = W::default();
        let mut rows = self.rows[first - 1..=last + 1].iter_mut();
        let (Some(outer), Some(mut row)) = (rows.next(), rows.next()) else {
            return false;
        };
        let mut above = outer.front;
        for (number, next) in (first..).zip(rows) {
            let here = row.front;
            let near = near::<W, KING>(above, here, next.front);
            let reached = near & row.free;
            row.free ^= reached;
            row.front = reached;
            wanted |= reached & row.wanted;
            let entered = near & row.slow;
            if !entered.is_empty() {
                row.slow ^= entered;
                self.late.push((arrives, number, entered));
            }
            above = here;
            row = next;
        }
        self.around = (first, last);
        if !self.late.is_empty() {
            wanted |= self.arrive();
        }
        let (mut first, mut last) = self.around;
        while first < last && self.rows[first].front.is_empty() {
            first += 1;
        }
        while first < last && self.rows[last].front.is_empty() {
            last -= 1;
        }
        self.around = (first, last);
        !wanted.is_empty()
    }

    /// Enters the slow cells that are reached in this step. Returns which of them were wanted.
    #[inline]
    fn arrive(&mut self) -> W {
        let (rows, around, steps) = (&mut self.rows, &mut self.around, self.steps);
        let mut wanted = W::default();
        self.late.retain(|&(arrives, number, cells)| {
            if arrives == steps {
                let row = &mut rows[number];
                row.front |= cells;
                wanted |= cells & row.wanted;
                *around = (around.0.min(number), around.1.max(number));
            }
            arrives > steps
        });
        wanted
    }

    /// Returns whether the last step reached nothing and no later step can reach anything.
    pub(super) fn is_over(&self) -> bool {
        let (first, last) = self.around;
        first == last && self.rows[first].front.is_empty() && self.late.is_empty()
    }
}

/// Returns the cells in a row that are next to marked cells. `above`, `here` and `below` are the marked cells in the
/// row above, in the row itself and in the row below. With king's steps, the result includes the cells in `here`.
#[inline]
pub(super) fn near<W: Bits, const KING: bool>(above: W, here: W, below: W) -> W {
    if KING {
        let around = above | here | below;
        around | around << 1 | around >> 1
    } else {
        above | below | here << 1 | here >> 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_around_the_frame_are_outside_it() {
        let frame = Frame::around(IVec2::new(34, 35), 31);
        let at = |x, y| frame.place(IVec2::new(3 + x, 4 + y));
        assert_eq!((at(0, -1), at(-1, 0), at(63, 0)), (None, None, None));
        assert_eq!((at(0, 0), at(62, 1)), (Some((1, 0)), Some((2, 62))));
    }
}
