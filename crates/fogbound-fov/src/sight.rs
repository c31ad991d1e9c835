//! What an eye is able to see, before walls are asked.

use glam::IVec2;

use super::grid::Direction;
use super::{Algorithm, Cone, OpacityMap, Shape};

/// The radius of [`Sight::default`], in cells.
pub const DEFAULT_RADIUS: u32 = 11;

/// An eye's power: by which rule it sees, how far, and which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Sight {
    /// The rule that decides what walls hide.
    pub algorithm: Algorithm,
    /// How far the eye sees, in cells; `None`: as far as the map goes. With 0 it sees its own cell.
    pub radius: Option<u32>,
    /// The outline of the radius.
    pub shape: Shape,
    /// The sector of an eye that looks one way; `None`: all around.
    pub cone: Option<Cone>,
    /// Whether walls that stop sight are seen. Without them, what is seen are transparent cells and
    /// the eye's own.
    pub walls: bool,
}

/// `symmetric`, [`DEFAULT_RADIUS`], a circle, all around, with walls.
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
    /// The same eye seeing `radius` cells far.
    pub fn with_radius(self, radius: u32) -> Self {
        let radius = Some(radius);
        Self { radius, ..self }
    }

    /// The same eye seeing as far as the map goes.
    pub fn unlimited(self) -> Self {
        let radius = None;
        Self { radius, ..self }
    }

    /// The same eye seeing by another rule.
    pub fn with_algorithm(self, algorithm: Algorithm) -> Self {
        Self { algorithm, ..self }
    }

    /// The same eye with another outline of its radius.
    pub fn with_shape(self, shape: Shape) -> Self {
        Self { shape, ..self }
    }

    /// The same eye looking one way.
    pub fn with_cone(self, cone: Cone) -> Self {
        let cone = Some(cone);
        Self { cone, ..self }
    }

    /// The same eye, hung as a torch on the face of a wall: it sees what lies before that face, and
    /// the walls to both sides of its own.
    ///
    /// An eye inside a wall sees to all sides of it. A torch lights only the half plane before its face, a [`Cone`] of 180
    /// degrees, so all algorithms know torches.
    pub fn on_wall(self, face: Direction) -> Self {
        self.with_cone(Cone::new(face.delta(), 180))
    }

    /// The same eye seeing no walls, only transparent cells and its own.
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
    /// On an open field the eye sees these cells and no others. Raycast is the exception: where its
    /// rays leave gaps the eye sees less, and at the end of a ray up to half a cell's diagonal more.
    /// For the cells whose walls matter, ask [`depends_on`](Self::depends_on).
    pub fn reaches(self, offset: IVec2) -> bool {
        self.radius.is_none_or(|r| self.shape.contains(offset, r))
            && self.cone.is_none_or(|cone| cone.contains(offset))
    }
}

/// The faces of a wall on which a torch would light something: those that border on a transparent
/// cell, clockwise from north.
pub fn open_faces(map: &OpacityMap, wall: IVec2) -> impl Iterator<Item = Direction> {
    // Where coordinates end they begin again, and there is no map at either end.
    let open = move |face: &Direction| !map.is_opaque(wall.wrapping_add(face.delta()));
    Direction::CARDINAL.into_iter().filter(open)
}
