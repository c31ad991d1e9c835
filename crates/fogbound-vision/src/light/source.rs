//! Lights and their shapes.

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;
use fogbound_fov::{Cone, IVec2, Sight};
use serde::{Deserialize, Serialize};

/// A light, or a darkness, at its entity's position.
///
/// Its *field* is the symmetric field of view from its cell, up to its radius. Within the field, a light of radius R
/// has the level R + 1 − ⌈d⌉ at distance d = √(dx² + dy²): R + 1 on its own cell, and 1 at the edge.
///
/// Lights only matter in a world that has [`Ambient`](crate::Ambient). To put a light out, remove the component.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[reflect(opaque)]
#[reflect(Component, Debug, PartialEq, Hash, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Light {
    /// How far it shines, in cells.
    pub radius: u32,
    /// Red, green and blue. Colours are for drawing and do not affect levels.
    #[serde(default = "white")]
    pub color: [u8; 3],
    /// The directions it shines in.
    #[serde(default)]
    pub shape: LightShape,
    /// Whether it takes light away instead of giving it.
    #[serde(default)]
    pub darkness: bool,
}

/// The shape of a [`Light`].
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[reflect(opaque)]
#[reflect(Default, Debug, PartialEq, Hash, Clone, Serialize, Deserialize)]
pub enum LightShape {
    /// In all directions.
    #[default]
    Round,
    /// A beam, which does not light the cell it shines from.
    Beam(Cone),
    /// A torch on a wall. It hangs on every face of its cell that borders a transparent cell, and shines from there.
    OnWall,
}

const fn white() -> [u8; 3] {
    [255; 3]
}

impl Light {
    /// Creates a white light that shines `radius` cells far in all directions.
    pub const fn new(radius: u32) -> Self {
        Self {
            radius,
            color: white(),
            shape: LightShape::Round,
            darkness: false,
        }
    }

    /// Returns this light with another colour: red, green and blue.
    pub const fn with_color(self, color: [u8; 3]) -> Self {
        Self { color, ..self }
    }

    /// Returns this light as a beam within the sector `cone`, which excludes the light's own cell.
    pub const fn as_beam(self, cone: Cone) -> Self {
        let shape = LightShape::Beam(cone);
        Self { shape, ..self }
    }

    /// Returns this light as a torch on a wall.
    pub const fn on_wall(self) -> Self {
        let shape = LightShape::OnWall;
        Self { shape, ..self }
    }

    /// Returns a darkness that takes as much light as this light would give.
    pub const fn as_darkness(self) -> Self {
        let darkness = true;
        Self { darkness, ..self }
    }

    /// Returns the sight that covers the cells it shines on, without its shape.
    pub(crate) fn sight(self) -> Sight {
        Sight::default().with_radius(self.radius)
    }

    /// Returns whether a change of opacity at `cell` could alter the cells or faces that this light at `at` shines
    /// on.
    pub(crate) fn depends_on(self, at: IVec2, cell: IVec2) -> bool {
        // A torch depends on its own faces even if it lights no other cell.
        let radius = match self.shape {
            LightShape::OnWall => self.radius.max(1),
            LightShape::Round | LightShape::Beam(_) => self.radius,
        };
        self.sight().with_radius(radius).depends_on(at, cell)
    }

    /// Returns whether `other` is the same light except for its colour.
    pub(crate) fn differs_in_color_only(self, other: Self) -> bool {
        self.with_color(other.color) == other
    }

    /// Returns the level it adds or takes at `offset` from its cell, if that is in its field.
    pub(crate) fn level(self, offset: IVec2) -> u32 {
        level_at(self.radius, offset)
    }
}

/// Returns the level of a light of this radius at `offset` from its cell: R + 1 − ⌈√(dx² + dy²)⌉, and 0 beyond the
/// radius.
pub fn level_at(radius: u32, offset: IVec2) -> u32 {
    let [dx, dy] = [offset.x, offset.y].map(|it| u64::from(it.unsigned_abs()));
    let square = (dx * dx).saturating_add(dy * dy);
    let root = square.isqrt();
    let distance = root + u64::from(root * root < square);
    let level = (u64::from(radius) + 1).saturating_sub(distance);
    level.min(u64::from(u32::MAX)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_fall_with_the_distance_rounded_up() {
        for radius in 0..30 {
            for dx in -32..32_i32 {
                for dy in -32..32_i32 {
                    let distance = f64::from(dx * dx + dy * dy).sqrt().ceil() as i64;
                    let expected = (i64::from(radius) + 1 - distance).max(0);
                    let level = level_at(radius, IVec2::new(dx, dy));
                    assert_eq!(i64::from(level), expected, "{radius} at {dx},{dy}");
                }
            }
        }
        assert_eq!(level_at(u32::MAX, IVec2::ZERO), u32::MAX);
        assert_eq!(level_at(5, IVec2::MIN), 0);
    }
}
