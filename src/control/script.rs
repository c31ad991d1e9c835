//! Keys written down: `lljj<Up>.` types two `l`, two `j`, the up arrow and a full stop.

use std::str::FromStr;

use bevy::input::ButtonState;
use bevy::input::keyboard::KeyCode;
use bevy::reflect::{TypeInfo, Typed};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error as NoSuchKey;
use thiserror::Error;

use super::bindings::Bindings;
use super::press::{Button, SHORT_NAMES, press, short_name};
use super::queue::KeyQueue;

/// A sequence of keys, each bound to something.
///
/// A character is the key that types it; other keys are named in angle brackets, in any case:
/// `<Up>`, `<Escape>`, `<Numpad7>`, and `<Less>` for the key that types `<`. A name is one of [`KeyCode`]'s, or
/// a shorter one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyScript {
    keys: Vec<Button>,
}

/// What is wrong with a key script. Positions count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ScriptError {
    /// A `<` without its `>`.
    #[error(
        "character {position}: '<' opens the name of a key and no '>' closes it; \
         write for example <Up> or <Escape>"
    )]
    Unclosed {
        /// Where the `<` stands.
        position: usize,
    },
    /// A name that no key has.
    #[error("character {position}: no key is named <{name}>; named keys are {known}")]
    UnknownName {
        /// The name as it was written.
        name: String,
        /// Where its `<` stands.
        position: usize,
        /// The names of the keys that do something.
        known: String,
    },
    /// A key that does nothing.
    #[error("character {position}: {key} does nothing; keys are {known}")]
    Unbound {
        /// The key as it was written.
        key: String,
        /// Where it stands.
        position: usize,
        /// The keys that do something, as a script writes them.
        known: String,
    },
}

/// With the keys of the game.
impl FromStr for KeyScript {
    type Err = ScriptError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::read(text, &Bindings::default())
    }
}

/// Reads the rest of `<Name>` after its `<`.
fn named_key(
    characters: &mut impl Iterator<Item = (char, usize)>,
    position: usize,
    bindings: &Bindings,
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
    match key_named(&name) {
        Some(key) => Ok((Button::Place(key), format!("<{}>", short_name(key)))),
        None => Err(ScriptError::UnknownName {
            name,
            position,
            known: named_keys(bindings),
        }),
    }
}

/// The key of this name, in any case.
fn key_named(name: &str) -> Option<KeyCode> {
    let short = SHORT_NAMES
        .iter()
        .find(|(short, _)| short.eq_ignore_ascii_case(name));
    if let Some((_, key)) = short {
        return Some(*key);
    }
    let TypeInfo::Enum(all) = KeyCode::type_info() else {
        return None;
    };
    let mut names = all.variant_names().iter();
    let name = names.find(|known| known.eq_ignore_ascii_case(name))?;
    KeyCode::deserialize(IntoDeserializer::<NoSuchKey>::into_deserializer(*name)).ok()
}

/// The names of the keys that do something, those apart that type a letter.
fn named_keys(bindings: &Bindings) -> String {
    let written = bindings.iter().map(|(_, key)| key.to_string());
    let named =
        written.filter_map(|key| Some(key.strip_prefix('<')?.trim_end_matches('>').to_owned()));
    named.collect::<Vec<_>>().join(", ")
}

impl KeyScript {
    /// Reads a script of keys that are bound.
    ///
    /// # Errors
    ///
    /// If a name is not closed or unknown, or a key is bound to nothing.
    pub fn read(text: &str, bindings: &Bindings) -> Result<Self, ScriptError> {
        let mut keys = Vec::new();
        let mut characters = text.chars().zip(1..);
        while let Some((character, position)) = characters.next() {
            let (button, key) = if character == '<' {
                named_key(&mut characters, position, bindings)?
            } else {
                (Button::typing(character), format!("'{character}'"))
            };
            let Some((_, bound)) = bindings.iter().find(|(_, bound)| bound.is_same_key(button))
            else {
                let known: Vec<_> = bindings.iter().map(|(_, key)| key.to_string()).collect();
                return Err(ScriptError::Unbound {
                    key,
                    position,
                    known: known.join(" "),
                });
            };
            keys.push(bound);
        }
        Ok(Self { keys })
    }

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
    use crate::control::NewControl;

    #[test]
    fn characters_and_names_are_keys() {
        let script: KeyScript = "l<up>D <Numpad7><ArrowUp><pgdn>".parse().unwrap();
        let keys = [
            Button::Types('l'),
            Button::Place(KeyCode::ArrowUp),
            Button::Place(KeyCode::KeyD),
            Button::Place(KeyCode::Space),
            Button::Place(KeyCode::Numpad7),
            Button::Place(KeyCode::ArrowUp),
            Button::Place(KeyCode::PageDown),
        ];
        assert_eq!(script.keys, keys);
    }

    #[test]
    fn errors_say_where_and_what_would_do() {
        let error = |text: &str| text.parse::<KeyScript>().unwrap_err().to_string();
        assert!(error("ll<Up").starts_with("character 3: '<' opens"));
        assert!(error("l<Upp>").starts_with("character 2: no key is named <Upp>"));
        assert!(
            error("l<>").contains("named keys are Up, Numpad8, PgUp"),
            "{}",
            error("l<>")
        );
        assert!(error("jj!").starts_with("character 3: '!' does nothing; keys are k w <Up>"));
        assert!(error("é").starts_with("character 1: 'é' does nothing"));
        assert!(error("<Tab>").starts_with("character 1: <Tab> does nothing"));
        // It needs to know which key was meant.
        assert!(error("<Unidentified>").contains("no key is named"));
    }

    #[test]
    fn every_bound_key_can_be_written() {
        let mut bindings = Bindings::default();
        bindings.add(NewControl::new("leap", "leap").key(Button::Place(KeyCode::F9)));
        let written = || bindings.iter().map(|(_, key)| key.to_string());
        let all: String = written().collect();
        let script = KeyScript::read(&all, &bindings).unwrap();
        let keys: Vec<Button> = bindings.iter().map(|(_, key)| key).collect();
        assert_eq!(script.keys, keys);
        assert!(all.ends_with("<F9>") && all.contains("<Less>"), "{all}");
        assert!(all.parse::<KeyScript>().is_err());
    }
}
