//! Checks whether one cell sees another, or depends on it.
//!
//! In every row, light that reaches the target stays between the slopes of the target's two edges. The rows between the
//! eye and the target are therefore scanned as for a whole view, but only between these two slopes, which enclose a few
//! cells in each row.

use glam::IVec2;

use super::arc::{Arc, Edges, MAX_DEPTH};
use super::axis::{Axis, RowReader};
use super::coordinates::{AxisCell, AxisRow, Column, Columns};
use super::scan::{Pending, Quadrant, follow};
use crate::OpacityMap;
use crate::grid::BitGrid;

/// The greatest distance between an eye and a target at which the answer is exact.
pub(crate) const FARTHEST_PAIR: u32 = MAX_DEPTH;

/// Returns whether an eye sees `target`, which must be a different cell of the map. `arcs` is working memory.
pub(super) fn can_see(map: &OpacityMap, eye: IVec2, target: IVec2, arcs: &mut Pending) -> bool {
    any_axis(map, eye, target, |axis, target| {
        is_lit(axis, target, false, arcs)
    })
}

/// Returns whether light from the eye reaches any part of `target`, which must be a different cell of the map. Only then
/// does its opacity matter to the eye.
pub(super) fn touches(map: &OpacityMap, eye: IVec2, target: IVec2, arcs: &mut Pending) -> bool {
    any_axis(map, eye, target, |axis, target| {
        is_lit(axis, target, true, arcs)
    })
}

/// Returns whether `suits` returns true for an axis in whose quadrants `target` lies.
fn any_axis(
    map: &OpacityMap,
    eye: IVec2,
    target: IVec2,
    mut suits: impl FnMut(&Axis<&BitGrid>, AxisCell) -> bool,
) -> bool {
    let away = (target - eye).abs();
    let distance = away.max_element() as u32;
    // A cell on a diagonal belongs to two quadrants and is visible if either shows it.
    away.x <= away.y && {
        let axis = Axis::upright(map, eye, distance);
        suits(&axis, AxisCell::upright(target))
    } || away.y <= away.x && {
        let axis = Axis::sideways(map, eye, distance);
        suits(&axis, AxisCell::sideways(target))
    }
}

/// Returns whether light reveals a cell in the quadrants of an axis or, if `any_part` is true, whether it reaches any
/// part of the cell.
fn is_lit(axis: &Axis<&BitGrid>, target: AxisCell, any_part: bool, arcs: &mut Pending) -> bool {
    let (last, backward) = target.row.seen_from(axis.eye.row);
    let column = axis.quadrant_column(target.column);
    let mut path = Path {
        reader: axis.reader(),
        eye: axis.eye.row,
        backward,
        edges: Edges::at(last),
        target: column,
        last,
        any_part,
        is_last: false,
        seen: false,
    };
    arcs.clear();
    arcs.push((Arc::whole(1), 1));
    follow(arcs, &mut path);
    path.seen
}

/// The cells on the way to the target.
struct Path<'a> {
    reader: RowReader<&'a BitGrid>,
    eye: AxisRow,
    backward: bool,
    /// The edges of the target's row.
    edges: Edges,
    target: Column,
    /// The depth of the target's row.
    last: u32,
    /// Whether the target counts as seen if light reaches any part of it.
    any_part: bool,
    /// Whether the current row is the target's.
    is_last: bool,
    /// Whether the target has been revealed.
    seen: bool,
}

impl Quadrant for Path<'_> {
    #[inline]
    fn go_to(&mut self, depth: u32) -> Option<Columns> {
        if depth > self.last {
            return None;
        }
        self.is_last = depth == self.last;
        self.reader.go_to(self.eye.away(depth, self.backward));
        // All light that would reach any part of the target if nothing were in the way.
        Some(self.edges.cell(self.target, depth).touched())
    }

    #[inline]
    fn opaque(&self, from: Column, wanted: u64) -> u64 {
        // A wall is revealed if light reaches any part of it.
        if self.any_part && self.is_last {
            return wanted;
        }
        self.reader.opaque(from, wanted)
    }

    #[inline]
    fn is_opaque(&self, column: Column) -> bool {
        self.any_part && self.is_last || self.reader.is_opaque(column)
    }

    #[inline]
    fn reveal(&mut self, from: Column, cells: u64) {
        let bit = self.target.number().wrapping_sub(from.number()) as u32;
        self.seen |= self.is_last && bit < 64 && cells >> bit & 1 != 0;
    }

    #[inline]
    fn reveal_one(&mut self, column: Column) {
        self.seen |= self.is_last && column == self.target;
    }
}
