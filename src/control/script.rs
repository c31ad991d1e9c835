//! Keys written down: `lljj<Up>.` types two `l`, two `j`, the up arrow and a full stop.

use std::fmt;
use std::str::FromStr;

use bevy::input::ButtonState;
use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;

use super::bindings::BINDINGS;
use super::press::{Button, press};
use super::queue::KeyQueue;

/// A sequence of keys, each bound to something.
///
/// A character is the key that types it; other keys are named in angle brackets, in any case:
/// `<Up>`, `<Escape>`, `<Numpad7>`, and `<Less>` for the key that types `<`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyScript {
    keys: Vec<Button>,
}

/// What is wrong with a key script. Positions count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptError {
    /// A `<` without its `>`.
    Unclosed {
        /// Where the `<` stands.
        position: usize,
    },
    /// A name that no key has.
    UnknownName {
        /// The name as it was written.
        name: String,
        /// Where its `<` stands.
        position: usize,
    },
    /// A key that does nothing.
    Unbound {
        /// The key as it was written.
        key: String,
        /// Where it stands.
        position: usize,
    },
}

/// The keys that have names, and where they are.
const NAMED: &[(&str, KeyCode)] = &[
    ("Up", KeyCode::ArrowUp),
    ("Down", KeyCode::ArrowDown),
    ("Left", KeyCode::ArrowLeft),
    ("Right", KeyCode::ArrowRight),
    ("Home", KeyCode::Home),
    ("End", KeyCode::End),
    ("PageUp", KeyCode::PageUp),
    ("PageDown", KeyCode::PageDown),
    ("PgUp", KeyCode::PageUp),
    ("PgDn", KeyCode::PageDown),
    ("Space", KeyCode::Space),
    ("Escape", KeyCode::Escape),
    ("Esc", KeyCode::Escape),
    ("Enter", KeyCode::Enter),
    ("Tab", KeyCode::Tab),
    ("Backspace", KeyCode::Backspace),
    ("Delete", KeyCode::Delete),
    ("Insert", KeyCode::Insert),
    ("F2", KeyCode::F2),
    ("F3", KeyCode::F3),
    ("F4", KeyCode::F4),
    ("F5", KeyCode::F5),
    ("F6", KeyCode::F6),
    ("F7", KeyCode::F7),
    ("F8", KeyCode::F8),
    ("Numpad1", KeyCode::Numpad1),
    ("Numpad2", KeyCode::Numpad2),
    ("Numpad3", KeyCode::Numpad3),
    ("Numpad4", KeyCode::Numpad4),
    ("Numpad5", KeyCode::Numpad5),
    ("Numpad6", KeyCode::Numpad6),
    ("Numpad7", KeyCode::Numpad7),
    ("Numpad8", KeyCode::Numpad8),
    ("Numpad9", KeyCode::Numpad9),
];

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unclosed { position } => write!(
                f,
                "character {position}: '<' opens the name of a key and no '>' closes it; \
                 write for example <Up> or <Escape>"
            ),
            Self::UnknownName { name, position } => {
                let named = NAMED.iter().map(|(name, _)| *name);
                let names: Vec<_> = named.chain(["Less"]).collect();
                write!(
                    f,
                    "character {position}: no key is named <{name}>; named keys are {}",
                    names.join(", ")
                )
            }
            Self::Unbound { key, position } => write!(
                f,
                "character {position}: {key} does nothing; keys are {}",
                bound_keys().join(" ")
            ),
        }
    }
}

impl std::error::Error for ScriptError {}

impl FromStr for KeyScript {
    type Err = ScriptError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut keys = Vec::new();
        let mut characters = text.chars().zip(1..);
        while let Some((character, position)) = characters.next() {
            let (button, written) = if character == '<' {
                named_key(&mut characters, position)?
            } else {
                (key_typing(character), format!("'{character}'"))
            };
            let Some(bound) = bound(button) else {
                let key = written;
                return Err(ScriptError::Unbound { key, position });
            };
            keys.push(bound);
        }
        Ok(Self { keys })
    }
}

