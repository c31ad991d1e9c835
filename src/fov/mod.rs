//! Field of view and line of sight: what an eye sees on a map of opaque and transparent cells.
//!
//! An [`OpacityMap`] says which cells stop sight, a [`Sight`] how an eye sees, and a
//! [`FieldOfView`] fills a [`VisibleSet`] with the cells that the eye sees from where it stands.
//! Plain algorithms on bits: no map, no entity and no randomness is known here.
//!
//! ```
//! use bevy::math::{IVec2, UVec2};
//! use fogbound::fov::{FieldOfView, OpacityMap, Sight, VisibleSet};
//!
//! let mut map = OpacityMap::new(UVec2::new(20, 20), false);
//! map.set(IVec2::new(7, 5), true);
//!
//! let mut seen = VisibleSet::new();
//! FieldOfView::new().compute(&map, IVec2::new(5, 5), Sight::default(), &mut seen);
//! assert!(seen.contains(IVec2::new(7, 5)));
//! assert!(!seen.contains(IVec2::new(8, 5)));
//! ```
//!
//! For all algorithms: outside the map everything is opaque and nothing is visible; an eye sees its
//! own cell, also from inside a wall; a wall that stops sight is itself seen; an eye off the map
//! sees nothing.

mod algorithm;
mod cone;
mod names;
mod opacity;
mod recursive;
mod shape;
mod sight;
mod symmetric;
mod visible;

pub use algorithm::Algorithm;
pub use cone::Cone;
pub use names::UnknownName;
pub use opacity::OpacityMap;
pub use shape::Shape;
pub use sight::{DEFAULT_RADIUS, Sight};
pub use visible::VisibleSet;

use bevy::math::IVec2;

/// Computes fields of view and keeps the memory that this needs, so that it is asked for once.
///
/// One is enough for any number of eyes, one after the other, on any maps.
#[derive(Debug, Default)]
pub struct FieldOfView {
    symmetric: symmetric::Scratch,
    recursive: Vec<recursive::Scan>,
}

impl FieldOfView {
    /// One without any memory yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Fills `out` with the cells that an eye at `eye` sees; what it held before is gone.
    pub fn compute(&mut self, map: &OpacityMap, eye: IVec2, sight: Sight, out: &mut VisibleSet) {
        out.restart(eye);
        if !map.contains(eye) {
            return;
        }
        match sight.algorithm {
            Algorithm::Symmetric => symmetric::compute(map, eye, sight, &mut self.symmetric, out),
            Algorithm::Recursive => recursive::compute(map, eye, sight, &mut self.recursive, out),
        }
    }
}

/// The distance of the farthest row or column that can hold a visible cell.
fn farthest_row(map: &OpacityMap, eye: IVec2, sight: Sight) -> u32 {
    let last = map.size().as_ivec2() - 1;
    let reach = eye.max(last - eye).max_element() as u32;
    sight.radius.map_or(reach, |radius| radius.min(reach))
}
