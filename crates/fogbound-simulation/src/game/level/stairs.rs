//! The stairs between levels. Levels are kept when the player leaves them.

use std::collections::BTreeMap;
use std::mem;

use bevy::ecs::component::Mutable;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;

use super::air::catch_up;
use super::calm::{calm_down, forget_what_was_sensed};
use super::followers::{Follower, Followers, end_pursuit, followers, nearest};
use super::game::Game;
use super::hunters::Stay;
use super::light::set_ambient;
use super::populate::{LevelLore, Populated};
use crate::game::being::{
    Actor, ActorId, Awareness, Blocks, Clock, Depth, FogTide, Ghosts, Ground, Happening, Health,
    Leaving, LeftAt, Numbers, Occupancy, OnLevel, Player, Quest, Things, find_player, tell,
};
use crate::game::bestiary::{Bestiary, Notice};
use crate::game::deed::stairs_lead_to;
use crate::map::{Tile, TileMap};
use crate::vision::{Ambient, MapMemory, Position, Viewshed};

/// The levels that the player has left, by depth. Nothing acts there, but time passes. The air moves when the player
/// comes back.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct LeftLevels(pub(crate) BTreeMap<u32, LeftLevel>);

/// A level that the player has left.
#[derive(Clone, Debug)]
pub(crate) struct LeftLevel {
    pub(crate) map: TileMap,
    /// The ambient light of the level.
    pub(crate) ambient: Option<Ambient>,
    pub(crate) lore: LevelLore,
    pub(crate) stay: Stay,
    pub(crate) tide: FogTide,
    /// What the player knows about the level.
    pub(crate) memory: MapMemory,
    /// Where the player last saw creatures on the level.
    pub(crate) ghosts: Ghosts,
    /// What the player has seen of the level by light.
    pub(crate) ground: Ground,
    pub(crate) entities: Vec<Entity>,
    /// The tick at which the player left the level.
    pub(crate) tick: u64,
}

/// Moves the player to another level by the stairs that it is on, if the player is [`Leaving`]. The old level is kept.
/// The other level is built if the player has not visited it before.
pub(crate) fn change_level(world: &mut World) {
    if !mem::take(&mut world.resource_mut::<Leaving>().0) {
        return;
    }
    let Some((player, from)) = find_player(world) else {
        return;
    };
    let Some(depth) = stairs_lead_to(world, from) else {
        return;
    };
    let old_depth = world.resource::<Depth>().0;
    let tick = world.resource::<Clock>().tick;
    let Ok(first) = build_first(world, depth) else {
        tell(world, player, from, Happening::NoDungeon);
        return;
    };
    let origin = world.resource::<Followers>().origin;
    let (mut behind, walking) = end_followers_pursuit(world, from, tick);
    let left = world.resource_mut::<LeftLevels>().0.remove(&depth);
    let mut entered = match (first, left) {
        (Some(level), _) => Entered::First(Box::new(level)),
        (None, Some(left)) => Entered::Again(Box::new(left)),
        (None, None) => return,
    };
    behind.extend(followers(world, player, from, tick));
    let level = leave(world, player, depth, &mut entered, &behind);
    world
        .resource_mut::<LeftLevels>()
        .0
        .insert(old_depth, level);
    world.insert_resource(Depth(depth));

    let start = match &entered {
        Entered::First(level) => level.start,
        Entered::Again(_) => from,
    };
    let arrival = arrival(world.resource::<TileMap>(), depth > old_depth, start);
    populate(world, entered, tick);
    if depth == origin.0 {
        // These creatures were walking to the stairs the whole time.
        let last_known = origin.1;
        for entity in walking {
            world
                .entity_mut(entity)
                .insert(Awareness::Hunting { last_known });
        }
    }
    place_player(world, player, arrival);
    world.insert_resource(Followers {
        all: behind,
        arrival,
        origin: (old_depth, from),
        taken_until: tick,
    });
    tell(world, player, arrival, Happening::TookStairs { depth });
}

/// Builds the level at a depth if the player has not visited it before. If this fails, sends a [`Notice`] with the
/// reason.
fn build_first(world: &mut World, depth: u32) -> Result<Option<Populated>, ()> {
    if world.resource::<LeftLevels>().0.contains_key(&depth) {
        return Ok(None);
    }
    let game = world.resource::<Game>();
    let (bestiary, things) = (world.resource::<Bestiary>(), world.resource::<Things>());
    game.build_level(depth, bestiary, things)
        .map(Some)
        .map_err(|error| {
            warn!("the stairs lead nowhere: {error}");
            world.write_message(Notice(error.to_string()));
        })
}

