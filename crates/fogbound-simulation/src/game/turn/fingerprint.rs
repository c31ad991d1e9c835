//! A number that represents the state of a whole world, used to detect when two worlds diverge.
//!
//! The number is computed after every command of a recorded game, so computing it must be cheap. Parts that have not
//! changed are therefore not read again: the levels that the player has left and the creatures on them, the monster
//! files, and the game's setup.

use std::collections::BTreeMap;
use std::hash::Hasher;
use std::mem;

use bevy::ecs::archetype::ArchetypeId;
use bevy::ecs::change_detection::Tick;
use bevy::ecs::entity::EntityHashMap;
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::prelude::*;

use super::mix::Mix;
use super::saved::SavedComponents;
use super::scribe::{Scribe, air, tiles};
use crate::dungeon::LevelSource;
use crate::game::being::{Actor, Clock, Depth, Fate, FogTide, Noises, Quest, Things};
use crate::game::bestiary::Bestiary;
use crate::game::level::{Followers, Game, LeftLevels, LevelLore, NextId, Stay};
use crate::map::TileMap;
use crate::vision::{Ambient, ObjectKind, Position, Revision};

/// Computes a number from everything that affects how the world continues: time, tiles, air, things and monster
/// definitions,
/// and each creature's position, condition, mind, senses, intent and memory. Creatures on this level, on the stairs and
/// on the levels that the player has left are all included.
///
/// The number is the same on every machine, in every build and in every run of the same game with the same commands,
/// because it does not depend on addresses, entities or the order of hash maps. It does not cover fields of custom
/// minds that are hidden from reflection.
pub fn fingerprint(world: &mut World) -> u64 {
    let mut known = world.remove_resource::<KnownPrints>().unwrap_or_default();
    let print = world.resource_scope(|world, mut saved: Mut<SavedComponents>| {
        saved.find_unsaved(world);
        print(world, &saved, &mut known)
    });
    world.insert_resource(known);
    print
}

/// The results of the last computation. Each result is valid until the data that it was computed from changes.
#[derive(Resource, Default)]
struct KnownPrints {
    game: (Tick, u64),
    bestiary: (Tick, u64),
    things: (Tick, u64),
    /// For each level that the player has left, by depth: the map's revision, the tick, and the result.
    levels: BTreeMap<u32, (Revision, u64, u64)>,
    /// For each creature on a level that the player has left: a tick, the archetype and the result. The result is valid
    /// if the archetype is still the same and no component has changed since the tick.
    bodies: EntityHashMap<(Tick, ArchetypeId, u64)>,
}

/// Returns the cached result for a resource, or computes it with `read`.
fn resource_print<R: Resource>(
    world: &World,
    known: &mut (Tick, u64),
    read: impl FnOnce(&mut Mix, &R),
) -> u64 {
    let Some(resource) = world.get_resource_ref::<R>() else {
        return 0;
    };
    let now = world.read_change_tick();
    if known.1 == 0 || resource.last_changed().is_newer_than(known.0, now) {
        let mut mix = Mix::default();
        read(&mut mix, &resource);
        *known = (just_before(now), mix.finish());
    }
    known.1
}

/// Returns the tick before `now`. Results stored with that tick do not hide later changes within the same tick.
fn just_before(now: Tick) -> Tick {
    Tick::new(now.get().wrapping_sub(1))
}

fn print(world: &mut World, saved: &SavedComponents, known: &mut KnownPrints) -> u64 {
    let mut whole = Mix::default();
    mix_resources(&mut whole, world, known);
    let registry = world.resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let mut scribe = Scribe::of(world, &registry);
    mix_creatures(&mut whole, world, saved, &mut scribe, known);
    let mut things = world.query_filtered::<(EntityRef, &Position, &ObjectKind), Allow<Disabled>>();
    let things = things.iter(world).map(|(body, at, kind)| {
        let mut thing = Mix::default();
        thing.cell(at.0);
        thing.number(u64::from(kind.0));
        thing.number(scribe.place(body.id()));
        saved.write_added(&mut scribe, &mut thing, body);
        thing.finish()
    });
    // Sum the results of things, because things have no order.
    whole.number(things.fold(0, u64::wrapping_add));
    mix_levels(&mut whole, world, &mut scribe, known);
    whole.finish()
}

fn mix_creatures(
    whole: &mut Mix,
    world: &mut World,
    saved: &SavedComponents,
    scribe: &mut Scribe,
    known: &mut KnownPrints,
) {
    let now = world.read_change_tick();
    let before = mem::take(&mut known.bodies);
    let mut prints = BTreeMap::new();
    let mut all = world.query_filtered::<(EntityRef, &Actor, Has<Disabled>), Allow<Disabled>>();
    for (body, actor, is_disabled) in all.iter(world) {
        let place = scribe.place(body.id());
        let mut read = || {
            let mut mix = Mix::default();
            mix.number(place);
            saved.write_creature(scribe, &mut mix, body);
            mix.finish()
        };
        let print = if is_disabled && place > 0 {
            let archetype = body.archetype().id();
            let same = before.get(&body.id()).copied();
            let same = same.filter(|(then, known, _)| {
                *known == archetype && !has_changed_since(body, *then, now)
            });
            let found = same.unwrap_or_else(|| (just_before(now), archetype, read()));
            known.bodies.insert(body.id(), found);
            found.2
        } else {
            read()
        };
        prints.insert(actor.id, print);
    }
    for (id, print) in prints {
        whole.number(u64::from(id.0));
        whole.number(print);
    }
}

