//! The cells that a light shines on.

use fogbound_fov::{FieldOfView, IVec2, OpacityMap, Sight, VisibleSet, open_faces};

use super::source::{Light, LightShape};

/// The level that a light of this radius has at `offset` from its cell: R + 1 − ⌈√(dx² + dy²)⌉, and 0 beyond the radius.
pub fn level_at(radius: u32, offset: IVec2) -> u32 {
    let [dx, dy] = [offset.x, offset.y].map(|it| u64::from(it.unsigned_abs()));
    let square = (dx * dx).saturating_add(dy * dy);
    let root = square.isqrt();
    let distance = root + u64::from(root * root < square);
    let level = (u64::from(radius) + 1).saturating_sub(distance);
    level.min(u64::from(u32::MAX)) as u32
}

/// Fills `field` with the cells that a light at `cell` shines on.
pub(super) fn compute(
    light: Light,
    cell: IVec2,
    opacity: &OpacityMap,
    engine: &mut FieldOfView,
    field: &mut VisibleSet,
) {
    let sight = light.sight();
    match light.shape {
        LightShape::Round => engine.compute(opacity, cell, sight, field),
        LightShape::Beam(cone) => {
            engine.compute(opacity, cell, sight.with_cone(cone), field);
            field.remove(cell);
        }
        LightShape::OnWall => {
            engine.compute(opacity, cell, sight, field);
            let faces: Vec<Sight> = open_faces(opacity, cell)
                .map(|face| sight.on_wall(face))
                .collect();
            field.retain(|at| faces.iter().any(|face| face.reaches(at - cell)));
        }
    }
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
