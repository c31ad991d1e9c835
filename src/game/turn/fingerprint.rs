//! One number for a whole world: where two worlds went different ways, it tells.

use std::collections::BTreeMap;
use std::fmt::{self, Debug, Write};
use std::sync::Arc;

use bevy::ecs::entity::EntityHashMap;
use bevy::ecs::query::Allow;
use bevy::ecs::{entity_disabling::Disabled, reflect::ReflectComponent};
use bevy::prelude::*;
use bevy::reflect::TypeRegistry;

use crate::dungeon::LevelSource;
use crate::game::being::{
    Actor, ActorId, Appearance, Awareness, Breath, Camouflage, Clock, Conduct, Defence, Depth,
    Faction, Fate, Health, Hearing, Intent, Melee, Native, Noises, Senses, Things,
};
use crate::game::bestiary::{Bestiary, MadeBy};
use crate::game::level::{Followers, Game, LeftLevels, LevelLore, NextId};
use crate::game::mind::{Errand, Guards, RaisesAlarm, ReflectMind};
use crate::map::{Tile, TileMap};
use crate::vision::{Knowledge, MapMemory, ObjectKind, Plan, Position, Viewshed};

/// A number that depends on all that decides how the world goes on: time, tiles, what lies about, what
/// monsters are made from; and for everybody where it is, how it feels, what it thinks, senses, intends and
/// remembers, on this level, on the stairs and on the levels that the player has left.
///
/// It is the same on every machine, in every build and in every run in which the same game was played
/// by the same commands: it depends on no address, no entity and no order of a hash map. What a mind of
/// one's own keeps in fields that reflection does not see is not part of it.
pub fn fingerprint(world: &mut World) -> u64 {
    let mut whole = Fnv::default();
    of_resources(&mut whole, world);

    let registry = world.resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let places = Places::of(world);
    let mut scribe = Scribe {
        minds: minds(&registry),
        ids: ids(world),
        lores: BTreeMap::new(),
    };
    let mut actors = BTreeMap::new();
    for (entity, actor) in world
        .query_filtered::<(EntityRef, &Actor), Allow<Disabled>>()
        .iter(world)
    {
        let mut body = Fnv::default();
        body.number(places.of_entity(entity.id()));
        scribe.body(&mut body, entity);
        actors.insert(actor.id, body.0);
    }
    for (id, body) in actors {
        whole.number(u64::from(id.0));
        whole.number(body);
    }
    // In no order: a sum has none.
    let things = world
        .query_filtered::<(Entity, &Position, &ObjectKind), Allow<Disabled>>()
        .iter(world)
        .map(|(entity, at, kind)| {
            let mut thing = Fnv::default();
            thing.cell(at.0);
            thing.number(u64::from(kind.0));
            thing.number(places.of_entity(entity));
            thing.0
        })
        .fold(0, u64::wrapping_add);
    whole.number(things);
    of_levels(&mut whole, world, &mut scribe);
    whole.0
}

fn of_resources(whole: &mut Fnv, world: &World) {
    let game = world.resource::<Game>();
    whole.number(game.seed());
    whole.number(u64::from(world.resource::<Depth>().0));
    whole.debug(&(game.sight(), game.first_sight()));
    match game.source() {
        LevelSource::Drawn(level) => whole.debug(&level.to_ascii()),
        built @ LevelSource::Built { .. } => whole.debug(built),
    }
    whole.number(world.resource::<Clock>().tick);
    whole.debug(world.resource::<Fate>());
    whole.debug(world.resource::<Noises>());
    whole.number(u64::from(world.resource::<NextId>().0));
    for thing in world.resource::<Things>().iter() {
        whole.debug(thing);
    }
    for text in world.resource::<Bestiary>().texts() {
        whole.debug(&text);
    }
    tiles(whole, world.resource::<TileMap>().plan());
    tiles(whole, &world.resource::<LevelLore>().0);
}

/// The levels that were left, and the stairs.
fn of_levels(whole: &mut Fnv, world: &World, scribe: &mut Scribe) {
    let mut levels: Vec<_> = world.resource::<LeftLevels>().0.iter().collect();
    levels.sort_unstable_by_key(|(depth, _)| **depth);
    for (&depth, level) in levels {
        whole.number(u64::from(depth));
        whole.number(level.tick);
        tiles(whole, level.map.plan());
        tiles(whole, &level.lore.0);
        whole.number(scribe.memory(&level.memory));
    }
    let followers = world.resource::<Followers>();
    whole.cell(followers.arrival);
    for follower in &followers.all {
        whole.number(scribe.id(follower.entity));
        whole.number(follower.tick);
    }
}

/// On which of the levels that were left somebody or something is.
struct Places(EntityHashMap<u32>);

impl Places {
    fn of(world: &World) -> Self {
        let mut places = EntityHashMap::default();
        for (&depth, level) in &world.resource::<LeftLevels>().0 {
            places.extend(level.entities.iter().map(|&entity| (entity, depth)));
        }
        Self(places)
    }

    /// The level's depth; 0 for this level and for the stairs.
    fn of_entity(&self, entity: Entity) -> u64 {
        self.0.get(&entity).copied().unwrap_or_default().into()
    }
}

