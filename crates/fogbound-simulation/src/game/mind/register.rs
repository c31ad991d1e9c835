//! Registering minds, so that monster files can name them, and declaring what a mind needs.

use std::any::TypeId;

use bevy::ecs::reflect::ReflectComponent;
use bevy::prelude::*;
use bevy::reflect::{FromReflect, FromType, GetTypeRegistration, Reflect, TypePath};

use super::urge::Urge;
use crate::game::saved::SaveBy;

/// Marks a component as a mind, so that error messages about monster files list it. [`RegisterMind::register_mind`]
/// adds this mark.
#[derive(Clone, Copy, Debug)]
pub struct ReflectMind;

impl<T> FromType<T> for ReflectMind {
    fn from_type() -> Self {
        Self
    }
}

/// Something that a monster must have so that a mind of the monster can have any effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Eyes.
    Sight,
    /// Ears.
    Hearing,
    /// A sense for enemies: eyes, or the touch of a monster that [hunts by sound](super::HuntsBySound).
    Enemies,
    /// A number above 0 in the mind's field with this name.
    Field(&'static str),
}

/// What the game knows about a mind apart from its fields.
#[derive(Clone, Debug, Default)]
pub(crate) struct MindFacts {
    /// The urges with which the mind was added.
    pub(crate) urges: Vec<Urge>,
    /// What the mind needs.
    pub(crate) needs: &'static [Need],
}

/// Changes what the game knows about a mind.
pub(super) fn change_facts<T: GetTypeRegistration>(
    app: &mut App,
    change: impl FnOnce(&mut MindFacts),
) {
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let mut registry = registry.write();
    registry.register::<T>();
    if let Some(mind) = registry.get_mut(TypeId::of::<T>()) {
        let mut facts = mind.data::<MindFacts>().cloned().unwrap_or_default();
        change(&mut facts);
        mind.insert(facts);
    }
}

/// Makes components available to monster files.
pub trait RegisterMind {
    /// Allows monster files to list `T` under `minds`, by its short type name.
    fn register_mind<T>(&mut self) -> &mut Self
    where
        T: Component + Reflect + FromReflect + TypePath + GetTypeRegistration + Default;

    /// Declares what the mind `T` needs. A monster file that names the mind but lacks one of the needs gets a warning.
    fn mind_needs<T: GetTypeRegistration>(&mut self, needs: &'static [Need]) -> &mut Self;
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
            .save_reflected::<T>()
    }

    fn mind_needs<T: GetTypeRegistration>(&mut self, needs: &'static [Need]) -> &mut Self {
        change_facts::<T>(self, |facts| facts.needs = needs);
        self
    }
}
