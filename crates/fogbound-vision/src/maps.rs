//! Finds the map that an entity is on.

use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;

use crate::{LevelMap, LightMap, OnMap, VisionMap};

/// All maps of the type `M` in a world: the resource, if there is one, and every [`LevelMap`]. Use it in systems that
/// handle entities on more than one map.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use fogbound_vision::{GridMap, Maps, OnMap, Position, VisionMap};
/// fn count_walls(maps: Maps<GridMap>, all: Query<(&Position, Option<&OnMap>)>) {
///     let is_in_wall = |(at, on): &(&Position, Option<&OnMap>)| {
///         maps.of(*on).is_some_and(|(map, _)| map.is_opaque(at.0))
///     };
///     println!("{} are in a wall", all.iter().filter(is_in_wall).count());
/// }
/// # bevy_ecs::system::assert_is_system(count_walls);
/// ```
#[derive(SystemParam)]
pub struct Maps<'w, 's, M: VisionMap> {
    resource: Option<Res<'w, M>>,
    light: Res<'w, LightMap>,
    levels: Query<'w, 's, (Entity, &'static LevelMap<M>)>,
}

impl<M: VisionMap> Maps<'_, '_, M> {
    /// Returns the map that an entity with this component, or without it, is on, and where light falls there. Returns
    /// `None` if there is no such map.
    #[inline]
    pub fn of(&self, on: Option<&OnMap>) -> Option<(&M, &LightMap)> {
        match on {
            None => Some((self.resource.as_deref()?, &self.light)),
            Some(on) => {
                let (_, level) = self.levels.get(on.0).ok()?;
                Some((&level.map, &level.light))
            }
        }
    }

    /// Iterates over all maps, each with the component of the entities that are on it.
    pub fn iter(&self) -> impl Iterator<Item = (Option<OnMap>, &M)> {
        let resource = self.resource.as_deref().map(|map| (None, map));
        let levels = self.levels.iter();
        let levels = levels.map(|(entity, level)| (Some(OnMap(entity)), &level.map));
        resource.into_iter().chain(levels)
    }
}

/// A value for each map. Worlds with only one map pay nothing for the others.
#[derive(Debug, Default)]
pub(crate) struct PerMap<T> {
    resource: Option<T>,
    levels: EntityHashMap<T>,
}

impl<T: Default> PerMap<T> {
    /// Discards the values of maps that no longer exist, and adds those of new maps.
    pub(crate) fn follow<M: VisionMap>(&mut self, maps: &Maps<M>) {
        match maps.resource {
            None => self.resource = None,
            Some(_) => drop(self.resource.get_or_insert_default()),
        }
        self.levels.retain(|level, _| maps.levels.contains(*level));
        if self.levels.len() < maps.levels.iter().len() {
            for (level, _) in &maps.levels {
                self.levels.entry(level).or_default();
            }
        }
    }

    /// Returns the value of the map that an entity with this component, or without it, is on.
    #[inline]
    pub(crate) fn of(&self, on: Option<&OnMap>) -> Option<&T> {
        match on {
            None => self.resource.as_ref(),
            Some(on) => self.levels.get(&on.0),
        }
    }

    /// Returns the same value as [`of`](Self::of), to be changed.
    pub(crate) fn of_mut(&mut self, on: Option<&OnMap>) -> Option<&mut T> {
        match on {
            None => self.resource.as_mut(),
            Some(on) => self.levels.get_mut(&on.0),
        }
    }
}
