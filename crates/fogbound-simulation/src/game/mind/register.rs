//! Minds that monsters' files can name.

use bevy::ecs::reflect::ReflectComponent;
use bevy::prelude::*;
use bevy::reflect::{FromReflect, FromType, GetTypeRegistration, Reflect, TypePath};

/// Marks a component as a mind: messages that list what could stand in a file list these. Set by
/// [`RegisterMind::register_mind`].
#[derive(Clone, Copy, Debug)]
pub struct ReflectMind;

impl<T> FromType<T> for ReflectMind {
    fn from_type() -> Self {
        Self
    }
}

/// Makes a component known to monsters' files.
pub trait RegisterMind {
    /// From now on `T` can be named under `minds` in a monster's file, by its short name.
    fn register_mind<T>(&mut self) -> &mut Self
    where
        T: Component + Reflect + FromReflect + TypePath + GetTypeRegistration + Default;
}

impl RegisterMind for App {
    fn register_mind<T>(&mut self) -> &mut Self
    where
        T: Component + Reflect + FromReflect + TypePath + GetTypeRegistration + Default,
    {
        self.register_type::<T>()
            .register_type_data::<T, ReflectComponent>()
            .register_type_data::<T, ReflectDefault>()
            .register_type_data::<T, ReflectMind>()
    }
}
