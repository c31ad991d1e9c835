//! Tells whether an eye sees a single cell in the light of the moment.

use fogbound_fov::IVec2;

use super::light_map::LightMap;
use crate::{Opacities, Viewshed};

impl LightMap {
    /// Returns whether the owner of `viewshed` sees `cell` in this light.
    ///
    /// For most viewsheds, the result is the same as [`Viewshed::sees`]. For an [on-demand](Viewshed::on_demand)
    /// viewshed, the result is computed from the current light and walls. This takes nanoseconds, or about a
    /// microsecond for a wall.
    pub fn sees<'a>(
        &self,
        opacity: impl Into<Opacities<'a>>,
        viewshed: &Viewshed,
        cell: IVec2,
    ) -> bool {
        if !viewshed.on_demand || !self.is_lit_world() {
            return viewshed.sees(cell);
        }
        let eye = viewshed.eye().filter(|_| viewshed.has_in_view(cell));
        eye.is_some_and(|eye| self.shows(&viewshed.looker(opacity.into(), eye), cell))
    }
}
