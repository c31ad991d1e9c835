//! Cones in the near rows, as words. Preparing a cone takes longer than scanning in it, so the last cones are kept.

use alloc::vec::Vec;

use glam::IVec2;

use super::coordinates::{Columns, MIDDLE, NEAR, Square, Words, rows_around};
use crate::sector::{Sector, Wedge};
use crate::visible::RowPart;
use crate::{Cone, VisibleSet};

/// The cones that were used last.
#[derive(Debug, Default)]
pub(super) struct Cones(Vec<PreparedCone>);

/// The number of cones to keep. Eight directions, the most common ones, never exclude each other.
const KEPT: usize = 16;

/// A cone and the near rows that it has been prepared for.
#[derive(Clone, Debug)]
pub(super) struct PreparedCone {
    cone: Cone,
    pub(super) sector: Sector,
    /// The last row on each side of the eye for which the words and the parts are set.
    last: u32,
    pub(super) upright: Wedges,
    pub(super) sideways: Wedges,
    /// A mask of the cells inside the cone, row by row of the map.
    inside: Square,
    /// The numbers of near rows above and below the eye's row up to the last one with cells inside the cone.
    rows: [u32; 2],
    /// The part of each row that lies inside the cone: the row of the eye, then those above and below it in turn.
    parts: Vec<RowPart>,
}

/// The last row for which parts are kept. In the rows beyond it, they are computed for every view.
const LAST_PART: u32 = 127;

/// What to scan in the backward and in the forward quadrant of an axis.
pub(super) type Wedges = [Option<NearWedge>; 2];

/// What to scan in a quadrant.
#[derive(Clone, Debug)]
pub(super) struct NearWedge {
    pub(super) wedge: Wedge,
    /// The columns to scan in each near row.
    pub(super) words: Words,
}

impl Cones {
    /// Returns a cone that is prepared for views of the given reach, or `None` if it contains every cell.
    pub(super) fn prepare(&mut self, cone: Cone, reach: u32) -> Option<&PreparedCone> {
        let facing = cone.facing();
        let hash = facing.x.wrapping_mul(3).wrapping_add(facing.y) as u32;
        let hash = hash ^ hash >> 8 ^ u32::from(cone.degrees());
        let index = hash as usize % KEPT;
        if self.0.get(index).is_none_or(|kept| kept.cone != cone) {
            let prepared = PreparedCone::new(cone)?;
            if self.0.is_empty() {
                self.0.resize(KEPT, prepared.clone());
            }
            self.0[index] = prepared;
        }
        let prepared = &mut self.0[index];
        prepared.extend(reach);
        Some(prepared)
    }
}

impl PreparedCone {
    fn new(cone: Cone) -> Option<Self> {
        let sector = Sector::new(cone)?;
        let wedges = |row: IVec2, column: IVec2| {
            [-row, row].map(|row| {
                let words = [0; NEAR as usize + 1];
                let wedge = sector.wedge(row, column)?;
                Some(NearWedge { wedge, words })
            })
        };
        let mut upright = wedges(IVec2::Y, IVec2::X);
        let mut sideways = wedges(IVec2::X, IVec2::Y);
        leave_to_neighbours(&mut upright, &sideways);
        leave_to_neighbours(&mut sideways, &upright);
        let mut prepared = Self {
            cone,
            sector,
            last: 0,
            upright,
            sideways,
            inside: [0; 64],
            rows: [0, 0],
            parts: Vec::new(),
        };
        prepared.add_row(0);
        Some(prepared)
    }

    /// Sets the words and the parts of the rows up to `last`.
    fn extend(&mut self, last: u32) {
        for depth in self.last + 1..=last.min(LAST_PART) {
            let quadrants = self.upright.iter_mut().chain(&mut self.sideways);
            for quadrant in quadrants.flatten() {
                if let Some(word) = quadrant.words.get_mut(depth as usize) {
                    *word = columns(quadrant.wedge, depth).word();
                }
            }
            self.add_row(-(depth as i32));
            self.add_row(depth as i32);
            self.last = depth;
        }
    }

    /// Adds a row, given by its distance from the eye's row.
    fn add_row(&mut self, row: i32) {
        if let Some(word) = self.inside.get_mut((MIDDLE + row) as usize) {
            *word = row_inside(&self.sector, self.cone, row);
            if *word != 0 {
                self.rows[usize::from(row > 0)] = row.unsigned_abs();
            }
        }
        if !self.sector.is_flat() {
            self.parts.push(self.sector.row(row));
        }
    }

    /// Removes the cells outside the cone from a view of an eye.
    pub(super) fn keep_inside(&self, eye: IVec2, view: &mut VisibleSet) {
        self.sector.keep_inside(eye, view, |row| {
            let index = 2 * row.unsigned_abs() - u32::from(row < 0);
            let kept = self.parts.get(index as usize);
            kept.map_or_else(|| self.sector.row(row), |part| *part)
        });
    }

    /// Fills a set with those cells of a square around the eye that lie inside the cone. The square has no cell that is
    /// more than `reach` rows or columns away.
    pub(super) fn set_inside(&self, eye: IVec2, reach: u32, square: &Square, out: &mut VisibleSet) {
        let [above, below] = self.rows.map(|rows| rows.min(reach));
        let rows = rows_around(above, below);
        let cells = square[rows.clone()].iter().zip(&self.inside[rows]);
        out.set_around(eye, reach, above, cells.map(|(word, inside)| word & inside));
    }
}

/// Leaves out the quadrants of which only a diagonal lies in the cone, if the quadrant on the other side of the diagonal
/// is scanned.
///
/// Both quadrants show the same cells of a diagonal: those up to the first wall on it. Light along the diagonal touches
/// no other cells, and such a wall hides every later cell of the diagonal entirely.
fn leave_to_neighbours(quadrants: &mut Wedges, neighbours: &Wedges) {
    for quadrant in quadrants {
        let diagonal = quadrant.as_ref().and_then(|it| it.wedge.only_diagonal());
        if diagonal.is_some_and(|forward| neighbours[usize::from(forward)].is_some()) {
            *quadrant = None;
        }
    }
}

/// Returns the columns to scan in a row of a quadrant.
#[inline(always)]
pub(super) fn columns(wedge: Wedge, depth: u32) -> Columns {
    let (first, last) = wedge.columns(depth);
    Columns::from_eye(first, last)
}

/// Returns a mask of the near cells inside the cone in one row.
fn row_inside(sector: &Sector, cone: Cone, row: i32) -> u64 {
    let from_eye = |first: i64, last: i64| {
        let limited = |column: i64| column.clamp(-i64::from(MIDDLE) - 1, i64::from(MIDDLE) + 1);
        Columns::from_eye(limited(first) as i32, limited(last) as i32).word()
    };
    if sector.is_flat() {
        let near = -MIDDLE..=MIDDLE;
        let inside = near.filter(|column| cone.contains(IVec2::new(*column, row)));
        return inside.fold(0, |word, column| word | 1 << (MIDDLE + column));
    }
    match sector.row(row) {
        RowPart::Only(first, last) => from_eye(first, last),
        RowPart::AllBut(first, last) => !from_eye(first, last),
    }
}
