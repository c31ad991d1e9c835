//! Stairs: from level to level, each as it was left.

use bevy::ecs::entity_disabling::Disabled;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::act::tell;
use super::bestiary::Bestiary;
use super::{Actor, ActorId, Blocks, Clock, Game, Happening, Occupancy, OnLevel, Player, level};
use crate::map::{Tile, TileMap};
use crate::vision::{MapMemory, Position};

/// The levels that the player has left. Nothing happens there meanwhile.
#[derive(Resource, Debug, Default)]
pub(super) struct LeftLevels(HashMap<u32, LeftLevel>);

impl LeftLevels {
    /// Forgets them all.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

#[derive(Debug)]
struct LeftLevel {
    map: TileMap,
    memory: MapMemory,
    entities: Vec<Entity>,
    tick: u64,
}

/// The level that the stairs on `cell` lead to, if there are any. No stairs lead up from the first.
pub(super) fn here(world: &World, cell: IVec2) -> Option<u32> {
    let depth = world.resource::<Game>().depth();
    match world.resource::<TileMap>().tile(cell) {
        Tile::StairsDown => Some(depth + 1),
        Tile::StairsUp => depth.checked_sub(1).filter(|&above| above > 0),
        _ => None,
    }
}

/// The player leaves its level by the stairs it stands on. The level stays as it is until the player
/// comes back; a level that nobody has been to is built.
pub(super) fn take(world: &mut World, player: Entity) {
    let Some(&Position(from)) = world.get::<Position>(player) else {
        return;
    };
    let Some(depth) = here(world, from) else {
        return;
    };
    let old_depth = world.resource::<Game>().depth();
    let left = world.resource_mut::<LeftLevels>().0.remove(&depth);
    let entered = match left {
        Some(left) => Entered {
            map: left.map,
            memory: left.memory,
            newcomers: Newcomers::Return(left.entities, left.tick),
        },
        None => match world
            .resource::<Game>()
            .build_level(depth, world.resource::<Bestiary>())
        {
            Ok(level) => Entered {
                map: level.map.clone(),
                memory: MapMemory::new(),
                newcomers: Newcomers::Build(Box::new(level)),
            },
            Err(error) => {
                warn!("the stairs lead nowhere: {error}");
                tell(world, player, from, Happening::NoDungeon);
                return;
            }
        },
    };
    let tick = world.resource::<Clock>().tick;
    let map = std::mem::replace(&mut *world.resource_mut::<TileMap>(), entered.map);
    let memory = world
        .get_mut::<MapMemory>(player)
        .map(|mut memory| std::mem::replace(&mut *memory, entered.memory))
        .unwrap_or_default();
    let entities: Vec<Entity> = world
        .query_filtered::<Entity, (With<OnLevel>, Without<Player>)>()
        .iter(world)
        .collect();
    for &entity in &entities {
        world.entity_mut(entity).insert(Disabled);
    }
    let left = LeftLevel {
        map,
        memory,
        entities,
        tick,
    };
    world.resource_mut::<LeftLevels>().0.insert(old_depth, left);
    world.resource_mut::<Game>().set_depth(depth);

    let start = match &entered.newcomers {
        Newcomers::Build(level) => level.start,
        Newcomers::Return(..) => from,
    };
    let arrival = arrival(world.resource::<TileMap>(), depth > old_depth, start);
    match entered.newcomers {
        Newcomers::Build(level) => level.settle(world, tick),
        Newcomers::Return(entities, since) => wake(world, &entities, tick - since),
    }
    if let Some(mut position) = world.get_mut::<Position>(player) {
        position.0 = arrival;
    }
    make_room(world, player, arrival);
    tell(world, player, arrival, Happening::TookStairs { depth });
}

struct Entered {
    map: TileMap,
    memory: MapMemory,
    newcomers: Newcomers,
}

enum Newcomers {
    Build(Box<level::Populated>),
    Return(Vec<Entity>, u64),
}

/// Where the stairs end that the player took: those that lead back, or the level's start.
fn arrival(map: &TileMap, downward: bool, start: IVec2) -> IVec2 {
    let back = if downward {
        Tile::StairsUp
    } else {
        Tile::StairsDown
    };
    map.iter()
        .find(|&(_, tile)| tile == back)
        .map_or(start, |(cell, _)| cell)
}

/// The inhabitants go on where they stopped, `later` ticks later.
fn wake(world: &mut World, entities: &[Entity], later: u64) {
    for &entity in entities {
        let Ok(mut entity) = world.get_entity_mut(entity) else {
            continue;
        };
        entity.remove::<Disabled>();
        if let Some(mut actor) = entity.get_mut::<Actor>() {
            actor.due += later;
        }
    }
}

/// Whoever stands where the player arrives gives way, and the index of who stands where is made anew.
fn make_room(world: &mut World, player: Entity, arrival: IVec2) {
    let mut occupancy = Occupancy::default();
    occupancy.place(player, arrival);
    let mut standing: Vec<(Option<ActorId>, Entity, IVec2)> = world
        .query_filtered::<(Option<&Actor>, Entity, &Position), (With<Blocks>, Without<Player>)>()
        .iter(world)
        .map(|(actor, entity, position)| (actor.map(|actor| actor.id), entity, position.0))
        .collect();
    // Those who stand well first: then whoever must move finds what is left.
    standing.sort_by_key(|&(id, _, cell)| (cell == arrival, id));
    for (_, entity, cell) in standing {
        let map = world.resource::<TileMap>();
        let free = |cell: &IVec2| map.is_walkable(*cell) && occupancy.at(*cell).is_none();
        let cell = if free(&cell) {
            cell
        } else {
            let near = map.positions().filter(free);
            let Some(near) =
                near.min_by_key(|&near| ((near - cell).length_squared(), near.y, near.x))
            else {
                world.despawn(entity);
                continue;
            };
            if let Some(mut position) = world.get_mut::<Position>(entity) {
                position.0 = near;
            }
            near
        };
        occupancy.place(entity, cell);
    }
    world.insert_resource(occupancy);
}
