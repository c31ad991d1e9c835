//! A level with its inhabitants.

use std::sync::Arc;

use bevy::prelude::*;

use crate::game::being::{Actor, ActorId, Depth, Native, thing};
use crate::game::bestiary::{Monster, spawn_monster};
use crate::game::mind::Sleeps;
use crate::grid::Grid;
use crate::map::{Tile, TileMap};
use crate::vision::{Ambient, Lore, MapMemory, ObjectKind, Plan};

/// A level with its inhabitants, not yet spawned.
#[derive(Debug)]
pub(crate) struct Populated {
    pub(crate) map: TileMap,
    pub(crate) start: IVec2,
    pub(crate) creatures: Vec<(IVec2, Arc<Monster>)>,
    /// The cells of those who sleep, whatever their kind does.
    pub(crate) sleepers: Vec<IVec2>,
    pub(crate) things: Vec<(IVec2, ObjectKind)>,
    pub(crate) ambient: Option<Ambient>,
}

/// The number of the next actor.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(crate) struct NextId(pub(crate) u32);

impl NextId {
    /// A number that no actor of this game has had.
    pub(crate) fn take(&mut self) -> ActorId {
        self.0 += 1;
        ActorId(self.0)
    }
}

/// What those who live on a level know of it: its plan, as it was when they came.
#[derive(Resource, Clone, Debug)]
pub(crate) struct LevelLore(pub(crate) Lore);

impl Default for LevelLore {
    fn default() -> Self {
        Self(Arc::new(Plan::new(Grid::new(UVec2::ZERO, Tile::ROCK))))
    }
}

impl Populated {
    /// Spawns the inhabitants, who may act from `tick` on.
    pub(crate) fn settle(self, world: &mut World, tick: u64) {
        let plan = world.resource::<TileMap>().plan().clone();
        world.insert_resource(LevelLore(Arc::new(plan)));
        for (cell, kind) in self.things {
            world.spawn(thing(kind, cell));
        }
        for (cell, monster) in self.creatures {
            let entity = spawn_native(world, &monster, cell, tick);
            if self.sleepers.contains(&cell) && world.get::<Sleeps>(entity).is_none() {
                world.entity_mut(entity).insert(Sleeps);
            }
        }
    }
}

/// A monster that belongs to the current level and knows its plan.
pub(crate) fn spawn_native(
    world: &mut World,
    monster: &Arc<Monster>,
    cell: IVec2,
    tick: u64,
) -> Entity {
    let id = world.resource_mut::<NextId>().take();
    let depth = world.resource::<Depth>().0;
    let lore = world.resource::<LevelLore>().0.clone();
    let entity = spawn_monster(world, id, monster, cell);
    let mut entity_mut = world.entity_mut(entity);
    entity_mut.insert((MapMemory::knowing(lore), Native(depth)));
    if let Some(mut actor) = entity_mut.get_mut::<Actor>() {
        actor.due = tick;
    }
    entity
}
