//! Copies of a whole game, to come back to.
//!
//! The creatures and things of a snapshot are clones that lie in the same world. A [`Shelved`] on each hides them from
//! every query. [`Snapshot::restore`] clones them once more, so a snapshot can be restored any number of times.

use bevy::ecs::change_detection::Tick;
use bevy::ecs::entity::{EntityCloner, EntityHashMap, EntityHashSet};
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::prelude::*;

use crate::game::being::{Clock, Depth, Fate, Leaving, Noises, OnLevel, Quest, Seed, Things};
use crate::game::bestiary::{Bestiary, MonsterFiles};
use crate::game::level::{Followers, Game, LeftLevels, LevelLore, NextId, set_ambient};
use crate::game::mind::Reconsidered;
use crate::map::TileMap;
use crate::vision::{Ambient, MapId, MapMemory, Moment};

/// Part of a [`Snapshot`]. Queries skip entities with it unless they ask for them.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct Shelved;

/// A copy of a whole game at one moment.
///
/// It holds all that [`fingerprint`](super::fingerprint) covers, and every other component of creatures and things, those
/// of plugins too, if they are `Clone` or reflection can clone them. It does not hold other resources of plugins, so
/// compare the fingerprint after a [`restore`](Self::restore).
#[derive(Debug)]
pub struct Snapshot {
    bodies: Vec<Entity>,
    /// Those of them whose memory has changed since creatures thought again about their ways.
    learnt: EntityHashSet,
    kept: Kept,
}

impl Snapshot {
    /// Copies the game that is played in this world. `None` if no game is played, or if an entity has a component that
    /// cannot be cloned.
    pub fn take(world: &mut World) -> Option<Self> {
        let sources = bodies(world);
        let mut kept = Kept::of(world)?;
        let mut shelf = EntityHashMap::default();
        for &source in &sources {
            shelf.insert(source, world.spawn(Shelved).id());
        }
        clone_all(world, &sources, &mut shelf);
        let is_whole = sources.iter().all(|it| has_all(world, *it, shelf[it]));
        kept.replace_entities(&shelf);
        let copies = kept.copies_of(world.resource(), world.resource());
        let learnt = sources.iter().filter(|it| has_learnt(world, **it));
        let mut snapshot = Self {
            bodies: sources.iter().map(|it| shelf[it]).collect(),
            learnt: learnt.map(|it| shelf[it]).collect(),
            kept,
        };
        if !is_whole {
            snapshot.discard(world);
            return None;
        }
        snapshot.kept.follow(&copies);
        follow(world, &snapshot.bodies, &copies);
        Some(snapshot)
    }

    /// Brings the world back to the moment of the snapshot. The entities get other ids than they had then.
    pub fn restore(&self, world: &mut World) {
        for body in bodies(world) {
            world.despawn(body);
        }
        let mut spawned = EntityHashMap::default();
        for &body in &self.bodies {
            spawned.insert(body, world.spawn_empty().id());
        }
        clone_all(world, &self.bodies, &mut spawned);
        let mut kept = self.kept.clone();
        kept.replace_entities(&spawned);
        let copies = kept.copies_of(&self.kept.map, &self.kept.left);
        kept.follow(&copies);
        let bodies: Vec<Entity> = spawned.values().copied().collect();
        follow(world, &bodies, &copies);
        for (shelved, body) in spawned {
            if !self.learnt.contains(&shelved) {
                unlearn(world, body);
            }
        }
        kept.give(world);
    }

    /// Frees the memory of the snapshot.
    pub fn discard(self, world: &mut World) {
        for body in self.bodies {
            world.despawn(body);
        }
    }
}

/// All creatures and things of the game, on whatever level.
fn bodies(world: &mut World) -> Vec<Entity> {
    let mut bodies = world.query_filtered::<Entity, (With<OnLevel>, Allow<Disabled>)>();
    bodies.iter(world).collect()
}

/// Clones the components of `sources` to the entities that `targets` names for them.
fn clone_all(world: &mut World, sources: &[Entity], targets: &mut EntityHashMap<Entity>) {
    let mut builder = EntityCloner::build_opt_out(world);
    builder.deny::<Shelved>();
    let mut cloner = builder.finish();
    // When a component is added, its hooks may change others, as `Sleeps` does. Nothing is added the second time.
    for _ in 0..2 {
        for &source in sources {
            cloner.clone_entity_mapped(world, source, targets);
        }
    }
}

/// Whether the copy has every component of its original.
fn has_all(world: &World, original: Entity, copy: Entity) -> bool {
    let (original, copy) = (world.entity(original), world.entity(copy));
    let mut components = original.archetype().components().iter();
    components.all(|it| copy.archetype().contains(*it))
}

