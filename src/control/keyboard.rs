//! A keyboard as a window system tells of it: places, what they type, and keys such as Shift among them.

use bevy::input::keyboard::{Key, KeyCode, KeyboardInput};
use bevy::prelude::*;

use super::press::{Chord, Press};
use super::queue::KeyQueue;

/// Which of the keys are held that change what others mean.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Keyboard {
    shift: [bool; 2],
    ctrl: [bool; 2],
    alt: [bool; 2],
    super_key: [bool; 2],
    /// The right Alt key where it types further characters, as on most European keyboards.
    alt_gr: bool,
}

/// Option types further characters on a Mac, as AltGr does elsewhere.
const ALT_TYPES: bool = cfg!(target_os = "macos");

impl Keyboard {
    /// Puts a key that goes down or comes up into the queue. The system's own repetition of held keys is dropped.
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
        }
    }

    /// Forgets what is held and what waits: another window has the keyboard.
    pub fn lose(&mut self, queue: &mut KeyQueue) {
        *self = Self::default();
        queue.lose_keyboard();
    }

    /// Takes note of a key that goes down or up. Says whether it is one of these.
    fn follow(&mut self, place: KeyCode, key: &Key, is_down: bool) -> bool {
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

    /// What these keys make of another one. None: it is meant for the system or the window manager.
    fn chord(&self) -> Option<Chord> {
        let alt = self.alt.contains(&true);
        // Windows sends a Ctrl of its own along with AltGr.
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

/// The one character that an event types.
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
