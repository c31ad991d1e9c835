//! The control plugin and the order of its systems.

use bevy::input::InputSystems;
use bevy::prelude::*;
use leafwing_input_manager::InputControlKind;
use leafwing_input_manager::clashing_inputs::ClashStrategy;
use leafwing_input_manager::plugin::{CentralInputStorePlugin, InputManagerSystem};
use leafwing_input_manager::prelude::*;
use leafwing_input_manager::systems::{clear_central_input_store, tick_action_state};
use leafwing_input_manager::user_input::updating::InputRegistration;

use super::asked::{Asked, ask};
use super::bindings::Bindings;
use super::button::Button;
use super::controls::Control;
use super::held::{self, HeldKeys};
use super::{
    Gait, Gamepads, HeldControl, KeyQueue, Keyboard, Mouse, WizardCommand, WizardMode, gamepad,
    queue,
};
use crate::explorer::{CameIntoView, ExplorerPlugin, JourneyStep, Stopped};

/// Turns presses of keys and of gamepad buttons into [`Asked`] controls and passes on [`Mouse`] events, in [`PreUpdate`].
///
/// Needs Bevy's `InputPlugin` and `TimePlugin`, and a front end that fills the [`KeyQueue`]. A front end that sleeps
/// between frames must keep updating the app while the queue is not empty, and must wake up when the [`HeldControl`] is
/// due to repeat or a direction of the [`Gamepads`] is due.
///
/// One entity has an [`InputMap<Control>`] with every key binding. Plugins can add other inputs to this map.
pub struct ControlPlugin;

/// The steps that turn keys into controls, in order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ControlSystems {
    /// Chooses the waiting events that this frame handles.
    Queue,
    /// Writes [`Asked`].
    Ask,
    /// Responds to [`Asked`]. Only the modes add systems to this set.
    Answer,
}

impl Plugin for ControlPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((CentralInputStorePlugin, ExplorerPlugin))
            .register_input_kind::<Button>(InputControlKind::Button)
            .init_resource::<ClashStrategy>()
            .init_resource::<Bindings>()
            .init_resource::<Keyboard>()
            .init_resource::<Gamepads>()
            .init_resource::<KeyQueue>()
            .init_resource::<HeldControl>()
            .init_resource::<HeldKeys>()
            .init_resource::<Gait>()
            .init_resource::<WizardMode>()
            .add_message::<Asked>()
            .add_message::<Mouse>()
            .add_message::<Stopped>()
            .add_message::<CameIntoView>()
            .add_message::<WizardCommand>()
            .configure_sets(
                PreUpdate,
                (
                    InputManagerSystem::Tick,
                    ControlSystems::Queue,
                    InputManagerSystem::Unify,
                    InputManagerSystem::Update,
                    ControlSystems::Ask,
                    ControlSystems::Answer,
                    JourneyStep,
                )
                    .chain(),
            )
            .add_systems(
                PreUpdate,
                (
                    (tick_action_state::<Control>, clear_central_input_store)
                        .in_set(InputManagerSystem::Tick),
                    (held::bind.run_if(resource_changed::<Bindings>), held::take)
                        .chain()
                        .in_set(ControlSystems::Queue),
                    gamepad::hear
                        .after(InputSystems)
                        .before(ControlSystems::Queue),
                    held::update
                        .in_set(InputManagerSystem::Update)
                        .run_if(held::has_news),
                    ask.in_set(ControlSystems::Ask),
                    queue::forget_what_came_before.after(JourneyStep),
                ),
            );
        app.world_mut().spawn((
            Name::new("controls"),
            InputMap::<Control>::default(),
            ActionState::<Control>::default(),
        ));
    }
}
