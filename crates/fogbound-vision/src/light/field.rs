//! The cells that a light shines on.

use fogbound_fov::{FieldOfView, IVec2, OpacityMap, Sight, VisibleSet, open_faces};

use super::source::{Light, LightShape};

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
