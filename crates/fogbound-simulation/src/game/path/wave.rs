//! A front that moves over many cells at once: a row of cells is a word, and a step of all its cells
//! costs a few instructions.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXorAssign, Not, Shl, Shr};

/// A row of cells: a bit for each, the leftmost lowest.
pub(super) trait Word:
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

    fn is_empty(self) -> bool {
        self == Self::default()
    }

    fn has(self, x: u32) -> bool {
        !(self >> x & Self::FIRST).is_empty()
    }
}

impl Word for u64 {
    const FIRST: Self = 1;
    const REACH: i32 = 31;
}

impl Word for u128 {
    const FIRST: Self = 1;
    const REACH: i32 = 63;
}

/// What can be entered in a row: at once, or after some steps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ground<W> {
    pub(super) free: W,
    pub(super) slow: W,
}

/// A front that started in one cell and goes on by a step of a king at a time.
///
/// Rows count from 1; above and below the window there is one more each, in which nothing ever is.
#[derive(Debug, Default)]
pub(super) struct Wave<W> {
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

impl<W: Word> Wave<W> {
    /// Begins in the middle of a window that reaches this far, at most [`Word::REACH`]. A slow cell takes
    /// `slowness` steps, at least 2.
    pub(super) fn begin(&mut self, reach: i32, slowness: u32) {
        self.rows.clear();
        self.rows.resize(2 * reach as usize + 3, Row::default());
        self.slowness = slowness;
        self.late.clear();
        let middle = reach as usize + 1;
        self.rows[middle].front = W::FIRST << reach as u32;
        self.around = (middle, middle);
        // None yet: it is taken note of with its neighbours.
        self.known = (middle + 1, middle);
        self.steps = 0;
    }

    /// Waits for the front to come to this cell.
    pub(super) fn want(&mut self, row: usize, x: u32) {
        self.rows[row].wanted |= W::FIRST << x;
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
    pub(super) fn is_at(&self, row: usize, x: u32) -> bool {
        self.rows[row].front.has(x)
    }

    /// Whether this cell is entered at once and was not yet.
    pub(super) fn is_free(&self, row: usize, x: u32) -> bool {
        self.rows[row].free.has(x)
    }

    /// Whether this cell is slow to enter.
    pub(super) fn is_slow(&self, row: usize, x: u32) -> bool {
        self.rows[row].slow_ground.has(x)
    }

    /// Has a cell that is beside the start be reached after so many steps, or never, whatever the ground
    /// there.
    pub(super) fn hold_up(&mut self, row: usize, x: u32, steps: Option<u32>) {
        let cell = W::FIRST << x;
        self.rows[row].free &= !cell;
        self.rows[row].slow &= !cell;
        self.late.extend(steps.map(|steps| (steps, row, cell)));
    }

    /// Learns the ground of a row, and of those between it and the known ones.
    pub(super) fn learn(&mut self, row: usize, mut ground: impl FnMut(usize) -> Ground<W>) {
        while self.known.0 > row {
            self.known.0 -= 1;
            self.note(self.known.0, ground(self.known.0));
        }
        while self.known.1 < row {
            self.known.1 += 1;
            self.note(self.known.1, ground(self.known.1));
        }
    }

    fn note(&mut self, number: usize, ground: Ground<W>) {
        let side = self.rows.len() as u32 - 2;
        let row = &mut self.rows[number];
        // The start itself is behind the front.
        let inside = !(!W::default() << (side - 1) << 1) & !row.front;
        row.free = ground.free & inside;
        row.slow = ground.slow & inside;
        row.slow_ground = row.slow;
    }

    /// Goes one step further, and says whether it comes to a cell that is wanted.
    ///
    /// `ground` is asked once at most for every row.
    pub(super) fn step(&mut self, mut ground: impl FnMut(usize) -> Ground<W>) -> bool {
        let first = (self.around.0 - 1).max(1);
        let last = (self.around.1 + 1).min(self.rows.len() - 2);
        self.learn(first, &mut ground);
        self.learn(last, &mut ground);
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
            let around = above | here | next.front;
            let near = around | around << 1 | around >> 1;
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
            let (rows, around, steps) = (&mut self.rows, &mut self.around, self.steps);
            self.late.retain(|&(arrives, number, cells)| {
                if arrives == steps {
                    let row = &mut rows[number];
                    row.front |= cells;
                    wanted |= cells & row.wanted;
                    *around = (around.0.min(number), around.1.max(number));
                }
                arrives > steps
            });
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

    /// Whether nothing was reached by the last step, nor will be by one that is to come.
    pub(super) fn is_over(&self) -> bool {
        let (first, last) = self.around;
        first == last && self.rows[first].front.is_empty() && self.late.is_empty()
    }
}
