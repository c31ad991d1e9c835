//! How an eye sees.

use glam::IVec2;

use super::grid::Direction;
use super::{Algorithm, Cone, OpacityMap, Shape};

/// The radius of [`Sight::default`], in cells.
pub const DEFAULT_RADIUS: u32 = 11;

/// How an eye sees: with which algorithm, how far and in which direction.
///
/// Begin with [`Sight::default`] or [`Sight::DEFAULT`] and change what differs, with the methods or through the fields.
/// More fields may follow in later versions.
///
/// ```
/// use fogbound_fov::{Algorithm, Shape, Sight};
///
/// const OWL: Sight = Sight::DEFAULT.with_radius(20).with_shape(Shape::Square);
/// let mut blind = OWL.with_algorithm(Algorithm::Recursive);
/// blind.radius = Some(0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(bevy_reflect::Reflect),
    reflect(Clone, Debug, PartialEq, Hash)
)]
pub struct Sight {
    /// The algorithm that decides what walls hide.
    pub algorithm: Algorithm,
    /// The maximum distance at which the eye sees, in cells. `None` means that there is no limit. With a radius of 0,
    /// the eye sees only its own cell.
    pub radius: Option<u32>,
    /// The shape of the radius.
    pub shape: Shape,
    /// The sector in which the eye sees. `None` means all directions.
    pub cone: Option<Cone>,
    /// Whether opaque cells are visible. If this is `false`, only transparent cells and the eye's own cell are visible.
    pub walls: bool,
}

/// The default sight uses [`Algorithm::Symmetric`] and a circular radius of [`DEFAULT_RADIUS`] cells, looks in all
/// directions and shows walls.
impl Default for Sight {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Sight {
    /// The [default](Self::default) sight, as a constant.
    pub const DEFAULT: Self = Self {
        algorithm: Algorithm::Symmetric,
        radius: Some(DEFAULT_RADIUS),
        shape: Shape::Circle,
        cone: None,
        walls: true,
    };

    /// Returns this sight with a radius of `radius` cells.
    pub const fn with_radius(self, radius: u32) -> Self {
        let radius = Some(radius);
        Self { radius, ..self }
    }

    /// Returns this sight without a radius, so that it reaches to the edges of the map.
    pub const fn unlimited(self) -> Self {
        let radius = None;
        Self { radius, ..self }
    }

    /// Returns this sight with the given algorithm.
    pub const fn with_algorithm(self, algorithm: Algorithm) -> Self {
        Self { algorithm, ..self }
    }

    /// Returns this sight with the given radius shape.
    pub const fn with_shape(self, shape: Shape) -> Self {
        Self { shape, ..self }
    }

    /// Returns this sight limited to the given cone.
    pub const fn with_cone(self, cone: Cone) -> Self {
        let cone = Some(cone);
        Self { cone, ..self }
    }

    /// Returns this sight limited to what a torch on the given face of a wall lights: the cells in front of that face,
    /// and the walls on both sides of the torch's own wall.
    ///
    /// Without this limit, an eye inside a wall would see the cells on all sides of the wall. The limit is a [`Cone`]
    /// of 180 degrees, so torches work with every algorithm.
    pub const fn on_wall(self, face: Direction) -> Self {
        self.with_cone(Cone::toward(face, 180))
    }

    /// Returns this sight without walls, so that only transparent cells and the eye's own cell are visible.
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
    pub const fn without_walls(self) -> Self {
        let walls = false;
        Self { walls, ..self }
    }

    /// Returns whether the cell at `offset` from the eye lies within the radius and the cone.
    ///
    /// On an open field the eye sees exactly these cells, with two exceptions: the rays of `raycast` and `bresenham`
    /// leave gaps and do not reach the corners of a square, and a ray of `raycast` may see up to half a cell's diagonal
    /// farther at the end of a ray. To find the cells whose opacity matters, use [`depends_on`](Self::depends_on).
    pub fn reaches(self, offset: IVec2) -> bool {
        self.radius.is_none_or(|r| self.shape.contains(offset, r))
            && self.cone.is_none_or(|cone| cone.contains(offset))
    }
}

/// Returns the faces of a wall that border on a transparent cell, clockwise from north. A torch on any other face would
/// light nothing.
pub fn open_faces(map: &OpacityMap, wall: IVec2) -> impl Iterator<Item = Direction> {
    // Coordinates may safely wrap around, because no map extends to the limits of their range.
    let open = move |face: &Direction| !map.is_opaque(wall.wrapping_add(face.delta()));
    Direction::CARDINAL.into_iter().filter(open)
}
