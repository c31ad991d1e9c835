//! Scans the rows nearest to the eye, each of which fits in a word.

use super::arc::{Arc, Arcs, Edges};
use super::axis::{Axis, NearRows};
use super::cones::{NearWedge, Wedges};
use super::coordinates::{AxisRow, MIDDLE, NEAR, Square};
use super::outline::Outline;
use super::scan::{Passage, WORD_ARCS, scan_alone, scan_word, touched};
use super::transpose::{transpose_32, transpose_64};
use crate::terrain::AxisBits;

/// Room for the arcs that arrive at a near row and for those that pass it.
#[derive(Debug)]
pub(super) struct NearArcs([[Arc; WORD_ARCS]; 2]);

impl Default for NearArcs {
    fn default() -> Self {
        Self([[Arc::WHOLE; WORD_ARCS]; 2])
    }
}

/// Scans the near rows of the two quadrants on an axis. Adds the visible cells to `seen`, which must be empty. The rows
/// of `seen` are those of the axis. Stores the arcs that pass the last near row in `backward` and `forward`. Returns
/// the depth of the last lit row. `wedges` limits the scan if the sight is limited to a cone.
pub(super) fn scan<B: AxisBits>(
    axis: &Axis<B>,
    outline: &Outline,
    wedges: Option<&Wedges>,
    arcs: &mut NearArcs,
    [backward, forward]: [&mut Arcs; 2],
    seen: &mut Square,
) -> u32 {
    if let Some(wedges) = wedges {
        return scan_cone(axis, outline, wedges, arcs, [backward, forward], seen);
    }
    let quadrants = Quadrants::new(axis, outline);
    let (before, after) = seen.split_at_mut(MIDDLE as usize);
    let before = before.iter_mut().rev();
    let up = quadrants.scan::<true>(axis.last_depth(true), before, None, arcs, backward);
    let after = after[1..].iter_mut();
    let down = quadrants.scan::<false>(axis.last_depth(false), after, None, arcs, forward);
    up.max(down)
}

/// Does the same as [`scan`] for a cone. This code is a separate function so that the other views keep more numbers in
/// registers.
#[inline(never)]
fn scan_cone<B: AxisBits>(
    axis: &Axis<B>,
    outline: &Outline,
    wedges: &Wedges,
    arcs: &mut NearArcs,
    [backward, forward]: [&mut Arcs; 2],
    seen: &mut Square,
) -> u32 {
    backward.set(&[]);
    forward.set(&[]);
    let [up, down] = wedges;
    if up.is_none() && down.is_none() {
        return 0;
    }
    let quadrants = Quadrants::new(axis, outline);
    let (before, after) = seen.split_at_mut(MIDDLE as usize);
    let mut depth = 0;
    if up.is_some() {
        let (last, seen) = (axis.last_depth(true), before.iter_mut().rev());
        depth = quadrants.scan::<true>(last, seen, up.as_ref(), arcs, backward);
    }
    if down.is_some() {
        let (last, seen) = (axis.last_depth(false), after[1..].iter_mut());
        let last_lit = quadrants.scan::<false>(last, seen, down.as_ref(), arcs, forward);
        depth = depth.max(last_lit);
    }
    depth
}

/// The data that the two quadrants on an axis share.
struct Quadrants<'a, B: AxisBits> {
    opaque: NearRows<B>,
    eye: AxisRow,
    /// A mask of the columns that are on the map.
    on_map: u64,
    outline: &'a Outline,
}

impl<'a, B: AxisBits> Quadrants<'a, B> {
    #[inline(always)]
    fn new(axis: &Axis<B>, outline: &'a Outline) -> Self {
        Self {
            opaque: axis.near_rows(),
            eye: axis.eye.row,
            on_map: axis.columns.word(),
            outline,
        }
    }

    /// Scans one quadrant outward, one row for each word of `seen`. Returns the depth of the last lit row.
    #[inline(always)]
    fn scan<'s, const BACKWARD: bool>(
        &self,
        last: u32,
        seen: impl Iterator<Item = &'s mut u64>,
        wedge: Option<&NearWedge>,
        NearArcs([arcs, next]): &mut NearArcs,
        passing: &mut Arcs,
    ) -> u32 {
        let (mut arcs, mut next) = (arcs, next);
        // Most rows have only one arc, which does not need to be stored in memory.
        let mut alone = Some(Arc::WHOLE);
        let mut count = 0;
        passing.set(&[]);
        for (depth, seen) in (1..=last.min(NEAR)).zip(seen) {
            let mut limits = self.on_map & self.outline.word(depth);
            if let Some(wedge) = wedge {
                limits &= wedge.words[depth as usize];
            }
            let edges = Edges::at(depth);
            let row = self.eye.away(depth, BACKWARD);
            let opaque;
            if let Some(arc) = alone {
                opaque = self.opaque.word(row, || touched(&[arc]) & limits);
                let passage;
                (*seen, passage) = scan_alone(edges, limits, opaque, &arc);
                match passage {
                    Passage::One(arc) => {
                        alone = Some(arc);
                        continue;
                    }
                    Passage::Dark => return depth,
                    Passage::Several => arcs[0] = arc,
                }
                count = 1;
            } else {
                opaque = self.opaque.word(row, || touched(&arcs[..count]) & limits);
            }
            (*seen, count) = scan_word(edges, limits, opaque, &arcs[..count], next);
            if count == 0 {
                return depth;
            }
            alone = (count == 1).then_some(next[0]);
            core::mem::swap(&mut arcs, &mut next);
        }
        if last > NEAR {
            match alone {
                Some(arc) => passing.set(&[arc]),
                None => passing.set(&arcs[..count]),
            }
        }
        last.min(NEAR)
    }
}

/// Adds the eye's own cell and the transposed cells of `sideways` to `upright`. No visible cell may be more than
/// `reach` rows away. Overwrites `sideways`.
pub(super) fn join(upright: &mut Square, sideways: &mut Square, reach: u32) {
    upright[MIDDLE as usize] |= 1 << MIDDLE;
    if reach == 0 {
        return;
    }
    // Most views fit in a smaller square around the eye.
    const SMALL: u32 = 15;
    const CORNER: usize = MIDDLE as usize - SMALL as usize;
    if reach > SMALL {
        transpose_64(sideways);
        for (row, more) in upright.iter_mut().zip(sideways) {
            *row |= *more;
        }
        return;
    }
    let mut small = core::array::from_fn(|row| (sideways[CORNER + row] >> CORNER) as u32);
    transpose_32(&mut small);
    for (row, more) in upright[CORNER..].iter_mut().zip(small) {
        *row |= u64::from(more) << CORNER;
    }
}