fn ids(world: &mut World) -> EntityHashMap<ActorId> {
    let mut actors = world.query_filtered::<(Entity, &Actor), Allow<Disabled>>();
    let ids = actors.iter(world).map(|(entity, actor)| (entity, actor.id));
    ids.collect()
}

/// The minds that there are, in the order of their paths.
fn minds(registry: &TypeRegistry) -> Vec<&ReflectComponent> {
    let minds = registry
        .iter()
        .filter(|it| it.data::<ReflectMind>().is_some());
    let mut minds: Vec<_> = minds
        .filter_map(|it| Some((it.type_info().type_path(), it.data()?)))
        .collect();
    minds.sort_unstable_by_key(|(path, _)| *path);
    minds.into_iter().map(|(_, component)| component).collect()
}

/// Writes down creatures.
struct Scribe<'a> {
    minds: Vec<&'a ReflectComponent>,
    ids: EntityHashMap<ActorId>,
    /// Plans that many share, by their address: each is read once.
    lores: BTreeMap<usize, u64>,
}

impl Scribe<'_> {
    fn body(&mut self, hash: &mut Fnv, body: EntityRef) {
        hash.debug(&(body.get::<Name>(), body.get::<Actor>()));
        hash.debug(&(body.get::<Position>(), body.get::<Native>()));
        hash.debug(&(body.get::<Health>(), body.get::<Breath>()));
        hash.debug(&(body.get::<Melee>(), body.get::<Defence>()));
        hash.debug(&(body.get::<Faction>(), body.get::<Hearing>()));
        hash.debug(&(body.get::<Camouflage>(), body.get::<Appearance>()));
        hash.debug(&(body.get::<Conduct>(), body.get::<Awareness>()));
        hash.debug(&body.get::<Viewshed>().map(Viewshed::sight));
        hash.debug(&body.get::<MadeBy>().map(|made_by| made_by.0.text()));
        hash.debug(&body.get::<Intent>().is_some_and(|it| it.0.is_some()));
        if let Some(senses) = body.get::<Senses>() {
            self.senses(hash, senses);
        }
        if let Some(memory) = body.get::<MapMemory>() {
            let memory = self.memory(memory);
            hash.number(memory);
        }
        for mind in &self.minds {
            hash.debug(&mind.reflect(body));
        }
        // What minds keep to themselves.
        hash.debug(&body.get::<Errand>());
        hash.debug(&body.get::<Guards>().map(Guards::post));
        hash.debug(&body.get::<RaisesAlarm>().map(RaisesAlarm::has_cried));
    }

    fn senses(&self, hash: &mut Fnv, senses: &Senses) {
        for seen in [&senses.enemies, &senses.friends] {
            hash.number(seen.len() as u64);
            for sighting in seen {
                hash.number(self.id(sighting.who));
                hash.cell(sighting.at);
            }
        }
        hash.debug(&senses.felt.map(|felt| (self.id(felt.who), felt.at)));
        hash.debug(&(senses.heard, senses.struck_from));
        hash.debug(&(senses.watched, senses.in_vain));
    }

    /// The number of somebody; 0 for the player and 2^32 for one who is gone.
    fn id(&self, entity: Entity) -> u64 {
        let id = self.ids.get(&entity).map(|id| u64::from(id.0));
        id.unwrap_or(1 << 32)
    }

    fn memory(&mut self, memory: &MapMemory) -> u64 {
        let cells = memory.known_cells().map(|(at, known)| {
            let mut cell = Fnv::default();
            cell.cell(at);
            match known {
                Knowledge::Unknown => {}
                Knowledge::Told { tile } => cell.number(u64::from(tile.glyph())),
                Knowledge::Seen { tile, object, when } => {
                    cell.number(u64::from(tile.glyph()));
                    cell.number(object.map_or(u64::MAX, |kind| u64::from(kind.0)));
                    cell.number(when.0);
                }
            }
            cell.0
        });
        let cells = cells.fold(0, u64::wrapping_add);
        let lore = memory.lore().map_or(0, |lore| {
            let address = Arc::as_ptr(lore) as usize;
            *self.lores.entry(address).or_insert_with(|| {
                let mut plan = Fnv::default();
                tiles(&mut plan, lore);
                plan.0
            })
        });
        cells ^ lore.rotate_left(1)
    }
}

fn tiles(hash: &mut Fnv, map: &Plan<Tile>) {
    hash.cell(map.size().as_ivec2());
    for (_, tile) in map.iter() {
        hash.number(u64::from(tile.glyph()));
    }
}

/// FNV-1a, 64 bits; numbers are fed eight bytes at a time, little end first.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn number(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    fn cell(&mut self, cell: IVec2) {
        self.number(u64::from(cell.x as u32) << 32 | u64::from(cell.y as u32));
    }

    /// A value as it is written for programmers: for plain data without entities and hash maps.
    fn debug(&mut self, value: &dyn Debug) {
        // Writing to a number never fails.
        let _ = write!(self, "{value:?};");
    }
}

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.bytes(text.as_bytes());
        Ok(())
    }
}
