//! The plugin, and the order of its systems.

use bevy::input::InputSystems;
use bevy::prelude::*;
use leafwing_input_manager::InputControlKind;
use leafwing_input_manager::plugin::InputManagerSystem;
use leafwing_input_manager::prelude::*;
use leafwing_input_manager::user_input::updating::InputRegistration;

use super::asked::Asked;
use super::asks::Control;
use super::bindings::{Bindings, follow_bindings};
use super::commands::{Gait, WizardCommand, WizardMode, issue_commands};
use super::typed::{HeldCharacters, Typed, track_characters};
use super::{HeldControl, KeyQueue, queue, repeat};
use crate::explorer::{ExplorerPlugin, GoOn};

/// Turns keys into [`PlayerCommand`](crate::game::PlayerCommand)s, in [`PreUpdate`].
///
/// Needs Bevy's `InputPlugin` and `TimePlugin`. A front end that sleeps between frames wakes up again
/// while [`KeyQueue`] is not empty and when [`HeldControl`] repeats.
pub struct ControlPlugin;

/// The steps from keys to commands.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ControlSystems {
    /// Chooses which of the waiting key events this frame handles.
    Queue,
    /// Writes the commands.
    Command,
}

impl Plugin for ControlPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((InputManagerPlugin::<Control>::default(), ExplorerPlugin))
            .register_input_kind::<Typed>(InputControlKind::Button)
            .init_resource::<Bindings>()
            .init_resource::<KeyQueue>()
            .init_resource::<HeldControl>()
            .init_resource::<HeldCharacters>()
            .init_resource::<Gait>()
            .init_resource::<WizardMode>()
            .add_message::<Asked>()
            .add_message::<WizardCommand>()
            .configure_sets(
                PreUpdate,
                (
                    ControlSystems::Queue.before(InputSystems),
                    ControlSystems::Command
                        .after(InputManagerSystem::Update)
                        .before(GoOn),
                ),
            )
            .add_systems(
                PreUpdate,
                (
                    follow_bindings
                        .run_if(resource_changed::<Bindings>)
                        .before(ControlSystems::Queue),
                    queue::queue_keys.in_set(ControlSystems::Queue),
                    track_characters
                        .after(ControlSystems::Queue)
                        .before(InputManagerSystem::Unify),
                    (repeat::ask, issue_commands)
                        .chain()
                        .in_set(ControlSystems::Command),
                ),
            );
        app.world_mut().spawn((
            Name::new("controls"),
            Bindings::default().input_map(),
            ActionState::<Control>::default(),
        ));
    }
}
