//! An index of which actor stands where.

use bevy::ecs::entity::EntityHashMap;
use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::world::DeferredWorld;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use crate::vision::Position;

/// Prevents other actors from entering the cell named by this entity's [`Position`].
#[derive(Component, Clone, Copy, Debug, Default)]
#[component(on_remove = vacate)]
#[require(Position)]
pub struct Blocks;

/// An index of the cells that entities [block](Blocks), kept up to date with their positions.
#[derive(Resource, Clone, Debug, Default)]
pub struct Occupancy {
    by_cell: HashMap<IVec2, Entity>,
    cell_of: EntityHashMap<IVec2>,
}

impl Occupancy {
    /// Returns the entity that blocks `cell`.
    pub fn at(&self, cell: IVec2) -> Option<Entity> {
        self.by_cell.get(&cell).copied()
    }

    /// Iterates over all entities that block cells, with their cells, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (Entity, IVec2)> {
        self.cell_of.iter().map(|(who, cell)| (*who, *cell))
    }

    /// Returns the entities that block cells at most `far` steps from a cell, in no particular order.
    pub(crate) fn near(&self, cell: IVec2, far: u32) -> Vec<(Entity, IVec2)> {
        let side = far.saturating_mul(2).saturating_add(1) as usize;
        if side.saturating_mul(side) > self.cell_of.len() {
            let is_near = |at: IVec2| (at - cell).abs().max_element() as u32 <= far;
            return self.iter().filter(|it| is_near(it.1)).collect();
        }
        let far = far as i32;
        let cells = (-far..=far).flat_map(|y| (-far..=far).map(move |x| cell + IVec2::new(x, y)));
        cells.filter_map(|at| Some((self.at(at)?, at))).collect()
    }

    /// Moves `entity` to `cell`.
    pub fn place(&mut self, entity: Entity, cell: IVec2) {
        let before = self.cell_of.insert(entity, cell);
        if before == Some(cell) && self.by_cell.get(&cell) == Some(&entity) {
            return;
        }
        if let Some(before) = before {
            self.leave(entity, before);
        }
        self.by_cell.insert(cell, entity);
    }

    /// Removes `entity` from the index.
    pub fn remove(&mut self, entity: Entity) {
        if let Some(cell) = self.cell_of.remove(&entity) {
            self.leave(entity, cell);
        }
    }

    /// Frees a cell, unless another entity now occupies it.
    fn leave(&mut self, entity: Entity, cell: IVec2) {
        if self.by_cell.get(&cell) == Some(&entity) {
            self.by_cell.remove(&cell);
        }
    }
}

type MovedBlocker = (With<Blocks>, Or<(Changed<Position>, Added<Blocks>)>);

/// Updates the index for entities that were spawned or moved outside the `Act` step.
pub(crate) fn sync_occupancy(
    mut occupancy: ResMut<Occupancy>,
    moved: Query<(Entity, &Position), MovedBlocker>,
) {
    for (entity, position) in &moved {
        occupancy.place(entity, position.0);
    }
}

/// Frees the cell of an entity that no longer blocks it. A hook does this at once, because another actor may step there
/// before any system runs.
pub(crate) fn vacate(mut world: DeferredWorld, context: HookContext) {
    if let Some(mut occupancy) = world.get_resource_mut::<Occupancy>() {
        occupancy.remove(context.entity);
    }
}
