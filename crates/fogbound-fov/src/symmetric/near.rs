//! The rows nearest to the eye, in which every row of a quadrant is one word.

use super::Axis;
use super::arc::{Arc, Arcs, Edges, MIDDLE, NEAR};
use super::outline::{Outline, columns_word};
use super::scan::{Passage, WORD_ARCS, scan_alone, scan_word};
use super::transpose::{transpose_32, transpose_64};
use crate::grid::Spans;

/// A square around the eye: bit [`MIDDLE`] of word [`MIDDLE`] is its own cell.
pub(super) type Square = [u64; 64];

/// Scans the two quadrants along `axis` and shows what is seen in `rows`, which must be empty. The
/// arcs that pass the last near row are left in `backward` and `forward`: those of the lower rows
/// and those of the higher ones. Returns the depth of the last row that was in the light.
pub(super) fn scan(
    axis: &Axis,
    outline: &Outline,
    arcs: &mut [[Arc; WORD_ARCS]; 2],
    [backward, forward]: [&mut Arcs; 2],
    rows: &mut Square,
) -> u32 {
    let (before, after) = rows.split_at_mut(MIDDLE as usize);
    let quadrant = Quadrant {
        opaque: axis.opaque.spans(axis.eye.x - MIDDLE),
        eye_y: axis.eye.y,
        columns: columns_word(axis.columns),
        outline,
    };
    let up = quadrant.scan::<true>(axis.rows.0, before.iter_mut().rev(), arcs, backward);
    let down = quadrant.scan::<false>(axis.rows.1, after[1..].iter_mut(), arcs, forward);
    up.max(down)
}

/// What both quadrants along an axis have in common.
struct Quadrant<'a> {
    opaque: Spans<'a>,
    eye_y: i32,
    columns: u64,
    outline: &'a Outline,
}

impl Quadrant<'_> {
    /// Scans outward, one row for each word of `seen`, and returns the depth of the last one that
    /// was in the light.
    #[inline]
    fn scan<'s, const BACKWARD: bool>(
        &self,
        last: u32,
        seen: impl Iterator<Item = &'s mut u64>,
        [arcs, next]: &mut [[Arc; WORD_ARCS]; 2],
        passing: &mut Arcs,
    ) -> u32 {
        let (mut arcs, mut next) = (arcs, next);
        let mut alone = Some(Arc::WHOLE);
        let mut count = 0;
        passing.set(&[]);
        for (depth, seen) in (1..=last.min(NEAR)).zip(seen) {
            let step = if BACKWARD {
                -(depth as i32)
            } else {
                depth as i32
            };
            let opaque = self.opaque.row(self.eye_y + step);
            let limits = self.columns & self.outline.word(depth);
            let edges = Edges::at(depth);
            if let Some(arc) = alone {
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
            }
            (*seen, count) = scan_word(edges, limits, opaque, &arcs[..count], next);
            if count == 0 {
                return depth;
            }
            alone = (count == 1).then_some(next[0]);
            std::mem::swap(&mut arcs, &mut next);
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

/// Adds to `rows` the eye itself and, transposed, what is seen `across` at most `reach` rows away.
pub(super) fn join(rows: &mut Square, across: &mut Square, reach: u32) {
    rows[MIDDLE as usize] |= 1 << MIDDLE;
    // Most views are small enough for a smaller square around the eye.
    const SMALL: u32 = 15;
    const CORNER: usize = MIDDLE as usize - SMALL as usize;
    if reach > SMALL {
        transpose_64(across);
        for (row, more) in rows.iter_mut().zip(across) {
            *row |= *more;
        }
        return;
    }
    let mut small = std::array::from_fn(|row| (across[CORNER + row] >> CORNER) as u32);
    transpose_32(&mut small);
    for (row, more) in rows[CORNER..].iter_mut().zip(small) {
        *row |= u64::from(more) << CORNER;
    }
}
