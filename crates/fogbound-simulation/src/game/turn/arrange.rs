//! Making changes to a game from outside its rules, for scenes and tests.

use bevy::prelude::*;

use crate::game::being::{
    ActorId, Arrange, Conduct, Fate, Ground, Health, Held, Inventory, Lantern, Noises, Occupancy,
    Oil, Things, actor_with, disguise, renew, spawn_thing, unmask,
};
use crate::game::bestiary::Bestiary;
use crate::game::level::{Game, give_boon, learn};
use crate::game::mind::LooksAhead;
use crate::map::{TileMap, is_near_map};
use crate::vision::{MapMemory, ObjectKind, Position};

/// Makes a change. Returns whether the change was possible.
pub(super) fn arrange(world: &mut World, change: Arrange) -> bool {
    let is_far = change.cell().is_some_and(|cell| !is_near_map(cell));
    if is_far || !world.resource::<Fate>().is_alive() {
        return false;
    }
    match change {
        Arrange::Tile { at, glyph } => return set_tile(world, at, glyph),
        Arrange::Noise { at, loudness } => {
            world.resource_mut::<Noises>().make(at, loudness, None);
            return true;
        }
        Arrange::Thing { at, kind } => {
            return put(world, ObjectKind(kind), at);
        }
        Arrange::Corpse { at, glyph } => {
            let bestiary = world.resource::<Bestiary>();
            let of = match world.get_resource::<Game>() {
                Some(game) => bestiary.meant(glyph, game.legend()),
                None => bestiary.by_glyph(glyph),
            };
            let of = of.cloned();
            let corpse = of.and_then(|it| world.resource_mut::<Things>().corpse_of(&it.name));
            return corpse.is_some_and(|kind| put(world, kind, at));
        }
        Arrange::Air { at, more } => {
            return !world.resource_mut::<TileMap>().add_air(at, more).is_clear();
        }
        _ => {}
    }
    let Some(actor) = actor_of(world, change) else {
        return false;
    };
    let is_free = |world: &World, cell| {
        let there = world.resource::<Occupancy>().at(cell);
        world.resource::<TileMap>().is_walkable(cell) && there.is_none_or(|it| it == actor)
    };
    match change {
        Arrange::Move { to, .. } if is_free(world, to) => {
            let seems = unmask(world, actor);
            world.entity_mut(actor).insert(Position(to));
            if let Some(seems) = seems {
                disguise(world, actor, &seems);
            }
        }
        Arrange::Move { .. } => return false,
        Arrange::Awareness { awareness, .. } => {
            world.entity_mut(actor).insert(awareness);
        }
        Arrange::Health { health, .. } => {
            if let Some(mut body) = world.get_mut::<Health>(actor) {
                match health > body.max() {
                    true => body.set_max(health),
                    false => body.set_now(health.max(1)),
                }
            }
        }
        Arrange::Side { faction, .. } => {
            world.entity_mut(actor).insert(faction);
        }
        Arrange::Face { way, .. } => {
            if let Some(mut conduct) = world.get_mut::<Conduct>(actor) {
                conduct.heading = Some(way);
            }
            if let Some(mut looks) = world.get_mut::<LooksAhead>(actor) {
                looks.point(way);
            }
        }
        Arrange::Give { kind, worn, .. } => return give(world, actor, ObjectKind(kind), worn),
        Arrange::Forget(_) => {
            world.entity_mut(actor).insert(MapMemory::new());
            if let Some(mut ground) = world.get_mut::<Ground>(actor) {
                *ground = Ground::default();
            }
        }
        Arrange::Lantern(lantern) => {
            let Some(mut now) = world.get_mut::<Lantern>(actor) else {
                return false;
            };
            *now = lantern;
        }
        Arrange::Oil(turns) => {
            let Some(mut oil) = world.get_mut::<Oil>(actor) else {
                return false;
            };
            oil.set(turns);
        }
        Arrange::Know(_) => return learn(world, actor),
        Arrange::Boon(number) => return give_boon(world, number),
        Arrange::Remove(_) => {
            unmask(world, actor);
            world.despawn(actor);
        }
        Arrange::Tile { .. }
        | Arrange::Noise { .. }
        | Arrange::Air { .. }
        | Arrange::Corpse { .. }
        | Arrange::Thing { .. } => {}
    }
    true
}

/// Returns the actor on this level that a change concerns. The player cannot be removed.
fn actor_of(world: &mut World, change: Arrange) -> Option<Entity> {
    let id = match change {
        Arrange::Move { who, .. }
        | Arrange::Awareness { who, .. }
        | Arrange::Health { who, .. }
        | Arrange::Side { who, .. }
        | Arrange::Face { who, .. }
        | Arrange::Give { who, .. }
        | Arrange::Forget(who)
        | Arrange::Know(who)
        | Arrange::Remove(who) => who,
        _ => ActorId::PLAYER,
    };
    let is_possible = id != ActorId::PLAYER || !matches!(change, Arrange::Remove(_));
    actor_with(world, id).filter(|_| is_possible)
}

/// Puts a thing on a cell, if the game knows it and the cell is walkable.
fn put(world: &mut World, kind: ObjectKind, at: IVec2) -> bool {
    let is_possible = world.resource::<Things>().get(kind).is_some()
        && world.resource::<TileMap>().is_walkable(at);
    if is_possible {
        spawn_thing(world, kind, at);
    }
    is_possible
}

/// Puts a thing into an actor's pack, if there is room for it and, if the actor wears it, on its body.
fn give(world: &mut World, actor: Entity, kind: ObjectKind, worn: bool) -> bool {
    let things = world.resource::<Things>();
    let Some(item) = things.item(kind).filter(|it| it.stack > 0).cloned() else {
        return false;
    };
    let mut pack = world.get::<Inventory>(actor).cloned().unwrap_or_default();
    let slot = |it: Held| things.item(it.kind).and_then(|it| it.worn);
    let is_taken = pack.iter().any(|(_, it)| it.worn && slot(it) == item.worn);
    let Some(place) = pack.place_for(kind, item.stack) else {
        return false;
    };
    if worn && (item.worn.is_none() || is_taken) {
        return false;
    }
    pack.put(place, kind);
    pack.set_worn(place, worn);
    world.entity_mut(actor).insert(pack);
    renew(world, actor);
    true
}

fn set_tile(world: &mut World, at: IVec2, glyph: char) -> bool {
    let mut map = world.resource_mut::<TileMap>();
    let tile = map.tile_set().from_glyph(glyph);
    match tile {
        Some(tile) if map.contains(at) => {
            map.set(at, tile);
            true
        }
        _ => false,
    }
}
