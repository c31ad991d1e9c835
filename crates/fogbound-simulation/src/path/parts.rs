//! Connected parts of a level.

use bevy::math::{IVec2, UVec2};

use crate::grid::Grid;

/// Splits the open cells of a level into parts that are connected by the given steps. Each part starts with its first
/// cell in row order, and the parts are ordered by their first cells.
pub(crate) fn parts(
    size: UVec2,
    steps: &[IVec2],
    is_open: impl FnMut(IVec2) -> bool,
) -> impl Iterator<Item = Vec<IVec2>> {
    let mut open = Grid::from_fn(size, is_open);
    let mut cells = open.positions();
    std::iter::from_fn(move || {
        let first = cells.find(|cell| open[*cell])?;
        open.set(first, false);
        let mut part = vec![first];
        let mut at = 0;
        while let Some(&cell) = part.get(at) {
            at += 1;
            for step in steps {
                let there = cell + step;
                if let Some(open) = open.get_mut(there).filter(|open| **open) {
                    *open = false;
                    part.push(there);
                }
            }
        }
        Some(part)
    })
}
