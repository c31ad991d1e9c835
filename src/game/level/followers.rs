//! Whoever hunts the player and stands beside it follows it by the stairs.

use std::mem;

use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;

use super::populated::LevelLore;
use crate::game::being::{
    Actor, ActorId, Awareness, Clock, Depth, Happening, Health, Hunts, HuntsBySound, Native,
    Occupancy, Player, Senses, TICKS_PER_TURN, tell,
};
use crate::game::mind::{Flees, Guards};
use crate::game::path::Flood;
use crate::game::sense::makes_out_there;
use crate::grid::Rectangle;
use crate::map::TileMap;
use crate::vision::{MapMemory, Position, Viewshed};

/// Those who are on the stairs behind the player, in the order of their ids.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Followers {
    pub(crate) all: Vec<Follower>,
    /// The cell on which they arrive, or the nearest that is free.
    pub(crate) arrival: IVec2,
}

/// Somebody on the stairs, and the tick at which it arrives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Follower {
    pub(crate) entity: Entity,
    pub(crate) tick: u64,
}

impl Followers {
    /// The player takes stairs that end on the cell `arrival`, with these behind it: they arrive a turn later.
    /// Those who are on the stairs still are met there, and come along at once.
    pub(crate) fn go_on(&mut self, behind: Vec<Entity>, arrival: IVec2, tick: u64) {
        self.arrival = arrival;
        for follower in &mut self.all {
            follower.tick = tick;
        }
        let tick = tick + TICKS_PER_TURN;
        let behind = behind.into_iter();
        self.all
            .extend(behind.map(|entity| Follower { entity, tick }));
    }

    /// The tick of the next arrival.
    pub(crate) fn next(&self) -> Option<u64> {
        self.all.iter().map(|follower| follower.tick).min()
    }
}

/// Those who go after the player when it takes the stairs: they stand beside it, hunt it, know where it
/// is, and neither keep to a place nor flee.
pub(crate) fn followers(world: &mut World, player: Entity, from: IVec2) -> Vec<Entity> {
    type Hunter = (
        Entity,
        &'static Actor,
        &'static Position,
        &'static Awareness,
        &'static Health,
        &'static Senses,
        Option<&'static Flees>,
    );
    type GoesAfter = (
        Or<(With<Hunts>, With<HuntsBySound>)>,
        Without<Guards>,
        Without<Player>,
    );
    let mut found: Vec<(ActorId, Entity)> = world
        .query_filtered::<Hunter, GoesAfter>()
        .iter(world)
        .filter(|(_, _, at, _, health, senses, flees)| {
            let is_beside = (at.0 - from).abs().max_element() == 1;
            // What is frozen by a gaze stays where it is.
            is_beside
                && !senses.watched
                && flees.is_none_or(|flees| health.percent() >= flees.below)
        })
        .filter(|(entity, _, _, awareness, ..)| match **awareness {
            Awareness::Hunting { last_known } => {
                let is_after_it = (last_known - from).abs().max_element() <= 1;
                is_after_it || makes_out_there(world, *entity, player, from)
            }
            _ => false,
        })
        .map(|(entity, actor, ..)| (actor.id, entity))
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, entity)| entity).collect()
}

/// Those who followed come out of the stairs when it is time, beside them if somebody stands there, and act
/// as soon as they have looked around.
pub(crate) fn arrive(world: &mut World) {
    let clock = *world.resource::<Clock>();
    let is_time = |follower: &Follower| follower.tick <= clock.tick;
    if !clock.is_others() || !world.resource::<Followers>().all.iter().any(is_time) {
        return;
    }
    let mut followers = world.resource_mut::<Followers>();
    let arrival = followers.arrival;
    let (come, wait): (Vec<_>, Vec<_>) =
        mem::take(&mut followers.all).into_iter().partition(is_time);
    followers.all = wait;
    let depth = world.resource::<Depth>().0;
    let mut crowd = Vec::new();
    for Follower { entity, .. } in come {
        let is_free = |cell: IVec2| world.resource::<Occupancy>().at(cell).is_none();
        let cell = nearest(world.resource::<TileMap>(), arrival, is_free);
        let Ok(mut follower) = world.get_entity_mut(entity) else {
            continue;
        };
        let Some(cell) = cell else {
            // No room: it waits on the stairs.
            let tick = clock.tick + TICKS_PER_TURN;
            crowd.push(Follower { entity, tick });
            continue;
        };
        follower.remove::<Disabled>();
        follower.insert(Position(cell));
        if let Some(mut actor) = follower.get_mut::<Actor>() {
            // First it looks around: what it saw last was another level.
            actor.due = clock.tick + 1;
        }
        if let Some(mut viewshed) = follower.get_mut::<Viewshed>() {
            viewshed.mark_dirty();
            viewshed.look();
        }
        // It knows where the stairs lead, and of a level that is not its own nothing else.
        if let Some(mut awareness) = follower.get_mut::<Awareness>() {
            *awareness = Awareness::Hunting {
                last_known: arrival,
            };
        }
        let is_at_home = follower.get::<Native>() == Some(&Native(depth));
        let memory = if is_at_home {
            MapMemory::knowing(world.resource::<LevelLore>().0.clone())
        } else {
            MapMemory::new()
        };
        world.entity_mut(entity).insert(memory);
        world.resource_mut::<Occupancy>().place(entity, cell);
        tell(world, entity, cell, Happening::TookStairs { depth });
    }
    world.resource_mut::<Followers>().all.extend(crowd);
}

/// The nearest cell on foot to `cell` that one can stand on and that `is_free`, doors no hindrance.
pub(crate) fn nearest(
    map: &TileMap,
    cell: IVec2,
    is_free: impl Fn(IVec2) -> bool,
) -> Option<IVec2> {
    const REACH: u32 = 60;
    let mut ways = Flood::default();
    ways.fill(cell, REACH, |at| map.tile(at).is_passable().then_some(1));
    let around = Rectangle::from_corners(cell, cell).expanded(REACH as i32);
    let free = |at: &IVec2| map.is_walkable(*at) && is_free(*at);
    let reached = around.cells().filter(free);
    let reached = reached.filter_map(|at| Some((ways.distance(at)?, at)));
    let nearest = reached.min_by_key(|&(way, at)| (way, (at - cell).length_squared(), at.y, at.x));
    nearest.map(|(_, at)| at)
}
