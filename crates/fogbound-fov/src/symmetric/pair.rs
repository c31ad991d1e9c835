//! Light from an eye to a single cell.
//!
//! The part of a cell that an eye can see is the light between two slopes: those of the cell's left and right edge at
//! first, and what the cells in between leave of it. A cell in a nearer row is wider, seen from the eye, than the target.
//! It can therefore cut the light on the left or on the right or stop it, but never leave light on both of its sides. So
//! the light stays in one piece, touches at most two cells of a row, and its sides stay edges of cells, which are exact
//! fractions. Its width, as a share of the target's, is the target's [`Exposure`].

use glam::{IVec2, Vec2Swizzles};

use crate::Exposure;
use crate::slope::Slope;

/// One side of the light, and where it crosses the current row.
#[derive(Clone, Copy)]
struct Side {
    /// The number of columns from one row to the next. Its size is at most 1.
    slope: Slope,
    /// The column whose left edge is the last one at or before the crossing, and the distance from that edge to the
    /// crossing as a number of parts, of which a column has twice the slope's run.
    column: i32,
    parts: i64,
}

impl Side {
    /// Returns the side with this slope in the first row.
    fn in_first_row(slope: Slope) -> Self {
        let whole = 2 * slope.run;
        let parts = 2 * slope.rise + slope.run;
        Self {
            slope,
            column: parts.div_euclid(whole) as i32,
            parts: parts.rem_euclid(whole),
        }
    }

    /// Returns the side through the left edge of `column` in the row at `depth`.
    fn left_of(column: i32, depth: i32) -> Self {
        let slope = Slope::new(2 * i64::from(column) - 1, 2 * i64::from(depth));
        let parts = 0;
        Self {
            slope,
            column,
            parts,
        }
    }

    /// Moves to the next row.
    fn advance(&mut self) {
        let whole = 2 * self.slope.run;
        self.parts += 2 * self.slope.rise;
        if self.parts >= whole {
            self.parts -= whole;
            self.column += 1;
        } else if self.parts < 0 {
            self.parts += whole;
            self.column -= 1;
        }
    }
}

/// The light that arrives at a cell.
struct Light {
    start: Slope,
    end: Slope,
    /// The cell's column and its row, which are the slope of its middle.
    middle: Slope,
}

impl Light {
    /// Follows the light to the cell at `offset` from the eye, which must not be zero. Returns `None` if none arrives.
    /// `is_opaque` is called at most once for each cell on the way, and gets its offset from the eye.
    ///
    /// A cell on a diagonal lies in two quadrants, half of it in each. They mirror each other, because only cells on the
    /// diagonal lie on the way, so one of the two tells all.
    fn reach(offset: IVec2, mut is_opaque: impl FnMut(IVec2) -> bool) -> Option<Self> {
        let is_upright = offset.x.abs() <= offset.y.abs();
        let turn = |cell: IVec2| if is_upright { cell } else { cell.yx() };
        let (column, last) = (turn(offset).x, turn(offset).y.abs());
        let backward = turn(offset).y < 0;
        let edge = |column: i32| Slope::new(2 * i64::from(column) - 1, 2 * i64::from(last));
        let mut start = Side::in_first_row(edge(column).max(DIAGONALS[0]));
        let mut end = Side::in_first_row(edge(column + 1).min(DIAGONALS[1]));
        for depth in 1..last {
            let row = if backward { -depth } else { depth };
            let mut is_wall = |column: i32| is_opaque(turn(IVec2::new(column, row)));
            let first = start.column;
            // Light that ends at the edge between two cells touches the left one.
            let behind = end.column - i32::from(end.parts == 0);
            let on_left = is_wall(first);
            let on_right = if behind == first {
                on_left
            } else {
                is_wall(behind)
            };
            match (on_left, on_right) {
                (false, false) => {}
                (true, true) => return None,
                (true, false) => start = Side::left_of(behind, depth),
                (false, true) => end = Side::left_of(behind, depth),
            }
            start.advance();
            end.advance();
        }
        Some(Self {
            start: start.slope,
            end: end.slope,
            middle: Slope::new(column.into(), last.into()),
        })
    }

    /// Returns whether the light falls on the middle of the cell.
    fn is_on_middle(&self) -> bool {
        self.start <= self.middle && self.middle <= self.end
    }

    /// Returns the share of the cell's width that is lit.
    fn exposure(&self) -> Exposure {
        let [start, end] = [self.start, self.end];
        let lit = end.rise * start.run - start.rise * end.run;
        // A cell is 1 / n wide in the row n, and half a cell on a diagonal is half as wide.
        let is_half = self.middle.rise.abs() == self.middle.run;
        let rows = i128::from(self.middle.run) << u32::from(is_half);
        // The share is at most 1, so both numbers are below 2⁶³.
        let lit = i128::from(lit) * rows;
        Exposure::new(lit as u64, (start.run * end.run) as u64)
    }
}

/// The sides of a quadrant.
const DIAGONALS: [Slope; 2] = [Slope::new(-1, 1), Slope::new(1, 1)];

/// Returns whether light from an eye reaches any part of the cell at `offset`, which must not be zero. Only then does the
/// cell's opacity matter to the eye.
pub(crate) fn touches(offset: IVec2, is_opaque: impl FnMut(IVec2) -> bool) -> bool {
    Light::reach(offset, is_opaque).is_some()
}

/// Returns how much of the cell at `offset`, which must not be zero, an eye sees. A wall is visible if light reaches any
/// part of it, and floor only if light reaches its middle.
pub(crate) fn exposure(
    offset: IVec2,
    is_wall: bool,
    is_opaque: impl FnMut(IVec2) -> bool,
) -> Exposure {
    let light = Light::reach(offset, is_opaque);
    let light = light.filter(|light| is_wall || light.is_on_middle());
    light.map_or(Exposure::HIDDEN, |light| light.exposure())
}

/// Returns whether an eye sees the cell at `offset`, which must not be zero.
pub(crate) fn can_see(offset: IVec2, is_wall: bool, is_opaque: impl FnMut(IVec2) -> bool) -> bool {
    Light::reach(offset, is_opaque).is_some_and(|light| is_wall || light.is_on_middle())
}
