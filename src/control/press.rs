//! Keys, and the events of pressing them.

use std::fmt;

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

/// The letters that keys are bound by place for, on a keyboard with a United States layout.
const PLACES: [(char, KeyCode); 5] = [
    (' ', KeyCode::Space),
    ('w', KeyCode::KeyW),
    ('a', KeyCode::KeyA),
    ('s', KeyCode::KeyS),
    ('d', KeyCode::KeyD),
];

impl Button {
    /// The key that types `character` on a keyboard with a United States layout: a place if it is bound by that.
    pub(super) fn typing(character: char) -> Self {
        let character = character.to_ascii_lowercase();
        let place = PLACES.iter().find(|(typed, _)| *typed == character);
        place.map_or(Self::Types(character), |(_, key)| Self::Place(*key))
    }

    /// The same key; a letter in lower case, for letters count in either.
    pub(super) fn lowercase(self) -> Self {
        match self {
            Self::Types(character) => Self::Types(character.to_ascii_lowercase()),
            place => place,
        }
    }

    /// Whether the two are one key, on a keyboard with a United States layout.
    pub(super) fn is_same_key(self, other: Self) -> bool {
        let as_place = |button| match button {
            Self::Types(character) => Self::typing(character),
            place => place,
        };
        as_place(self) == as_place(other)
    }
}

/// As a [`KeyScript`](super::KeyScript) writes it.
impl fmt::Display for Button {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Types('<') => f.write_str("<Less>"),
            Self::Types(character) => write!(f, "{character}"),
            Self::Place(key) => match PLACES.iter().find(|(_, place)| place == key) {
                Some((letter, _)) if *letter != ' ' => write!(f, "{letter}"),
                _ => write!(f, "<{}>", short_name(*key)),
            },
        }
    }
}

/// Names that are shorter than those of the window system.
pub(super) const SHORT_NAMES: [(&str, KeyCode); 7] = [
    ("Up", KeyCode::ArrowUp),
    ("Down", KeyCode::ArrowDown),
    ("Left", KeyCode::ArrowLeft),
    ("Right", KeyCode::ArrowRight),
    ("Esc", KeyCode::Escape),
    ("PgUp", KeyCode::PageUp),
    ("PgDn", KeyCode::PageDown),
];

/// A key's name, a short one if it has one.
pub(super) fn short_name(key: KeyCode) -> String {
    let short = SHORT_NAMES.iter().find(|(_, it)| *it == key);
    short.map_or_else(|| format!("{key:?}"), |(name, _)| (*name).to_owned())
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
