//! The components of creatures and things that are saved with a game.

use std::any::type_name;
use std::collections::BTreeMap;
use std::hash::Hash;

use bevy::ecs::component::ComponentId;
use bevy::platform::collections::HashSet;
use bevy::prelude::*;

use super::mix::{Mix, key_of};
use super::scribe::Scribe;
use crate::map::hash;

/// Includes plugins' components in the game's state.
pub trait SaveComponent {
    /// Includes the component `T` of creatures and things in the game's state. The component then affects the
    /// [`fingerprint`](crate::game::fingerprint), so that a diverging saved game or replay is detected. It is also kept
    /// in snapshots and on levels that the player has left.
    ///
    /// The component's hash must be the same in every run. It must therefore not contain an [`Entity`]; use an
    /// [`ActorId`](crate::game::ActorId) instead.
    ///
    /// Minds are always saved. The first time that the computation of a fingerprint finds a component that is neither
    /// saved nor [left out](Self::leave_out), a warning is logged and a [`Notice`](crate::game::bestiary::Notice) is
    /// sent.
    fn save<T: Component + Clone + Hash>(&mut self) -> &mut Self;

    /// Declares that the component `T` need not be saved, because it has no effect or can be derived from other
    /// components.
    fn leave_out<T: Component>(&mut self) -> &mut Self;
}

/// Includes components that cannot be hashed, or not as a whole.
pub(crate) trait SaveBy {
    /// Includes the component `T` in the game's state, with the part of it that `write` writes.
    fn save_by<T: Component>(&mut self, write: Write) -> &mut Self;

    /// Includes the component `T` in the game's state, as its reflection shows it, unless it is saved already.
    fn save_reflected<T: Component + Reflect>(&mut self) -> &mut Self;
}

impl SaveComponent for App {
    fn save<T: Component + Clone + Hash>(&mut self) -> &mut Self {
        self.save_by::<T>(|_, mix, body| mix.value(&body.get::<T>()))
    }

    fn leave_out<T: Component>(&mut self) -> &mut Self {
        handle::<T>(self.world_mut());
        self
    }
}

impl SaveBy for App {
    fn save_by<T: Component>(&mut self, write: Write) -> &mut Self {
        let (key, mut saved) = handle::<T>(self.world_mut());
        saved.all.insert(key, write);
        self
    }

    fn save_reflected<T: Component + Reflect>(&mut self) -> &mut Self {
        let (key, mut saved) = handle::<T>(self.world_mut());
        saved.all.entry(key).or_insert(|_, mix, body| {
            if let Some(it) = body.get::<T>() {
                mix.debug(&it.as_partial_reflect());
            }
        });
        self
    }
}

/// Marks a component as handled, so that it does not cause a warning.
fn handle<T: Component>(world: &mut World) -> (Key, Mut<'_, SavedComponents>) {
    let component = world.register_component::<T>();
    let mut saved = world.get_resource_or_init::<SavedComponents>();
    saved.handled.insert(component);
    ((key_of::<T>(), type_name::<T>(), component), saved)
}

/// A function that writes one component of a creature or thing that has it.
pub(crate) type Write = fn(&mut Scribe, &mut Mix, EntityRef);

/// A component: its short name, its full name and its ID.
type Key = (&'static str, &'static str, ComponentId);

/// The components that are included in the game's state.
#[derive(Resource, Default)]
pub(crate) struct SavedComponents {
    /// The components by name, so that their order does not depend on the order of plugins.
    all: BTreeMap<Key, Write>,
    /// All components that do not cause a warning.
    pub(super) handled: HashSet<ComponentId>,
}

impl SavedComponents {
    /// Returns what writes the saved components among those that `has` returns true for. The number identifies the
    /// component, so that other plugins' components do not affect the result.
    pub(crate) fn of(&self, has: impl Fn(ComponentId) -> bool) -> Vec<(u64, Write)> {
        let all = self.all.iter().filter(|((.., id), _)| has(*id));
        all.map(|((key, ..), write)| (hash(key), *write)).collect()
    }
}
