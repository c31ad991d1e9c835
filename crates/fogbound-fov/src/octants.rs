//! Eight ways to turn a scan over one octant into a scan over all around.

use glam::IVec2;

use super::OpacityMap;

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

    /// How many cells of a map there are in front of an eye on it: outward and aside.
    pub(super) fn room(self, map: &OpacityMap, eye: IVec2) -> (u32, u32) {
        let last = map.size().as_ivec2() - 1;
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

    /// The offset from the eye of the cell so many steps outward and aside.
    pub(super) fn offset(self, outward: i64, aside: i64) -> IVec2 {
        self.outward * outward as i32 + self.aside * aside as i32
    }
}
