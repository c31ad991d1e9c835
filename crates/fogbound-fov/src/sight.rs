//! How an eye sees.

use glam::IVec2;

use super::grid::Direction;
use super::{Algorithm, Cone, OpacityMap, Shape};

/// The radius of [`Sight::default`], in cells.
pub const DEFAULT_RADIUS: u32 = 11;

/// How an eye sees: by which algorithm, how far and in which direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Sight {
    /// The algorithm that decides what walls hide.
    pub algorithm: Algorithm,
    /// How far the eye sees, in cells. `None` means as far as the map goes. With 0 the eye sees only its own cell.
    pub radius: Option<u32>,
    /// The shape of the radius.
    pub shape: Shape,
    /// The sector that the eye looks at. `None` means all around.
    pub cone: Option<Cone>,
    /// Whether walls that stop sight are visible. If not, only transparent cells and the eye's own cell are.
    pub walls: bool,
}

/// [`Algorithm::Symmetric`], a circle of [`DEFAULT_RADIUS`], all around, with walls.
impl Default for Sight {
    fn default() -> Self {
        Self {
            algorithm: Algorithm::default(),
            radius: Some(DEFAULT_RADIUS),
            shape: Shape::default(),
            cone: None,
            walls: true,
        }
    }
}

impl Sight {
    /// Returns this sight with a radius of `radius` cells.
    pub fn with_radius(self, radius: u32) -> Self {
        let radius = Some(radius);
        Self { radius, ..self }
    }

    /// Returns this sight without a radius: it sees as far as the map goes.
    pub fn unlimited(self) -> Self {
        let radius = None;
        Self { radius, ..self }
    }

    /// Returns this sight with another algorithm.
    pub fn with_algorithm(self, algorithm: Algorithm) -> Self {
        Self { algorithm, ..self }
    }

    /// Returns this sight with another shape of its radius.
    pub fn with_shape(self, shape: Shape) -> Self {
        Self { shape, ..self }
    }

    /// Returns this sight limited to a cone.
    pub fn with_cone(self, cone: Cone) -> Self {
        let cone = Some(cone);
        Self { cone, ..self }
    }

    /// Returns this sight for a torch on a face of a wall. It sees what lies in front of that face, and the walls on
    /// both sides of its own.
    ///
    /// An eye inside a wall would see on all sides of it. A torch sees only the half plane in front of its face, which
    /// is a [`Cone`] of 180 degrees, so torches work with every algorithm.
    pub fn on_wall(self, face: Direction) -> Self {
        self.with_cone(Cone::new(face.delta(), 180))
    }

    /// Returns this sight without walls: only transparent cells and the eye's own cell are visible.
    ///
    /// ```
    /// use fogbound_fov::{FieldOfView, IVec2, OpacityMap, Sight, UVec2};
    ///
    /// let map = OpacityMap::from_fn(UVec2::new(5, 1), |cell| cell.x == 3);
    /// let sight = Sight::default();
    /// let mut fov = FieldOfView::new();
    /// assert_eq!(fov.view(&map, IVec2::ZERO, sight).len(), 4);
    /// assert_eq!(fov.view(&map, IVec2::ZERO, sight.without_walls()).len(), 3);
    /// ```
    pub fn without_walls(self) -> Self {
        let walls = false;
        Self { walls, ..self }
    }

    /// Returns whether the cell at `offset` from the eye lies within the radius and the cone.
    ///
    /// On an open field the eye sees exactly these cells, with two exceptions: `raycast` and `bresenham` leave gaps
    /// between their rays, and `raycast` may see up to half a cell's diagonal farther at the end of a ray. To find the
    /// cells whose opacity matters, use [`depends_on`](Self::depends_on).
    pub fn reaches(self, offset: IVec2) -> bool {
        self.radius.is_none_or(|r| self.shape.contains(offset, r))
            && self.cone.is_none_or(|cone| cone.contains(offset))
    }
}

/// Returns the faces of a wall that border on a transparent cell, clockwise from north. A torch on any other face would
/// light nothing.
pub fn open_faces(map: &OpacityMap, wall: IVec2) -> impl Iterator<Item = Direction> {
    // Coordinates may wrap around: no map reaches their ends.
    let open = move |face: &Direction| !map.is_opaque(wall.wrapping_add(face.delta()));
    Direction::CARDINAL.into_iter().filter(open)
}
