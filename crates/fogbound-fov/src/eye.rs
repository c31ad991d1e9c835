//! What every algorithm is given: an eye on a map.

use glam::IVec2;

use super::{OpacityMap, Sight, VisibleSet};

/// An eye on a cell of a map, and how far it is to look.
pub(super) struct Eye<'a> {
    pub(super) map: &'a OpacityMap,
    pub(super) at: IVec2,
    pub(super) sight: Sight,
    /// No cell more rows or columns away than this is shown.
    pub(super) reach: u32,
}

impl Eye<'_> {
    /// Whether the cell at this offset from the eye stops sight.
    #[inline]
    pub(super) fn is_opaque(&self, offset: IVec2) -> bool {
        self.map.is_opaque(self.at + offset)
    }

    /// Shows the cell at this offset, if it is on the map and the sight reaches it.
    #[inline]
    pub(super) fn reveal(&self, offset: IVec2, out: &mut VisibleSet) {
        if self.map.contains(self.at + offset) && self.sight.reaches(offset) {
            out.insert(self.at + offset);
        }
    }
}
