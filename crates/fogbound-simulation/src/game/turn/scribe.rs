//! Writing creatures into check values. Actor IDs and type names are written, but never entities.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use bevy::ecs::entity::EntityHashMap;
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::ecs::reflect::ReflectComponent;
use bevy::prelude::*;
use bevy::reflect::TypeRegistry;

use super::mix::Mix;
use crate::game::being::{Actor, ActorId, Senses};
use crate::game::level::LeftLevels;
use crate::game::mind::ReflectMind;
use crate::map::{Air, Tile};
use crate::vision::{MapMemory, Plan};

/// Writes creatures into check values.
pub(super) struct Scribe<'a> {
    minds: Vec<&'a ReflectComponent>,
    ids: EntityHashMap<ActorId>,
    /// The depth of each creature or thing that is on a level the player has left.
    places: EntityHashMap<u32>,
    /// The hashes of shared plans, indexed by address, so that each plan is read only once.
    lores: BTreeMap<usize, u64>,
}

impl<'a> Scribe<'a> {
    pub(super) fn of(world: &mut World, registry: &'a TypeRegistry) -> Self {
        let mut actors = world.query_filtered::<(Entity, &Actor), Allow<Disabled>>();
        let ids = actors.iter(world).map(|(entity, actor)| (entity, actor.id));
        let mut places = EntityHashMap::default();
        for (&depth, level) in &world.resource::<LeftLevels>().0 {
            places.extend(level.entities.iter().map(|&entity| (entity, depth)));
        }
        Self {
            minds: minds(registry),
            ids: ids.collect(),
            places,
            lores: BTreeMap::new(),
        }
    }

    /// Returns the depth of the entity's level if the player has left that level. Returns 0 for an entity on the
    /// current level or on the stairs.
    pub(super) fn place(&self, entity: Entity) -> u64 {
        self.places.get(&entity).copied().unwrap_or_default().into()
    }

    /// Writes the parameters of a creature's minds, which are obtained through reflection.
    pub(super) fn minds(&self, hash: &mut Mix, body: EntityRef) {
        for mind in &self.minds {
            match mind.reflect(body) {
                Some(mind) => hash.write(in_one_crate(&format!("{mind:?}")).as_bytes()),
                None => hash.number(0),
            }
        }
    }

    pub(super) fn senses(&self, hash: &mut Mix, senses: &Senses) {
        for seen in [&senses.enemies, &senses.friends] {
            hash.number(seen.len() as u64);
            for sighting in seen {
                hash.number(self.id(sighting.who));
                hash.cell(sighting.at);
            }
        }
        hash.value(&senses.felt.map(|felt| (self.id(felt.who), felt.at)));
        hash.value(&(senses.heard, senses.struck_from));
        hash.value(&(senses.watched, senses.in_vain));
        hash.value(&(senses.startled, senses.flame, senses.gleam));
        if !senses.shades.is_empty() {
            hash.value(&senses.shades);
        }
    }

    /// Returns an actor's ID: 0 for the player, and 2^32 if the actor no longer exists.
    pub(super) fn id(&self, entity: Entity) -> u64 {
        let id = self.ids.get(&entity).map(|id| u64::from(id.0));
        id.unwrap_or(1 << 32)
    }

    pub(super) fn memory(&mut self, memory: &MapMemory) -> u64 {
        let mut cells = Mix::default();
        memory.hash(&mut cells);
        let lore = memory.lore().map_or(0, |lore| {
            let address = Arc::as_ptr(lore) as usize;
            *self.lores.entry(address).or_insert_with(|| {
                let mut plan = Mix::default();
                tiles(&mut plan, lore);
                plan.finish()
            })
        });
        cells.finish() ^ lore.rotate_left(1)
    }
}

/// Returns all minds, sorted by type path.
fn minds(registry: &TypeRegistry) -> Vec<&ReflectComponent> {
    let minds = registry
        .iter()
        .filter(|it| it.data::<ReflectMind>().is_some());
    let mut minds: Vec<_> = minds
        .filter_map(|it| Some((it.type_info().type_path(), it.data()?)))
        .collect();
    minds.sort_by_cached_key(|(path, _)| in_one_crate(path));
    minds.into_iter().map(|(_, component)| component).collect()
}

/// Replaces the crate name in type paths with the name that the game had as a single crate, because the check values of
/// saved games depend on the old name.
fn in_one_crate(text: &str) -> String {
    text.replace(concat!(env!("CARGO_CRATE_NAME"), "::"), "fogbound::")
}

/// Writes a plan of tiles into a check value.
pub(super) fn tiles(hash: &mut Mix, map: &Plan<Tile>) {
    hash.cell(map.size().as_ivec2());
    // A glyph fits in 21 bits, so a 64-bit word holds three glyphs.
    let (mut word, mut count) = (0, 0);
    for (_, tile) in map.iter() {
        word = word << 21 | u64::from(tile.glyph());
        count += 1;
        if count == 3 {
            hash.number(word);
            (word, count) = (0, 0);
        }
    }
    hash.number(word);
}

/// Writes the fog and smoke of a level into a check value. Clear air leaves it as it was.
pub(super) fn air(hash: &mut Mix, air: &Air) {
    for (cell, density) in air.iter() {
        hash.cell(cell);
        hash.value(&density);
    }
}
