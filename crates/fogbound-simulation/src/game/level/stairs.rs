//! The stairs between levels. Levels are kept when the player leaves them.

use std::mem;

use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::prelude::*;

use super::air::catch_up;
use super::calm::{calm_down, forget_what_was_sensed, forget_where_it_struck};
use super::followers::{Follower, Followers, end_pursuit, followers, nearest};
use super::game::Game;
use super::hunters::Stay;
use super::populate::Populated;
use crate::game::being::{
    Actor, ActorId, Awareness, Blocks, Clock, Depth, Did, FactKind, FogTide, Ghosts, Happening,
    Health, Leaving, LeftAt, Numbers, Occupancy, OnLevel, Player, Quest, TICKS_PER_TURN, Things,
    find_player, tell,
};
use crate::game::bestiary::{Bestiary, Notice};
use crate::game::deed::stairs_lead_to;
use crate::game::saved::{OtherLevels, change_facts};
use crate::map::{Tile, TileMap};
use crate::vision::{Position, Viewshed};

/// The tick at which the player left a level. Nothing acts on a level that it has left, but time passes. The air moves
/// when the player comes back.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Departure(u64);

/// Returns whether the player has come to the level less than two turns ago, and so perhaps not acted there.
pub(crate) fn has_just_come(world: &World) -> bool {
    let &Followers {
        origin: (from, _),
        taken_until: came,
        ..
    } = world.resource::<Followers>();
    from > 0 && world.resource::<Clock>().tick < came + 2 * TICKS_PER_TURN
}

/// Moves the player to another level by the stairs that it is on, if the player is [`Leaving`]. The old level is kept.
/// The other level is built if the player has not visited it before.
pub(crate) fn change_level(world: &mut World) {
    let leaving = mem::take(&mut *world.resource_mut::<Leaving>());
    let falls = leaving == Leaving::Falls;
    let Some((player, from)) = find_player(world).filter(|_| leaving != Leaving::Stays) else {
        return;
    };
    let old_depth = world.resource::<Depth>().0;
    let below = || {
        // Where there is no dungeon, the level below is the same drawn map again.
        let is_last = world.resource::<Quest>().last == Some(old_depth);
        (!is_last).then_some(old_depth + 1)
    };
    let goal = match falls {
        true => below(),
        false => stairs_lead_to(world, from),
    };
    let Some(depth) = goal else {
        return;
    };
    let tick = world.resource::<Clock>().tick;
    let Ok(first) = build_first(world, depth) else {
        tell(world, player, from, Did::of(FactKind::NO_DUNGEON));
        return;
    };
    let origin = world.resource::<Followers>().origin;
    let (mut behind, walking) = end_followers_pursuit(world, from, tick);
    if !falls {
        behind.extend(followers(world, player, from, tick));
    }
    let is_unnoticed = first.is_some() && !world.resource::<Stay>().hunted;
    let mut quest = world.resource_mut::<Quest>();
    quest.deepest = quest.deepest.max(depth);
    quest.unnoticed += u32::from(is_unnoticed);
    put_to_rest(world, &behind, (old_depth, tick));
    world.insert_resource(Departure(tick));
    if let Some(mut known) = world.get_mut::<Ghosts>(player) {
        known.leave();
    }
    change_facts(world, old_depth, depth);
    world.insert_resource(Depth(depth));
    let start = first.as_ref().map_or(from, |level| level.start);
    match first {
        Some(level) => level.settle(world, tick),
        None => come_back(world, depth, tick),
    }
    let map = world.resource::<TileMap>();
    let arrival = match falls {
        true => beneath(map, from).unwrap_or(start),
        false => arrival(map, depth > old_depth, start),
    };
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
    if falls {
        tell(world, player, arrival, Did::of(FactKind::FELL));
    }
    tell(world, player, arrival, Happening::TookStairs { depth });
}

impl FactKind {
    /// The actor fell to the level below.
    pub const FELL: Self = Self::new("fell");
}

/// Returns the floor nearest to a cell of the level above. Of several, the one in the topmost row, and there the leftmost.
fn beneath(map: &TileMap, from: IVec2) -> Option<IVec2> {
    let floor = map.iter().filter(|(_, tile)| *tile == Tile::FLOOR);
    let floor = floor.map(|(cell, _)| cell);
    floor.min_by_key(|cell| ((*cell - from).length_squared(), cell.y, cell.x))
}

/// Builds the level at a depth if the player has not visited it before. If this fails, sends a [`Notice`] with the
/// reason.
fn build_first(world: &mut World, depth: u32) -> Result<Option<Populated>, ()> {
    if world.resource::<OtherLevels>().get(depth).is_some() {
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

/// Disables all entities on the old level except the player. All but the player's followers stay there.
fn put_to_rest(world: &mut World, behind: &[Follower], (depth, tick): (u32, u64)) {
    let mut all = world.query_filtered::<Entity, (With<OnLevel>, Without<Player>)>();
    for entity in all.iter(world).collect::<Vec<_>>() {
        forget_what_was_sensed(world, entity);
        let mut body = world.entity_mut(entity);
        body.insert(Disabled);
        if behind.iter().all(|it| it.entity != entity) {
            body.insert(LeftAt { depth, tick });
        }
    }
}

/// Ends the pursuit when the player leaves by the stairs on `from`. Returns the followers that are on the same stairs,
/// and the entities of those that had not reached their stairs and are therefore back on their level.
fn end_followers_pursuit(world: &mut World, from: IVec2, now: u64) -> (Vec<Follower>, Vec<Entity>) {
    let (depth, _) = world.resource::<Followers>().origin;
    let left = world.resource::<OtherLevels>().get(depth);
    let departure = left.and_then(|level| level.get::<Departure>());
    let tick = departure.map_or(now, |it| it.0);
    end_pursuit(world, from, now, LeftAt { depth, tick })
}

/// Brings a level to which the player comes back up to the current tick, and wakes its inhabitants.
fn come_back(world: &mut World, depth: u32, now: u64) {
    let Departure(since) = *world.resource();
    let numbers = world.resource::<Numbers>().clone();
    catch_up(&mut world.resource_mut::<TileMap>(), &numbers, now);
    world.resource_mut::<Stay>().resume(since, now);
    let mut left = world.query_filtered::<(Entity, &LeftAt), Allow<Disabled>>();
    let left = left.iter(world).filter(|(_, at)| at.depth == depth);
    for entity in left.map(|(entity, _)| entity).collect::<Vec<_>>() {
        wake(world, entity, since, now);
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
    forget_where_it_struck(world, player);
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
