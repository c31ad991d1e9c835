//! Keys, and the events of pressing them.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode, KeyboardInput, NativeKey, NativeKeyCode};
use bevy::prelude::*;

/// One key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// Whatever key types this character.
    Types(char),
    /// The key at this place of the keyboard.
    Place(KeyCode),
}

/// The event of a key that goes down or up, as a keyboard would send it.
pub(super) fn press(button: Button, state: ButtonState) -> KeyboardInput {
    let (key_code, logical_key) = match button {
        // The character decides; the place only tells one such key from another.
        Button::Types(character) => (
            KeyCode::Unidentified(NativeKeyCode::Xkb(u32::from(character))),
            Key::Character(character.to_string().into()),
        ),
        Button::Place(key) => (key, Key::Unidentified(NativeKey::Unidentified)),
    };
    KeyboardInput {
        key_code,
        logical_key,
        state,
        text: None,
        repeat: false,
        window: Entity::PLACEHOLDER,
    }
}
