//! A number that represents the state of a whole world, used to detect when two worlds diverge.
//!
//! The number is computed after every command of a recorded game, so computing it must be cheap. Parts that have not
//! changed are therefore not read again: the levels that the player has left and the creatures on them, and what the
//! program has read from files.

use std::collections::BTreeMap;
use std::hash::Hasher;
use std::mem;

use bevy::ecs::archetype::ArchetypeId;
use bevy::ecs::change_detection::Tick;
use bevy::ecs::component::ComponentId;
use bevy::ecs::entity::EntityHashMap;
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use crate::game::being::{Actor, Hidden, LeftAt, OnLevel};
use crate::game::saved::{Mix, Of, SavedComponents, SavedResources, Scribe, Write, find_unsaved};
use crate::map::hash;
use crate::vision::ObjectKind;

/// Computes a number from everything that affects how the world continues: all components and resources that are
/// [saved](super::super::SaveComponent), of creatures and things on this level, on the stairs and on the levels that the
/// player has left.
///
/// The number is the same on every machine, in every build and in every run of the same game with the same commands,
/// because it does not depend on addresses, entities or the order of hash maps. It does not cover fields of custom
/// minds that are hidden from reflection.
pub fn fingerprint(world: &mut World) -> u64 {
    let on_level = world.register_component::<OnLevel>();
    find_unsaved(world, on_level);
    let mut known = world.remove_resource::<KnownPrints>().unwrap_or_default();
    let mut mix = Mix::default();
    let mut actors = world.query_filtered::<(Entity, &Actor), Allow<Disabled>>();
    let ids = actors
        .iter(world)
        .map(|(entity, actor)| (entity, u64::from(actor.id.0)));
    let mut scribe = Scribe::new(ids.collect());
    mix_resources(&mut mix, world, &mut scribe, &mut known);
    mix_bodies(&mut mix, world, &mut scribe, &mut known);
    world.insert_resource(known);
    mix.finish()
}

/// The results of the last computation. Each result is valid until the data that it was computed from changes.
#[derive(Resource, Default)]
pub(super) struct KnownPrints {
    /// For each resource of the program: a tick, and the result.
    resources: HashMap<ComponentId, (Tick, u64)>,
    /// For each creature on a level that the player has left: a tick, the archetype and the result. The result is valid
    /// if the archetype is still the same and no component has changed since the tick.
    bodies: EntityHashMap<(Tick, ArchetypeId, u64)>,
    /// What writes the saved components of an archetype.
    writes: HashMap<ArchetypeId, Vec<(u64, Write)>>,
}

/// Returns the tick before `now`. Results stored with that tick do not hide later changes within the same tick.
fn just_before(now: Tick) -> Tick {
    Tick::new(now.get().wrapping_sub(1))
}

fn mix_resources(whole: &mut Mix, world: &World, scribe: &mut Scribe, known: &mut KnownPrints) {
    let now = world.read_change_tick();
    for it in world.resource::<SavedResources>().in_world() {
        let mut read = || {
            let mut mix = Mix::default();
            it.part.write(world, scribe, &mut mix);
            mix.finish()
        };
        let ticks = world.get_resource_change_ticks_by_id(it.id);
        let print = match ticks.filter(|_| it.of == Of::Program) {
            None => read(),
            Some(ticks) => {
                let same = known.resources.get(&it.id).copied();
                let same = same.filter(|(then, _)| !ticks.is_changed(*then, now));
                let (then, print) = same.unwrap_or_else(|| (just_before(now), read()));
                known.resources.insert(it.id, (then, print));
                print
            }
        };
        whole.number(hash(it.key));
        whole.number(print);
    }
}

fn mix_bodies(whole: &mut Mix, world: &mut World, scribe: &mut Scribe, known: &mut KnownPrints) {
    let now = world.read_change_tick();
    let before = mem::take(&mut known.bodies);
    let all = world.query_filtered::<EntityRef, (
        Or<(With<Actor>, With<ObjectKind>, With<Hidden>)>,
        Allow<Disabled>,
    )>();
    let world = &*world;
    let saved = world.resource::<SavedComponents>();
    let mut creatures = BTreeMap::new();
    let mut things = 0_u64;
    for body in all.iter_manual(world) {
        let archetype = body.archetype().id();
        let actor = body.get::<Actor>();
        let same = before
            .get(&body.id())
            .copied()
            .filter(|(then, known, _)| *known == archetype && !has_changed_since(body, *then, now));
        let (then, _, print) = same.unwrap_or_else(|| {
            let writes = known.writes.entry(archetype);
            let writes = writes.or_insert_with(|| saved.of(|id| body.contains_id(id)));
            let mut mix = Mix::default();
            for (key, write) in writes {
                mix.number(*key);
                write(scribe, &mut mix, body);
            }
            (just_before(now), archetype, mix.finish())
        });
        match actor {
            Some(actor) => {
                if body.contains::<LeftAt>() {
                    known.bodies.insert(body.id(), (then, archetype, print));
                }
                creatures.insert(actor.id, print);
            }
            // Sum the results of things, because things have no order.
            None => things = things.wrapping_add(print),
        }
    }
    for (id, print) in creatures {
        whole.number(u64::from(id.0));
        whole.number(print);
    }
    whole.number(things);
}

/// Returns whether any component of an entity has changed since the tick `then`.
fn has_changed_since(entity: EntityRef, then: Tick, now: Tick) -> bool {
    let mut components = entity.archetype().components().iter();
    components.any(|component| {
        let ticks = entity.get_change_ticks_by_id(*component);
        ticks.is_some_and(|it| it.is_changed(then, now))
    })
}
