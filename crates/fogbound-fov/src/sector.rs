//! Cones, row by row: which cells of a row can lie in a cone, and which do.
//!
//! A cone of at most 180 degrees is what three half planes have in common: one behind each of its edges, and the one in
//! front of the eye, which only a cone of 0 degrees needs. A wider cone is the union of the first two. The edge of a
//! half plane crosses every row at one point, and that point moves by the same distance from row to row. One
//! multiplication therefore tells where a row's cells begin or end. Only if the point is very close to the middle of a
//! cell, [`Cone::contains`] decides about that cell, so the answers are the same as if every cell were tested.
//!
//! # Why the answers are exact
//!
//! Distances between points and cells are given in units of 2⁻³² columns. Up to 2¹⁴ rows from the eye, the error of a
//! point is below 2⁻¹⁶ columns, and cells with their middle at most [`CLOSE`] = 2⁻¹⁰ columns from a point are tested
//! one by one. If the edges of the cone are [exact](Cone::has_exact_edges), so is the test with floating-point numbers,
//! because both factors are integers below 2³³. With any other cone, [`Cone::contains`] decides. That method leaves out
//! cells inside the cone only if they are closer to an edge than 2⁻⁵⁰ of their distance from the eye. With an edge that
//! crosses at most [`STEEPEST`] = 2¹⁴ columns per row, such cells are also closer to the crossing than 2⁻¹⁰ columns.
//! Edges that are flatter than that, but not level, are rare enough to test every cell.

use glam::IVec2;

use super::visible::RowPart;
use super::{Cone, VisibleSet};

/// The number of binary places of a crossing.
const PLACES: u32 = 32;
const ONE: i64 = 1 << PLACES;

/// How close to the middle of a cell a crossing may be before the cell itself is tested.
const CLOSE: i64 = ONE >> 10;

/// The largest number of columns per row for which crossings are exact.
const STEEPEST: f64 = 16_384.0;

/// A cone, prepared for whole rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sector {
    cone: Cone,
    /// Two half planes behind the edges, and the one in front of the eye.
    planes: [HalfPlane; 3],
    /// Whether the cone is wider than 180 degrees: the union of the first two half planes.
    is_wide: bool,
    /// Whether floating-point numbers tell exactly on which side of an edge a cell lies.
    is_exact: bool,
}

/// The cells for which x · `x` + y · `y` ≥ 0.
#[derive(Clone, Copy, Debug)]
struct HalfPlane {
    x: f64,
    y: f64,
    /// The number of columns from one row to the next, in units of 2⁻³², or `None` if the edge is level.
    slope: Option<i64>,
}

/// The columns of a row from the first to the last, as seen from the eye. These numbers stand for no limit.
type Range = (i64, i64);

const LEFT: i64 = -1 << 40;
const RIGHT: i64 = 1 << 40;

impl HalfPlane {
    #[inline]
    fn new((x, y): (f64, f64)) -> Self {
        let slope = (x != 0.0).then(|| fixed(-y / x, STEEPEST));
        Self { x, y, slope }
    }

    /// Returns whether the edge is too flat for [`columns`](Self::columns).
    fn is_too_flat(self) -> bool {
        self.x != 0.0 && self.y.abs() > self.x.abs() * STEEPEST
    }

    /// Returns whether all directions between two given ones, at most 180 degrees apart, are outside.
    fn misses(self, one: IVec2, other: IVec2) -> bool {
        let close = (self.x.abs() + self.y.abs()) * 1e-9;
        let is_outside =
            |way: IVec2| self.x * f64::from(way.x) + self.y * f64::from(way.y) < -close;
        is_outside(one) && is_outside(other)
    }

    /// Returns the columns inside, in the row `row` cells below the eye. If a cell's middle is close to the edge,
    /// `contains` decides about the cell.
    #[inline(always)]
    fn columns(self, row: i32, contains: impl Fn(Self, i32) -> bool) -> Range {
        let Some(slope) = self.slope else {
            return if self.y * f64::from(row) >= 0.0 {
                (LEFT, RIGHT)
            } else {
                (RIGHT, LEFT)
            };
        };
        let crossing = slope * i64::from(row);
        let nearest = (crossing + ONE / 2) >> PLACES;
        let past = crossing - (nearest << PLACES);
        let holds_nearest = if past.abs() <= CLOSE {
            contains(self, nearest as i32)
        } else {
            (past < 0) == (self.x > 0.0)
        };
        if self.x > 0.0 {
            (nearest + i64::from(!holds_nearest), RIGHT)
        } else {
            (LEFT, nearest - i64::from(!holds_nearest))
        }
    }
}

/// Returns a number in units of 2⁻³², limited to `most` on both sides.
fn fixed(number: f64, most: f64) -> i64 {
    (number.clamp(-most, most) * ONE as f64) as i64
}

impl Sector {
    /// The greatest reach of a view for which the answers are exact.
    pub(super) const FARTHEST: u32 = 1 << 14;

    /// Prepares a cone, or returns `None` if the cone contains every cell.
    pub(super) fn new(cone: Cone) -> Option<Self> {
        let [left, right] = cone.edges()?;
        let facing = cone.facing();
        let is_wide = cone.degrees() > 180;
        let planes = [left, right, (facing.x.into(), facing.y.into())];
        Some(Self {
            cone,
            planes: planes.map(HalfPlane::new),
            is_wide,
            is_exact: cone.has_exact_edges(),
        })
    }

