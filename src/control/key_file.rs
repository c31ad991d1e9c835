//! The key file, which a player can edit.

use std::collections::BTreeMap;

use serde::Deserialize;
use thiserror::Error;

use super::bindings::Bindings;
use super::button::{Button, Device};
use super::controls::Control;
use super::key_set::{Binding, KeySet};
use super::key_text;
use crate::files::{parse_ron, set_field, set_in_map};
use crate::grid::Direction;

/// The maximum number of keys per control.
const MAX_KEYS: usize = 32;

/// A player's keys: a key set to start from, and the controls whose keys differ from that set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyFile {
    /// The set to start from.
    pub set: KeySet,
    /// The controls whose keys differ from the set, each with all of its keys. A control keeps its buttons on a gamepad
    /// if it has only keys here, and its keys if it has only buttons.
    pub keys: Vec<(Control, Vec<Button>)>,
}

/// An error in a key file, displayed as one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct KeyFileError(String);

/// The fields of a key file.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Fields {
    set: String,
    keys: BTreeMap<String, Vec<String>>,
}

impl KeyFile {
    /// Reads the text of a key file, which may name the controls in `known`.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not RON of the expected form, names an unknown control or key, gives a control
    /// too many keys, binds a key twice, or leaves no key for a control that menus need.
    pub fn from_ron(text: &str, known: &Bindings) -> Result<Self, KeyFileError> {
        let fields: Fields = parse_ron(text).map_err(|error| KeyFileError(error.to_string()))?;
        let set = match fields.set.as_str() {
            "" => KeySet::default(),
            name => name.parse().map_err(KeyFileError)?,
        };
        let mut keys = Vec::new();
        for (name, written) in fields.keys {
            let control = known
                .named(&name)
                .ok_or_else(|| KeyFileError(key_text::unknown_control(&name, known)))?;
            if written.len() > MAX_KEYS {
                let found = written.len();
                return Err(KeyFileError(format!(
                    "\"{name}\" has {found} keys; accepted: at most {MAX_KEYS}"
                )));
            }
            let buttons = written.iter().map(|key| key_text::read_key(&name, key));
            let buttons = buttons.collect::<Result<_, _>>().map_err(KeyFileError)?;
            keys.push((control, buttons));
        }
        let file = Self { set, keys };
        file.bindings(known)?;
        Ok(file)
    }

    /// Returns the bindings in the set, with the changes from the file. If the file binds a key, the set's binding for
    /// that key no longer applies.
    ///
    /// # Errors
    ///
    /// Returns an error if the file binds a key twice, or leaves no key for a control that menus need.
    fn bindings(&self, known: &Bindings) -> Result<Vec<Binding>, KeyFileError> {
        let own = self
            .keys
            .iter()
            .flat_map(|(control, keys)| keys.iter().map(|key| (*control, *key)));
        let mut all: Vec<Binding> = Vec::new();
        for (control, key) in own {
            let other = all.iter().find(|(_, bound)| bound.is_same_key(key));
            if let Some((other, _)) = other {
                let (first, second) = (other.name(), control.name());
                return Err(KeyFileError(match first == second {
                    true => format!(
                        "the key {key} is bound to \"{first}\" twice; remove one of the two"
                    ),
                    false => format!(
                        "the key {key} is bound to both \"{first}\" and \"{second}\"; give one of them another key"
                    ),
                }));
            }
            all.push((control, key));
        }
        for (control, key) in known.keys_of_set(self.set).0 {
            let is_taken = all.iter().any(|(_, bound)| bound.is_same_key(key));
            if !self.replaces(control, key) && !is_taken {
                all.push((control, key));
            }
        }
        let needed = [
            Control::Step(Direction::North),
            Control::Step(Direction::South),
            Control::CONFIRM,
            Control::CLOSE,
        ];
        // A gamepad may be missing.
        let is_key = |key: Button| key.device() == Device::Keyboard;
        let is_reached = |control: &Control| {
            let mut bound = all.iter();
            bound.any(|(it, key)| it == control && is_key(*key))
        };
        match needed.into_iter().find(|it| !is_reached(it)) {
            Some(control) => Err(KeyFileError(format!(
                "\"{}\" needs at least one key",
                control.name()
            ))),
            None => Ok(all),
        }
    }

    /// Returns whether the file says which keys on the device of `key` a control has.
    fn replaces(&self, control: Control, key: Button) -> bool {
        let own = self.keys.iter().find(|(it, _)| *it == control);
        own.is_some_and(|(_, keys)| {
            keys.is_empty() || keys.iter().any(|it| it.device() == key.device())
        })
    }

