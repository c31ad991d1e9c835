//! What fire and air do in a turn: fires burn those who stand in them and make smoke, and the air moves.

use bevy::prelude::*;

use super::arise::{FogActors, arise, hurt_by_light};
use super::fog::pass_fog;
use crate::game::being::{Actor, ActorId, Clock, Fate, Health, Numbers, TICKS_PER_TURN};
use crate::game::deed::scorch;
use crate::map::{Density, TileMap};
use crate::vision::Position;

/// For how many turns at most the air of a level moves when the player comes back to it. Smoke is gone by then.
const CATCH_UP: usize = 200;

/// Lets the turns pass that have ended since the last call. Actors act at different ticks, but a turn ends only once.
pub(crate) fn pass_turns(world: &mut World, of_fog: &mut FogActors) {
    let now = world.resource::<Clock>().turn();
    let mut map = world.resource_mut::<TileMap>();
    let behind = map.bypass_change_detection().air_turns_until(now);
    for turn in now + 1 - behind..=now {
        let map = world.resource::<TileMap>();
        let fires = map.timers().map(|(cell, _)| cell);
        let fires: Vec<IVec2> = fires.filter(|cell| map.tile(*cell).burns()).collect();
        let is_still = map.air().is_still();
        if !fires.is_empty() {
            scorch_all(world, &fires);
        }
        if !(is_still && fires.is_empty()) {
            let numbers = world.resource::<Numbers>().air;
            let mut map = world.resource_mut::<TileMap>();
            for cell in fires {
                map.add_air(cell, Density::smoke(numbers.smoke));
            }
            map.move_smoke(numbers.thins, turn);
        }
    }
    let passed = pass_fog(world);
    if passed > 0 {
        arise(world, passed);
    }
    if behind > 0 {
        hurt_by_light(world, of_fog, behind);
    }
}

/// Hurts all actors that stand in these fires.
fn scorch_all(world: &mut World, fires: &[IVec2]) {
    let damage = world.resource::<Numbers>().air.fire;
    if damage == 0 {
        return;
    }
    let mut actors = world.query_filtered::<(&Actor, Entity, &Position), With<Health>>();
    let actors = actors.iter(world);
    let actors = actors.map(|(actor, entity, at)| (actor.id, entity, at.0));
    let burns = |it: &(ActorId, Entity, IVec2)| fires.contains(&it.2);
    let mut burnt: Vec<(ActorId, Entity, IVec2)> = actors.filter(burns).collect();
    burnt.sort_unstable_by_key(|(id, ..)| *id);
    for (_, victim, at) in burnt {
        // A dead player stays where it is.
        let is_alive = world.get::<Health>(victim).is_some_and(|it| it.now() > 0);
        if is_alive && world.resource::<Fate>().is_alive() {
            scorch(world, victim, at, damage);
        }
    }
}

/// Moves the air of a level to which the player comes back at tick `now`, for the turns that it has missed. No fog has
/// come in that time.
pub(super) fn catch_up(map: &mut TileMap, numbers: &Numbers, now: u64) {
    let now = now / TICKS_PER_TURN;
    let missed = map.air_turns_until(now);
    for turn in (now + 1 - missed..=now).take(CATCH_UP) {
        if map.air().is_still() {
            break;
        }
        map.move_air(numbers.air.thins, turn);
    }
}
