//! Facts about levels: each level has its own, and only those of the level that the player is on are in the world.

use std::any::Any;
use std::collections::BTreeMap;
use std::hash::Hasher;
use std::sync::OnceLock;

use bevy::ecs::entity::{EntityMapper, MapEntities};
use bevy::prelude::*;

use super::mix::Mix;
use super::parts::Kept;
use super::resources::{Of, SavedResources};
use super::scribe::Scribe;

/// The facts about the levels that the player has left, by depth.
#[derive(Resource, Clone, Debug, Default)]
#[component(map_entities)]
pub(crate) struct OtherLevels(BTreeMap<u32, Facts>);

/// The facts about one level.
#[derive(Default)]
pub(crate) struct Facts {
    all: Vec<Box<dyn Kept>>,
    /// The check value, once it has been computed. Nothing acts on a level that the player has left.
    print: OnceLock<u64>,
}

impl Clone for Facts {
    fn clone(&self) -> Self {
        Self {
            all: self.all.iter().map(|it| it.copy()).collect(),
            print: self.print.clone(),
        }
    }
}

impl std::fmt::Debug for Facts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Facts").field(&self.all.len()).finish()
    }
}

impl MapEntities for OtherLevels {
    fn map_entities<E: EntityMapper>(&mut self, mapper: &mut E) {
        for kept in self.0.values_mut().flat_map(|it| &mut it.all) {
            kept.map_entities(mapper);
        }
    }
}

impl Facts {
    /// Returns a fact about the level.
    pub(crate) fn get<T: Any>(&self) -> Option<&T> {
        let mut all = self.all.iter();
        all.find_map(|it| it.get()?.downcast_ref())
    }

    /// Returns a fact about the level, to be changed.
    pub(crate) fn get_mut<T: Any>(&mut self) -> Option<&mut T> {
        self.print.take();
        let mut all = self.all.iter_mut();
        all.find_map(|it| it.get_mut()?.downcast_mut())
    }
}

impl OtherLevels {
    /// Returns the facts about a level, if the player has left it.
    pub(crate) fn get(&self, depth: u32) -> Option<&Facts> {
        self.0.get(&depth)
    }

    /// Iterates over the facts about each level, from the top down.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Facts> {
        self.0.values()
    }

    /// Iterates over the facts about each level, from the top down.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Facts> {
        self.0.values_mut()
    }

    /// Writes all levels into a check value.
    pub(crate) fn write(&self, scribe: &mut Scribe, mix: &mut Mix) {
        for (depth, facts) in &self.0 {
            let print = facts.print.get_or_init(|| {
                let mut mix = Mix::default();
                facts.all.iter().for_each(|it| it.write(scribe, &mut mix));
                mix.finish()
            });
            mix.value(&(*depth, *print));
        }
    }
}

/// Gives all resources of the game, and all facts about its first level, the values with which a game begins.
pub(crate) fn begin_all(world: &mut World) {
    world.resource_scope(|world, saved: Mut<SavedResources>| {
        for it in saved.all.iter().filter(|it| it.of != Of::Program) {
            let mut value = it.part.begin(world);
            value.swap(world);
        }
    });
}

/// Puts the facts about the level at depth `from` away, and those about the level at depth `to` in their place. A level
/// that the player has not left before begins with default facts.
pub(crate) fn change_facts(world: &mut World, from: u32, to: u32) {
    let entered = world.resource_mut::<OtherLevels>().0.remove(&to);
    let mut all = match entered {
        Some(facts) => facts.all,
        None => world.resource_scope(|world, saved: Mut<SavedResources>| {
            let of_levels = saved.all.iter().filter(|it| it.of == Of::Level);
            of_levels.map(|it| it.part.begin(world)).collect()
        }),
    };
    all.iter_mut().for_each(|it| it.swap(world));
    let left = Facts {
        all,
        print: OnceLock::new(),
    };
    world.resource_mut::<OtherLevels>().0.insert(from, left);
}
