//! Passes keys to leafwing-input-manager's [`InputMap`].
//!
//! A press may count as several [`Button`]s. The first of these buttons that is bound stays held until the key is
//! released. Releasing Shift before the key has no effect.

use bevy::ecs::system::StaticSystemParam;
use bevy::ecs::system::lifetimeless::SRes;
use bevy::input::keyboard::KeyCode;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use leafwing_input_manager::InputControlKind;
use leafwing_input_manager::buttonlike::ButtonValue;
use leafwing_input_manager::clashing_inputs::{BasicInputs, ClashStrategy};
use leafwing_input_manager::input_map::{UpdatedActions, UpdatedValue};
use leafwing_input_manager::prelude::*;
use leafwing_input_manager::user_input::UserInput;
use leafwing_input_manager::user_input::updating::{CentralInputStore, UpdatableInput};

use super::bindings::Bindings;
use super::button::Button;
use super::controls::Control;
use super::key_down::KeyDown;
use super::key_set::Binding;
use super::mouse::Mouse;
use super::press::{PhysicalButton, Press};
use super::queue::{Event, KeyQueue};
use crate::explorer::Journey;

/// The bound keys and buttons that are down, identified by their places.
#[derive(Resource, Clone, Debug, Default)]
pub struct HeldKeys {
    down: Vec<(PhysicalButton, Button)>,
    /// The key that went down in this frame. What it is bound to is not known yet.
    pub(super) pressed: Option<KeyDown>,
}

impl HeldKeys {
    fn release(&mut self, place: PhysicalButton) {
        self.down.retain(|(it, _)| *it != place);
    }
}

/// Replaces the buttons in leafwing-input-manager's map with the current bindings, and releases all held keys. Does
/// nothing if only the device that was used last has changed.
pub(super) fn bind(
    bindings: Res<Bindings>,
    mut held: ResMut<HeldKeys>,
    controls: Single<(&mut InputMap<Control>, &mut ActionState<Control>)>,
    mut known: Local<Vec<Binding>>,
) {
    if bindings.iter().eq(known.iter().copied()) {
        return;
    }
    *known = bindings.iter().collect();
    let (mut map, mut state) = controls.into_inner();
    let bound: Vec<Control> = map.buttonlike_actions().copied().collect();
    for control in bound {
        if let Some(inputs) = map.get_buttonlike_mut(&control) {
            inputs.retain(|it| as_button(it.as_ref()).is_none());
        }
    }
    map.insert_multiple(bindings.iter());
    held.down.clear();
    state.reset_all();
}

/// Takes this frame's events from the queue. A press also tells whether the screen shows keys or buttons from now on.
pub(super) fn take(
    mut queue: ResMut<KeyQueue>,
    (journey, time): (Res<Journey>, Res<Time<Real>>),
    controls: Single<(&mut ActionState<Control>, &InputMap<Control>)>,
    (mut held, mut bindings): (ResMut<HeldKeys>, ResMut<Bindings>),
    mut mouse: MessageWriter<Mouse>,
) {
    queue.hear(time.elapsed());
    let (mut state, map) = controls.into_inner();
    for event in queue.next_frame(journey.is_on_the_way()) {
        match event {
            Event::Down(press) => {
                held.release(press.place);
                let device = press.name().device();
                if bindings.device() != device {
                    bindings.use_device(device);
                }
                let mut buttons = press.buttons();
                let all = || map.buttonlike_actions().copied();
                let bound = buttons.find(|it| all().any(|control| is_bound(map, control, *it)));
                held.down.extend(bound.map(|it| (press.place, it)));
                held.pressed = Some(KeyDown {
                    character: press.character,
                    button: bound.unwrap_or_else(|| press.name()),
                    control: None,
                });
                // A press counts even while another key of the same control is held.
                let again = all().filter(|it| bound.is_some_and(|key| is_bound(map, *it, key)));
                for control in again {
                    state.release(&control);
                }
            }
            Event::Up(place) => held.release(place),
            Event::AllUp => held.down.clear(),
            Event::Mouse(act) => {
                mouse.write(act);
            }
        }
    }
}

/// Returns whether a button asks for a control.
pub(super) fn is_bound(map: &InputMap<Control>, control: Control, button: Button) -> bool {
    let mut inputs = map.get_buttonlike(&control).into_iter().flatten();
    inputs.any(|it| as_button(it.as_ref()) == Some(button))
}

fn as_button(input: &dyn Buttonlike) -> Option<Button> {
    Reflect::as_any(input).downcast_ref().copied()
}

/// Passes what is held down to the [`ActionState`].
///
/// leafwing's own system `update_action_state` compares every pair of bindings in search of a clash, which takes as long as
/// drawing a screen. Two buttons never clash, so it is used only if a plugin has added other inputs to the map.
pub(super) fn update(
    held: Res<HeldKeys>,
    controls: Single<(&mut ActionState<Control>, &InputMap<Control>)>,
    store: Res<CentralInputStore>,
    strategy: Res<ClashStrategy>,
    gamepads: Query<Entity, With<Gamepad>>,
) {
    let (mut state, map) = controls.into_inner();
    let is_down = |input: &dyn Buttonlike| {
        let button = as_button(input)?;
        Some(held.down.iter().any(|(_, it)| *it == button))
    };
    let values = map.iter_buttonlike().map(|(control, inputs)| {
        let down: Option<Vec<bool>> = inputs.iter().map(|it| is_down(it.as_ref())).collect();
        let pressed = down?.contains(&true);
        let value = UpdatedValue::Button(ButtonValue::from_pressed(pressed));
        Some((*control, value))
    });
    let updated = values
        .collect::<Option<HashMap<_, _>>>()
        .map(UpdatedActions);
    state.update(updated.unwrap_or_else(|| map.process_actions(Some(gamepads), &store, *strategy)));
}

/// Returns whether there is input from a key, a mouse or a gamepad. leafwing runs only if there is input.
pub(super) fn has_news(
    held: Res<HeldKeys>,
    keys: Res<ButtonInput<KeyCode>>,
    mouse: Res<ButtonInput<MouseButton>>,
    gamepads: Query<(), Changed<Gamepad>>,
) -> bool {
    held.is_changed() || keys.is_changed() || mouse.is_changed() || !gamepads.is_empty()
}

impl UserInput for Button {
    fn kind(&self) -> InputControlKind {
        InputControlKind::Button
    }

    /// Shift and Ctrl are part of a button, so two different buttons never clash.
    fn decompose(&self) -> BasicInputs {
        BasicInputs::None
    }
}

impl UpdatableInput for Button {
    type SourceData = SRes<HeldKeys>;

    fn compute(mut store: ResMut<CentralInputStore>, keys: StaticSystemParam<Self::SourceData>) {
        for (_, button) in &keys.down {
            store.update_buttonlike(*button, ButtonValue::from_pressed(true));
        }
    }
}

impl Buttonlike for Button {
    fn get_pressed(&self, store: &CentralInputStore, _gamepad: Entity) -> Option<bool> {
        store.pressed(self)
    }

    fn press(&self, world: &mut World) {
        let mut queue = world.resource_mut::<KeyQueue>();
        queue.key_down(Press::of(*self));
    }

    fn release(&self, world: &mut World) {
        let mut queue = world.resource_mut::<KeyQueue>();
        queue.key_up(Press::of(*self).place);
    }

    fn set_value(&self, world: &mut World, value: f32) {
        match value > 0.0 {
            true => self.press(world),
            false => self.release(world),
        }
    }
}
