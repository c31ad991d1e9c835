//! The input to every algorithm: an eye on a map.

use glam::IVec2;

use super::terrain::Terrain;
use super::{Sight, VisibleSet};

/// An eye on a cell of a map.
pub(super) struct Eye<'a, T> {
    pub(super) map: &'a T,
    pub(super) at: IVec2,
    pub(super) sight: Sight,
    /// The maximum distance to a visible cell, in rows or columns.
    pub(super) reach: u32,
}

impl<T: Terrain> Eye<'_, T> {
    /// Returns whether the cell at `offset` from the eye blocks sight.
    #[inline]
    pub(super) fn is_opaque(&self, offset: IVec2) -> bool {
        self.map.is_opaque(self.at + offset)
    }

    /// Adds a cell to `out` if the cell is on the map and the sight reaches it. `offset` leads from the eye to the
    /// cell.
    #[inline]
    pub(super) fn reveal(&self, offset: IVec2, out: &mut VisibleSet) {
        if self.map.contains(self.at + offset) && self.sight.reaches(offset) {
            out.insert(self.at + offset);
        }
    }
}
