//! Adding minds to an app, each with its urge.

use bevy::ecs::schedule::ScheduleConfigs;
use bevy::ecs::system::ScheduleSystem;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy::reflect::{FromReflect, GetTypeRegistration, Reflect, TypePath};

use super::register::RegisterMind;
use crate::game::being::Turn;

/// What drives a mind. The mind with the stronger urge is asked first.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Urge {
    /// Has no choice: asleep, frozen.
    Must,
    /// Stays alive.
    Survive,
    /// Warns others.
    Warn,
    /// Fights from a distance.
    Shoot,
    /// Stays near a place.
    Duty,
    /// Goes after an enemy, or towards a noise.
    Hunt,
    /// Passes the time.
    Idle,
}

/// The `n`th mind of an urge.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
struct Place(Urge, u32);

/// The number of minds of each urge.
#[derive(Resource, Default)]
struct Places(HashMap<Urge, u32>);

/// Adds minds to an app.
pub trait AddMind {
    /// Registers the component `T`, so that monster files can name it, and runs `system` when its urge is asked.
    /// Minds with the same urge are asked in the order in which they were added.
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