/// Returns whether any component of an entity has changed since the tick `then`.
fn has_changed_since(entity: EntityRef, then: Tick, now: Tick) -> bool {
    let mut components = entity.archetype().components().iter();
    components.any(|component| {
        let ticks = entity.get_change_ticks_by_id(*component);
        ticks.is_some_and(|it| it.is_changed(then, now))
    })
}

fn mix_resources(whole: &mut Mix, world: &World, known: &mut KnownPrints) {
    whole.number(u64::from(world.resource::<Depth>().0));
    let game = |mix: &mut Mix, game: &Game| {
        mix.number(game.setup.seed);
        mix.value(&(game.sight, game.setup.sight, game.setup.light));
        mix.value(&game.setup.boons.text());
        match &game.setup.source {
            LevelSource::Drawn(level) => mix.value(&level.to_ascii()),
            built @ LevelSource::Built { .. } => mix.debug(built),
            LevelSource::Dungeon(dungeon) => {
                mix.debug(&(dungeon.builder, dungeon.size()));
                mix.value(dungeon.stock.texts());
            }
        }
    };
    whole.number(resource_print(world, &mut known.game, game));
    whole.number(world.resource::<Clock>().tick);
    let fate = world.resource::<Fate>();
    whole.value(&(fate.death(), fate.victory()));
    whole.value(world.resource::<Quest>());
    whole.value(world.resource::<Stay>());
    whole.value(&world.resource::<Noises>().made);
    whole.number(u64::from(world.resource::<NextId>().0));
    let things = |mix: &mut Mix, things: &Things| {
        things.iter().for_each(|thing| mix.value(thing));
    };
    whole.number(resource_print(world, &mut known.things, things));
    let bestiary = |mix: &mut Mix, bestiary: &Bestiary| {
        bestiary.texts().for_each(|text| mix.value(&text));
    };
    whole.number(resource_print(world, &mut known.bestiary, bestiary));
    whole.debug(&world.get_resource::<Ambient>());
    let map = world.resource::<TileMap>();
    tiles(whole, map.plan());
    for (cell, due) in map.timers() {
        whole.cell(cell);
        whole.value(&due);
    }
    air(whole, map.air());
    let depth = world.resource::<Depth>().0;
    mix_tide(whole, world, depth, (world.resource(), map));
    tiles(whole, &world.resource::<LevelLore>().0);
}

/// Mixes in the tide of the fog on a level. Where no fog comes and none is, the tide has no effect.
fn mix_tide(whole: &mut Mix, world: &World, depth: u32, (tide, map): (&FogTide, &TileMap)) {
    let plan = world.get_resource::<Game>().and_then(|it| it.fog(depth));
    if plan.is_some() || map.air().volume().fog > 0 {
        whole.value(tide);
    }
}

/// Mixes in the levels that the player has left, and the creatures on the stairs.
fn mix_levels(whole: &mut Mix, world: &World, scribe: &mut Scribe, known: &mut KnownPrints) {
    let left = &world.resource::<LeftLevels>().0;
    known.levels.retain(|depth, _| left.contains_key(depth));
    for (&depth, level) in left {
        let revision = level.map.changes().revision();
        let read = || {
            let mut mix = Mix::default();
            mix.number(level.tick);
            tiles(&mut mix, level.map.plan());
            air(&mut mix, level.map.air());
            mix_tide(&mut mix, world, depth, (&level.tide, &level.map));
            tiles(&mut mix, &level.lore.0);
            mix.number(scribe.memory(&level.memory));
            mix.value(&level.ground);
            mix.debug(&level.ambient);
            mix.value(&level.stay);
            mix.finish()
        };
        let same = known.levels.get(&depth).copied();
        let same = same.filter(|&(then, tick, _)| (then, tick) == (revision, level.tick));
        let print = same.map_or_else(read, |(.., print)| print);
        known.levels.insert(depth, (revision, level.tick, print));
        whole.number(u64::from(depth));
        whole.number(print);
    }
    let followers = world.resource::<Followers>();
    whole.cell(followers.arrival);
    whole.number(followers.origin.0.into());
    whole.cell(followers.origin.1);
    whole.number(followers.taken_until);
    for follower in &followers.all {
        whole.number(scribe.id(follower.entity));
        whole.number(follower.tick);
    }
}
