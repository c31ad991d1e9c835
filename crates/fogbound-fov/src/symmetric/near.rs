//! Scans the rows nearest to the eye, each of which fits in a word.
//!
//! Until the first wall of a quadrant, whole rows are revealed at once. From then on, arcs are followed one after the
//! other, each until walls stop it. Most rows that an arc reaches have already been read for an earlier arc.

use alloc::vec::Vec;

use super::arc::Arc;
use super::axis::{Axis, NearRows};
use super::cones::{PreparedCone, Wedges};
use super::coordinates::{AxisRow, MIDDLE, NEAR, Square, Words};
use super::near_arc::{NearArc, NearEdges};
use super::outline::Outline;
use super::scan::{Pending, lowest_run};
use super::transpose::{transpose_32, transpose_64, transpose_halves_16, transpose_halves_32};
use crate::terrain::AxisBits;

/// Working memory for the near rows.
#[derive(Debug)]
pub(super) struct Near {
    /// The visible cells.
    pub(super) seen: Square,
    /// The visible cells of the western and eastern quadrants, in the rows of the sideways axis.
    sideways: Square,
    arcs: Arcs,
}

/// Working memory for a quadrant.
#[derive(Debug, Default)]
struct Arcs {
    /// The arcs that remain to be followed, and the depths of the rows that they reach next.
    pending: Vec<(NearArc, u32)>,
    /// The rows that have been read.
    rows: [Row; NEAR as usize + 1],
}

/// A row of a quadrant.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    /// A mask of the columns to scan.
    limits: u64,
    /// A mask of the walls. Only the bits that were wanted are specified.
    opaque: u64,
}

impl Default for Near {
    fn default() -> Self {
        Self {
            seen: [0; 64],
            sideways: [0; 64],
            arcs: Arcs::default(),
        }
    }
}

impl Near {
    /// Scans the near rows of the four quadrants. Stores the arcs that pass the last near row in `far`: those that go
    /// north, south, west and east. Returns the greatest distance of a visible cell in rows or columns. `cone` limits the
    /// scan, but cells outside it may stay visible.
    pub(super) fn scan<B: AxisBits>(
        &mut self,
        [upright, sideways]: [&Axis<B>; 2],
        outline: &Outline,
        cone: Option<&PreparedCone>,
        [north, south, west, east]: [&mut Pending; 4],
    ) -> u32 {
        let Self {
            seen,
            sideways: turned,
            arcs,
        } = self;
        // The rows farther away are not read.
        let is_small = upright.is_within(SMALL);
        let empty = |square: &mut Square| match is_small {
            true => square[CORNER..CORNER + 32].fill(0),
            false => square.fill(0),
        };
        empty(seen);
        let wedges = cone.map(|cone| &cone.upright);
        let depths = scan_axis(upright, outline, wedges, arcs, [north, south], seen);
        seen[MIDDLE as usize] |= 1 << MIDDLE;

        empty(turned);
        let wedges = cone.map(|cone| &cone.sideways);
        let depths_sideways = scan_axis(sideways, outline, wedges, arcs, [west, east], turned);
        join(seen, turned, depths_sideways);
        let [depths, depths_sideways] =
            [depths, depths_sideways].map(|[one, other]| one.max(other));
        depths.max(depths_sideways)
    }
}

/// Scans the near rows of the two quadrants on an axis. Writes the visible cells to `seen`, whose rows are those of the
/// axis, and the arcs that pass the last near row to `far`. Returns the depths of the last lit rows, backward and forward.
fn scan_axis<B: AxisBits>(
    axis: &Axis<B>,
    outline: &Outline,
    wedges: Option<&Wedges>,
    arcs: &mut Arcs,
    [backward, forward]: [&mut Pending; 2],
    seen: &mut Square,
) -> [u32; 2] {
    if wedges.is_some_and(|wedges| wedges.iter().all(Option::is_none)) {
        backward.clear();
        forward.clear();
        return [0, 0];
    }
    let up = NearQuadrant::<B, true>::new(axis, outline, wedges).scan(arcs, seen, backward);
    let down = NearQuadrant::<B, false>::new(axis, outline, wedges).scan(arcs, seen, forward);
    [up, down]
}

/// A quadrant that is scanned backward, towards row 0, or forward.
struct NearQuadrant<'a, B: AxisBits, const BACKWARD: bool> {
    opaque: NearRows<B>,
    eye: AxisRow,
    /// A mask of the columns that are on the map.
    on_map: u64,
    /// For each row, a mask of the columns within the radius.
    inside: &'a Words,
    /// For each row, a mask of the columns within the cone.
    in_cone: &'a Words,
    /// The depth of the last near row.
    last: u32,
    /// Whether there are rows beyond the near rows.
    goes_on: bool,
}

impl<'a, B: AxisBits, const BACKWARD: bool> NearQuadrant<'a, B, BACKWARD> {
    #[inline(always)]
    fn new(axis: &Axis<B>, outline: &'a Outline, wedges: Option<&'a Wedges>) -> Self {
        let mut last = axis.last_depth(BACKWARD);
        let inside = outline.words();
        let mut in_cone = inside;
        if let Some(wedges) = wedges {
            match &wedges[usize::from(!BACKWARD)] {
                Some(wedge) => in_cone = &wedge.words,
                None => last = 0,
            }
        }
        Self {
            opaque: axis.near_rows(),
            eye: axis.eye.row,
            on_map: axis.columns.word(),
            inside,
            in_cone,
            last: last.min(NEAR),
            goes_on: last > NEAR,
        }
    }

