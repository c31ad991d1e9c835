//! The shapes of a radius.

use core::{fmt, str::FromStr};

use glam::{IVec2, UVec2};

use super::UnknownName;

/// The shape of a radius, which determines the cells that lie within it. In the formulas, (dx, dy) is the offset from
/// the eye and r is the radius.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(bevy_reflect::Reflect),
    reflect(Clone, Debug, PartialEq, Hash)
)]
pub enum Shape {
    /// dx² + dy² ≤ r²: the same distance in every direction.
    #[default]
    Circle,
    /// max(|dx|, |dy|) ≤ r: the distance in steps when a step may lead to any of the eight neighbours.
    Square,
    /// |dx| + |dy| ≤ r: the distance in steps when no step is diagonal.
    Diamond,
}

impl Shape {
    /// All shapes.
    pub const ALL: &'static [Self] = &[Self::Circle, Self::Square, Self::Diamond];

    /// Returns whether a cell at `offset` from the eye lies within `radius` cells.
    pub fn contains(self, offset: IVec2, radius: u32) -> bool {
        let away = UVec2::new(offset.x.unsigned_abs(), offset.y.unsigned_abs());
        self.holds(away, radius)
    }

    /// Returns whether a cell `away` columns and rows from the eye lies within `radius`.
    pub(super) fn holds(self, away: UVec2, radius: u32) -> bool {
        let [dx, dy] = away.to_array().map(u64::from);
        let radius = u64::from(radius);
        match self {
            // Each square fits in 64 bits, but their sum may not.
            Self::Circle => (dx * dx).saturating_add(dy * dy) <= radius * radius,
            Self::Square => dx.max(dy) <= radius,
            Self::Diamond => dx + dy <= radius,
        }
    }

    /// Returns how many cells the shape extends to each side in the row `depth` cells from the eye. `depth` must not
    /// exceed `radius`.
    pub(super) fn half_width(self, radius: u32, depth: u32) -> i32 {
        let (r, d) = (u64::from(radius), u64::from(depth));
        let width = match self {
            Self::Circle => (r * r - d * d).isqrt() as u32,
            Self::Square => radius,
            Self::Diamond => radius - depth,
        };
        width.min(i32::MAX as u32) as i32
    }

    /// Returns the name of the shape, such as `circle`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Circle => "circle",
            Self::Square => "square",
            Self::Diamond => "diamond",
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Shape {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.iter().copied().find(|shape| shape.name() == name);
        let names = Self::ALL.iter().map(|shape| shape.name());
        found.ok_or_else(|| UnknownName::new("shape", name, names))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_half_width_is_the_last_column_inside() {
        for &shape in Shape::ALL {
            for radius in 0..40 {
                for depth in 0..=radius {
                    let width = shape.half_width(radius, depth);
                    let inside = |x| shape.contains(IVec2::new(x, depth as i32), radius);
                    assert!(
                        inside(width) && !inside(width + 1),
                        "{shape} {radius} {depth}"
                    );
                }
            }
        }
    }

    #[test]
    fn no_offset_or_radius_overflows() {
        let far = IVec2::new(i32::MIN, i32::MIN);
        assert!(!Shape::Circle.contains(far, 1));
        assert!(
            Shape::ALL
                .iter()
                .all(|shape| shape.contains(far, u32::MAX) || *shape == Shape::Diamond)
        );
        assert!(
            Shape::ALL
                .iter()
                .all(|shape| shape.contains(IVec2::MAX, u32::MAX))
        );
    }
}
