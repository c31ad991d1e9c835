//! Names keys by the character they type, or by their position on the keyboard, and the buttons of a gamepad.

use std::fmt;

use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::pad_button::PadButton;

/// A key, either alone or together with Shift or Ctrl, or a button of a gamepad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Reflect, Serialize, Deserialize)]
pub enum Button {
    /// The key that types this character. `r` and `R` are different keys.
    Types(char),
    /// The key at this position on the keyboard.
    Place(KeyCode),
    /// The key at this position, with Shift.
    Shift(KeyCode),
    /// The key at this position, with Ctrl.
    Ctrl(KeyCode),
    /// This button of a gamepad.
    Pad(PadButton),
    /// This button of a gamepad, while the left trigger is held.
    PadShift(PadButton),
}

/// A device that has keys or buttons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Device {
    /// A keyboard.
    #[default]
    Keyboard,
    /// A gamepad.
    Gamepad,
}

/// Lists keys on a US layout: for each, the character typed without Shift, the character typed with Shift, and the
/// position.
macro_rules! keys {
    ($($plain:literal $shifted:literal $key:ident),* $(,)?) => {
        [$(($plain, $shifted, KeyCode::$key)),*]
    };
}

/// The keys that type a character on a US layout.
const LAYOUT: [(char, char, KeyCode); 48] = keys![
    'a' 'A' KeyA, 'b' 'B' KeyB, 'c' 'C' KeyC, 'd' 'D' KeyD, 'e' 'E' KeyE, 'f' 'F' KeyF, 'g' 'G' KeyG,
    'h' 'H' KeyH, 'i' 'I' KeyI, 'j' 'J' KeyJ, 'k' 'K' KeyK, 'l' 'L' KeyL, 'm' 'M' KeyM, 'n' 'N' KeyN,
    'o' 'O' KeyO, 'p' 'P' KeyP, 'q' 'Q' KeyQ, 'r' 'R' KeyR, 's' 'S' KeyS, 't' 'T' KeyT, 'u' 'U' KeyU,
    'v' 'V' KeyV, 'w' 'W' KeyW, 'x' 'X' KeyX, 'y' 'Y' KeyY, 'z' 'Z' KeyZ,
    '1' '!' Digit1, '2' '@' Digit2, '3' '#' Digit3, '4' '$' Digit4, '5' '%' Digit5, '6' '^' Digit6,
    '7' '&' Digit7, '8' '*' Digit8, '9' '(' Digit9, '0' ')' Digit0, '-' '_' Minus, '=' '+' Equal,
    '[' '{' BracketLeft, ']' '}' BracketRight, '\\' '|' Backslash, ';' ':' Semicolon, '\'' '"' Quote,
    ',' '<' Comma, '.' '>' Period, '/' '?' Slash, '`' '~' Backquote, ' ' ' ' Space,
];

/// Returns the position of the key that types `character` on a US layout, and whether Shift is needed.
pub(super) fn place_of(character: char) -> Option<(KeyCode, bool)> {
    let found = LAYOUT
        .iter()
        .find(|(plain, shifted, _)| *plain == character || *shifted == character)?;
    Some((found.2, found.0 != character))
}

/// Returns the character that the key at `place` types on a US layout.
pub(super) fn typed_at(place: KeyCode, shift: bool) -> Option<char> {
    let (plain, shifted, _) = LAYOUT.iter().find(|(.., key)| *key == place)?;
    Some(if shift { *shifted } else { *plain })
}

impl Button {
    /// Returns the device that has this key or button.
    pub fn device(self) -> Device {
        match self {
            Self::Pad(_) | Self::PadShift(_) => Device::Gamepad,
            Self::Types(_) | Self::Place(_) | Self::Shift(_) | Self::Ctrl(_) => Device::Keyboard,
        }
    }

    /// Returns this key as a button that names the key by its position on a US layout.
    fn by_place(self) -> Self {
        match self {
            Self::Types(character) => match place_of(character) {
                Some((key, false)) => Self::Place(key),
                Some((key, true)) => Self::Shift(key),
                None => self,
            },
            place => place,
        }
    }

    /// Returns whether two buttons are the same key on a US layout.
    pub(super) fn is_same_key(self, other: Self) -> bool {
        self.by_place() == other.by_place()
    }
}

/// Writes the key in the syntax of a [`KeyScript`](super::KeyScript) and of a key file.
impl fmt::Display for Button {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Types('<') => f.write_str("<Less>"),
            Self::Types(' ') => f.write_str("<Space>"),
            Self::Types(character) => write!(f, "{character}"),
            Self::Place(key) => write!(f, "<{}>", short_name(key)),
            Self::Shift(key) => write!(f, "<Shift+{}>", short_name(key)),
            Self::Ctrl(key) => write!(f, "<Ctrl+{}>", short_name(key)),
            Self::Pad(button) => write!(f, "<{button}>"),
            Self::PadShift(button) => write!(f, "<Shift+{button}>"),
        }
    }
}

/// Short names for keys that have long names.
pub(super) const SHORT_NAMES: [(&str, KeyCode); 7] = [
    ("Up", KeyCode::ArrowUp),
    ("Down", KeyCode::ArrowDown),
    ("Left", KeyCode::ArrowLeft),
    ("Right", KeyCode::ArrowRight),
    ("Esc", KeyCode::Escape),
    ("PgUp", KeyCode::PageUp),
    ("PgDn", KeyCode::PageDown),
];

/// Returns a key's short name, or its full name if it has no short one.
pub(super) fn short_name(key: KeyCode) -> String {
    let short = SHORT_NAMES.iter().find(|(_, it)| *it == key);
    short.map_or_else(|| format!("{key:?}"), |(name, _)| (*name).to_owned())
}

/// The digit keys of the numpad.
const NUMPAD: [KeyCode; 10] = [
    KeyCode::Numpad0,
    KeyCode::Numpad1,
    KeyCode::Numpad2,
    KeyCode::Numpad3,
    KeyCode::Numpad4,
    KeyCode::Numpad5,
    KeyCode::Numpad6,
    KeyCode::Numpad7,
    KeyCode::Numpad8,
    KeyCode::Numpad9,
];

pub(super) fn digit_of(key: KeyCode) -> Option<char> {
    let digit = NUMPAD.iter().position(|it| *it == key)?;
    char::from_digit(digit as u32, 10)
}

impl Button {
    pub fn on_numpad(digit: char) -> Option<Self> {
        let digit = digit.to_digit(10)?;
        NUMPAD.get(digit as usize).copied().map(Self::Place)
    }
}