    /// Updates the bindings to match the file.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`KeyFile::from_ron`]. In case of an error, the bindings are left as they were.
    pub fn apply(&self, bindings: &mut Bindings) -> Result<(), KeyFileError> {
        let conflicts = bindings.keys_of_set(self.set).1;
        bindings.replace(self.bindings(bindings)?, conflicts);
        Ok(())
    }

    /// Changes the set that the file starts from.
    ///
    /// # Errors
    ///
    /// Returns an error if this would leave no key for a control that menus need. In case of an error, the file is left
    /// as it was.
    pub fn start_from(&mut self, set: KeySet, known: &Bindings) -> Result<(), KeyFileError> {
        self.change(known, |file| file.set = set)
    }

    /// Binds another key to a control, and unbinds that key from its current control.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`KeyFile::start_from`].
    pub fn bind_also(
        &mut self,
        control: Control,
        key: Button,
        known: &Bindings,
    ) -> Result<(), KeyFileError> {
        let own = self.bindings(known)?.into_iter();
        let own = own.filter(|(it, bound)| {
            let is_listed = bound.device() == key.device() || self.replaces(control, *bound);
            *it == control && !bound.is_same_key(key) && is_listed
        });
        let own = own.map(|(_, bound)| bound);
        let keys: Vec<Button> = [key].into_iter().chain(own).collect();
        self.change(known, |file| {
            // A control that loses the last key listed for it goes back to the keys of the set.
            file.keys.retain_mut(|(it, keys)| {
                let before = keys.len();
                keys.retain(|it| !it.is_same_key(key));
                *it != control && (keys.len() == before || !keys.is_empty())
            });
            file.keys.push((control, keys));
        })
    }

    /// Resets a control to its keys in the set, except for keys that are now bound to another control.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`KeyFile::start_from`].
    pub fn unbind(&mut self, control: Control, known: &Bindings) -> Result<(), KeyFileError> {
        self.change(known, |file| file.keys.retain(|(it, _)| *it != control))
    }

    fn change(
        &mut self,
        known: &Bindings,
        change: impl FnOnce(&mut Self),
    ) -> Result<(), KeyFileError> {
        let mut changed = self.clone();
        change(&mut changed);
        changed.bindings(known)?;
        *self = changed;
        Ok(())
    }

    /// Returns the text of a key file, edited to match `self`. Only the parts that differ are changed; the rest stays
    /// as the player wrote it. Returns `None` if the text cannot be edited.
    pub fn edit(&self, text: &str, known: &Bindings) -> Option<String> {
        let old = Self::from_ron(text, known).ok()?;
        let mut edited = text.to_owned();
        if old.set != self.set {
            edited = set_field(&edited, "set", &format!("\"{}\"", self.set))?;
        }
        let (before, after) = (old.by_name(), self.by_name());
        for name in before.keys().chain(after.keys()) {
            if before.get(name) != after.get(name) {
                let keys = after.get(name).map(|it| key_text::written(it));
                let name = format!("\"{name}\"");
                edited = set_in_map(&edited, "keys", &name, keys.as_deref())?;
            }
        }
        let new = Self::from_ron(&edited, known).ok()?;
        (new.set == self.set && new.by_name() == after).then_some(edited)
    }

    fn by_name(&self) -> BTreeMap<String, &[Button]> {
        let keys = self.keys.iter();
        keys.map(|(control, keys)| (control.name(), keys.as_slice()))
            .collect()
    }

