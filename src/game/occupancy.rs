//! Who stands where.

use bevy::ecs::entity::EntityHashMap;
use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::world::DeferredWorld;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::Blocks;
use crate::vision::Position;

/// The cells that somebody [blocks](Blocks), kept in step with their positions.
#[derive(Resource, Clone, Debug, Default)]
pub struct Occupancy {
    by_cell: HashMap<IVec2, Entity>,
    cell_of: EntityHashMap<IVec2>,
}

impl Occupancy {
    /// Who blocks `cell`.
    pub fn at(&self, cell: IVec2) -> Option<Entity> {
        self.by_cell.get(&cell).copied()
    }

    /// Puts `entity` on `cell`, away from where it was.
    pub fn place(&mut self, entity: Entity, cell: IVec2) {
        self.remove(entity);
        self.by_cell.insert(cell, entity);
        self.cell_of.insert(entity, cell);
    }

    /// Takes `entity` off the map.
    pub fn remove(&mut self, entity: Entity) {
        let Some(cell) = self.cell_of.remove(&entity) else {
            return;
        };
        if self.by_cell.get(&cell) == Some(&entity) {
            self.by_cell.remove(&cell);
        }
    }
}

type MovedBlocker = (With<Blocks>, Or<(Changed<Position>, Added<Blocks>)>);

/// Brings the index up to date with whatever was spawned or moved outside of `Act`.
pub(super) fn sync_occupancy(
    mut occupancy: ResMut<Occupancy>,
    moved: Query<(Entity, &Position), MovedBlocker>,
) {
    for (entity, position) in &moved {
        occupancy.place(entity, position.0);
    }
}

/// Frees the cell of one who blocks no more, at once: whoever comes next may step there before any
/// system runs.
pub(super) fn vacate(mut world: DeferredWorld, context: HookContext) {
    if let Some(mut occupancy) = world.get_resource_mut::<Occupancy>() {
        occupancy.remove(context.entity);
    }
}
