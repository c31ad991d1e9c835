//! Scans the rows beyond the near rows. Each row has as many words as it needs.

use core::ops::RangeInclusive;

use super::arc::{Arcs, Edges};
use super::axis::Axis;
use super::cones::{self, Wedges};
use super::coordinates::NEAR;
use super::outline::Outline;
use super::scan::scan_row;
use super::surface::Surface;
use crate::sector::Wedge;
use crate::terrain::AxisBits;

/// The number of rows and columns around the eye for which the set initially has room. The room doubles each time light
/// reaches farther.
pub(super) const FIRST_ROOM: u32 = 4 * NEAR;

/// Continues the scan beyond the near rows of the two quadrants on `axis`. The scan starts with the arcs in `passing`:
/// those that go backward and those that go forward.
pub(super) fn scan<B: AxisBits>(
    axis: &Axis<B>,
    outline: &Outline,
    wedges: Option<&Wedges>,
    passing: [&mut Arcs; 2],
    next: &mut Arcs,
    surface: &mut impl Surface,
) {
    for (backward, arcs) in [true, false].into_iter().zip(passing) {
        let wedge = wedges.and_then(|wedges| wedges[usize::from(!backward)].as_ref());
        let wedge = wedge.map(|near| near.wedge);
        let last = axis.last_depth(backward);
        let (mut first, mut room) = (NEAR + 1, FIRST_ROOM);
        while first <= last && !arcs.is_empty() {
            surface.make_room(axis.corners(room));
            // As in a near row, there are at most as many arcs as columns, apart from the extra arcs where wide arcs
            // are cut.
            let most = (2 * room + room / 8 + 4) as usize;
            arcs.make_room(most);
            next.make_room(most);
            let stretch = Stretch {
                axis,
                outline,
                wedge,
                backward,
                depths: first..=last.min(room),
            };
            stretch.scan(arcs, next, surface);
            (first, room) = (room + 1, room.saturating_mul(2));
        }
    }
}

/// The rows of a quadrant for which the set has room.
struct Stretch<'a, B> {
    axis: &'a Axis<B>,
    outline: &'a Outline,
    wedge: Option<Wedge>,
    backward: bool,
    depths: RangeInclusive<u32>,
}

impl<B: AxisBits> Stretch<'_, B> {
    /// Replaces the arcs that arrive at the first row with the arcs that pass the last row.
    fn scan(self, arcs: &mut Arcs, next: &mut Arcs, surface: &mut impl Surface) {
        let ((mut from, count), (mut to, _)) = (arcs.parts(), next.parts());
        let mut in_next = false;
        for depth in self.depths {
            let mut columns = self.outline.columns(depth).common(self.axis.columns);
            if let Some(wedge) = self.wedge {
                columns = columns.common(cones::columns(wedge, depth));
            }
            surface.go_to(self.axis.eye.row.away(depth, self.backward));
            *count = scan_row(Edges::at(depth), columns, &from[..*count], surface, to);
            if *count == 0 {
                return;
            }
            core::mem::swap(&mut from, &mut to);
            in_next = !in_next;
        }
        if in_next {
            to[..*count].copy_from_slice(&from[..*count]);
        }
    }
}
