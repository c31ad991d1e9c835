//! Field of view and line of sight: what an eye sees on a map of opaque and transparent cells.
//!
//! An [`OpacityMap`] says which cells stop sight, a [`Sight`] how an eye sees, and a
//! [`FieldOfView`] fills a [`VisibleSet`] with the cells that the eye sees from where it stands.
//! Plain algorithms on bits: no map, no entity and no randomness is known here.
//!
//! ```
//! use fogbound_fov::{FieldOfView, IVec2, OpacityMap, Sight, UVec2, VisibleSet};
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
//!
//! Each [`Algorithm`] is one file that explains its idea and names its source. The default,
//! `symmetric`, is exact and works on 64 cells at a time; [`FieldOfView::can_see`] answers for one
//! pair of cells, [`Watch`] computes many views of one map at once, and [`compare`] measures what
//! the algorithms promise.

mod algorithm;
mod bresenham;
pub mod compare;
mod cone;
mod diamond;
pub mod grid;
mod line_of_sight;
mod names;
mod octants;
mod opacity;
mod permissive;
mod raycast;
mod recursive;
mod restrictive;
mod shape;
mod sight;
mod symmetric;
mod torch;
mod visible;
mod watch;

pub use algorithm::Algorithm;
pub use bresenham::Lines;
pub use cone::Cone;
pub use names::UnknownName;
pub use opacity::OpacityMap;
pub use shape::Shape;
pub use sight::{DEFAULT_RADIUS, Sight};
pub use torch::open_faces;
pub use visible::{Run, VisibleSet};
pub use watch::Watch;

pub use glam::{IVec2, UVec2};

/// Computes fields of view and keeps the memory that this needs, so that it is asked for once.
///
/// One is enough for any number of eyes, one after the other, on any maps.
#[derive(Debug, Default)]
pub struct FieldOfView {
    symmetric: symmetric::Scratch,
    recursive: Vec<recursive::Scan>,
    diamond: Vec<diamond::Beam>,
    permissive: permissive::Scratch,
    restrictive: restrictive::Scratch,
    /// What [`can_see`](Self::can_see) computes when it needs a whole view.
    view: VisibleSet,
}

impl FieldOfView {
    /// One without any memory yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Fills `out` with the cells that an eye at `eye` sees; what it held before is gone.
    pub fn compute(&mut self, map: &OpacityMap, eye: IVec2, sight: Sight, out: &mut VisibleSet) {
        out.restart(eye);
        if map.contains(eye) {
            self.fill(map, eye, sight, farthest_row(map, eye, sight), out);
        }
    }

    /// Whether an eye at `eye` sees the cell `target`: exactly what [`compute`](Self::compute)
    /// would say, without computing all of it.
    ///
    /// `symmetric` and `line-of-sight` look only along the way to the target. The others compute
    /// the view as far as the target is away.
    pub fn can_see(&mut self, map: &OpacityMap, eye: IVec2, target: IVec2, sight: Sight) -> bool {
        if !map.contains(eye) || !map.contains(target) {
            return false;
        }
        if eye == target {
            return true;
        }
        let distance = (target - eye).abs().max_element() as u32;
        match sight.algorithm {
            Algorithm::LineOfSight => {
                sight.covers(target - eye) && line_of_sight::is_clear(map, eye, target)
            }
            Algorithm::Symmetric if distance <= symmetric::FARTHEST_PAIR => {
                sight.covers(target - eye)
                    && symmetric::can_see(map, eye, target, &mut self.symmetric)
            }
            _ => {
                let reach = distance.min(farthest_row(map, eye, sight));
                let mut view = std::mem::take(&mut self.view);
                view.restart(eye);
                self.fill(map, eye, sight, reach, &mut view);
                let seen = view.contains(target);
                self.view = view;
                seen
            }
        }
    }

    /// Adds to the empty set `out` what an eye on the map sees at most `reach` rows and columns
    /// away.
    fn fill(
        &mut self,
        map: &OpacityMap,
        eye: IVec2,
        sight: Sight,
        reach: u32,
        out: &mut VisibleSet,
    ) {
        match sight.algorithm {
            Algorithm::Symmetric => {
                symmetric::compute(map, eye, sight, reach, &mut self.symmetric, out);
            }
            Algorithm::Recursive => {
                recursive::compute(map, eye, sight, reach, &mut self.recursive, out);
            }
            Algorithm::Raycast => raycast::compute(map, eye, sight, reach, out),
            Algorithm::Bresenham(lines) => {
                bresenham::compute(map, eye, sight, reach, lines, out);
            }
            Algorithm::LineOfSight => line_of_sight::compute(map, eye, sight, reach, out),
            Algorithm::Diamond => diamond::compute(map, eye, sight, reach, &mut self.diamond, out),
            Algorithm::Permissive => {
                permissive::compute(map, eye, sight, reach, &mut self.permissive, out);
            }
            Algorithm::Restrictive => {
                restrictive::compute(map, eye, sight, reach, &mut self.restrictive, out);
            }
        }
        // The others ask `Sight::covers` for every cell.
        if let (Algorithm::Symmetric, Some(cone)) = (sight.algorithm, sight.cone) {
            out.retain(|cell| cone.contains(cell - eye));
        }
    }
}

/// The distance of the farthest row or column that can hold a visible cell.
fn farthest_row(map: &OpacityMap, eye: IVec2, sight: Sight) -> u32 {
    let last = map.size().as_ivec2() - 1;
    let reach = eye.max(last - eye).max_element() as u32;
    sight.radius.map_or(reach, |radius| radius.min(reach))
}
