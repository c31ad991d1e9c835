//! Checks whether one cell sees another, or depends on it.
//!
//! In every row, light that reaches the target stays between the slopes of the target's two edges. The rows between the
//! eye and the target are therefore scanned as for a whole view, but only between these two slopes, which enclose a few
//! cells in each row.

use glam::IVec2;

use super::arc::{Arc, Arcs, Edges, MAX_DEPTH};
use super::axis::{Axis, RowReader};
use super::coordinates::{AxisCell, Column};
use super::scan::{CellRow, scan_row};
use crate::OpacityMap;
use crate::grid::BitGrid;

/// The greatest distance between an eye and a target at which the answer is exact.
pub(crate) const FARTHEST_PAIR: u32 = MAX_DEPTH;

/// Returns whether an eye sees `target`, which must be a different cell of the map. `arcs` and `next` are working
/// memory.
pub(super) fn can_see(
    map: &OpacityMap,
    eye: IVec2,
    target: IVec2,
    arcs: &mut Arcs,
    next: &mut Arcs,
) -> bool {
    any_axis(map, eye, target, |axis, target| {
        is_lit(axis, target, false, arcs, next)
    })
}

/// Returns whether light from the eye reaches any part of `target`, which must be a different cell of the map. Only then
/// does its opacity matter to the eye.
pub(super) fn touches(
    map: &OpacityMap,
    eye: IVec2,
    target: IVec2,
    arcs: &mut Arcs,
    next: &mut Arcs,
) -> bool {
    any_axis(map, eye, target, |axis, target| {
        is_lit(axis, target, true, arcs, next)
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
fn is_lit(
    axis: &Axis<&BitGrid>,
    target: AxisCell,
    any_part: bool,
    arcs: &mut Arcs,
    next: &mut Arcs,
) -> bool {
    let (last, backward) = target.row.seen_from(axis.eye.row);
    let column = axis.quadrant_column(target.column);
    // The two slopes enclose at most three cells in a row, and there are no more arcs than cells.
    arcs.make_room(ARCS);
    next.make_room(ARCS);
    arcs.set(&[Arc::WHOLE]);
    let ((mut from, count), (mut to, _)) = (arcs.parts(), next.parts());
    let mut path = Path {
        reader: axis.reader(),
        target: column,
        seen: false,
    };
    // All light that would reach any part of the target if nothing were in the way.
    let mut towards = Edges::at(last).cell(column);
    let mut row = axis.eye.row;
    for depth in 1..=last {
        if any_part && depth == last {
            let mut arcs = from[..*count].iter();
            return arcs.any(|arc| arc.touched().contains(column));
        }
        row = row.away(1, backward);
        path.reader.go_to(row);
        path.seen = false;
        let edges = Edges::at(depth);
        *count = scan_row(edges, towards.touched(), &from[..*count], &mut path, to);
        towards = towards.next_row();
        if *count == 0 {
            return path.seen && depth == last;
        }
        core::mem::swap(&mut from, &mut to);
    }
    path.seen
}

/// An upper bound on the number of arcs in a row between the two slopes.
const ARCS: usize = 8;

/// The cells on the way to the target. Only visible cells in the target's column are recorded.
struct Path<'a> {
    reader: RowReader<&'a BitGrid>,
    target: Column,
    /// Whether the target's column is visible in the current row.
    seen: bool,
}

impl<'a> CellRow for Path<'a> {
    type Bits = &'a BitGrid;

    #[inline]
    fn reader(&self) -> &RowReader<&'a BitGrid> {
        &self.reader
    }

    #[inline]
    fn reveal(&mut self, from: Column, cells: u64) {
        let bit = self.target.number().wrapping_sub(from.number()) as u32;
        self.seen |= bit < 64 && cells >> bit & 1 != 0;
    }

    #[inline]
    fn reveal_one(&mut self, column: Column) {
        self.seen |= column == self.target;
    }
}
