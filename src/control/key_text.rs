//! The text of the key file: its comments and the notation for keys.

use std::fmt::Write;

use super::bindings::Bindings;
use super::button::Button;
use super::controls::Control;
use super::key_set::KeySet;
use super::script::button_named;
use crate::files::{brief, did_you_mean};

const HEAD: &str = "\
// The keys of the game.
//
// A key is one character, such as \"o\" or \"R\"; uppercase and lowercase letters are different keys. Keys that do not
// type a character have names: \"<Up>\", \"<Enter>\", \"<F9>\", \"<Numpad5>\". With Shift: \"<Shift+Up>\". \"<KeyW>\" is
// the key in the position of W on a US keyboard, whatever it types. \"<Less>\" is the key that types <.
//
// The buttons of a gamepad have names, too: \"<PadSouth>\", \"<PadRT>\". With the left trigger: \"<Shift+PadSouth>\".
(
    // The set to start from: \"vi\" steps with hjklyubn, and \"wasd\" with WASD and yubn. Both also use the arrow keys and
    // the numpad.
";
const KEYS: &str = "
    // The controls whose keys differ from the set, each with all of its keys. A key listed here does nothing else. A
    // control keeps its buttons if only keys are listed for it, and its keys if only buttons are listed.
    keys: {
";

/// Returns the text of a complete key file. After the file's own keys, comments list the keys in the set of all controls
/// in `known`.
pub(super) fn whole(set: KeySet, keys: &[(Control, Vec<Button>)], known: &Bindings) -> String {
    let controls = known.controls();
    let mut text = String::from(HEAD);
    let _ = writeln!(text, "    set: \"{set}\",");
    text.push_str(KEYS);
    let mut sorted = keys.to_vec();
    sorted.sort_by_key(|(control, _)| controls.iter().position(|it| it == control));
    for (control, keys) in &sorted {
        let _ = writeln!(text, "        \"{}\": {},", control.name(), written(keys));
    }
    let _ = writeln!(
        text,
        "    }},\n)\n\n// All controls, with their keys in the set \"{set}\":\n//"
    );
    let mut bindings = known.clone();
    bindings.use_set(set);
    for control in controls {
        let keys: Vec<Button> = bindings.keys(control).collect();
        let _ = writeln!(text, "//     \"{}\": {},", control.name(), written(&keys));
    }
    text
}

/// Formats keys as a list for a key file.
pub(super) fn written(keys: &[Button]) -> String {
    let quoted = |key: &Button| match key.to_string().as_str() {
        key @ ("\"" | "\\") => format!("\"\\{key}\""),
        key => format!("\"{key}\""),
    };
    let keys: Vec<String> = keys.iter().map(quoted).collect();
    format!("[{}]", keys.join(", "))
}

/// Parses a key from a key file: a character, or a name in angle brackets.
///
/// # Errors
///
/// Returns an error if no such key exists.
pub(super) fn read_key(control: &str, key: &str) -> Result<Button, String> {
    let mut characters = key.chars();
    let button = match (characters.next(), characters.next()) {
        (Some('<'), Some(_)) => key[1..].strip_suffix('>').and_then(button_named),
        (Some(' '), None) => button_named("Space"),
        (Some(character), None) if !character.is_control() => Some(Button::Types(character)),
        _ => None,
    };
    button.ok_or_else(|| {
        format!(
            "\"{control}\": unknown key \"{}\"; accepted: one character such as \"o\", or a name such as \
             \"<Up>\", \"<Shift+Up>\", \"<Ctrl+Up>\", \"<F9>\", \"<Less>\", \"<PadSouth>\"",
            brief(key)
        )
    })
}

/// Returns the error for a control that does not exist.
pub(super) fn unknown_control(name: &str, known: &Bindings) -> String {
    let known: Vec<String> = known.controls().into_iter().map(Control::name).collect();
    let meant = did_you_mean(name, known.iter().map(String::as_str));
    format!(
        "unknown control \"{}\"{meant}; accepted: {}",
        brief(name),
        known.join(", ")
    )
}