/// Whether its memory has changed since creatures thought again.
fn has_learnt(world: &World, body: Entity) -> bool {
    let Reconsidered(last) = *world.resource();
    let ticks = world.entity(body).get_change_ticks::<MapMemory>();
    ticks.is_some_and(|it| it.is_changed(last, world.read_change_tick()))
}

/// Has its memory seem to have changed long ago.
fn unlearn(world: &mut World, body: Entity) {
    const LONG: u32 = 1 << 24;
    let then = world.change_tick().get().wrapping_sub(LONG);
    if let Some(mut memory) = world.get_mut::<MapMemory>(body) {
        memory.set_last_changed(Tick::new(then));
    }
}

/// Copies of maps: the original, and the copy.
type Copies = Vec<(MapId, MapId)>;

fn follow(world: &mut World, bodies: &[Entity], copies: &Copies) {
    for &body in bodies {
        if let Some(mut memory) = world.get_mut::<MapMemory>(body) {
            follow_copies(&mut memory, copies);
        }
    }
}

fn follow_copies(memory: &mut MapMemory, copies: &Copies) {
    let copy = copies.iter().find(|(from, _)| memory.map() == Some(*from));
    if let Some(&(from, to)) = copy {
        memory.follow_copy(from, to);
    }
}

/// The resources of a game.
#[derive(Clone, Debug)]
struct Kept {
    game: Game,
    seed: Seed,
    clock: Clock,
    moment: Moment,
    depth: Depth,
    leaving: Leaving,
    fate: Fate,
    quest: Quest,
    noises: Noises,
    next_id: NextId,
    things: Things,
    bestiary: Bestiary,
    files: MonsterFiles,
    map: TileMap,
    ambient: Option<Ambient>,
    lore: LevelLore,
    left: LeftLevels,
    followers: Followers,
}

impl Kept {
    /// Copies of those of this world.
    fn of(world: &World) -> Option<Self> {
        Some(Self {
            game: world.get_resource().cloned()?,
            seed: *world.resource(),
            clock: *world.resource(),
            moment: *world.resource(),
            depth: *world.resource(),
            leaving: *world.resource(),
            fate: world.resource::<Fate>().clone(),
            quest: world.resource::<Quest>().clone(),
            noises: world.resource::<Noises>().clone(),
            next_id: *world.resource(),
            things: world.resource::<Things>().clone(),
            bestiary: world.resource::<Bestiary>().clone(),
            files: world.resource::<MonsterFiles>().clone(),
            map: world.resource::<TileMap>().clone(),
            ambient: world.get_resource().cloned(),
            lore: world.resource::<LevelLore>().clone(),
            left: world.resource::<LeftLevels>().clone(),
            followers: world.resource::<Followers>().clone(),
        })
    }

    /// Puts them into a world, in place of those that are there.
    fn give(self, world: &mut World) {
        world.insert_resource(self.game);
        world.insert_resource(self.seed);
        world.insert_resource(self.clock);
        world.insert_resource(self.moment);
        world.insert_resource(self.depth);
        world.insert_resource(self.leaving);
        world.insert_resource(self.fate);
        world.insert_resource(self.quest);
        world.insert_resource(self.noises);
        world.insert_resource(self.next_id);
        world.insert_resource(self.things);
        world.insert_resource(self.bestiary);
        world.insert_resource(self.files);
        world.insert_resource(self.map);
        set_ambient(world, self.ambient);
        world.insert_resource(self.lore);
        world.insert_resource(self.left);
        world.insert_resource(self.followers);
    }

    fn replace_entities(&mut self, by: &EntityHashMap<Entity>) {
        let levels = self.left.0.values_mut();
        let left = levels.flat_map(|level| &mut level.entities);
        let following = self.followers.all.iter_mut().map(|it| &mut it.entity);
        for entity in left.chain(following) {
            *entity = by.get(entity).copied().unwrap_or(*entity);
        }
    }

    /// Which of these maps are copies of those.
    fn copies_of(&self, map: &TileMap, left: &LeftLevels) -> Copies {
        let id = |map: &TileMap| map.changes().map();
        let levels = self.left.0.iter();
        let levels = levels.filter_map(|(depth, copy)| Some((left.0.get(depth)?, copy)));
        let levels = levels.map(|(original, copy)| (id(&original.map), id(&copy.map)));
        levels.chain([(id(map), id(&self.map))]).collect()
    }

    fn follow(&mut self, copies: &Copies) {
        for level in self.left.0.values_mut() {
            follow_copies(&mut level.memory, copies);
        }
    }
}
