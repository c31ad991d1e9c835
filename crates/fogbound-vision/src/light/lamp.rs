//! A light with its position and the cells that it shines on.

use bevy_ecs::entity::Entity;
use fogbound_fov::{FieldOfView, IVec2, OpacityMap, Sight, VisibleSet, open_faces};

use super::parts::Span;
use super::source::{Light, LightShape};
use crate::Revision;
use crate::position::Keeper;

/// A light with its position and the cells that it shines on.
#[derive(Clone, Debug)]
pub(super) struct Lamp {
    pub(super) entity: Entity,
    /// The plugin that handles this lamp.
    pub(super) keeper: Keeper,
    pub(super) light: Light,
    pub(super) cell: IVec2,
    /// The state of the map when the lamp was last noted.
    pub(super) revision: Revision,
    pub(super) field: VisibleSet,
    /// The previous field, kept while `field` is stale.
    pub(super) old: VisibleSet,
    /// Whether the lamp's field is currently counted as light.
    pub(super) is_counted: bool,
    /// The cell that the lamp's flame was on when the field was computed.
    pub(super) flame: Option<IVec2>,
    /// The parts of the map that list this lamp.
    pub(super) parts: Option<Span>,
    pub(super) is_stale: bool,
    /// Whether the lamp has been noted in this run. Between runs, this is false.
    pub(super) is_there: bool,
}

impl Lamp {
    /// Creates a lamp whose field has not been computed yet.
    pub(super) fn new(
        entity: Entity,
        keeper: Keeper,
        light: Light,
        cell: IVec2,
        revision: Revision,
    ) -> Self {
        Self {
            entity,
            keeper,
            light,
            cell,
            revision,
            field: VisibleSet::new(),
            old: VisibleSet::new(),
            is_counted: false,
            flame: None,
            parts: None,
            is_stale: true,
            is_there: true,
        }
    }

    /// Returns the level that this lamp adds or takes away at a cell in its field.
    pub(super) fn level(&self, cell: IVec2) -> u32 {
        self.light.level(cell - self.cell)
    }

    /// Computes the cells that this lamp shines on.
    pub(super) fn shine(&mut self, opacity: &OpacityMap, engine: &mut FieldOfView) {
        std::mem::swap(&mut self.old, &mut self.field);
        let Self { cell, field, .. } = self;
        let (cell, sight) = (*cell, self.light.sight());
        match self.light.shape {
            LightShape::Round => engine.compute(opacity, cell, sight, field),
            LightShape::Beam(cone) => {
                engine.compute(opacity, cell, sight.with_cone(cone), field);
                field.remove(cell);
            }
            LightShape::OnWall => {
                engine.compute(opacity, cell, sight, field);
                let faces = open_faces(opacity, cell).map(|face| sight.on_wall(face));
                let faces: Vec<Sight> = faces.collect();
                field.retain(|at| faces.iter().any(|face| face.reaches(at - cell)));
            }
        }
    }
}
