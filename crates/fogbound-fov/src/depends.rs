//! Determines which cells a view depends on.

use glam::{IVec2, UVec2};

use super::{Algorithm, Sight, diamond, raycast};

impl Sight {
    /// Returns whether the view of an eye at `eye` could change when `cell` becomes opaque or transparent.
    ///
    /// Use this method to decide which views to recompute after the map changes: if the method returns `false`, the
    /// view does not change, whatever the map looks like. A view can depend on cells that the sight does not
    /// [reach](Self::reaches): a wall beside a cone casts its shadow into the cone, [`Algorithm::Diamond`] also reads
    /// the cells behind those it shows, and a ray of [`Algorithm::Raycast`] may end just outside a circle. This method
    /// never overflows, whatever the coordinates.
    ///
    /// ```
    /// use fogbound_fov::{Algorithm, IVec2, Sight};
    ///
    /// let eye = IVec2::new(10, 10);
    /// let sight = Sight::default().with_radius(4);
    /// let outside = eye + IVec2::new(4, 2);
    /// assert!(!sight.depends_on(eye, outside));
    /// assert!(sight.with_algorithm(Algorithm::Diamond).depends_on(eye, outside));
    /// ```
    pub fn depends_on(self, eye: IVec2, cell: IVec2) -> bool {
        let Some(radius) = self.radius else {
            return true;
        };
        let away = UVec2::new(cell.x.abs_diff(eye.x), cell.y.abs_diff(eye.y));
        self.shape.holds(away, radius)
            || match self.algorithm {
                Algorithm::Diamond => diamond::depends_beyond(self.shape, radius, away),
                // With walls, such a cell is shown in any case; without, only if it is transparent.
                Algorithm::Raycast => !self.walls && raycast::can_end_on(self.shape, radius, away),
                // A line that leaves a shape never comes back. These algorithms may read cells outside the shape, but
                // no cell inside the shape depends on them.
                Algorithm::Symmetric
                | Algorithm::Recursive
                | Algorithm::Bresenham(_)
                | Algorithm::LineOfSight
                | Algorithm::Permissive
                | Algorithm::Restrictive => false,
            }
    }

    /// Returns the distance, in rows and columns, of the farthest cell on which a view can [depend](Self::depends_on),
    /// or `None` if there is no limit.
    pub fn farthest_dependence(self) -> Option<u32> {
        let behind = u32::from(self.algorithm == Algorithm::Diamond);
        self.radius.map(|radius| radius.saturating_add(behind))
    }
}
