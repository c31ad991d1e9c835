//! Whether one cell sees another.
//!
//! Light that reaches the target stays, in every row, within the cells that the slopes of the
//! target's two edges enclose. So the rows on the way are scanned as for a whole view, but only
//! between these two slopes: a few cells in each row.

use glam::IVec2;

use super::arc::{Arc, Arcs, Edges, MAX_DEPTH};
use super::axis::{Axis, RowReader};
use super::coordinates::{AxisCell, Column};
use super::scan::{CellRow, scan_row};
use crate::OpacityMap;

/// The greatest distance of a pair for which this is exact.
pub(crate) const FARTHEST_PAIR: u32 = MAX_DEPTH;

/// Whether an eye sees the target, another cell of the map. `arcs` and `next` are memory to work in.
pub(super) fn can_see(
    map: &OpacityMap,
    eye: IVec2,
    target: IVec2,
    arcs: &mut Arcs,
    next: &mut Arcs,
) -> bool {
    let way = (target - eye).abs();
    let distance = way.max_element() as u32;
    // A cell on a diagonal belongs to two quadrants and is seen if one of them shows it.
    way.x <= way.y && {
        let axis = Axis::upright(map, eye, distance);
        is_lit(&axis, AxisCell::upright(target), arcs, next)
    } || way.y <= way.x && {
        let axis = Axis::sideways(map, eye, distance);
        is_lit(&axis, AxisCell::sideways(target), arcs, next)
    }
}

/// Whether the light on an axis reaches a cell of its quadrants.
fn is_lit(axis: &Axis, target: AxisCell, arcs: &mut Arcs, next: &mut Arcs) -> bool {
    let (last, backward) = target.row.seen_from(axis.eye.row);
    let column = axis.quadrant_column(target.column);
    // Two slopes enclose at most three cells of a row, and no more arcs than cells.
    arcs.make_room(ARCS);
    next.make_room(ARCS);
    arcs.set(&[Arc::WHOLE]);
    let ((mut from, count), (mut to, _)) = (arcs.parts(), next.parts());
    let mut path = Path {
        reader: axis.reader(),
        target: column,
        seen: false,
    };
    // All light that can reach any part of the target, as if nothing stood in its way.
    let mut towards = Edges::at(last).cell(column);
    let mut row = axis.eye.row;
    for depth in 1..=last {
        row = row.away(1, backward);
        path.reader.go_to(row);
        path.seen = false;
        let edges = Edges::at(depth);
        *count = scan_row(edges, towards.touched(), &from[..*count], &mut path, to);
        towards = towards.next_row();
        if *count == 0 {
            return path.seen && depth == last;
        }
        std::mem::swap(&mut from, &mut to);
    }
    path.seen
}

/// More arcs than a row between the slopes can have.
const ARCS: usize = 8;

/// The cells on the way, of which only the target's column is looked at.
struct Path<'a> {
    reader: RowReader<'a>,
    target: Column,
    /// Whether the row shows the target's column.
    seen: bool,
}

impl CellRow for Path<'_> {
    #[inline]
    fn reader(&self) -> &RowReader<'_> {
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
