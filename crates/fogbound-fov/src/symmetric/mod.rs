//! Symmetric shadowcasting after Albert Ford, 64 cells at a time.
//!
//! The plane is cut into four quadrants. In each, rows are scanned outward from the eye with the
//! arcs that are still in the light. A wall is revealed if any part of it lies in an arc, a floor
//! cell only if its centre does: then the segment between the two centres is free, and the same
//! segment decides when the two exchange places. Where floor meets wall the arc is cut at the edge
//! between the two, taken through the middle of the row.
//!
//! Source: Albert Ford, *Symmetric Shadowcasting* (2017).
//!
//! # Four forms of one algorithm
//!
//! All give the same cells. Which one runs depends on what is asked and how far the light goes:
//!
//! | form | runs for | because |
//! |---|---|---|
//! | [`near`] | the first 31 rows of every view | a row is a single word, and most views end there |
//! | [`far`] | the rows behind, where light arrives | a row is as many words as it needs |
//! | [`pair`] | one cell and one target | only the few cells on the way are looked at |
//! | [`plain`] | everything, if it reaches more than 2¹⁴ cells | fractions are exact at any distance |
//!
//! [`plain`] is the algorithm as Albert Ford wrote it down, cell by cell: read it first. The others
//! are faster for these reasons:
//!
//! - A row of cells is words of bits, so all walls of a row are found, and all its visible cells
//!   shown, by a few operations on a word. [`scan`] has a picture of that.
//! - Slopes are numbers with fixed places, exact by a proof, and go on by adding ([`arc`]).
//! - Rows are scanned in step, with one list of arcs for each: nothing is recursive, every row of
//!   the map is read once, and a list is never longer than the row.
//! - The eastern and western quadrants are scanned in the map's transposed bits ([`surface`]), and
//!   what they show is transposed once at the end ([`transpose`]).
//! - How wide the radius is in each row is computed once for many views ([`outline`]).
//!
//! # What it promises
//!
//! Two floor cells see each other or neither does, also within every radius shape. The walls of a
//! convex room are all seen, a pillar's shadow widens with distance, and there are no blind
//! corners.

mod arc;
mod far;
mod near;
mod outline;
mod pair;
mod plain;
mod scan;
mod surface;
mod transpose;

pub(super) use pair::{FARTHEST_PAIR, can_see};

use glam::{IVec2, UVec2};

use super::{OpacityMap, Sight, VisibleSet};
use crate::grid::BitGrid;
use surface::{Reader, Sideways, Upright};

/// The memory that a view needs besides its result.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    outline: outline::Outline,
    near: NearArcs,
    arcs: [arc::Arcs; 5],
    across: VisibleSet,
    plain: Vec<plain::Scan>,
}

/// The arcs of one near row and of the next.
#[derive(Debug)]
struct NearArcs([[arc::Arc; scan::WORD_ARCS]; 2]);

impl Default for NearArcs {
    fn default() -> Self {
        Self([[arc::Arc::WHOLE; scan::WORD_ARCS]; 2])
    }
}

/// The two quadrants in which the map's rows are rows, or, transposed, the other two.
struct Axis<'a> {
    opaque: &'a BitGrid,
    eye: IVec2,
    /// The columns of the map, seen from the eye.
    columns: (i32, i32),
    /// How many rows there are to be scanned towards smaller and towards larger numbers.
    rows: (u32, u32),
    reach: u32,
}

impl<'a> Axis<'a> {
    fn new(opaque: &'a BitGrid, eye: IVec2, reach: u32) -> Self {
        let UVec2 {
            x: width,
            y: height,
        } = opaque.size();
        Self {
            opaque,
            eye,
            columns: (-eye.x, width as i32 - 1 - eye.x),
            rows: (
                reach.min(eye.y as u32),
                reach.min(height - 1 - eye.y as u32),
            ),
            reach,
        }
    }

    /// The corners of what is on the map and at most `reach` rows or columns from the eye.
    fn corners(&self, reach: u32) -> surface::Corners {
        let reach = reach.min(self.reach) as i32;
        let (up, down) = (self.rows.0 as i32, self.rows.1 as i32);
        let before = IVec2::new(self.columns.0.max(-reach), -up.min(reach));
        let after = IVec2::new(self.columns.1.min(reach), down.min(reach));
        (self.eye + before, self.eye + after)
    }

    fn last_row(&self, backward: bool) -> u32 {
        if backward { self.rows.0 } else { self.rows.1 }
    }
}

/// Fills `out` with every cell that the eye sees.
pub(super) fn compute(
    map: &OpacityMap,
    eye: IVec2,
    sight: Sight,
    reach: u32,
    scratch: &mut Scratch,
    out: &mut VisibleSet,
) {
    if reach > arc::MAX_DEPTH {
        return plain::compute(map, eye, sight, reach, &mut scratch.plain, out);
    }
    let Scratch {
        outline,
        near: NearArcs(near),
        arcs,
        across,
        ..
    } = scratch;
    outline.prepare(sight, reach);
    let [north, south, west, east, next] = arcs;
    let swapped = IVec2::new(eye.y, eye.x);
    let vertical = Axis::new(map.bits(), eye, reach);
    let horizontal = Axis::new(map.transposed_bits(), swapped, reach);

    let (mut rows, mut across_rows) = ([0; 64], [0; 64]);
    let along = near::scan(&vertical, outline, near, [north, south], &mut rows);
    let sideways = near::scan(&horizontal, outline, near, [west, east], &mut across_rows);
    near::join(&mut rows, &mut across_rows, sideways);
    let (goes_on, goes_aside) = (
        !(north.is_empty() && south.is_empty()),
        !(west.is_empty() && east.is_empty()),
    );
    if !goes_on && !goes_aside {
        return out.set_around(eye, along.max(sideways), &rows);
    }
    let (min, max) = vertical.corners(far::FIRST_ROOM);
    out.make_room(min, max);
    out.insert_square(eye, &rows);
    if goes_on {
        let reader = Reader::new(&vertical);
        let mut upright = Upright::new(reader, out);
        far::scan(&vertical, outline, [north, south], next, &mut upright);
    }
    if goes_aside {
        across.restart(swapped);
        let reader = Reader::new(&horizontal);
        let mut sideways = Sideways::new(reader, out, across);
        far::scan(&horizontal, outline, [west, east], next, &mut sideways);
        sideways.finish();
    }
}
