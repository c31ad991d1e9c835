//! Eight ways to turn a scan over one octant into a scan over all around.

use glam::IVec2;

/// An octant: how a step outward from the eye and a step aside, towards the diagonal, go on the
/// map.
#[derive(Clone, Copy)]
pub(super) struct Octant {
    outward: IVec2,
    aside: IVec2,
}

impl Octant {
    /// All eight, each once.
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

    /// The offset from the eye of the cell so many steps outward and aside.
    pub(super) fn offset(self, outward: i64, aside: i64) -> IVec2 {
        self.outward * outward as i32 + self.aside * aside as i32
    }
}
