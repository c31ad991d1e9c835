//! Adding minds to an app.

use bevy::ecs::schedule::ScheduleConfigs;
use bevy::ecs::system::ScheduleSystem;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy::reflect::{FromReflect, GetTypeRegistration, Reflect, TypePath};

use super::reasons::{add_recorder, record};
use super::register::{RegisterMind, change_facts};
use super::urge::Urge;
use crate::game::being::Turn;

/// The `n`th system with an urge.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Place(Urge, u32);

/// The system that records what the `n`th system with an urge has chosen, if reasons are recorded.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Recorded(Urge, u32);

/// The number of systems with each urge.
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
        self.register_mind::<T>();
        change_facts::<T>(self, |facts| facts.urges.push(urge));
        // A mind that nobody on the level has costs nothing.
        let system = system.run_if(any_with_component::<T>);
        self.ask_in_turn(urge, system, record::<T>)
    }
}

/// Adds minds and other systems that decide for creatures.
pub(super) trait AskInTurn {
    /// Runs `system` when minds with this urge are asked, after the systems with this urge that were
    /// added before. If reasons are
    /// recorded, `recorder` then records what has been chosen.
    fn ask_in_turn<M, N>(
        &mut self,
        urge: Urge,
        system: impl IntoScheduleConfigs<ScheduleSystem, M>,
        recorder: impl IntoScheduleConfigs<ScheduleSystem, N> + Copy + Send + Sync + 'static,
    ) -> &mut Self;
}

impl AskInTurn for App {
    fn ask_in_turn<M, N>(
        &mut self,
        urge: Urge,
        system: impl IntoScheduleConfigs<ScheduleSystem, M>,
        recorder: impl IntoScheduleConfigs<ScheduleSystem, N> + Copy + Send + Sync + 'static,
    ) -> &mut Self {
        let mut places = self.world_mut().get_resource_or_init::<Places>();
        let count = places.0.entry(urge).or_default();
        let number = *count;
        *count += 1;
        let place = Place(urge, number);
        let recorded = Recorded(urge, number);
        let before = number.checked_sub(1);
        let mut system: ScheduleConfigs<ScheduleSystem> = system.in_set(place).in_set(urge);
        if let Some(before) = before {
            system = system
                .after(Place(urge, before))
                .after(Recorded(urge, before));
        }
        let recorder = move || recorder.in_set(recorded).in_set(urge).after(place);
        add_recorder(self, Box::new(recorder));
        self.add_systems(Turn, system)
    }
}
