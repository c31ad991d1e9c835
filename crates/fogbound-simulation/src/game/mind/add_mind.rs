//! Adding minds to an app. Each mind has an urge.

use bevy::ecs::schedule::ScheduleConfigs;
use bevy::ecs::system::ScheduleSystem;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy::reflect::{FromReflect, GetTypeRegistration, Reflect, TypePath};

use super::register::RegisterMind;
use crate::game::being::Turn;

/// The urge that drives a mind. Minds with stronger urges are asked first.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Urge {
    /// The creature has no choice: it is asleep or frozen.
    Must,
    /// The creature tries to stay alive.
    Survive,
    /// The creature warns others.
    Warn,
    /// The creature fights from a distance.
    Shoot,
    /// The creature stays near a place.
    Duty,
    /// The creature goes after an enemy or towards a noise.
    Hunt,
    /// The creature passes the time.
    Idle,
}

/// The `n`th mind with an urge.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
struct Place(Urge, u32);

/// The number of minds with each urge.
#[derive(Resource, Default)]
struct Places(HashMap<Urge, u32>);

/// Adds minds to an app.
pub trait AddMind {
    /// Registers the component `T`, so that monster files can name it, and runs `system` when minds with this urge are
    /// asked. Minds with the same urge are asked in the order in which they were added.
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
