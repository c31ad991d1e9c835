//! The resources that are saved with a game, and the facts about levels.

use std::any::type_name;
use std::hash::Hash;

use bevy::ecs::component::{ComponentId, Mutable};
use bevy::platform::collections::HashSet;
use bevy::prelude::*;

use super::mix::{Mix, key_of};
use super::parts::{Door, Part};
use super::scribe::Scribe;

/// What a saved resource belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Of {
    /// The program, such as what was read from files. New games keep it. Changing it in place without
    /// [change detection](DetectChanges) is a mistake, because check values read it again only when it has changed.
    Program,
    /// The game. A new game begins with the resource's default.
    Game,
    /// A level. Each level has its own: when the player takes the stairs, the value stays with the old level, and comes
    /// back when the player does. A new level begins with the resource's default.
    Level,
}

/// Includes plugins' resources in the game's state.
pub trait SaveResource {
    /// Includes the resource `T` in the game's state, and adds it with its default value if it does not exist yet. It is
    /// then reset when a game begins, swapped at the stairs if it is [of a level](Of::Level), kept in
    /// [snapshots](crate::game::Snapshot), and part of the [fingerprint](crate::game::fingerprint), so that a diverging
    /// saved game or replay is detected.
    ///
    /// The resource's hash must be the same in every run. It must therefore not contain an [`Entity`]. If the resource
    /// does, implement [`MapEntities`](bevy::ecs::entity::MapEntities) and mark it `#[component(map_entities)]`, and
    /// leave the entity out of the hash.
    ///
    /// A resource that changes during a command and is neither saved nor left out is reported once, as a component is:
    /// see [`SaveComponent`](crate::game::SaveComponent).
    fn save_resource<T>(&mut self, of: Of) -> &mut Self
    where
        T: Resource + Component<Mutability = Mutable> + Clone + Hash + FromWorld;

    /// Resets, swaps and restores the resource `T` as [`save_resource`](Self::save_resource) does, but leaves it out of
    /// fingerprints: nothing in the game depends on it.
    fn keep_resource<T>(&mut self, of: Of) -> &mut Self
    where
        T: Resource + Component<Mutability = Mutable> + Clone + FromWorld;

    /// Declares that the resource `T` need not be saved, because it has no effect or can be derived from the rest.
    fn leave_out_resource<T: Resource>(&mut self) -> &mut Self;
}

/// Includes resources that cannot be hashed, or not as a whole.
pub(crate) trait SaveResourceBy {
    /// Includes a resource or a component of the player in the game's state.
    fn save_through<T: Component + Clone>(&mut self, of: Of, door: Door<T>) -> &mut Self;

    /// Does what [`save_resource`](SaveResource::save_resource) does, with the part of the resource that `write` writes.
    fn save_resource_by<T>(&mut self, of: Of, write: fn(&T, &mut Scribe, &mut Mix)) -> &mut Self
    where
        T: Resource + Component<Mutability = Mutable> + Clone + FromWorld;
}

impl SaveResource for App {
    fn save_resource<T>(&mut self, of: Of) -> &mut Self
    where
        T: Resource + Component<Mutability = Mutable> + Clone + Hash + FromWorld,
    {
        self.save_resource_by::<T>(of, |value, _, mix| mix.value(value))
    }

    fn keep_resource<T>(&mut self, of: Of) -> &mut Self
    where
        T: Resource + Component<Mutability = Mutable> + Clone + FromWorld,
    {
        self.save_resource_by::<T>(of, |_, _, _| {})
    }

    fn leave_out_resource<T: Resource>(&mut self) -> &mut Self {
        let id = self.world_mut().register_component::<T>();
        let mut saved = self.world_mut().get_resource_or_init::<SavedResources>();
        saved.handled.insert(id);
        self
    }
}

impl SaveResourceBy for App {
    fn save_through<T: Component + Clone>(&mut self, of: Of, door: Door<T>) -> &mut Self {
        let id = self.world_mut().register_component::<T>();
        let mut saved = self.world_mut().get_resource_or_init::<SavedResources>();
        saved.handled.insert(id);
        let (key, name) = (key_of::<T>(), type_name::<T>());
        let place = saved
            .all
            .partition_point(|it| (it.key, it.name) < (key, name));
        if saved.all.get(place).is_some_and(|it| it.name == name) {
            saved.all.remove(place);
        }
        let one = Saved {
            key,
            name,
            of,
            id,
            is_of_player: door.is_of_player,
            part: Box::new(door),
        };
        saved.all.insert(place, one);
        self
    }

    fn save_resource_by<T>(&mut self, of: Of, write: fn(&T, &mut Scribe, &mut Mix)) -> &mut Self
    where
        T: Resource + Component<Mutability = Mutable> + Clone + FromWorld,
    {
        let begin = |world: &mut World| Some(T::from_world(world));
        self.init_resource::<T>()
            .save_through(of, Door::of_resource(begin, write))
    }
}

/// The resources that are saved with a game, and the components of the player that belong to a level, by name.
#[derive(Resource, Default)]
pub(crate) struct SavedResources {
    pub(super) all: Vec<Saved>,
    /// All resources that do not cause a warning.
    pub(super) handled: HashSet<ComponentId>,
}

/// A resource that is saved, or a component of the player that belongs to a level.
pub(crate) struct Saved {
    /// Identifies the type in check values.
    pub(crate) key: &'static str,
    name: &'static str,
    pub(crate) of: Of,
    pub(crate) id: ComponentId,
    is_of_player: bool,
    pub(crate) part: Box<dyn Part>,
}

impl SavedResources {
    /// Iterates over the resources, without the components of the player.
    pub(crate) fn in_world(&self) -> impl Iterator<Item = &Saved> {
        self.all.iter().filter(|it| !it.is_of_player)
    }
}
