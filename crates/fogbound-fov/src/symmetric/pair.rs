//! Whether one cell sees another.
//!
//! Light that reaches the target stays, in every row, within the cells that the slopes of the
//! target's two edges enclose. So the rows on the way are scanned as for a whole view, but only
//! between these two slopes: a few cells in each row.

use glam::IVec2;

use super::arc::{Arc, Edges, MAX_DEPTH, MIDDLE};
use super::scan::{CellRow, scan_row};
use super::surface::Reader;
use super::{Axis, Scratch};
use crate::OpacityMap;

/// The greatest distance of a pair for which this is exact.
pub(crate) const FARTHEST_PAIR: u32 = MAX_DEPTH;

/// Whether an eye sees the target, another cell of the map.
pub(crate) fn can_see(map: &OpacityMap, eye: IVec2, target: IVec2, scratch: &mut Scratch) -> bool {
    let way = target - eye;
    let swap = |cell: IVec2| IVec2::new(cell.y, cell.x);
    let distance = way.abs().max_element() as u32;
    // A cell on a diagonal belongs to two quadrants and is seen if one of them shows it.
    way.x.abs() <= way.y.abs() && reaches(&Axis::new(map.bits(), eye, distance), way, scratch)
        || way.y.abs() <= way.x.abs() && {
            let axis = Axis::new(map.transposed_bits(), swap(eye), distance);
            reaches(&axis, swap(way), scratch)
        }
}

/// Whether light goes `way` from the eye, which leads more along rows' numbers than along columns.
fn reaches(axis: &Axis, way: IVec2, scratch: &mut Scratch) -> bool {
    let depth = way.y.unsigned_abs();
    let [arcs, .., next] = &mut scratch.arcs;
    // Two slopes enclose at most three cells of a row, and no more arcs than cells.
    arcs.make_room(ARCS);
    next.make_room(ARCS);
    arcs.set(&[Arc::WHOLE]);
    let ((mut from, count), (mut to, _)) = (arcs.parts(), next.parts());
    let mut path = Path {
        reader: Reader::new(axis),
        target: way.x + MIDDLE,
        seen: false,
    };
    // All light that can reach any part of the target, as if nothing stood in its way.
    let mut towards = Edges::at(depth).cell(way.x + MIDDLE);
    for row in 1..=depth {
        let step = if way.y < 0 { -(row as i32) } else { row as i32 };
        path.reader.go_to(axis.eye.y + step);
        path.seen = false;
        let edges = Edges::at(row);
        *count = scan_row(edges, towards.touched(), &from[..*count], &mut path, to);
        towards = towards.next_row();
        if *count == 0 {
            return path.seen && row == depth;
        }
        std::mem::swap(&mut from, &mut to);
    }
    path.seen
}

/// More arcs than a row between the slopes can have.
const ARCS: usize = 8;

/// The cells on the way.
struct Path<'a> {
    reader: Reader<'a>,
    target: i32,
    /// Whether the row shows the target's column.
    seen: bool,
}

impl CellRow for Path<'_> {
    #[inline]
    fn opaque(&self, from: i32) -> u64 {
        self.reader.opaque(from)
    }

    #[inline]
    fn reveal(&mut self, from: i32, cells: u64) {
        let bit = self.target.wrapping_sub(from) as u32;
        self.seen |= bit < 64 && cells >> bit & 1 != 0;
    }

    #[inline]
    fn is_opaque(&self, column: i32) -> bool {
        self.reader.is_opaque(column)
    }

    #[inline]
    fn reveal_one(&mut self, column: i32) {
        self.seen |= column == self.target;
    }
}
