//! The trail of a front, used to find the path back.

use bevy::math::IVec2;

use super::front::{Bits, Frame, Front};
use crate::grid::ones;

/// The number of rows in the widest frame, including one extra row above and one below.
pub(super) const ROWS: usize = 2 * <u64 as Bits>::REACH as usize + 3;

/// The cells reached by each step of a front.
#[derive(Debug, Default)]
pub(super) struct Trail {
    frame: Frame,
    /// For each step, counted from 0, its first row and the index in `rows` where its rows begin.
    steps: Vec<(usize, usize)>,
    rows: Vec<u64>,
}

impl Trail {
    /// Starts recording a front that has not taken a step yet.
    pub(super) fn begin<const KING: bool>(&mut self, front: &Front<u64, KING>) {
        self.frame = front.frame();
        self.steps.clear();
        self.rows.clear();
        self.record(front);
    }

    pub(super) fn record<const KING: bool>(&mut self, front: &Front<u64, KING>) {
        let (first, rows) = front.front();
        self.steps.push((first, self.rows.len()));
        self.rows.extend(rows);
    }

    /// Returns the first row of a step, and the cells that the step reached, as one word per row.
    pub(super) fn step(&self, step: usize) -> (usize, &[u64]) {
        let (first, begin) = self.steps[step];
        let next = self.steps.get(step + 1);
        let end = next.map_or(self.rows.len(), |&(_, begin)| begin);
        (first, &self.rows[begin..end])
    }

    pub(super) fn was_reached(&self, cell: IVec2, step: u32) -> bool {
        let (first, rows) = self.step(step as usize);
        self.frame.place(cell).is_some_and(|(row, x)| {
            let row = row.checked_sub(first).and_then(|row| rows.get(row));
            row.is_some_and(|cells| cells.has(x))
        })
    }

    /// Returns the cells that a step reached, row by row.
    pub(super) fn cells_of(&self, step: u32) -> impl Iterator<Item = IVec2> {
        let (first, rows) = self.step(step as usize);
        let rows = (first..).zip(rows);
        rows.flat_map(move |(row, &cells)| ones(cells).map(move |x| self.frame.cell(row, x)))
    }

    /// Returns all the cells that were reached, as one word per row.
    pub(super) fn reached(&self) -> [u64; ROWS] {
        let mut reached = [0; _];
        for step in 0..self.steps.len() {
            let (first, rows) = self.step(step);
            for (reached, row) in reached[first..].iter_mut().zip(rows) {
                *reached |= row;
            }
        }
        reached
    }

    /// Returns the reached cell that is nearest to `goal` in a straight line, with the number of steps to that cell. If
    /// several cells are equally near, the one nearest on foot is returned. `start` is the cell where the front began.
    pub(super) fn nearest(&self, goal: IVec2, start: IVec2) -> (u32, IVec2) {
        let towards = goal.saturating_sub(self.frame.cell(1, 0));
        let x = towards.x.clamp(0, 2 * u64::REACH) as u32;
        let distance = |&cell: &IVec2| {
            let apart = i64::from(cell.x).abs_diff(i64::from(goal.x));
            let beyond = i64::from(cell.y).abs_diff(i64::from(goal.y));
            (apart.max(beyond), apart.min(beyond))
        };
        // The candidates in each row are the nearest cells on the left and on the right.
        let candidates = (0..).zip(self.reached()).flat_map(|(row, cells)| {
            let left = cells & (u64::MAX >> (63 - x));
            let right = cells & (u64::MAX << x);
            let left = (left != 0).then(|| 63 - left.leading_zeros());
            let right = (right != 0).then(|| right.trailing_zeros());
            let both = [left, right].into_iter().flatten();
            both.map(move |x| self.frame.cell(row, x as i32))
        });
        let candidates: Vec<IVec2> = candidates.collect();
        let least = candidates.iter().map(distance).min();
        let nearest = candidates.iter().filter(|at| Some(distance(at)) == least);
        let steps = 0..self.steps.len() as u32;
        steps
            .flat_map(|step| nearest.clone().map(move |&cell| (step, cell)))
            .find(|&(step, cell)| self.was_reached(cell, step))
            .unwrap_or((0, start))
    }

    /// Returns whether there may be more reachable cells beyond the widest frame.
    pub(super) fn came_to_the_edge(&self) -> bool {
        let reached = self.reached();
        let edges = 1 | 1 << (2 * u64::REACH);
        reached.iter().any(|row| row & edges != 0) || reached[1] != 0 || reached[ROWS - 2] != 0
    }
}
