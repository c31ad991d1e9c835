//! Torches set in walls.
//!
//! An eye inside a wall sees to all sides of it. A torch hangs on one face of its wall and lights
//! only the half plane before that face; so it is an eye in the wall's cell with a [`Cone`] of 180
//! degrees, and all algorithms know torches.

use super::{Cone, OpacityMap, Sight};
use crate::grid::Direction;
use glam::IVec2;

impl Sight {
    /// The same eye, hung as a torch on the face of a wall: it sees what lies before that face, and
    /// the walls to both sides of its own.
    pub fn on_wall(self, face: Direction) -> Self {
        self.with_cone(Cone::new(face.delta(), 180))
    }
}

/// The faces of a wall on which a torch would light something: those that border on a transparent
/// cell, clockwise from north.
pub fn open_faces(map: &OpacityMap, wall: IVec2) -> impl Iterator<Item = Direction> {
    // Where coordinates end they begin again, and there is no map at either end.
    let open = move |face: &Direction| !map.is_opaque(wall.wrapping_add(face.delta()));
    Direction::CARDINAL.into_iter().filter(open)
}
