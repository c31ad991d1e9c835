//! Keys that are held down, as a kind of input that leafwing-input-manager can bind.
//!
//! That crate binds places on the keyboard only.

use std::collections::BTreeMap;

use bevy::ecs::system::StaticSystemParam;
use bevy::ecs::system::lifetimeless::SRes;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode};
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
    pub(super) modifiers: Modifiers,
}

/// The keys that change what others mean, and are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Modifiers {
    pub(super) shift: [bool; 2],
    pub(super) ctrl: [bool; 2],
    pub(super) alt: [bool; 2],
    pub(super) super_key: [bool; 2],
    /// The right Alt key where it types further characters, as on most European keyboards.
    pub(super) alt_gr: bool,
}

/// What the held modifiers make of another key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chord {
    /// It is a key by itself, or with Shift.
    Plain,
    /// It types one of the further characters that a layout has.
    Typing,
    /// It is a key with Ctrl.
    Ctrl,
    /// It is meant for the system or the window manager.
    Foreign,
}

/// Option types further characters on a Mac, as AltGr does elsewhere.
const ALT_TYPES: bool = cfg!(target_os = "macos");

impl Modifiers {
    /// Takes note of a key that goes down or up. Says whether it is one of these.
    pub(super) fn follow(&mut self, place: KeyCode, key: &Key, is_down: bool) -> bool {
        match place {
            KeyCode::ShiftLeft => self.shift[0] = is_down,
            KeyCode::ShiftRight => self.shift[1] = is_down,
            KeyCode::ControlLeft => self.ctrl[0] = is_down,
            KeyCode::ControlRight => self.ctrl[1] = is_down,
            KeyCode::SuperLeft => self.super_key[0] = is_down,
            KeyCode::SuperRight => self.super_key[1] = is_down,
            // Some systems name the key otherwise once it is down.
            KeyCode::AltRight if !is_down => (self.alt_gr, self.alt[1]) = (false, false),
            KeyCode::AltRight if *key == Key::AltGraph => self.alt_gr = true,
            KeyCode::AltLeft => self.alt[0] = is_down,
            KeyCode::AltRight => self.alt[1] = true,
            KeyCode::CapsLock | KeyCode::NumLock => {}
            _ if *key == Key::AltGraph => self.alt_gr = is_down,
            _ => return false,
        }
        true
    }

    pub(super) fn has_shift(&self) -> bool {
        self.shift.contains(&true)
    }

    pub(super) fn chord(&self) -> Chord {
        let alt = self.alt.contains(&true);
        // Windows sends a Ctrl of its own along with AltGr.
        if self.super_key.contains(&true) {
            Chord::Foreign
        } else if self.alt_gr || alt && ALT_TYPES {
            Chord::Typing
        } else if alt {
            Chord::Foreign
        } else if self.ctrl.contains(&true) {
            Chord::Ctrl
        } else {
            Chord::Plain
        }
    }
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
