//! Handles keyboard input from a window system, including modifier keys.

use bevy::input::keyboard::{Key, KeyCode, KeyboardInput};
use bevy::prelude::*;

use super::button::Button;
use super::press::{Chord, Press};
use super::queue::KeyQueue;

/// The modifier keys that are held.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Keyboard {
    shift: [bool; 2],
    ctrl: [bool; 2],
    alt: [bool; 2],
    super_key: [bool; 2],
    /// Whether AltGr is held. This is the right Alt key on layouts where it types additional characters, such as most
    /// European layouts.
    alt_gr: bool,
}

/// On a Mac, Option types additional characters, as AltGr does elsewhere.
const ALT_TYPES: bool = cfg!(target_os = "macos");

impl Keyboard {
    /// Queues a key press or release. The system's own key repeats are dropped.
    pub fn hear(&mut self, key: &KeyboardInput, queue: &mut KeyQueue) {
        let is_down = key.state.is_pressed();
        if key.repeat || self.follow(key.key_code, &key.logical_key, is_down) {
            return;
        }
        if !is_down {
            queue.key_up(key.key_code);
        } else if let Some(chord) = self.chord() {
            let has_shift = self.shift.contains(&true);
            queue.key_down(Press::new(key.key_code, character(key), has_shift, chord));
        } else if key.key_code == KeyCode::Enter && self.alt.contains(&true) {
            // Many programs fill the screen with Alt+Enter as well.
            queue.key_down(Press::of(Button::Place(KeyCode::F11)));
            queue.key_up(KeyCode::F11);
        }
    }

    /// Clears the held modifiers and the waiting keys, because another window now has the keyboard focus.
    pub fn lose(&mut self, queue: &mut KeyQueue) {
        *self = Self::default();
        queue.lose_keyboard();
    }

    /// Keeps track of a modifier key. Returns `false` if the key is not a modifier.
    fn follow(&mut self, place: KeyCode, key: &Key, is_down: bool) -> bool {
        match place {
            KeyCode::ShiftLeft => self.shift[0] = is_down,
            KeyCode::ShiftRight => self.shift[1] = is_down,
            KeyCode::ControlLeft => self.ctrl[0] = is_down,
            KeyCode::ControlRight => self.ctrl[1] = is_down,
            KeyCode::SuperLeft => self.super_key[0] = is_down,
            KeyCode::SuperRight => self.super_key[1] = is_down,
            // Some systems report a different name when the key is released.
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

    /// Returns the effect of the held modifiers, or `None` if they make the key a shortcut for the system or the window
    /// manager.
    fn chord(&self) -> Option<Chord> {
        let alt = self.alt.contains(&true);
        // Check AltGr before Ctrl, because Windows also sends Ctrl with AltGr.
        if self.super_key.contains(&true) {
            None
        } else if self.alt_gr || alt && ALT_TYPES {
            Some(Chord::Typing)
        } else if alt {
            None
        } else if self.ctrl.contains(&true) {
            Some(Chord::Ctrl)
        } else {
            Some(Chord::Plain)
        }
    }
}

/// Returns the character that an event types, if the event types exactly one.
fn character(key: &KeyboardInput) -> Option<char> {
    let text = match &key.logical_key {
        Key::Character(text) => text.as_str(),
        Key::Space => " ",
        _ if key.key_code == KeyCode::Space => " ",
        _ => return None,
    };
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}