/// Replaces the map, light and memory of the old level with those of the level that the player enters. Returns the old
/// level with everything that stays there.
fn leave(
    world: &mut World,
    player: Entity,
    depth: u32,
    entered: &mut Entered,
    behind: &[Follower],
) -> LeftLevel {
    let tick = world.resource::<Clock>().tick;
    let new = entered.take_surroundings(world.resource::<Numbers>(), tick);
    let old = swap_surroundings(world, player, new);
    let mut quest = world.resource_mut::<Quest>();
    quest.deepest = quest.deepest.max(depth);
    if matches!(entered, Entered::First(_)) && !old.stay.hunted {
        quest.unnoticed += 1;
    }
    LeftLevel {
        map: old.map,
        ambient: old.ambient,
        lore: world.resource::<LevelLore>().clone(),
        stay: old.stay,
        tide: change_tide(world, entered),
        memory: old.memory,
        ghosts: old.ghosts,
        ground: old.ground,
        entities: put_to_rest(world, behind, tick),
        tick,
    }
}

/// What the world holds of the level that the player is on.
struct Surroundings {
    map: TileMap,
    ambient: Option<Ambient>,
    stay: Stay,
    memory: MapMemory,
    ghosts: Ghosts,
    ground: Ground,
}

impl Entered {
    /// Takes the level's place, as it is at `tick`.
    fn take_surroundings(&mut self, numbers: &Numbers, tick: u64) -> Surroundings {
        match self {
            Self::First(level) => Surroundings {
                map: level.map.clone(),
                ambient: level.ambient.take(),
                stay: Stay::default(),
                memory: MapMemory::new(),
                ghosts: Ghosts::default(),
                ground: Ground::default(),
            },
            Self::Again(left) => {
                // The map is moved, because a copy would have a new ID that does not match any memory.
                let none = TileMap::new(UVec2::ZERO, Tile::ROCK);
                let mut map = mem::replace(&mut left.map, none);
                catch_up(&mut map, numbers, tick);
                Surroundings {
                    map,
                    ambient: left.ambient.take(),
                    stay: left.stay.resumed(left.tick, tick),
                    memory: mem::take(&mut left.memory),
                    ghosts: mem::take(&mut left.ghosts),
                    ground: mem::take(&mut left.ground),
                }
            }
        }
    }
}

/// Replaces the place that the player is in. Returns the old one.
fn swap_surroundings(world: &mut World, player: Entity, new: Surroundings) -> Surroundings {
    fn swap<C: Component<Mutability = Mutable> + Default>(
        world: &mut World,
        player: Entity,
        new: C,
    ) -> C {
        let known = world.get_mut::<C>(player);
        known.map_or_else(C::default, |mut it| mem::replace(&mut *it, new))
    }
    let stay = mem::replace(&mut *world.resource_mut::<Stay>(), new.stay);
    let map = mem::replace(&mut *world.resource_mut::<TileMap>(), new.map);
    let ambient = world.remove_resource::<Ambient>();
    set_ambient(world, new.ambient);
    if let Some(mut known) = world.get_mut::<Ghosts>(player) {
        known.leave();
    }
    Surroundings {
        map,
        ambient,
        stay,
        memory: swap(world, player, new.memory),
        ghosts: swap(world, player, new.ghosts),
        ground: swap(world, player, new.ground),
    }
}

/// Replaces the tide of the old level's fog with that of the level that the player enters. Returns the old one.
fn change_tide(world: &mut World, entered: &mut Entered) -> FogTide {
    let tide = match entered {
        Entered::First(_) => FogTide::default(),
        Entered::Again(left) => mem::take(&mut left.tide),
    };
    mem::replace(&mut *world.resource_mut::<FogTide>(), tide)
}

/// Disables all entities on the old level except the player. Returns the entities that stay there, that is, all but the
/// player's followers.
fn put_to_rest(world: &mut World, behind: &[Follower], tick: u64) -> Vec<Entity> {
    let mut entities: Vec<Entity> = world
        .query_filtered::<Entity, (With<OnLevel>, Without<Player>)>()
        .iter(world)
        .collect();
    for &entity in &entities {
        world.entity_mut(entity).insert(Disabled);
        forget_what_was_sensed(world, entity);
    }
    entities.retain(|entity| behind.iter().all(|it| it.entity != *entity));
    for &entity in &entities {
        world.entity_mut(entity).insert(LeftAt(tick));
    }
    entities
}

