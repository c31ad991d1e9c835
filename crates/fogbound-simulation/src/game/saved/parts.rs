//! Values that are kept outside the world: in snapshots, and with levels that the player has left.

use std::any::Any;
use std::mem;

use bevy::ecs::component::Mutable;
use bevy::ecs::entity::EntityMapper;
use bevy::prelude::*;

use super::mix::Mix;
use super::scribe::Scribe;

/// How a resource, or a component of the player, is read, replaced and written.
pub(crate) struct Door<T> {
    /// Returns the value in the world, if it is there.
    pub(crate) get: fn(&World) -> Option<&T>,
    /// Replaces the value in the world and returns the old one. Without a new value, the old one is removed.
    pub(crate) swap: fn(&mut World, Option<T>) -> Option<T>,
    /// Returns the value with which a game or a level begins.
    pub(crate) begin: fn(&mut World) -> Option<T>,
    /// Writes the value into a check value.
    pub(crate) write: fn(&T, &mut Scribe, &mut Mix),
    /// Whether the value is a component of the player.
    pub(crate) is_of_player: bool,
}

// Derived implementations would need `T: Clone` and `T: Copy`.
impl<T> Clone for Door<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Door<T> {}

impl<R: Resource + Component<Mutability = Mutable>> Door<R> {
    pub(crate) fn of_resource(
        begin: fn(&mut World) -> Option<R>,
        write: fn(&R, &mut Scribe, &mut Mix),
    ) -> Self {
        Self {
            get: |world| world.get_resource(),
            swap: swap_resource,
            begin,
            write,
            is_of_player: false,
        }
    }
}

/// Replaces a resource. Without a new one, the old one is removed.
pub(crate) fn swap_resource<R>(world: &mut World, new: Option<R>) -> Option<R>
where
    R: Resource + Component<Mutability = Mutable>,
{
    let Some(new) = new else {
        return world.remove_resource();
    };
    if let Some(mut now) = world.get_resource_mut::<R>() {
        return Some(mem::replace(&mut *now, new));
    }
    world.insert_resource(new);
    None
}

/// A kind of value that can be kept outside the world.
pub(crate) trait Part: Send + Sync {
    /// Copies the value in the world.
    fn copy(&self, world: &World) -> Box<dyn Kept>;

    /// Returns the value with which a game or a level begins.
    fn begin(&self, world: &mut World) -> Box<dyn Kept>;

    /// Writes the value in the world into a check value, if it is there.
    fn write(&self, world: &World, scribe: &mut Scribe, mix: &mut Mix);
}

/// A value that is kept outside the world.
pub(crate) trait Kept: Send + Sync {
    /// Copies the value.
    fn copy(&self) -> Box<dyn Kept>;

    /// Exchanges the value for the one in the world.
    fn swap(&mut self, world: &mut World);

    /// Writes the value into a check value, if there is one.
    fn write(&self, scribe: &mut Scribe, mix: &mut Mix);

    /// Replaces the entities in the value.
    fn map_entities(&mut self, mapper: &mut dyn EntityMapper);

    /// Returns the value, if there is one.
    fn get(&self) -> Option<&dyn Any>;

    /// Returns the value, if there is one.
    fn get_mut(&mut self) -> Option<&mut dyn Any>;
}

impl<T: Component + Clone> Part for Door<T> {
    fn copy(&self, world: &World) -> Box<dyn Kept> {
        Box::new(Value {
            value: (self.get)(world).cloned(),
            door: *self,
        })
    }

    fn begin(&self, world: &mut World) -> Box<dyn Kept> {
        Box::new(Value {
            value: (self.begin)(world),
            door: *self,
        })
    }

    fn write(&self, world: &World, scribe: &mut Scribe, mix: &mut Mix) {
        if let Some(value) = (self.get)(world) {
            (self.write)(value, scribe, mix);
        }
    }
}

/// A value, or its absence, and the door through which it goes into the world and out of it.
struct Value<T> {
    value: Option<T>,
    door: Door<T>,
}

impl<T: Component + Clone> Kept for Value<T> {
    fn copy(&self) -> Box<dyn Kept> {
        Box::new(Self {
            value: self.value.clone(),
            door: self.door,
        })
    }

    fn swap(&mut self, world: &mut World) {
        self.value = (self.door.swap)(world, self.value.take());
    }

    fn write(&self, scribe: &mut Scribe, mix: &mut Mix) {
        if let Some(value) = &self.value {
            (self.door.write)(value, scribe, mix);
        }
    }

    fn map_entities(&mut self, mut mapper: &mut dyn EntityMapper) {
        if let Some(value) = &mut self.value {
            T::map_entities(value, &mut mapper);
        }
    }

    fn get(&self) -> Option<&dyn Any> {
        self.value.as_ref().map(|it| it as &dyn Any)
    }

    fn get_mut(&mut self) -> Option<&mut dyn Any> {
        self.value.as_mut().map(|it| it as &mut dyn Any)
    }
}
