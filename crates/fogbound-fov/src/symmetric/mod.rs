//! Symmetric shadowcasting, after Albert Ford, 64 cells at a time.
//!
//! The plane is divided into four quadrants. In each, rows are scanned outward from the eye with the arcs that are
//! still lit. A wall is revealed if any part of it lies in an arc, a floor cell only if its centre does. Then the
//! segment between the two centres is free, and the same segment decides whether the floor cell sees the eye. Where
//! floor meets wall, the arc is cut at the edge between the two, halfway through the row.
//!
//! Source: Albert Ford, *Symmetric Shadowcasting* (2017).
//!
//! # Four forms of one algorithm
//!
//! All give the same cells. Which one runs depends on the question and on how far light goes:
//!
//! | form | runs for | because |
//! |---|---|---|
//! | [`near`] | the first 31 rows of every view | a row is a single word, and most views end there |
//! | [`far`] | the rows beyond, if light reaches them | a row has as many words as it needs |
//! | [`pair`] | one eye and one target | only the few cells between them are read |
//! | [`plain`] | all rows of a view that reaches more than 2¹⁴ cells | fractions are exact at any distance |
//!
//! [`plain`] is the algorithm as Albert Ford wrote it, cell by cell, and uses none of the other files. The other forms
//! are faster for these reasons:
//!
//! - A row of cells is stored as words of bits. A few operations on a word find all its walls and reveal all its
//!   visible cells ([`scan`]).
//! - Slopes are fixed-point numbers, proven to be exact. Going one row further adds a slope instead of dividing
//!   ([`arc`]).
//! - Each row has a single list of arcs. Nothing is recursive, every row of the map is read once, and the list stays
//!   about as short as the row.
//! - The western and eastern quadrants are scanned like the others, in the transposed bits of the map ([`axis`]). Their
//!   visible cells are transposed back, 64 at a time ([`surface`]).
//! - The width of the radius in each row is computed once for many views ([`outline`]).
//!
//! # Reading order
//!
//! 1. [`plain`]: the algorithm.
//! 2. [`coordinates`] and [`axis`]: how cells are named, and how the map is read.
//! 3. [`arc`] and [`scan`]: what light is, and what one row does to it.
//! 4. [`near`]: a view that ends within 31 rows, with the help of [`outline`] and [`transpose`].
//! 5. [`far`] and [`surface`]: how a larger view continues.
//! 6. [`pair`]: the same for a single target.
//!
//! # What it promises
//!
//! Two floor cells see each other, or neither sees the other, with any radius and shape. All walls of a convex room are
//! visible, a pillar's shadow widens with distance, and there are no blind corners.

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

/// The memory that computing a view needs, besides the result.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    outline: Outline,
    near: NearArcs,
    /// The arcs that pass the near rows of the four quadrants, and room for the arcs of one more row.
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
    let (is_far, is_far_sideways) = (
        !(north.is_empty() && south.is_empty()),
        !(west.is_empty() && east.is_empty()),
    );
    if !is_far && !is_far_sideways {
        return out.set_around(at, depth.max(depth_sideways), &seen);
    }
    // The rows beyond them, straight into the set.
    let corners = upright.corners(far::FIRST_ROOM);
    out.make_room(corners.min.upright_on_map(), corners.max.upright_on_map());
    out.insert_square(at, &seen);
    if is_far {
        let mut surface = Upright::new(&upright, out);
        far::scan(&upright, outline, [north, south], next, &mut surface);
    }
    if is_far_sideways {
        let mut surface = Sideways::new(&sideways, out, transposed);
        far::scan(&sideways, outline, [west, east], next, &mut surface);
        surface.finish();
    }
}

/// Returns whether an eye sees the target, another cell of the map at most [`FARTHEST_PAIR`] away.
pub(super) fn can_see(map: &OpacityMap, eye: IVec2, target: IVec2, scratch: &mut Scratch) -> bool {
    let [arcs, .., next] = &mut scratch.arcs;
    pair::can_see(map, eye, target, arcs, next)
}