    /// Returns the text of a key file with these keys, including comments that explain it and list the controls in
    /// `known`.
    pub fn to_ron(&self, known: &Bindings) -> String {
        key_text::whole(self.set, &self.keys, known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        KeyFile::from_ron(text, &Bindings::default())
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn a_file_replaces_the_keys_of_its_controls_and_takes_keys_from_others() {
        let text = r#"(set: "wasd", keys: {"look": ["o", "<Shift+F9>"], "explore": ["X"]})"#;
        let known = Bindings::default();
        let file = KeyFile::from_ron(text, &known).unwrap();
        let mut bindings = known.clone();
        file.apply(&mut bindings).unwrap();
        assert_eq!(bindings.asks(Button::Types('o')), Some(Control::LOOK));
        assert_eq!(bindings.asks(Button::Types('x')), None);
        assert_eq!(bindings.asks(Button::Types('X')), Some(Control::EXPLORE));
        assert_eq!(bindings.asks(Button::Types('h')), None);
        assert_eq!(KeyFile::from_ron(&file.to_ron(&known), &known), Ok(file));
    }

    #[test]
    fn a_newly_bound_key_loses_its_old_control() {
        let (mut file, known) = (KeyFile::default(), Bindings::default());
        let asks = |file: &KeyFile, key| {
            let mut bindings = Bindings::default();
            file.apply(&mut bindings).unwrap();
            bindings.asks(Button::Types(key))
        };
        file.bind_also(Control::EXPLORE, Button::Types('x'), &known)
            .unwrap();
        assert_eq!(asks(&file, 'x'), Some(Control::EXPLORE));
        assert_eq!(asks(&file, 'o'), Some(Control::EXPLORE));
        file.bind_also(Control::LOOK, Button::Types('o'), &known)
            .unwrap();
        assert_eq!(asks(&file, 'o'), Some(Control::LOOK));
        file.unbind(Control::EXPLORE, &known).unwrap();
        assert_eq!(asks(&file, 'x'), None, "the file still binds o to looking");
        let escape = Button::Place(bevy::input::keyboard::KeyCode::Escape);
        let error = file.bind_also(Control::WAIT, escape, &known).unwrap_err();
        assert_eq!(error.to_string(), "\"close\" needs at least one key");
    }

    #[test]
    fn the_default_file_lists_the_default_keys() {
        let known = Bindings::default();
        let text = KeyFile::default().to_ron(&known);
        assert_eq!(KeyFile::from_ron(&text, &known), Ok(KeyFile::default()));
        // The commented lines are valid once uncommented.
        let lines = text.lines().filter_map(|line| line.strip_prefix("//     "));
        let keys: String = lines.collect();
        let all = KeyFile::from_ron(&format!("(keys: {{{keys}}})"), &known).unwrap();
        let (mut one, mut other) = (Bindings::default(), Bindings::default());
        all.apply(&mut one).unwrap();
        KeyFile::default().apply(&mut other).unwrap();
        for control in known.controls() {
            let keys = |it: &Bindings| it.keys(control).collect::<Vec<_>>();
            assert_eq!(keys(&one), keys(&other), "{control:?}");
        }
    }

    #[test]
    fn every_kind_of_mistake_is_reported_in_one_line() {
        let cases = [
            ("", "1:1: "),
            ("(set: \"vi\"", "1:11: "),
            (
                "(set: \"emacs\")",
                "unknown key set `emacs`; accepted: vi, wasd",
            ),
            ("(sets: \"vi\")", "1:6: "),
            (
                "(keys: {\"explroe\": [\"e\"]})",
                "unknown control \"explroe\" (did you mean \"explore\"?); accepted: north,",
            ),
            (
                "(keys: {\"explore\": [\"<Upp>\"]})",
                "\"explore\": unknown key \"<Upp>\"; accepted: one character",
            ),
            (
                "(keys: {\"explore\": [\"oo\"]})",
                "\"explore\": unknown key \"oo\"",
            ),
            (
                "(keys: {\"explore\": [\"\"]})",
                "\"explore\": unknown key \"\"",
            ),
            ("(keys: {\"explore\": \"o\"})", "1:"),
            (
                "(keys: {\"explore\": [\"e\"], \"look\": [\"e\"]})",
                "the key e is bound to both \"explore\" and \"look\"",
            ),
            (
                "(keys: {\"look\": [\"W\", \"<Shift+KeyW>\"]})",
                "the key <Shift+KeyW> is bound to \"look\" twice; remove one of the two",
            ),
            (
                "(keys: {\"close\": []})",
                "\"close\" needs at least one key",
            ),
            (
                "(keys: {\"wait\": [\"<Escape>\"]})",
                "\"close\" needs at least one key",
            ),
            (
                "(keys: {\"\\n\\u{1b}\": []})",
                "unknown control \"\\n\\u{1b}\"; accepted: north,",
            ),
            (
                "(keys: {\"wait\": [\"\\r\"]})",
                "\"wait\": unknown key \"\\r\"; accepted",
            ),
            ("(set: \"\\n\")", "unknown key set `\\n`; accepted: vi"),
        ];
        for (text, expected) in cases {
            let error = error(text);
            assert!(error.starts_with(expected), "{text}: {error}");
            assert!(!error.contains(char::is_control), "{error:?}");
        }
    }

    #[test]
    fn oversized_files_are_refused_quickly() {
        let letters = ('\u{4e00}'..'\u{9fa5}').map(|it| format!("\"{it}\","));
        let many = format!("(keys: {{\"wait\": [{}]}})", letters.collect::<String>());
        assert_eq!(
            error(&many),
            "\"wait\" has 20901 keys; accepted: at most 32"
        );
        let long = error(&format!("(keys: {{\"{}\": []}})", "a".repeat(1 << 20)));
        assert!(long.contains("aaa...\"; accepted: north") && long.len() < 2_000);
        for bracket in ["(", "[", "{", "(keys: {\"wait\": [", "Some("] {
            let deep = error(&bracket.repeat(100_000));
            assert!(deep.starts_with("1:"), "{bracket}: {deep}");
        }
    }
}
