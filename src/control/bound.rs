//! Keys that are held down, as a kind of input that leafwing-input-manager can bind.
//!
//! That crate binds places on the keyboard only.

use std::collections::BTreeMap;

use bevy::ecs::system::StaticSystemParam;
use bevy::ecs::system::lifetimeless::SRes;
use bevy::input::ButtonState;
use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;
use leafwing_input_manager::InputControlKind;
use leafwing_input_manager::buttonlike::ButtonValue;
use leafwing_input_manager::clashing_inputs::BasicInputs;
use leafwing_input_manager::user_input::updating::{CentralInputStore, UpdatableInput};
use leafwing_input_manager::user_input::{Buttonlike, UserInput};
use serde::{Deserialize, Serialize};

use super::press::{Button, tap};

/// A key that is bound to something, wherever it is and whatever it types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Reflect, Serialize, Deserialize)]
pub struct Bound(pub Button);

/// The keys that are being held down.
#[derive(Resource, Clone, Debug, Default)]
pub struct HeldKeys {
    pub(super) held: BTreeMap<KeyCode, Button>,
    pub(super) just_released: Vec<Button>,
    pub(super) shift: [bool; 2],
}

impl UserInput for Bound {
    fn kind(&self) -> InputControlKind {
        InputControlKind::Button
    }

    fn decompose(&self) -> BasicInputs {
        BasicInputs::Simple(Box::new(*self))
    }
}

impl UpdatableInput for Bound {
    type SourceData = SRes<HeldKeys>;

    fn compute(mut store: ResMut<CentralInputStore>, keys: StaticSystemParam<Self::SourceData>) {
        for &button in &keys.just_released {
            store.update_buttonlike(Self(button), ButtonValue::from_pressed(false));
        }
        for &button in keys.held.values() {
            store.update_buttonlike(Self(button), ButtonValue::from_pressed(true));
        }
    }
}

impl Buttonlike for Bound {
    fn get_pressed(&self, store: &CentralInputStore, _gamepad: Entity) -> Option<bool> {
        store.pressed(self)
    }

    fn press(&self, world: &mut World) {
        let mut events = tap(self.0);
        events.retain(|it| it.state == ButtonState::Pressed);
        world.write_message_batch(events);
    }

    fn release(&self, world: &mut World) {
        let mut events = tap(self.0);
        events.retain(|it| it.state == ButtonState::Released);
        world.write_message_batch(events);
    }

    fn set_value(&self, world: &mut World, value: f32) {
        if value > 0.0 {
            self.press(world);
        } else {
            self.release(world);
        }
    }
}
