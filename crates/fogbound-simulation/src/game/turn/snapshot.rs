//! Restorable copies of a whole game.
//!
//! The creatures and things in a snapshot are clones in the same world, hidden from every query by [`Shelved`].
//! [`Snapshot::restore`] clones them again, so a snapshot can be restored any number of times. In copied resources and
//! memories, references to entities and maps still point to the originals. `restore` replaces these references.

use std::fmt;

use bevy::ecs::change_detection::Tick;
use bevy::ecs::entity::{EntityCloner, EntityHashMap, EntityHashSet};
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::prelude::*;

use super::run::look;
use crate::game::being::{OnLevel, forget_reasons};
use crate::game::level::Game;
use crate::game::mind::Reconsidered;
use crate::game::saved::{Kept, OtherLevels, SavedResources};
use crate::map::TileMap;
use crate::vision::{MapId, MapMemory};

/// Marks an entity as part of a [`Snapshot`]. Queries skip entities with this component unless they ask for it.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct Shelved;

/// A copy of a whole game at one moment.
///
/// A snapshot includes everything that [`fingerprint`](super::fingerprint) covers. It also includes all other
/// components of creatures and things, even plugins' components, provided that they are `Clone` or that reflection can
/// clone them. Of resources, it includes those that are [saved](super::super::SaveResource).
pub struct Snapshot {
    /// All creatures and things, each paired with its copy.
    bodies: Vec<(Entity, Entity)>,
    /// The copies of creatures whose memory had changed since creatures last replanned their paths.
    learnt: EntityHashSet,
    /// The map IDs at the time of the snapshot.
    maps: Vec<MapId>,
    resources: Vec<Box<dyn Kept>>,
}

impl Snapshot {
    /// Takes a snapshot of the current game. Returns `None` if there is no game, or if an entity has a component that
    /// cannot be cloned.
    pub fn take(world: &mut World) -> Option<Self> {
        world.get_resource::<Game>()?;
        let sources = bodies(world);
        let mut copies = EntityHashMap::default();
        for &source in &sources {
            copies.insert(source, world.spawn(Shelved).id());
        }
        clone_all(world, &sources, &mut copies);
        let is_whole = sources.iter().all(|it| has_all(world, *it, copies[it]));
        let learnt = sources.iter().filter(|it| has_learnt(world, **it));
        let snapshot = Self {
            learnt: learnt.map(|it| copies[it]).collect(),
            bodies: sources.iter().map(|it| (*it, copies[it])).collect(),
            maps: maps(world),
            resources: {
                let saved = world.resource::<SavedResources>().in_world();
                saved.map(|it| it.part.copy(world)).collect()
            },
        };
        if !is_whole {
            snapshot.discard(world);
            return None;
        }
        Some(snapshot)
    }

    /// Restores the game as it was when the snapshot was taken. All entities get new IDs.
    pub fn restore(&self, world: &mut World) {
        for body in bodies(world) {
            world.despawn(body);
        }
        forget_reasons(world);
        let copies: Vec<Entity> = self.bodies.iter().map(|(_, copy)| *copy).collect();
        let mut spawned = EntityHashMap::default();
        for &copy in &copies {
            spawned.insert(copy, world.spawn_empty().id());
        }
        clone_all(world, &copies, &mut spawned);
        let now = |(then, copy): &(Entity, Entity)| (*then, spawned[copy]);
        let mut now: EntityHashMap<Entity> = self.bodies.iter().map(now).collect();
        for resource in &self.resources {
            let mut resource = resource.copy();
            resource.map_entities(&mut now);
            resource.swap(world);
        }
        self.follow_maps(world, &spawned);
        for copy in copies {
            if !self.learnt.contains(&copy) {
                unlearn(world, spawned[&copy]);
            }
        }
        // The next command is judged in the light of this moment.
        look(world);
    }

    /// Makes the memories on all levels belong to the copies of the maps.
    fn follow_maps(&self, world: &mut World, spawned: &EntityHashMap<Entity>) {
        let maps: Vec<(MapId, MapId)> = self.maps.iter().copied().zip(maps(world)).collect();
        let follow = |memory: &mut MapMemory| {
            let map = maps.iter().find(|(then, _)| memory.map() == Some(*then));
            if let Some(&(then, now)) = map {
                memory.follow_copy(then, now);
            }
        };
        for &body in spawned.values() {
            if let Some(mut memory) = world.get_mut::<MapMemory>(body) {
                follow(&mut memory);
            }
        }
        for level in world.resource_mut::<OtherLevels>().iter_mut() {
            level.get_mut().into_iter().for_each(follow);
        }
    }

    /// Frees the memory used by the snapshot.
    pub fn discard(self, world: &mut World) {
        for (_, copy) in self.bodies {
            world.despawn(copy);
        }
    }
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot").finish_non_exhaustive()
    }
}

/// Returns all creatures and things in the game, on all levels.
fn bodies(world: &mut World) -> Vec<Entity> {
    let mut bodies = world.query_filtered::<Entity, (With<OnLevel>, Allow<Disabled>)>();
    bodies.iter(world).collect()
}

/// Returns the maps of the levels that the player has left, from the top down, and then the map of the current level.
fn maps(world: &World) -> Vec<MapId> {
    let left = world.resource::<OtherLevels>().iter();
    let maps = left.filter_map(|it| it.get()).chain([world.resource()]);
    maps.map(|map: &TileMap| map.changes().map()).collect()
}

/// Clones the components of each entity in `sources` to the corresponding entity in `targets`.
fn clone_all(world: &mut World, sources: &[Entity], targets: &mut EntityHashMap<Entity>) {
    let mut builder = EntityCloner::build_opt_out(world);
    builder.deny::<Shelved>();
    let mut cloner = builder.finish();
    // Adding a component may run hooks that change other components, as the hook on `Sleeps` does. The second pass adds
    // no components, so it does not run any hooks.
    for _ in 0..2 {
        for &source in sources {
            cloner.clone_entity_mapped(world, source, targets);
        }
    }
}

fn has_all(world: &World, original: Entity, copy: Entity) -> bool {
    let (original, copy) = (world.entity(original), world.entity(copy));
    let mut components = original.archetype().components().iter();
    components.all(|it| copy.archetype().contains(*it))
}

/// Returns whether the creature's memory has changed since creatures last replanned their paths.
fn has_learnt(world: &World, body: Entity) -> bool {
    let Reconsidered(last) = *world.resource();
    let ticks = world.entity(body).get_change_ticks::<MapMemory>();
    ticks.is_some_and(|it| it.is_changed(last, world.read_change_tick()))
}

/// Makes the creature's memory count as unchanged for a long time.
fn unlearn(world: &mut World, body: Entity) {
    const LONG: u32 = 1 << 24;
    let then = world.change_tick().get().wrapping_sub(LONG);
    if let Some(mut memory) = world.get_mut::<MapMemory>(body) {
        memory.set_last_changed(Tick::new(then));
    }
}
