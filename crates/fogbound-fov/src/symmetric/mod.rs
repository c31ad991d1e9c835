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
//! | [`pair`] | one eye and one target | only the few cells on the way are looked at |
//! | [`plain`] | all rows, if the view reaches more than 2¹⁴ cells | fractions are exact at any distance |
//!
//! [`plain`] is the algorithm as Albert Ford wrote it down, cell by cell, and needs nothing of the
//! other files. The other forms are faster for these reasons:
//!
//! - A row of cells is words of bits. A few operations on a word find all its walls and show all its
//!   visible cells ([`scan`]).
//! - Slopes are numbers with fixed places, exact by a proof. Going one row further adds a slope
//!   instead of dividing ([`arc`]).
//! - Rows are scanned in step, with one list of arcs for each. Nothing is recursive, every row of the
//!   map is read once, and a list is never longer than the row.
//! - The western and eastern quadrants are scanned like the others, in the transposed bits of the map
//!   ([`axis`]). What they show is transposed back, 64 cells at a time ([`surface`]).
//! - The width of the radius in each row is computed once for many views ([`outline`]).
//!
//! # Reading order
//!
//! 1. [`plain`]: the algorithm.
//! 2. [`coordinates`] and [`axis`]: how cells are named, and how the map is read.
//! 3. [`arc`] and [`scan`]: what the light is, and what one row does to it.
//! 4. [`near`]: a whole view that ends within 31 rows. [`outline`] and [`transpose`] serve it.
//! 5. [`far`] and [`surface`]: how a view goes on from there.
//! 6. [`pair`]: the same for one target.
//!
//! # What it promises
//!
//! Two floor cells see each other or neither does, also within every radius shape. The walls of a
//! convex room are all seen, a pillar's shadow widens with distance, and there are no blind
//! corners.

mod arc;
mod axis;
mod coordinates;
mod far;
mod near;
mod outline;
mod pair;
mod plain;
mod scan;
mod surface;
mod transpose;

pub(super) use pair::FARTHEST_PAIR;

use glam::IVec2;

use super::eye::Eye;
use super::slope::Beam;
use super::{OpacityMap, VisibleSet};
use arc::Arcs;
use axis::Axis;
use near::NearArcs;
use outline::Outline;
use surface::{Sideways, Upright};

/// The memory that a view needs besides its result.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    outline: Outline,
    near: NearArcs,
    /// The arcs that pass the near rows of the four quadrants, and room for those of one row more.
    arcs: [Arcs; 5],
    transposed: VisibleSet,
    plain: Vec<Beam>,
}

/// Fills `out` with every cell that the eye sees.
pub(super) fn compute(eye: &Eye, scratch: &mut Scratch, out: &mut VisibleSet) {
    if eye.reach > arc::MAX_DEPTH {
        return plain::compute(eye, &mut scratch.plain, out);
    }
    let Eye { map, at, reach, .. } = *eye;
    let Scratch {
        outline,
        near,
        arcs: [north, south, west, east, next],
        transposed,
        ..
    } = scratch;
    outline.prepare(eye.sight, reach);
    let upright = Axis::upright(map, at, reach);
    let sideways = Axis::sideways(map, at, reach);

    // The near rows, in squares around the eye.
    let (mut seen, mut seen_sideways) = ([0; 64], [0; 64]);
    let depth = near::scan(&upright, outline, near, [north, south], &mut seen);
    let depth_sideways = near::scan(&sideways, outline, near, [west, east], &mut seen_sideways);
    near::join(&mut seen, &mut seen_sideways, depth_sideways);
    let (goes_on, goes_on_sideways) = (
        !(north.is_empty() && south.is_empty()),
        !(west.is_empty() && east.is_empty()),
    );
    if !goes_on && !goes_on_sideways {
        return out.set_around(at, depth.max(depth_sideways), &seen);
    }
    // The rows behind them, straight into the set.
    let corners = upright.corners(far::FIRST_ROOM);
    out.make_room(corners.min.upright_on_map(), corners.max.upright_on_map());
    out.insert_square(at, &seen);
    if goes_on {
        let mut surface = Upright::new(&upright, out);
        far::scan(&upright, outline, [north, south], next, &mut surface);
    }
    if goes_on_sideways {
        let mut surface = Sideways::new(&sideways, out, transposed);
        far::scan(&sideways, outline, [west, east], next, &mut surface);
        surface.finish();
    }
}

/// Whether an eye sees the target, another cell of the map at most [`FARTHEST_PAIR`] away.
pub(super) fn can_see(map: &OpacityMap, eye: IVec2, target: IVec2, scratch: &mut Scratch) -> bool {
    let [arcs, .., next] = &mut scratch.arcs;
    pair::can_see(map, eye, target, arcs, next)
}
