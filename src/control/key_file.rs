//! The file of keys that a player edits.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Deserialize;
use thiserror::Error;

use super::asks::Control;
use super::bindings::Bindings;
use super::button::Button;
use super::key_set::{Binding, KeySet};
use super::script::button_named;
use crate::files::{brief, did_you_mean, set_field, set_in_map};
use crate::grid::Direction;

/// The most keys that a file gives to a control.
const MAX_KEYS: usize = 32;

/// What a player wants of the keys: a set to start from, and other keys for some controls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyFile {
    /// The set.
    pub set: KeySet,
    /// The keys of controls that have others than in the set, all of them.
    pub keys: Vec<(Control, Vec<Button>)>,
}

/// What is wrong with a file of keys, in one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct KeyFileError(String);

/// The file, field by field.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Fields {
    set: String,
    keys: BTreeMap<String, Vec<String>>,
}

impl KeyFile {
    /// Reads a file of keys.
    ///
    /// # Errors
    ///
    /// If it is not RON of the expected form, names something that there is not, or binds a key twice.
    pub fn from_ron(text: &str) -> Result<Self, KeyFileError> {
        let fields: Fields = ron::from_str(text).map_err(|error| {
            let (at, why) = (error.span.end, brief(&error.code.to_string()));
            KeyFileError(format!("{}:{}: {why}", at.line, at.col))
        })?;
        let set = match fields.set.as_str() {
            "" => KeySet::default(),
            name => name.parse().map_err(KeyFileError)?,
        };
        let mut keys = Vec::new();
        for (name, written) in fields.keys {
            let control = Control::named(&name).ok_or_else(|| unknown(&name))?;
            if written.len() > MAX_KEYS {
                let found = written.len();
                return Err(KeyFileError(format!(
                    "\"{name}\" has {found} keys; accepted: at most {MAX_KEYS}"
                )));
            }
            let buttons = written.iter().map(|key| read_key(&name, key));
            keys.push((control, buttons.collect::<Result<_, _>>()?));
        }
        let file = Self { set, keys };
        file.bindings()?;
        Ok(file)
    }

    /// The keys that come of it: those of the set, with the file's own in place of what they replace. A key that the
    /// file gives to something is taken from what it asks for in the set.
    ///
    /// # Errors
    ///
    /// If the file gives a key to two things, or leaves something without which nobody gets anywhere without a key.
    fn bindings(&self) -> Result<Vec<Binding>, KeyFileError> {
        let own = self
            .keys
            .iter()
            .flat_map(|(control, keys)| keys.iter().map(|key| (*control, *key)));
        let mut all: Vec<Binding> = Vec::new();
        for (control, key) in own {
            let other = all.iter().find(|(_, bound)| bound.is_same_key(key));
            if let Some((other, _)) = other {
                let (first, second) = (other.name(), control.name());
                return Err(KeyFileError(format!(
                    "the key {key} is bound to \"{first}\" and to \"{second}\"; give one of them another key"
                )));
            }
            all.push((control, key));
        }
        let is_own = |control: Control| self.keys.iter().any(|(own, _)| *own == control);
        for (control, key) in self.set.keys() {
            let is_taken = all.iter().any(|(_, bound)| bound.is_same_key(key));
            if !is_own(control) && !is_taken {
                all.push((control, key));
            }
        }
        let needed = [
            Control::Step(Direction::North),
            Control::Step(Direction::South),
            Control::Confirm,
            Control::Close,
        ];
        let is_reached = |control: &Control| all.iter().any(|(it, _)| it == control);
        match needed.into_iter().find(|it| !is_reached(it)) {
            Some(control) => Err(KeyFileError(format!(
                "\"{}\" has no key, and needs one",
                control.name()
            ))),
            None => Ok(all),
        }
    }

    /// Has the bindings follow the file.
    ///
    /// # Errors
    ///
    /// As for [`KeyFile::from_ron`]. The bindings stay as they are then.
    pub fn apply(&self, bindings: &mut Bindings) -> Result<(), KeyFileError> {
        bindings.replace(self.bindings()?);
        Ok(())
    }

    /// Starts from another set.
    ///
    /// # Errors
    ///
    /// If that leaves something without a key that needs one. The file stays as it is then.
    pub fn start_from(&mut self, set: KeySet) -> Result<(), KeyFileError> {
        self.change(|file| file.set = set)
    }

    /// Gives a control one more key, which is taken from whatever it asks for now.
    ///
    /// # Errors
    ///
    /// As for [`KeyFile::start_from`].
    pub fn bind_also(&mut self, control: Control, key: Button) -> Result<(), KeyFileError> {
        let own = self.bindings()?.into_iter();
        let own = own.filter(|(it, bound)| *it == control && !bound.is_same_key(key));
        let keys = [key].into_iter().chain(own.map(|(_, bound)| bound));
        self.change(|file| {
            for (_, keys) in &mut file.keys {
                keys.retain(|it| !it.is_same_key(key));
            }
            file.keys.retain(|(it, _)| *it != control);
            file.keys.push((control, keys.collect()));
        })
    }

