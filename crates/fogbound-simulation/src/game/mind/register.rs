//! Registering minds, so that monster files can name them.

use bevy::ecs::reflect::ReflectComponent;
use bevy::prelude::*;
use bevy::reflect::{FromReflect, FromType, GetTypeRegistration, Reflect, TypePath};

/// Marks a component as a mind, so that error messages about monster files list it. [`RegisterMind::register_mind`]
/// adds this mark.
#[derive(Clone, Copy, Debug)]
pub struct ReflectMind;

impl<T> FromType<T> for ReflectMind {
    fn from_type() -> Self {
        Self
    }
}

/// Makes components available to monster files.
pub trait RegisterMind {
    /// Allows monster files to list `T` under `minds`, by its short type name.
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
