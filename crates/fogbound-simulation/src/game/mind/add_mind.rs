//! Minds are added to an app, each with the urge that drives it.

use bevy::ecs::schedule::ScheduleConfigs;
use bevy::ecs::system::ScheduleSystem;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy::reflect::{FromReflect, GetTypeRegistration, Reflect, TypePath};

use super::register::RegisterMind;
use crate::game::being::Turn;

/// What drives a mind. The stronger urge is asked first.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Urge {
    /// Cannot do otherwise: asleep, frozen.
    Must,
    /// Stays alive.
    Survive,
    /// Tells others.
    Warn,
    /// Fights from afar.
    Shoot,
    /// Keeps to a place.
    Duty,
    /// Goes after an enemy, or after what it heard.
    Hunt,
    /// Has nothing else to do.
    Idle,
}

/// The `n`th mind of an urge.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
struct Place(Urge, u32);

/// How many minds of each urge there are.
#[derive(Resource, Default)]
struct Places(HashMap<Urge, u32>);

/// Adds minds to an app.
pub trait AddMind {
    /// Registers the component `T`, so that a monster's file can name it, and asks `system` when its
    /// turn comes: among minds of the same urge in the order in which they were added.
    fn add_mind<T, M>(
        &mut self,
        urge: Urge,
        system: impl IntoScheduleConfigs<ScheduleSystem, M>,
    ) -> &mut Self
    where
        T: Component + Reflect + FromReflect + TypePath + GetTypeRegistration + Default;
}

impl AddMind for App {
    fn add_mind<T, M>(
        &mut self,
        urge: Urge,
        system: impl IntoScheduleConfigs<ScheduleSystem, M>,
    ) -> &mut Self
    where
        T: Component + Reflect + FromReflect + TypePath + GetTypeRegistration + Default,
    {
        let mut places = self.world_mut().get_resource_or_init::<Places>();
        let number = places.0.entry(urge).or_default();
        let place = Place(urge, *number);
        let before = number.checked_sub(1).map(|before| Place(urge, before));
        *number += 1;
        let mut system: ScheduleConfigs<ScheduleSystem> = system.in_set(place).in_set(urge);
        if let Some(before) = before {
            system = system.after(before);
        }
        self.register_mind::<T>().add_systems(Turn, system)
    }
}
