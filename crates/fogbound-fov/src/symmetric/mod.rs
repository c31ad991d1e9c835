//! Symmetric shadowcasting, after Albert Ford, 64 cells at a time.
//!
//! The plane is divided into four quadrants. In each quadrant, rows are scanned outward from the eye with the arcs that
//! are still lit. A wall is revealed if any part of it lies in an arc, but a floor cell is revealed only if its centre
//! lies in an arc. The line segment between the floor cell's centre and the eye is then unobstructed, and the same
//! segment decides whether the floor cell sees the eye. Where floor meets wall, the arc is cut at the edge between the
//! two cells, halfway through the row.
//!
//! Source: Albert Ford, *Symmetric Shadowcasting* (2017).
//!
//! # Four forms of one algorithm
//!
//! All four forms give the same result. The form that runs depends on the query and on how far light reaches:
//!
//! | form | runs for | because |
//! |---|---|---|
//! | [`near`] | the first 31 rows of every view | a row is a single word, and most views end there |
//! | [`far`] | the rows beyond, if light reaches them | a row has as many words as it needs |
//! | [`pair`] | one eye and one target | only the few cells between them are read, at most two in a row |
//! | [`plain`] | all rows of a view that reaches more than 2¹⁴ cells | fractions are exact at any distance |
//!
//! [`plain`] is the algorithm as Albert Ford wrote it, cell by cell, and uses none of the other files. The other forms
//! are faster for these reasons:
//!
//! - A row of cells is stored as words of bits. A few operations on a word find all its walls and reveal all its
//!   visible cells ([`scan`]).
//! - Slopes are fixed-point numbers, proven to be exact. Moving on to the next row takes an addition instead of a
//!   division ([`arc`]).
//! - Until the first wall, whole rows are revealed at once. After that, each arc is followed to its end before the next
//!   one, so it stays in registers, and the branches are easier to predict than a varying number of arcs per row.
//! - The western and eastern quadrants are scanned like the others, in the transposed bits of the map ([`axis`]). Their
//!   visible cells are transposed back, 64 at a time ([`surface`]).
//! - The width of the radius shape in each row is computed once for many views ([`outline`]).
//!
//! # Reading order
//!
//! 1. [`plain`]: the algorithm.
//! 2. [`coordinates`] and [`axis`]: how cells are addressed, and how the map is read.
//! 3. [`arc`] and [`scan`]: how light is represented, and how a row changes it.
//! 4. [`near`] and [`near_arc`]: how a view of up to 31 rows is computed, with the help of [`outline`] and [`transpose`].
//! 5. [`far`] and [`surface`]: how a larger view continues.
//! 6. [`cones`]: what a view in a cone leaves out.
//! 7. [`pair`]: how a single target is checked, and how much of it is seen.
//!
//! # What it promises
//!
//! With any radius and shape, if one floor cell sees another, then the other cell also sees the first. All walls of a
//! convex room are visible, a pillar's shadow widens with distance, and there are no blind corners.

mod arc;
mod axis;
mod cones;
mod coordinates;
mod far;
mod near;
mod near_arc;
mod outline;
mod pair;
mod plain;
mod scan;
mod surface;
mod transpose;

pub(super) use coordinates::{MIDDLE, Square};
pub(super) use pair::{can_see, exposure, touches};

use alloc::vec::Vec;

use super::VisibleSet;
use super::eye::Eye;
use super::slope::Beam;
use super::terrain::Terrain;
use axis::Axis;
use cones::Cones;
use coordinates::rows_around;
use near::Near;
use outline::Outline;
use scan::Pending;
use surface::{Sideways, Upright};

/// The working memory for computing a view, apart from the result.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    outline: Outline,
    near: Near,
    cones: Cones,
    /// The arcs that pass the near rows of the four quadrants.
    arcs: [Pending; 4],
    transposed: VisibleSet,
    plain: Vec<Beam>,
}

/// Fills `out` with every cell that the eye sees.
pub(super) fn compute(eye: &Eye<impl Terrain>, scratch: &mut Scratch, out: &mut VisibleSet) {
    if eye.reach > arc::MAX_DEPTH {
        return plain::compute(eye, &mut scratch.plain, out);
    }
    let Eye { map, at, reach, .. } = *eye;
    let Scratch {
        outline,
        near,
        cones,
        arcs: [north, south, west, east],
        transposed,
        ..
    } = scratch;
    outline.prepare(eye.sight, reach);
    let upright = Axis::upright(map, at, reach);
    let sideways = Axis::sideways(map, at, reach);

    let cone = eye.sight.cone.and_then(|cone| cones.prepare(cone, reach));
    let depth = near.scan(
        [&upright, &sideways],
        outline,
        cone,
        [north, south, west, east],
    );
    let (is_far, is_far_sideways) = (
        !(north.is_empty() && south.is_empty()),
        !(west.is_empty() && east.is_empty()),
    );
    if !is_far && !is_far_sideways {
        return match cone {
            Some(cone) => cone.set_inside(at, depth, &near.seen, out),
            None => {
                let rows = near.seen[rows_around(depth, depth)].iter();
                out.set_around(at, depth, depth, rows.copied());
            }
        };
    }
    // Scan the rows beyond the near rows directly into the set.
    let corners = upright.corners(far::FIRST_ROOM);
    out.make_room(corners.min.upright_on_map(), corners.max.upright_on_map());
    out.insert_square(at, &near.seen);
    if is_far {
        let mut surface = Upright::new(&upright, out);
        far::scan(
            &upright,
            outline,
            cone.map(|cone| &cone.upright),
            [north, south],
            &mut surface,
        );
    }
    if is_far_sideways {
        let mut surface = Sideways::new(&sideways, out, transposed);
        far::scan(
            &sideways,
            outline,
            cone.map(|cone| &cone.sideways),
            [west, east],
            &mut surface,
        );
        surface.finish();
    }
    if let Some(cone) = cone {
        cone.keep_inside(at, out);
    }
}
