//! Keys by the character they type, as a kind of input that leafwing-input-manager can bind.
//!
//! That crate binds places on the keyboard only. Here a key counts as holding down the character it
//! typed when it went down, until that same key comes up: releasing Shift first changes nothing.

use std::collections::BTreeMap;

use bevy::ecs::system::StaticSystemParam;
use bevy::ecs::system::lifetimeless::SRes;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode, KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;
use leafwing_input_manager::InputControlKind;
use leafwing_input_manager::buttonlike::ButtonValue;
use leafwing_input_manager::clashing_inputs::BasicInputs;
use leafwing_input_manager::user_input::updating::{CentralInputStore, UpdatableInput};
use leafwing_input_manager::user_input::{Buttonlike, UserInput};
use serde::{Deserialize, Serialize};

use super::press::{Button, press};

/// The key that types this character, wherever it is. Letters count in either case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Reflect, Serialize, Deserialize)]
pub struct Typed(pub char);

/// The characters that are being held down.
#[derive(Resource, Clone, Debug, Default)]
pub struct HeldCharacters {
    held: BTreeMap<KeyCode, char>,
    just_released: Vec<char>,
}

/// Follows the keyboard.
pub(super) fn track_characters(
    mut characters: ResMut<HeldCharacters>,
    mut keys: MessageReader<KeyboardInput>,
    mut focus_lost: MessageReader<KeyboardFocusLost>,
) {
    characters.just_released.clear();
    for key in keys.read() {
        let released = characters.held.remove(&key.key_code);
        match (key.state, &key.logical_key) {
            (ButtonState::Pressed, Key::Character(text)) => {
                let mut letters = text.chars().flat_map(char::to_lowercase);
                if let (Some(character), None) = (letters.next(), letters.next()) {
                    characters.held.insert(key.key_code, character);
                }
            }
            _ => characters.just_released.extend(released),
        }
    }
    if focus_lost.read().count() > 0 {
        let held = std::mem::take(&mut characters.held);
        characters.just_released.extend(held.into_values());
    }
}

impl UserInput for Typed {
    fn kind(&self) -> InputControlKind {
        InputControlKind::Button
    }

    fn decompose(&self) -> BasicInputs {
        BasicInputs::Simple(Box::new(*self))
    }
}

impl UpdatableInput for Typed {
    type SourceData = SRes<HeldCharacters>;

    fn compute(
        mut store: ResMut<CentralInputStore>,
        characters: StaticSystemParam<Self::SourceData>,
    ) {
        for &character in &characters.just_released {
            store.update_buttonlike(Self(character), ButtonValue::from_pressed(false));
        }
        for &character in characters.held.values() {
            store.update_buttonlike(Self(character), ButtonValue::from_pressed(true));
        }
    }
}

impl Buttonlike for Typed {
    fn get_pressed(&self, store: &CentralInputStore, _gamepad: Entity) -> Option<bool> {
        store.pressed(self)
    }

    fn press(&self, world: &mut World) {
        world.write_message(press(Button::Types(self.0), ButtonState::Pressed));
    }

    fn release(&self, world: &mut World) {
        world.write_message(press(Button::Types(self.0), ButtonState::Released));
    }

    fn set_value(&self, world: &mut World, value: f32) {
        if value > 0.0 {
            self.press(world);
        } else {
            self.release(world);
        }
    }
}