/// Reads the rest of `<Name>` after its `<`.
fn named_key(
    characters: &mut impl Iterator<Item = (char, usize)>,
    position: usize,
) -> Result<(Button, String), ScriptError> {
    let mut name = String::new();
    loop {
        match characters.next() {
            Some(('>', _)) => break,
            Some((character, _)) => name.push(character),
            None => return Err(ScriptError::Unclosed { position }),
        }
    }
    // The one character that cannot stand for itself.
    if name.eq_ignore_ascii_case("Less") {
        return Ok((Button::Types('<'), "<Less>".to_owned()));
    }
    NAMED
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(&name))
        .map(|&(known, key)| (Button::Place(key), format!("<{known}>")))
        .ok_or(ScriptError::UnknownName { name, position })
}

/// The key that types `character` on a keyboard with a United States layout.
fn key_typing(character: char) -> Button {
    match character.to_ascii_lowercase() {
        ' ' => Button::Place(KeyCode::Space),
        'w' => Button::Place(KeyCode::KeyW),
        'a' => Button::Place(KeyCode::KeyA),
        's' => Button::Place(KeyCode::KeyS),
        'd' => Button::Place(KeyCode::KeyD),
        other => Button::Types(other),
    }
}

fn bound(button: Button) -> Option<Button> {
    BINDINGS.iter().map(|b| b.1).find(|&key| key == button)
}

/// The keys that do something, as a script writes them.
fn bound_keys() -> Vec<String> {
    let written = |button| match button {
        Button::Types('<') => Some("<Less>".to_owned()),
        Button::Types(character) => Some(character.to_string()),
        Button::Place(KeyCode::KeyW) => Some("w".to_owned()),
        Button::Place(KeyCode::KeyA) => Some("a".to_owned()),
        Button::Place(KeyCode::KeyS) => Some("s".to_owned()),
        Button::Place(KeyCode::KeyD) => Some("d".to_owned()),
        Button::Place(key) => NAMED
            .iter()
            .find(|(_, named)| *named == key)
            .map(|(name, _)| format!("<{name}>")),
    };
    BINDINGS.iter().filter_map(|b| written(b.1)).collect()
}

impl KeyScript {
    /// How many keys it has.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Types the whole script: every key goes down and up again, after what waits already.
    pub fn type_into(&self, queue: &mut KeyQueue) {
        for &key in &self.keys {
            queue.push(press(key, ButtonState::Pressed));
            queue.push(press(key, ButtonState::Released));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_and_names_are_keys() {
        let script: KeyScript = "l<up>D <Numpad7>".parse().unwrap();
        let keys = [
            Button::Types('l'),
            Button::Place(KeyCode::ArrowUp),
            Button::Place(KeyCode::KeyD),
            Button::Place(KeyCode::Space),
            Button::Place(KeyCode::Numpad7),
        ];
        assert_eq!(script.keys, keys);
    }

    #[test]
    fn errors_say_where_and_what_would_do() {
        let error = |text: &str| text.parse::<KeyScript>().unwrap_err().to_string();
        assert!(error("ll<Up").starts_with("character 3: '<' opens"));
        assert!(error("l<Upp>").starts_with("character 2: no key is named <Upp>"));
        assert!(error("l<>").contains("named keys are Up, Down"));
        assert!(error("jj!").starts_with("character 3: '!' does nothing; keys are k w <Up>"));
        assert!(error("é").starts_with("character 1: 'é' does nothing"));
        assert!(error("<Tab>").starts_with("character 1: <Tab> does nothing"));
    }

    #[test]
    fn every_bound_key_can_be_written() {
        assert_eq!(bound_keys().len(), BINDINGS.len());
        let all: KeyScript = bound_keys().concat().parse().unwrap();
        assert_eq!(all.len(), BINDINGS.len());
    }
}
