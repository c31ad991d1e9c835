//! A front that moves over many cells at once: a row of cells is a word, and a step of all its cells
//! costs a few instructions.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXorAssign, Not, Shl, Shr};

use bevy::math::IVec2;

use crate::map::Footing;

/// A row of cells: a bit for each, the leftmost lowest.
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
    /// The cell that is furthest to the left, and no other.
    const FIRST: Self;

    /// How far a window reaches to all sides of its centre: a word holds its rows, and has a bit to spare.
    const REACH: i32;

    /// What can be entered of a row from `start` on: at once, and slowly. `footing` says so of 64 cells.
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

/// The square of cells that a search looks at.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame {
    corner: IVec2,
    side: i32,
}

impl Frame {
    /// The cells that are so near to `centre` as the crow flies.
    pub(super) fn around(centre: IVec2, reach: i32) -> Self {
        Self {
            corner: centre - reach,
            side: 2 * reach + 1,
        }
    }

    /// The row, from 1, and the column of a cell, if it is in there.
    pub(super) fn place(self, cell: IVec2) -> Option<(usize, u32)> {
        let at = cell.wrapping_sub(self.corner);
        let is_inside = at.cmpge(IVec2::ZERO).all() && at.max_element() < self.side;
        is_inside.then(|| (at.y as usize + 1, at.x as u32))
    }

    /// The cell of a row, from 1, and a column.
    pub(super) fn cell(self, row: usize, x: i32) -> IVec2 {
        self.corner + IVec2::new(x, row as i32 - 1)
    }
}

/// A front that goes on by a step at a time: of a king, or over the four sides of cells.
///
/// Rows count from 1; above and below the frame there is one more each, in which nothing ever is.
#[derive(Debug, Default)]
pub(super) struct Front<W, const KING: bool = true> {
    frame: Frame,
    rows: Vec<Row<W>>,
    /// How many steps a slow cell takes to enter.
    slowness: u32,
    /// The rows whose ground is known: the first and the last.
    known: (usize, usize),
    /// Outside of these rows the front is nowhere: the first and the last.
    around: (usize, usize),
    /// What is on its way through slow cells: when it arrives, in which row.
    late: Vec<(u32, usize, W)>,
    steps: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Row<W> {
    /// What was reached by the last step and by no other.
    front: W,
    /// What can be entered at once and was not yet.
    free: W,
    /// What somebody waits for the front to come to.
    wanted: W,
    /// What can be entered slowly and was not yet; and all of it, entered or not.
    slow: W,
    slow_ground: W,
}

impl<W: Bits, const KING: bool> Front<W, KING> {
    /// Begins on those of `starts` that are within `reach` of `centre`, and stays within that: at most
    /// [`Bits::REACH`]. A slow cell takes `slowness` steps, at least 2.
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
        // None yet: those of the starts are taken note of with their neighbours.
        self.known = (middle + 1, middle);
        self.around = (middle, middle);
        for start in starts {
            if let Some((row, x)) = self.frame.place(start) {
                self.rows[row].front |= W::FIRST << x;
                self.around = (self.around.0.min(row), self.around.1.max(row));
            }
        }
    }

    /// Waits for the front to come to this cell.
    pub(super) fn want(&mut self, cell: IVec2) {
        if let Some((row, x)) = self.frame.place(cell) {
            self.rows[row].wanted |= W::FIRST << x;
        }
    }

    /// What it looks at.
    pub(super) fn frame(&self) -> Frame {
        self.frame
    }

    /// How many steps were taken.
    pub(super) fn steps(&self) -> u32 {
        self.steps
    }

    /// The rows around what was reached by the last step and by no step before: the first, and in it and
    /// those that follow the cells that were reached.
    pub(super) fn front(&self) -> (usize, impl Iterator<Item = W>) {
        let rows = &self.rows[self.around.0..=self.around.1];
        (self.around.0, rows.iter().map(|row| row.front))
    }

    /// Whether the last step reached this cell.
    pub(super) fn is_at(&self, cell: IVec2) -> bool {
        let place = self.frame.place(cell);
        place.is_some_and(|(row, x)| self.rows[row].front.has(x))
    }

    /// Whether this cell is slow to enter.
    pub(super) fn is_slow(&self, cell: IVec2) -> bool {
        let place = self.frame.place(cell);
        place.is_some_and(|(row, x)| self.rows[row].slow_ground.has(x))
    }

    /// Has a cell beside the start be entered so much later than usual, or never.
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

    /// Learns the ground of a row, and of those between it and the known ones.
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
        // Where it begins is behind the front.
        let inside = !(!W::default() << (self.frame.side as u32 - 1) << 1) & !row.front;
        row.free = free & inside;
        row.slow = slow & inside;
        row.slow_ground = row.slow;
    }

    /// Goes one step further, and says whether it comes to a cell that is wanted.
    ///
    /// `footing` says what can be entered; it is asked once at most for every row.
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

    /// Lets those arrive who have been on their way long enough, and says which of them were wanted.
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

    /// Whether nothing was reached by the last step, nor will be by one that is to come.
    pub(super) fn is_over(&self) -> bool {
        let (first, last) = self.around;
        first == last && self.rows[first].front.is_empty() && self.late.is_empty()
    }
}

/// Of a row the cells beside those of three rows: the one above, itself, and the one below; by the steps of a king its own
/// among them.
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
    fn cells_around_the_frame_are_not_in_it() {
        let frame = Frame::around(IVec2::new(34, 35), 31);
        let at = |x, y| frame.place(IVec2::new(3 + x, 4 + y));
        assert_eq!((at(0, -1), at(-1, 0), at(63, 0)), (None, None, None));
        assert_eq!((at(0, 0), at(62, 1)), (Some((1, 0)), Some((2, 62))));
    }
}
