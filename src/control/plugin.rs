//! The plugin, and the order of its systems.

use bevy::input::InputSystems;
use bevy::prelude::*;
use leafwing_input_manager::InputControlKind;
use leafwing_input_manager::plugin::InputManagerSystem;
use leafwing_input_manager::prelude::*;
use leafwing_input_manager::user_input::updating::InputRegistration;

use super::asked::Asked;
use super::asks::Control;
use super::bindings::{Bindings, bind_keys_in_use};
use super::bound::{Bound, HeldKeys};
use super::held::{KeyDown, track_keys};
use super::{Gait, HeldControl, KeyQueue, Mouse, WizardCommand, WizardMode, queue, repeat};
use crate::explorer::{ExplorerPlugin, GoOn, Stopped};

/// Turns keys into what is [asked](Asked) for, and passes on what a [`Mouse`] does, in [`PreUpdate`].
///
/// Needs Bevy's `InputPlugin` and `TimePlugin`. A front end that sleeps between frames wakes up again
/// while [`KeyQueue`] is not empty and when [`HeldControl`] repeats.
pub struct ControlPlugin;

/// The steps from keys to what is asked for.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ControlSystems {
    /// Chooses which of the waiting events this frame handles.
    Queue,
    /// Says what was asked for.
    Ask,
    /// Does it. Nothing here: that is for screens.
    Answer,
}

impl Plugin for ControlPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((InputManagerPlugin::<Control>::default(), ExplorerPlugin))
            .register_input_kind::<Bound>(InputControlKind::Button)
            .init_resource::<Bindings>()
            .init_resource::<KeyQueue>()
            .init_resource::<HeldControl>()
            .init_resource::<HeldKeys>()
            .init_resource::<Gait>()
            .init_resource::<WizardMode>()
            .add_message::<Asked>()
            .add_message::<KeyDown>()
            .add_message::<Mouse>()
            .add_message::<Stopped>()
            .add_message::<WizardCommand>()
            .configure_sets(
                PreUpdate,
                (
                    ControlSystems::Queue.before(InputSystems),
                    (
                        ControlSystems::Ask.after(InputManagerSystem::Update),
                        ControlSystems::Answer,
                        GoOn,
                    )
                        .chain(),
                ),
            )
            .add_systems(
                PreUpdate,
                (
                    queue::queue_keys.in_set(ControlSystems::Queue),
                    (track_keys, bind_keys_in_use)
                        .chain()
                        .after(ControlSystems::Queue)
                        .after(InputManagerSystem::Tick)
                        .before(InputManagerSystem::Unify),
                    repeat::ask.in_set(ControlSystems::Ask),
                    queue::forget_what_came_before.after(GoOn),
                ),
            );
        app.world_mut().spawn((
            Name::new("controls"),
            InputMap::<Control>::default(),
            ActionState::<Control>::default(),
        ));
    }
}
