//! The verb `spawn`: monsters appear beside the creature.

use std::sync::Arc;

use bevy::prelude::*;

use super::cells::{free_around, free_beside, known_free_beside, may_be_free};
use super::words::required;
use crate::game::being::{
    Actor, Incident, Occasion, Occupancy, Verb, Within, room_for_creatures, trigger,
};
use crate::game::bestiary::{Bestiary, Monster};
use crate::game::level::spawn_native;

/// Makes up to `count` monsters appear on the cell of the effect and the cells beside it, as far as those are free.
/// They are on the side of the creature that has the effect.
#[derive(Reflect, Clone, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct Spawn {
    /// The name of the monster.
    pub kind: String,
    /// How many monsters appear.
    #[reflect(@Within::new(1, 8))]
    pub count: u32,
}

impl Default for Spawn {
    fn default() -> Self {
        let kind = String::new();
        Self { kind, count: 1 }
    }
}

impl Verb for Spawn {
    fn act(&self, world: &mut World, incident: &Incident) {
        let Some(monster) = world.resource::<Bestiary>().get(&self.kind).cloned() else {
            return;
        };
        // No monster appears on the cell of the creature itself, even if it has just died there.
        let cells = match incident.at == incident.from {
            true => free_beside(world, incident.at),
            false => free_around(world, incident.at),
        };
        let room = room_for_creatures(world, cells.len().min(self.count as usize));
        for cell in cells.into_iter().take(room) {
            put(world, &monster, cell, incident);
        }
    }

    fn is_idle(&self, world: &World, incident: &Incident) -> bool {
        let is_elsewhere = incident.at != incident.from;
        let is_free_itself = is_elsewhere && may_be_free(world, incident, incident.at);
        !is_free_itself && known_free_beside(world, incident).is_empty()
    }

    fn check(&self) -> Result<(), String> {
        required("kind", &self.kind, "a monster")
    }

    fn monsters(&self) -> Vec<&str> {
        vec![&self.kind]
    }
}

/// Spawns a monster on a free cell, on the side of the creature that has the effect. The monster can act one action's
/// time after the effect.
pub(super) fn put(
    world: &mut World,
    monster: &Arc<Monster>,
    cell: IVec2,
    incident: &Incident,
) -> Entity {
    let entity = spawn_native(world, monster, cell, incident.tick);
    if let Some(side) = incident.side {
        world.entity_mut(entity).insert(side);
    }
    if let Some(mut actor) = world.get_mut::<Actor>(entity) {
        actor.due += actor.delay();
    }
    world.resource_mut::<Occupancy>().place(entity, cell);
    trigger(world, entity, Occasion::ARRIVE);
    entity
}