    /// The half planes that matter.
    fn planes(&self) -> &[HalfPlane] {
        &self.planes[..if self.is_wide { 2 } else { 3 }]
    }

    /// Returns whether the cone has no cell between two directions that are at most 180 degrees apart. The answer may
    /// be `false` for a cone that comes very close to them.
    pub(super) fn misses(&self, one: IVec2, other: IVec2) -> bool {
        let mut planes = self.planes().iter();
        let misses = |plane: &HalfPlane| plane.misses(one, other);
        if self.is_wide {
            planes.all(misses)
        } else {
            planes.any(misses)
        }
    }

    /// Returns what a scan of a quadrant has to look at, or `None` if the cone has no cell there. The two steps lead to
    /// the quadrant's next row and to its next column.
    pub(super) fn wedge(&self, row_step: IVec2, column_step: IVec2) -> Option<Wedge> {
        if self.misses(row_step - column_step, row_step + column_step) {
            return None;
        }
        let bounds = self.planes().iter().map(|plane| {
            let along = |step: IVec2| plane.x * f64::from(step.x) + plane.y * f64::from(step.y);
            let (across, out) = (along(column_step), along(row_step));
            let slope = if across == 0.0 {
                0
            } else {
                fixed(-out / across, Wedge::WIDEST)
            };
            if across > 0.0 {
                Wedge {
                    lower: slope,
                    ..Wedge::WHOLE
                }
            } else if across < 0.0 {
                Wedge {
                    upper: slope,
                    ..Wedge::WHOLE
                }
            } else {
                Wedge::WHOLE
            }
        });
        bounds.reduce(if self.is_wide {
            Wedge::hull
        } else {
            Wedge::common
        })
    }

    /// Removes the cells outside the cone from a view of an eye, which must not reach farther than 2¹⁴ rows or columns.
    /// `row` returns what [`row`](Self::row) returns.
    pub(super) fn keep_inside(
        &self,
        eye: IVec2,
        view: &mut VisibleSet,
        row: impl Fn(i32) -> RowPart,
    ) {
        if self.is_flat() {
            return view.retain(|cell| self.cone.contains(cell - eye));
        }
        view.keep_columns(|y| row(y - eye.y).shifted(eye.x.into()));
    }

    /// Returns whether an edge is too flat for [`row`](Self::row).
    pub(super) fn is_flat(&self) -> bool {
        self.planes().iter().any(|plane| plane.is_too_flat())
    }

    /// Returns the part of a row that lies inside the cone. Rows and columns are counted from the eye.
    #[inline]
    pub(super) fn row(&self, row: i32) -> RowPart {
        let contains = |plane: HalfPlane, column: i32| {
            if self.is_exact {
                plane.x * f64::from(column) + plane.y * f64::from(row) >= 0.0
            } else {
                self.cone.contains(IVec2::new(column, row))
            }
        };
        let [left, right, front] = self.planes;
        let (left, right) = (left.columns(row, contains), right.columns(row, contains));
        if self.is_wide {
            return united(left, right);
        }
        let mut inside = common(left, right);
        if self.cone.degrees() == 0 {
            inside = common(inside, front.columns(row, contains));
        }
        RowPart::Only(inside.0, inside.1)
    }
}

fn common(one: Range, other: Range) -> Range {
    (one.0.max(other.0), one.1.min(other.1))
}

/// Returns what lies in either of two ranges, each of which has no limit on at least one side.
fn united(one: Range, other: Range) -> RowPart {
    let (left, right) = if one.0 <= other.0 {
        (one, other)
    } else {
        (other, one)
    };
    if right.0 > right.1 {
        RowPart::Only(left.0, left.1)
    } else if left.1 < right.0 {
        RowPart::AllBut(left.1 + 1, right.0 - 1)
    } else {
        RowPart::Only(left.0, left.1.max(right.1))
    }
}

/// The columns of a quadrant in which a scan must look for walls, so that all cells in a cone are shown as they should
/// be.
///
/// Light that reaches any part of a cell in the cone passes every nearer row within half a column of the cone. The
/// cells that it touches there have their middles less than one column from the cone. One more column on each side
/// outweighs all errors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wedge {
    /// How many columns the two edges move from one row to the next, in units of 2⁻³².
    lower: i64,
    upper: i64,
}

impl Wedge {
    /// No quadrant is wider than one column per row on each side, plus the margin in the first row.
    const WIDEST: f64 = 4.0;

    /// The whole quadrant.
    pub(super) const WHOLE: Self = Self {
        lower: -4 * ONE,
        upper: 4 * ONE,
    };

    /// Returns the first and the last column to scan in the row at `depth`, counted from the eye's column.
    #[inline(always)]
    pub(super) fn columns(self, depth: u32) -> (i32, i32) {
        let column = |slope: i64| ((slope * i64::from(depth)) >> PLACES) as i32;
        (column(self.lower) - 1, column(self.upper) + 2)
    }

    /// Returns on which side the diagonal is, if only the diagonal of the quadrant is inside the cone: `true` for the
    /// side of the last column.
    pub(super) fn only_diagonal(self) -> Option<bool> {
        // Up to 2¹⁴ rows, every other cell is farther than this from the diagonal.
        const DIAGONAL: i64 = ONE - (1 << 10);
        if self.lower >= DIAGONAL {
            Some(true)
        } else {
            (self.upper <= -DIAGONAL).then_some(false)
        }
    }

    fn common(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }

    fn hull(self, other: Self) -> Self {
        Self {
            lower: self.lower.min(other.lower),
            upper: self.upper.max(other.upper),
        }
    }
}
