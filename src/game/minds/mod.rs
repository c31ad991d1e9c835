//! How creatures decide: one component and one system a mind, one file each.
//!
//! A mind reads what its own creature senses, remembers and knows of itself, and writes its own
//! creature's [`Intent`](super::Intent), nothing else. A creature may have several minds. They are asked in the order
//! of their [`Urge`]s, and the first that wants something has it.
//!
//! A mind of your own is a component and a system, and one line that adds them:
//!
//! ```
//! use bevy::prelude::*;
//! use fogbound::game::{Action, minds::{AddMind, Deciding, Urge}};
//!
//! /// Turns round and round.
//! #[derive(Component, Reflect, Default)]
//! #[reflect(Component, Default)]
//! struct Dances;
//!
//! fn dance(deciding: Deciding, mut dancers: Query<(Entity, &Dances)>) { /* … */ }
//!
//! # let mut app = App::new();
//! app.add_mind::<Dances, _>(Urge::Idle, dance);
//! ```

mod alarm;
mod deciding;
mod flee;
mod guard;
mod hunt;
mod look_ahead;
mod pack;
mod shoot;
mod sleep;
mod sound;
mod still;
mod walk;
mod wander;

use bevy::ecs::schedule::ScheduleConfigs;
use bevy::ecs::system::ScheduleSystem;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy::reflect::{FromReflect, GetTypeRegistration, Reflect, TypePath};

pub use alarm::RaisesAlarm;
pub use deciding::{Deciding, Mindful, MindfulItem};
pub use flee::Flees;
pub use guard::Guards;
pub use hunt::Hunts;
pub use look_ahead::LooksAhead;
pub use pack::Pack;
pub use shoot::Shoots;
pub use sleep::Sleeps;
pub use sound::HuntsBySound;
pub use still::StillWhenWatched;
pub use walk::Errand;
pub use wander::Wanders;

use super::bestiary::RegisterMind;
use super::{Camouflage, Turn, TurnSystems};

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

/// Opens closed doors. To a creature without this they are walls.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
pub struct OpensDoors;

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

pub(super) fn plugin(app: &mut App) {
    app.configure_sets(
        Turn,
        (
            Urge::Must,
            Urge::Survive,
            Urge::Warn,
            Urge::Shoot,
            Urge::Duty,
            Urge::Hunt,
            Urge::Idle,
        )
            .chain()
            .in_set(TurnSystems::Decide),
    )
    .register_mind::<OpensDoors>()
    .register_mind::<Camouflage>();
    sleep::plugin(app);
    still::plugin(app);
    flee::plugin(app);
    alarm::plugin(app);
    shoot::plugin(app);
    guard::plugin(app);
    hunt::plugin(app);
    sound::plugin(app);
    wander::plugin(app);
    pack::plugin(app);
    look_ahead::plugin(app);
}
