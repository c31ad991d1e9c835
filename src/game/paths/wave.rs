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
    side: usize,
    /// How many steps a slow cell takes to enter.
    slowness: u32,
    /// The rows whose ground is known.
    known: (usize, usize),
    /// What can be entered and was not yet.
    free: Vec<W>,
    slow: Vec<W>,
    /// The rows that have some of the latter.
    slow_rows: Vec<usize>,
    /// All slow cells, entered or not.
    slow_ground: Vec<W>,
    /// What was reached by the last step, and, beside those rows, what is to be reached by the next.
    front: Vec<W>,
    next: Vec<W>,
    /// The first and the last row of the front.
    rows: (usize, usize),
    /// What is on its way through slow cells: when it arrives, in which row.
    late: Vec<(u32, usize, W)>,
    steps: u32,
}

impl<W: Word> Wave<W> {
    /// Begins in the middle of a window that reaches this far, at most [`Word::REACH`]. A slow cell takes
    /// `slowness` steps, at least 2.
    pub(super) fn begin(&mut self, reach: i32, slowness: u32) {
        self.side = 2 * reach as usize + 1;
        self.slowness = slowness;
        for rows in [
            &mut self.free,
            &mut self.slow,
            &mut self.slow_ground,
            &mut self.front,
            &mut self.next,
        ] {
            rows.clear();
            rows.resize(self.side + 2, W::default());
        }
        self.slow_rows.clear();
        self.late.clear();
        let middle = reach as usize + 1;
        self.front[middle] = W::FIRST << reach as u32;
        self.rows = (middle, middle);
        // None yet: it is taken note of with its neighbours.
        self.known = (middle + 1, middle);
        self.steps = 0;
    }

    /// How many steps were taken.
    pub(super) fn steps(&self) -> u32 {
        self.steps
    }

    /// The first row of the front, and what was reached in it and in those that follow by the last step and
    /// by no step before.
    pub(super) fn front(&self) -> (usize, &[W]) {
        (self.rows.0, &self.front[self.rows.0..=self.rows.1])
    }

    /// Whether the last step reached this cell.
    pub(super) fn is_at(&self, row: usize, x: u32) -> bool {
        self.front[row].has(x)
    }

    /// Whether this cell is entered at once and was not yet.
    pub(super) fn is_free(&self, row: usize, x: u32) -> bool {
        self.free[row].has(x)
    }

    /// Whether this cell is slow to enter.
    pub(super) fn is_slow(&self, row: usize, x: u32) -> bool {
        self.slow_ground[row].has(x)
    }

    /// Has a cell that is beside the start be reached after so many steps, or never, whatever the ground
    /// there.
    pub(super) fn hold_up(&mut self, row: usize, x: u32, steps: Option<u32>) {
        let cell = W::FIRST << x;
        self.free[row] &= !cell;
        self.slow[row] &= !cell;
        self.late.extend(steps.map(|steps| (steps, row, cell)));
    }

    /// Learns the ground of a row, and of those between it and the known ones.
    pub(super) fn learn(&mut self, row: usize, mut ground: impl FnMut(usize) -> Ground<W>) {
        let row = row.clamp(1, self.side);
        while self.known.0 > row {
            self.known.0 -= 1;
            self.note(self.known.0, ground(self.known.0));
        }
        while self.known.1 < row {
            self.known.1 += 1;
            self.note(self.known.1, ground(self.known.1));
        }
    }

    fn note(&mut self, row: usize, ground: Ground<W>) {
        let inside = !(!W::default() << (self.side as u32 - 1) << 1);
        // The start itself is behind the front.
        let inside = inside & !self.front[row];
        self.free[row] = ground.free & inside;
        self.slow[row] = ground.slow & inside;
        self.slow_ground[row] = self.slow[row];
        if !self.slow[row].is_empty() {
            self.slow_rows.push(row);
        }
    }

    /// Goes one step further, and says whether there is anything that is reached by this step or can be by
    /// a later one. `ground` is asked once at most for every row.
    pub(super) fn step(&mut self, mut ground: impl FnMut(usize) -> Ground<W>) -> bool {
        let first = (self.rows.0 - 1).max(1);
        let last = (self.rows.1 + 1).min(self.side);
        self.learn(first, &mut ground);
        self.learn(last, &mut ground);
        self.steps += 1;
        let near = |above: W, here: W, below: W| {
            let near = above | here | below;
            near | near << 1 | near >> 1
        };
        if !self.slow_rows.is_empty() {
            let (front, slow, late) = (&self.front, &mut self.slow, &mut self.late);
            let arrives = self.steps + self.slowness - 1;
            self.slow_rows.retain(|&row| {
                if (first..=last).contains(&row) {
                    let near = near(front[row - 1], front[row], front[row + 1]);
                    let entered = near & slow[row];
                    if !entered.is_empty() {
                        slow[row] ^= entered;
                        late.push((arrives, row, entered));
                    }
                }
                !slow[row].is_empty()
            });
        }
        let count = last - first + 1;
        let above = &self.front[first - 1..][..count];
        let here = &self.front[first..][..count];
        let below = &self.front[first + 1..][..count];
        let free = &mut self.free[first..][..count];
        let next = &mut self.next[first..][..count];
        for row in 0..count {
            let reached = near(above[row], here[row], below[row]) & free[row];
            free[row] ^= reached;
            next[row] = reached;
        }
        std::mem::swap(&mut self.front, &mut self.next);
        self.rows = (first, last);
        if !self.late.is_empty() {
            let (front, rows, steps) = (&mut self.front, &mut self.rows, self.steps);
            self.late.retain(|&(arrives, row, cells)| {
                if arrives == steps {
                    front[row] |= cells;
                    *rows = (rows.0.min(row), rows.1.max(row));
                }
                arrives > steps
            });
        }
        self.narrow();
        let is_dead = self.rows.0 == self.rows.1 && self.front[self.rows.0].is_empty();
        !is_dead || !self.late.is_empty()
    }

    /// Leaves the rows at both ends alone in which nothing is. Outside of the rows of the front both
    /// generations are empty.
    fn narrow(&mut self) {
        let (mut first, mut last) = self.rows;
        while first < last && self.front[first].is_empty() {
            self.next[first] = W::default();
            first += 1;
        }
        while first < last && self.front[last].is_empty() {
            self.next[last] = W::default();
            last -= 1;
        }
        self.rows = (first, last);
    }
}