    /// Gives a control the keys of the set again, but for those that ask for something else.
    ///
    /// # Errors
    ///
    /// As for [`KeyFile::start_from`].
    pub fn unbind(&mut self, control: Control) -> Result<(), KeyFileError> {
        self.change(|file| file.keys.retain(|(it, _)| *it != control))
    }

    fn change(&mut self, change: impl FnOnce(&mut Self)) -> Result<(), KeyFileError> {
        let mut changed = self.clone();
        change(&mut changed);
        changed.bindings()?;
        *self = changed;
        Ok(())
    }

    /// The text of a file with other values where it says something else than this. All else in it stays as it was typed.
    /// None if that cannot be done.
    pub fn edit(&self, text: &str) -> Option<String> {
        let old = Self::from_ron(text).ok()?;
        let mut edited = text.to_owned();
        if old.set != self.set {
            edited = set_field(&edited, "set", &format!("\"{}\"", self.set))?;
        }
        let (before, after) = (old.by_name(), self.by_name());
        for name in before.keys().chain(after.keys()) {
            if before.get(name) != after.get(name) {
                let keys = after.get(name).map(|it| written(it));
                let name = format!("\"{name}\"");
                edited = set_in_map(&edited, "keys", &name, keys.as_deref())?;
            }
        }
        let new = Self::from_ron(&edited).ok()?;
        (new.set == self.set && new.by_name() == after).then_some(edited)
    }

    fn by_name(&self) -> BTreeMap<String, &[Button]> {
        let keys = self.keys.iter();
        keys.map(|(control, keys)| (control.name(), keys.as_slice()))
            .collect()
    }

    /// The text of the file, which explains itself.
    pub fn to_ron(&self) -> String {
        let mut text = String::from(HEAD);
        let _ = writeln!(text, "    set: \"{}\",", self.set);
        text.push_str(KEYS);
        let mut sorted = self.keys.clone();
        sorted.sort_by_key(|(control, _)| Control::all().position(|it| it == *control));
        for (control, keys) in &sorted {
            let _ = writeln!(text, "        \"{}\": {},", control.name(), written(keys));
        }
        let _ = writeln!(
            text,
            "    }},\n)\n\n// What can be given other keys, and its keys in the set \"{}\":\n//",
            self.set
        );
        let set = Bindings::of_set(self.set);
        for control in Control::all() {
            let keys: Vec<Button> = set.keys(control).collect();
            let _ = writeln!(text, "//     \"{}\": {},", control.name(), written(&keys));
        }
        text
    }
}

