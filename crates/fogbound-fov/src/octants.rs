//! The eight octants, which turn the scan of one octant into a scan all around the eye.

use glam::{IVec2, UVec2};

use super::sector::Sector;

/// An octant, given by two steps on the map: one outward from the eye, and one to the side, towards the diagonal.
#[derive(Clone, Copy)]
pub(super) struct Octant {
    outward: IVec2,
    aside: IVec2,
}

impl Octant {
    /// All eight octants.
    pub(super) const ALL: [Self; 8] = {
        const fn octant(outward: IVec2, aside: IVec2) -> Octant {
            Octant { outward, aside }
        }
        let (n, e, s, w) = (IVec2::NEG_Y, IVec2::X, IVec2::Y, IVec2::NEG_X);
        [
            octant(n, w),
            octant(w, n),
            octant(e, n),
            octant(n, e),
            octant(s, e),
            octant(e, s),
            octant(w, s),
            octant(s, w),
        ]
    };

    /// Returns the octants that may have cells in a sector, or all of them if there is no sector.
    pub(super) fn of(sector: Option<&Sector>) -> impl Iterator<Item = Self> {
        let misses = move |octant: &Self| {
            let diagonal = octant.outward + octant.aside;
            sector.is_some_and(|sector| sector.misses(octant.outward, diagonal))
        };
        Self::ALL.into_iter().filter(move |octant| !misses(octant))
    }

    /// Returns the number of cells from an eye to the edge of the map, both outward and to the side. `size` is the size of
    /// the map.
    pub(super) fn room(self, size: UVec2, eye: IVec2) -> (u32, u32) {
        let last = size.as_ivec2() - 1;
        let along = |step: IVec2| {
            let room = if step.min_element() < 0 {
                eye
            } else {
                last - eye
            };
            room.dot(step.abs()) as u32
        };
        (along(self.outward), along(self.aside))
    }

    /// Returns the offset from the eye of the cell that is `outward` and `aside` steps away.
    pub(super) fn offset(self, outward: i64, aside: i64) -> IVec2 {
        self.outward * outward as i32 + self.aside * aside as i32
    }
}
