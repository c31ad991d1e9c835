//! Lights and their shapes.

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;
use fogbound_fov::{Cone, IVec2, Sight};

/// A light, or a darkness, at its entity's position.
///
/// The light's *field* is the symmetric field of view from its cell, up to its radius. Within the field, a light of
/// radius R has level R + 1 − ⌈d⌉ at distance d = √(dx² + dy²): R + 1 on its own cell, and 1 at the edge.
///
/// Lights matter only in a world that has [`Ambient`](crate::Ambient). To put a light out, remove the component.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Debug, PartialEq, Hash, Clone)]
#[cfg_attr(feature = "serde", reflect(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Light {
    /// How far the light shines, in cells.
    pub radius: u32,
    /// The light's colour, as red, green and blue. Colours are used only for drawing and do not affect levels.
    #[cfg_attr(feature = "serde", serde(default = "white"))]
    pub color: [u8; 3],
    /// The directions in which the light shines.
    #[cfg_attr(feature = "serde", serde(default))]
    pub shape: LightShape,
    /// Whether this is a darkness, which takes light away instead of giving it.
    #[cfg_attr(feature = "serde", serde(default))]
    pub darkness: bool,
}

/// The shape of a [`Light`].
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Default, Debug, PartialEq, Hash, Clone)]
#[cfg_attr(feature = "serde", reflect(Serialize, Deserialize))]
pub enum LightShape {
    /// A light that shines in all directions.
    #[default]
    Round,
    /// A beam, which does not light the cell that it shines from.
    Beam(Cone),
    /// A torch on a wall. It hangs on every face of its cell that borders a transparent cell, and shines from each of
    /// these faces.
    OnWall,
}

const fn white() -> [u8; 3] {
    [255; 3]
}

impl Light {
    /// Creates a white light that shines in all directions, up to a distance of `radius` cells.
    pub const fn new(radius: u32) -> Self {
        Self {
            radius,
            color: white(),
            shape: LightShape::Round,
            darkness: false,
        }
    }

    /// Returns this light with the given colour, as red, green and blue.
    pub const fn with_color(self, color: [u8; 3]) -> Self {
        Self { color, ..self }
    }

    /// Returns this light as a beam within the sector `cone`. A beam does not light its own cell.
    pub const fn as_beam(self, cone: Cone) -> Self {
        let shape = LightShape::Beam(cone);
        Self { shape, ..self }
    }

    /// Returns this light as a torch on a wall.
    pub const fn on_wall(self) -> Self {
        let shape = LightShape::OnWall;
        Self { shape, ..self }
    }

    /// Returns a darkness that takes away as much light as this light would give.
    pub const fn as_darkness(self) -> Self {
        let darkness = true;
        Self { darkness, ..self }
    }

    /// Returns the sight that covers the cells that this light shines on, regardless of the shape of the light.
    pub(crate) fn sight(self) -> Sight {
        Sight::default().with_radius(self.radius)
    }

    /// Returns a sight that depends on every cell whose opacity could alter which cells or faces this light shines on.
    pub(crate) fn dependence(self) -> Sight {
        // A torch depends on its own faces even if it lights no other cell.
        let radius = match self.shape {
            LightShape::OnWall => self.radius.max(1),
            LightShape::Round | LightShape::Beam(_) => self.radius,
        };
        self.sight().with_radius(radius)
    }

    /// Returns whether `other` is the same light except for its colour.
    pub(crate) fn differs_in_color_only(self, other: Self) -> bool {
        self.with_color(other.color) == other
    }

    /// Returns the level that this light adds or takes away at `offset` from its cell, if the cell there is in its
    /// field.
    pub(crate) fn level(self, offset: IVec2) -> u32 {
        level_at(self.radius, offset)
    }

    /// Returns whether the [`level`](Self::level) at `offset` is at least `level`, which is not 0. No root is needed.
    pub(crate) fn is_at_least(self, offset: IVec2, level: u32) -> bool {
        let (dx, dy) = (
            u64::from(offset.x.unsigned_abs()),
            u64::from(offset.y.unsigned_abs()),
        );
        let square = (dx * dx).saturating_add(dy * dy);
        let most = (u64::from(self.radius) + 1).checked_sub(u64::from(level));
        most.is_some_and(|most| square <= most.saturating_mul(most))
    }
}

/// Returns the level of a light with the given radius R at `offset` from its cell: R + 1 − ⌈√(dx² + dy²)⌉, or 0 beyond
/// the radius.
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
    fn a_level_is_at_least_itself_and_not_one_more() {
        for radius in 0..12 {
            let light = Light::new(radius);
            for offset in (0..14).flat_map(|x| (-3..14).map(move |y| IVec2::new(x, y))) {
                let level = light.level(offset);
                assert!(
                    level == 0 || light.is_at_least(offset, level),
                    "{radius} {offset}"
                );
                assert!(!light.is_at_least(offset, level + 1), "{radius} {offset}");
            }
        }
    }

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