const HEAD: &str = "\
// The keys of the game.
//
// A key is one character, such as \"o\" or \"R\": upper and lower case are two keys. Keys that type nothing have names:
// \"<Up>\", \"<Enter>\", \"<F9>\", \"<Numpad5>\". With Shift: \"<Shift+Up>\". \"<KeyW>\" is the key at the place of W on an American
// keyboard, whatever it types. \"<Less>\" is the key that types <.
(
    // The set to start from: \"vi\" steps with hjklyubn, \"wasd\" with WASD and yubn; both with arrows and numpad.
";
const KEYS: &str = "
    // Other keys than those of the set: what they do, and all the keys that are to do it. A key that is given to
    // something here does nothing else any more.
    keys: {
";

/// Keys as a list in a file.
fn written(keys: &[Button]) -> String {
    let quoted = |key: &Button| match key.to_string().as_str() {
        key @ ("\"" | "\\") => format!("\"\\{key}\""),
        key => format!("\"{key}\""),
    };
    let keys: Vec<String> = keys.iter().map(quoted).collect();
    format!("[{}]", keys.join(", "))
}

/// The key that a file names: a character, or a name in angle brackets.
fn read_key(control: &str, key: &str) -> Result<Button, KeyFileError> {
    let mut characters = key.chars();
    let button = match (characters.next(), characters.next()) {
        (Some('<'), Some(_)) => key[1..].strip_suffix('>').and_then(button_named),
        (Some(' '), None) => button_named("Space"),
        (Some(character), None) if !character.is_control() => Some(Button::Types(character)),
        _ => None,
    };
    button.ok_or_else(|| {
        KeyFileError(format!(
            "\"{control}\": no key is called \"{}\"; accepted: one character such as \"o\", or a name such as \
             \"<Up>\", \"<Shift+Up>\", \"<Ctrl+Up>\", \"<F9>\", \"<Less>\"",
            brief(key)
        ))
    })
}

fn unknown(name: &str) -> KeyFileError {
    let known: Vec<String> = Control::all().map(Control::name).collect();
    let meant = did_you_mean(name, known.iter().map(String::as_str));
    KeyFileError(format!(
        "nothing is called \"{}\"{meant}; accepted: {}",
        brief(name),
        known.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        KeyFile::from_ron(text).unwrap_err().to_string()
    }

    #[test]
    fn a_file_replaces_the_keys_of_what_it_names_and_takes_keys_from_others() {
        let file = KeyFile::from_ron(
            r#"(set: "wasd", keys: {"look": ["o", "<Shift+F9>"], "explore": ["X"]})"#,
        );
        let file = file.unwrap();
        let mut bindings = Bindings::default();
        file.apply(&mut bindings).unwrap();
        assert_eq!(bindings.asks(Button::Types('o')), Some(Control::Look));
        assert_eq!(bindings.asks(Button::Types('x')), None);
        assert_eq!(bindings.asks(Button::Types('X')), Some(Control::Explore));
        assert_eq!(bindings.asks(Button::Types('h')), None);
        assert_eq!(KeyFile::from_ron(&file.to_ron()), Ok(file));
    }

    #[test]
    fn a_key_that_is_given_to_something_is_taken_from_the_rest() {
        let mut file = KeyFile::default();
        let asks = |file: &KeyFile, key| {
            let mut bindings = Bindings::default();
            file.apply(&mut bindings).unwrap();
            bindings.asks(Button::Types(key))
        };
        file.bind_also(Control::Explore, Button::Types('x'))
            .unwrap();
        assert_eq!(asks(&file, 'x'), Some(Control::Explore));
        assert_eq!(asks(&file, 'o'), Some(Control::Explore));
        file.bind_also(Control::Look, Button::Types('o')).unwrap();
        assert_eq!(asks(&file, 'o'), Some(Control::Look));
        file.unbind(Control::Explore).unwrap();
        assert_eq!(
            asks(&file, 'x'),
            None,
            "what the file says of looking holds"
        );
        let escape = Button::Place(bevy::input::keyboard::KeyCode::Escape);
        let error = file.bind_also(Control::Wait, escape).unwrap_err();
        assert_eq!(error.to_string(), "\"close\" has no key, and needs one");
    }

    #[test]
    fn the_default_file_explains_itself_and_says_what_the_defaults_are() {
        let text = KeyFile::default().to_ron();
        assert_eq!(KeyFile::from_ron(&text), Ok(KeyFile::default()));
        // What is commented out can be used as it stands.
        let lines = text.lines().filter_map(|line| line.strip_prefix("//     "));
        let keys: String = lines.collect();
        let all = KeyFile::from_ron(&format!("(keys: {{{keys}}})")).unwrap();
        let (mut one, mut other) = (Bindings::default(), Bindings::default());
        all.apply(&mut one).unwrap();
        KeyFile::default().apply(&mut other).unwrap();
        for control in Control::all() {
            let keys = |it: &Bindings| it.keys(control).collect::<Vec<_>>();
            assert_eq!(keys(&one), keys(&other), "{control:?}");
        }
    }

    #[test]
    fn ten_kinds_of_mistakes_are_a_line_each() {
        let cases = [
            ("", "1:1: "),
            ("(set: \"vi\"", "1:11: "),
            (
                "(set: \"emacs\")",
                "unknown set of keys `emacs`; accepted: vi, wasd",
            ),
            ("(sets: \"vi\")", "1:6: "),
            (
                "(keys: {\"explroe\": [\"e\"]})",
                "nothing is called \"explroe\" (did you mean \"explore\"?); accepted: north,",
            ),
            (
                "(keys: {\"explore\": [\"<Upp>\"]})",
                "\"explore\": no key is called \"<Upp>\"; accepted: one character",
            ),
            (
                "(keys: {\"explore\": [\"oo\"]})",
                "\"explore\": no key is called \"oo\"",
            ),
            (
                "(keys: {\"explore\": [\"\"]})",
                "\"explore\": no key is called \"\"",
            ),
            ("(keys: {\"explore\": \"o\"})", "1:"),
            (
                "(keys: {\"explore\": [\"e\"], \"look\": [\"e\"]})",
                "the key e is bound to \"explore\" and to \"look\"",
            ),
            (
                "(keys: {\"look\": [\"W\", \"<Shift+KeyW>\"]})",
                "the key <Shift+KeyW> is bound to \"look\" and to \"look\"",
            ),
            (
                "(keys: {\"close\": []})",
                "\"close\" has no key, and needs one",
            ),
            ("(keys: {\"wait\": [\"<Escape>\"]})", "\"close\" has no key"),
            (
                "(keys: {\"\\n\\u{1b}\": []})",
                "nothing is called \"\\n\\u{1b}\"; accepted: north,",
            ),
            (
                "(keys: {\"wait\": [\"\\r\"]})",
                "\"wait\": no key is called \"\\r\"; accepted",
            ),
            ("(set: \"\\n\")", "unknown set of keys `\\n`; accepted: vi"),
        ];
        for (text, expected) in cases {
            let error = error(text);
            assert!(error.starts_with(expected), "{text}: {error}");
            assert!(!error.contains(char::is_control), "{error:?}");
        }
    }

    #[test]
    fn what_no_file_needs_is_refused_quickly() {
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