/// Ends the pursuit when the player leaves by the stairs on `from`. Returns the followers that are on the same stairs,
/// and the entities of those that had not reached their stairs and are therefore back on their level.
fn end_followers_pursuit(world: &mut World, from: IVec2, now: u64) -> (Vec<Follower>, Vec<Entity>) {
    let (origin, _) = world.resource::<Followers>().origin;
    let level = world.resource::<LeftLevels>().0.get(&origin);
    let since = level.map_or(now, |level| level.tick);
    let (met, walking) = end_pursuit(world, from, now, since);
    if let Some(level) = world.resource_mut::<LeftLevels>().0.get_mut(&origin) {
        level.entities.extend(&walking);
    }
    (met, walking)
}

/// The level that the player enters.
enum Entered {
    First(Box<Populated>),
    Again(Box<LeftLevel>),
}

/// Spawns the inhabitants of a new level, or brings back those of a known level.
fn populate(world: &mut World, entered: Entered, tick: u64) {
    match entered {
        Entered::First(level) => level.settle(world, tick),
        Entered::Again(left) => {
            world.insert_resource(left.lore);
            for entity in left.entities {
                wake(world, entity, left.tick, tick);
            }
        }
    }
}

/// Returns the cell where the player arrives: the stairs that lead back or, if there are none, the level's start.
fn arrival(map: &TileMap, downward: bool, start: IVec2) -> IVec2 {
    let back = if downward {
        Tile::STAIRS_UP
    } else {
        Tile::STAIRS_DOWN
    };
    map.iter()
        .find(|&(_, tile)| tile == back)
        .map_or(start, |(cell, _)| cell)
}

/// Brings back an inhabitant of a level that the player left at tick `since`. `now` is the current tick. The time until
/// the inhabitant's next action stays the same. The inhabitant also heals and calms down.
fn wake(world: &mut World, entity: Entity, since: u64, now: u64) {
    let Ok(mut entity_mut) = world.get_entity_mut(entity) else {
        return;
    };
    entity_mut.remove::<(Disabled, LeftAt)>();
    if let Some(mut actor) = entity_mut.get_mut::<Actor>() {
        actor.due = actor.due.saturating_add(now - since);
    }
    if let Some(mut viewshed) = entity_mut.get_mut::<Viewshed>() {
        viewshed.look();
    }
    if let Some(mut health) = entity_mut.get_mut::<Health>() {
        health.heal_until(now);
    }
    calm_down(world, entity, since, now);
}

/// Moves the player to the cell where it arrives, and clears its senses.
fn place_player(world: &mut World, player: Entity, arrival: IVec2) {
    if let Some(mut position) = world.get_mut::<Position>(player) {
        position.0 = arrival;
    }
    forget_what_was_sensed(world, player);
    let (turn, ground) = (
        world.resource::<Clock>().turn(),
        world.resource::<Quest>().ground,
    );
    let mut tide = world.resource_mut::<FogTide>();
    tide.arrive(arrival, turn, ground);
    make_room(world, player, arrival);
}

/// Moves actors away from the player's cell, and rebuilds the occupancy index.
fn make_room(world: &mut World, player: Entity, arrival: IVec2) {
    let mut occupancy = Occupancy::default();
    occupancy.place(player, arrival);
    let mut standing: Vec<(Option<ActorId>, Entity, IVec2)> = world
        .query_filtered::<(Option<&Actor>, Entity, &Position), (With<Blocks>, Without<Player>)>()
        .iter(world)
        .map(|(actor, entity, position)| (actor.map(|actor| actor.id), entity, position.0))
        .collect();
    // Actors that can stay on their cells come first, so that the others only take cells that remain free.
    standing.sort_by_key(|&(id, _, cell)| (cell == arrival, id));
    for (_, entity, cell) in standing {
        let map = world.resource::<TileMap>();
        let is_free = |cell: IVec2| occupancy.at(cell).is_none();
        let cell = if map.is_walkable(cell) && is_free(cell) {
            cell
        } else {
            let near = nearest(map, cell, is_free).or_else(|| {
                let free = |at: &IVec2| map.is_walkable(*at) && is_free(*at);
                let all = map.positions().filter(free);
                all.min_by_key(|&at| ((at - cell).length_squared(), at.y, at.x))
            });
            let Some(near) = near else {
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
