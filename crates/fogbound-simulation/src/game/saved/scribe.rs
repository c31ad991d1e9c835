//! Writing what differs from run to run into check values: entities as the IDs of actors, and memories with the plans
//! that they share.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use bevy::ecs::entity::EntityHashMap;
use bevy::prelude::*;

use super::mix::Mix;
use crate::map::{Air, Tile};
use crate::vision::{MapMemory, Plan};

/// Writes entities and memories into check values.
#[derive(Default)]
pub(crate) struct Scribe {
    ids: EntityHashMap<u64>,
    /// The hashes of shared plans, indexed by address, so that each plan is read only once.
    lores: BTreeMap<usize, u64>,
}

impl Scribe {
    /// Creates a scribe that knows these actors by their IDs.
    pub(crate) fn new(ids: EntityHashMap<u64>) -> Self {
        Self {
            ids,
            lores: BTreeMap::new(),
        }
    }

    /// Returns an actor's ID: 0 for the player, and 2^32 if the actor no longer exists.
    pub(crate) fn id(&self, entity: Entity) -> u64 {
        self.ids.get(&entity).copied().unwrap_or(1 << 32)
    }

    pub(crate) fn memory(&mut self, memory: &MapMemory) -> u64 {
        let mut cells = Mix::default();
        memory.hash(&mut cells);
        let lore = memory.lore().map_or(0, |lore| self.plan(lore));
        cells.finish() ^ lore.rotate_left(1)
    }

    /// Returns the check value of a plan that may be shared.
    pub(crate) fn plan(&mut self, plan: &Arc<Plan<Tile>>) -> u64 {
        let address = Arc::as_ptr(plan) as usize;
        *self.lores.entry(address).or_insert_with(|| {
            let mut mix = Mix::default();
            tiles(&mut mix, plan);
            mix.finish()
        })
    }
}

/// Writes a plan of tiles into a check value.
pub(crate) fn tiles(hash: &mut Mix, map: &Plan<Tile>) {
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
pub(crate) fn air(hash: &mut Mix, air: &Air) {
    for (cell, density) in air.iter() {
        hash.cell(cell);
        hash.value(&density);
    }
}