    /// Scans outward. Returns the depth of the last lit row.
    #[inline(always)]
    fn scan(&self, Arcs { pending, rows }: &mut Arcs, seen: &mut Square, far: &mut Pending) -> u32 {
        far.clear();
        // A function that is asked for cells may have panicked during an earlier view.
        pending.clear();
        let row_of = |depth: u32| {
            let depth = depth as usize;
            (if BACKWARD {
                MIDDLE as usize - depth
            } else {
                MIDDLE as usize + depth
            }) % 64
        };

        // The first rows, in which nothing stops any light.
        let mut depth = 0;
        loop {
            if depth == self.last {
                if self.goes_on {
                    far.push((Arc::whole(NEAR + 1), NEAR + 1));
                }
                return depth;
            }
            depth += 1;
            let limits = self.limits(depth);
            if limits == 0 {
                // A cone that has left the map never comes back.
                return depth - 1;
            }
            let opaque = self.read(depth, || limits);
            if opaque & limits != 0 {
                rows[depth as usize % 32] = Row { limits, opaque };
                break;
            }
            seen[row_of(depth)] = limits;
        }

        let (blocked, mut read) = (depth, depth);
        let mut arc = NearArc::whole(depth);
        loop {
            while depth <= self.last {
                let light = arc.light();
                if depth > read || B::PARTIAL && depth > blocked {
                    let limits = self.limits(depth);
                    let opaque = self.read(depth, || light.touched & limits);
                    rows[depth as usize % 32] = Row { limits, opaque };
                    read = if B::PARTIAL { read.max(depth) } else { depth };
                }
                let Row { limits, opaque } = rows[depth as usize % 32];
                seen[row_of(depth)] |= (opaque & light.touched | light.centres) & limits;
                let touched = light.touched & limits;
                let floor = touched & !opaque;
                if floor == 0 {
                    break;
                }
                let edges = NearEdges::at(depth);
                depth += 1;
                if floor == touched {
                    arc = arc.next_row();
                    continue;
                }
                let (begin, behind, mut left) = lowest_run(floor);
                while left != 0 {
                    let (begin, behind, more) = lowest_run(left);
                    pending.push((arc.through((begin, behind), edges), depth));
                    left = more;
                }
                arc = arc.through((begin, behind), edges);
            }
            if depth > self.last && self.goes_on {
                far.push((arc.widen(), NEAR + 1));
            }
            match pending.pop() {
                Some(next) => (arc, depth) = next,
                None => return read,
            }
        }
    }

    /// Returns a mask of the columns to scan in a row.
    #[inline(always)]
    fn limits(&self, depth: u32) -> u64 {
        self.on_map & self.inside[depth as usize % 32] & self.in_cone[depth as usize % 32]
    }

    /// Returns a mask of the walls in a row.
    #[inline(always)]
    fn read(&self, depth: u32, wanted: impl FnOnce() -> u64) -> u64 {
        self.opaque.word(self.eye.away(depth, BACKWARD), wanted)
    }
}

/// Most views fit in a smaller square around the eye, which reaches this far.
const SMALL: u32 = 15;

/// The first row and column of the smaller square.
const CORNER: usize = (NEAR - SMALL) as usize;

/// Adds the transposed cells of `sideways` to `upright`. None of them may be more than the given depths away, backward and
/// forward. Overwrites `sideways`.
fn join(upright: &mut Square, sideways: &mut Square, [backward, forward]: [u32; 2]) {
    let reach = backward.max(forward);
    // The first column of the map in which there are cells. The eye's own row is empty.
    let first = |reach: u32| (NEAR - if backward > 0 { reach } else { 0 }) as usize;
    let is_one_side = backward == 0 || forward == 0;
    if reach == 0 {
    } else if reach <= SMALL && is_one_side {
        let first = first(SMALL);
        let mut halves = core::array::from_fn(|row| (sideways[first..][row] >> CORNER) as u32);
        transpose_halves_16(&mut halves);
        let (left, right) = upright[CORNER..].split_at_mut(16);
        for ((left, right), rows) in left.iter_mut().zip(right).zip(halves) {
            *left |= u64::from(rows & 0xFFFF) << first;
            *right |= u64::from(rows >> 16) << first;
        }
    } else if reach <= SMALL {
        let mut small = core::array::from_fn(|row| (sideways[CORNER + row] >> CORNER) as u32);
        transpose_32(&mut small);
        for (row, more) in upright[CORNER..].iter_mut().zip(small) {
            *row |= u64::from(more) << CORNER;
        }
    } else if is_one_side {
        let first = first(NEAR);
        let mut halves = core::array::from_fn(|row| sideways[first..][row]);
        transpose_halves_32(&mut halves);
        let (left, right) = upright.split_at_mut(32);
        for ((left, right), rows) in left.iter_mut().zip(right).zip(halves) {
            *left |= (rows & 0xFFFF_FFFF) << first;
            *right |= rows >> 32 << first;
        }
    } else {
        transpose_64(sideways);
        for (row, more) in upright.iter_mut().zip(sideways) {
            *row |= *more;
        }
    }
}
