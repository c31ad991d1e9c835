//! Scans the rows beyond the near rows. Each row has as many words as it needs.

use super::axis::Axis;
use super::cones::{self, Wedges};
use super::coordinates::{Column, Columns, NEAR};
use super::outline::Outline;
use super::scan::{Pending, Quadrant, follow};
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
    passing: [&mut Pending; 2],
    surface: &mut impl Surface,
) {
    let mut room = FIRST_ROOM;
    surface.make_room(axis.corners(room));
    for (backward, arcs) in [true, false].into_iter().zip(passing) {
        let wedge = wedges.and_then(|wedges| wedges[usize::from(!backward)].as_ref());
        let mut quadrant = FarQuadrant {
            axis,
            outline,
            wedge: wedge.map(|near| near.wedge),
            backward,
            last: axis.last_depth(backward),
            room,
            surface,
        };
        follow(arcs, &mut quadrant);
        room = quadrant.room;
    }
}

/// A quadrant of any size.
struct FarQuadrant<'a, B, S> {
    axis: &'a Axis<B>,
    outline: &'a Outline,
    wedge: Option<Wedge>,
    backward: bool,
    last: u32,
    /// The depth of the last row for which the surface has room.
    room: u32,
    surface: &'a mut S,
}

impl<B: AxisBits, S: Surface> Quadrant for FarQuadrant<'_, B, S> {
    #[inline]
    fn go_to(&mut self, depth: u32) -> Option<Columns> {
        if depth > self.last {
            return None;
        }
        if depth > self.room {
            self.room = self.room.saturating_mul(2);
            self.surface.make_room(self.axis.corners(self.room));
        }
        let mut columns = self.outline.columns(depth).common(self.axis.columns);
        if let Some(wedge) = self.wedge {
            columns = columns.common(cones::columns(wedge, depth));
        }
        self.surface
            .go_to(self.axis.eye.row.away(depth, self.backward));
        Some(columns)
    }

    #[inline]
    fn opaque(&self, from: Column, wanted: u64) -> u64 {
        self.surface.reader().opaque(from, wanted)
    }

    #[inline]
    fn is_opaque(&self, column: Column) -> bool {
        self.surface.reader().is_opaque(column)
    }

    #[inline]
    fn reveal(&mut self, from: Column, cells: u64) {
        self.surface.reveal(from, cells);
    }

    #[inline]
    fn reveal_one(&mut self, column: Column) {
        self.surface.reveal_one(column);
    }
}
