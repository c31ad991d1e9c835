//! The current keys, as the screen lists them.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::control::{Bindings, Button, Control, Device};
use crate::grid::Direction;
use crate::map::is_shown;

/// A control and its keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyLine {
    /// The control.
    pub control: Control,
    /// The names of the keys or buttons, as players know them.
    pub keys: Vec<String>,
    /// What the control does.
    pub words: String,
}

/// Returns every control with its keys on the device that was used last, including the controls that have no key there.
pub fn key_lines(bindings: &Bindings) -> Vec<KeyLine> {
    let line = |control| KeyLine {
        control,
        keys: bindings.keys_in_use(control).map(name).collect(),
        words: bindings.words(control).to_owned(),
    };
    bindings.controls().into_iter().map(line).collect()
}

/// Returns the keys of a control on the device that was used last, separated by slashes. If the control has no key
/// there, returns the same as [`key_of`].
pub fn keys_of(bindings: &Bindings, control: Control) -> String {
    let keys: Vec<String> = bindings.keys_in_use(control).map(name).collect();
    match keys.is_empty() {
        true => key_of(bindings, control),
        false => keys.join("/"),
    }
}

/// Returns the first key of a control on the device that was used last. If the control has no key there, returns its
/// first key on the keyboard, or `-` if it has none. There may be no gamepad, so its buttons are not named until it is
/// used.
pub fn key_of(bindings: &Bindings, control: Control) -> String {
    let all = bindings.keys(control);
    let on_keyboard = all.filter(|it| it.device() == Device::Keyboard);
    let mut keys = bindings.keys_in_use(control).chain(on_keyboard);
    keys.next().map_or_else(|| "-".to_owned(), name)
}

/// Returns what the keys for walking are called on the device that was used last: `arrows` if they are among them, the
/// letters for west, south, north and east if each is one, and `-` otherwise.
pub fn walking_keys(bindings: &Bindings) -> String {
    const WAYS: [(Direction, &str); 4] = [
        (Direction::West, "Left"),
        (Direction::South, "Down"),
        (Direction::North, "Up"),
        (Direction::East, "Right"),
    ];
    let mut ways = WAYS.iter().map(|(way, arrow)| (Control::Step(*way), arrow));
    if ways.all(|(step, arrow)| bindings.keys_in_use(step).any(|it| name(it) == *arrow)) {
        return "arrows".to_owned();
    }
    let letters = WAYS.map(|(way, _)| key_of(bindings, Control::Step(way)));
    match letters
        .iter()
        .all(|it| it != "-" && it.chars().count() == 1)
    {
        true => letters.concat(),
        false => "-".to_owned(),
    }
}

/// Returns a text in which each control's name in braces, such as `{explore}`, is replaced with its key.
pub fn with_keys(bindings: &Bindings, text: &str) -> String {
    line_with_keys(bindings, text, Style::new()).to_string()
}

/// Like [`with_keys`], as a line in which the keys have a style of their own.
pub fn line_with_keys(bindings: &Bindings, text: &str, key: Style) -> Line<'static> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((before, (name, after))) = rest
        .split_once('{')
        .and_then(|(before, from)| Some((before, from.split_once('}')?)))
    {
        parts.push(Span::raw(before.to_owned()));
        let control = bindings.named(name);
        let name = control.map_or_else(|| "-".to_owned(), |it| key_of(bindings, it));
        parts.push(Span::styled(name, key));
        rest = after;
    }
    parts.push(Span::raw(rest.to_owned()));
    Line::from(parts)
}

/// Returns a key's name as players know it, if every screen can show that name.
pub fn shown_name(key: Button) -> Option<String> {
    let name = name(key);
    let is_known = !name.contains("Unidentified") && name.chars().all(is_shown);
    is_known.then_some(name)
}

/// Returns a key's name as players know it: `k`, `Up`, `<`, `Shift+Up`, and for a gamepad `A`, `LT+A`.
fn name(key: Button) -> String {
    match key {
        Button::Types(character) => character.to_string(),
        Button::Pad(button) => button.label().to_owned(),
        Button::PadShift(button) => format!("LT+{}", button.label()),
        Button::Place(_) | Button::Shift(_) | Button::Ctrl(_) => {
            let written = key.to_string();
            let name = written.trim_start_matches('<').trim_end_matches('>');
            let (held, key) = name.rsplit_once('+').unwrap_or(("", name));
            let key = key.strip_prefix("Key").unwrap_or(key);
            match held {
                "" => key.to_owned(),
                held => format!("{held}+{key}"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{KeyFile, KeySet, NewControl};
    use bevy::input::keyboard::KeyCode;

    #[test]
    fn walking_is_named_after_arrows_or_letters() {
        let named = |keys: &str| {
            let mut bindings = Bindings::default();
            let file = KeyFile::from_ron(&format!("(keys: {{{keys}}})"), &bindings);
            file.unwrap().apply(&mut bindings).unwrap();
            walking_keys(&bindings)
        };
        assert_eq!(named(""), "arrows");
        let letters = r#""west": ["a"], "south": ["s"], "north": ["w"]"#;
        assert_eq!(named(&format!(r#"{letters}, "east": ["d"]"#)), "aswd");
        assert_eq!(named(&format!(r#"{letters}, "east": ["<End>"]"#)), "-");
    }

    #[test]
    fn key_lists_follow_the_bindings() {
        let mut bindings = Bindings::default();
        bindings.use_set(KeySet::Wasd);
        bindings.add(NewControl::new("leap", "leap over one").key(Button::Types('z')));
        assert_eq!(
            keys_of(&bindings, Control::Step(Direction::North)),
            "W/Up/Numpad8"
        );
        assert_eq!(keys_of(&bindings, Control::LEAVE), "Q");
        assert_eq!(keys_of(&bindings, Control::PREVIOUS), "Shift+Tab");
        assert_eq!(
            shown_name(Button::Ctrl(KeyCode::KeyV)).as_deref(),
            Some("Ctrl+V")
        );
        assert_eq!(shown_name(Button::Types('ж')), None);
        let lines = key_lines(&bindings);
        let last = lines
            .last()
            .map(|it| (it.keys.join(" "), it.words.as_str()));
        assert_eq!(last, Some(("z".to_owned(), "leap over one")));
        assert!(lines.iter().all(|it| !it.keys.is_empty()));
    }

    #[test]
    fn controls_in_braces_become_keys() {
        let bindings = Bindings::default();
        let text = "{explore} explores. {gone} is gone. {help} helps, } and { stay.";
        assert_eq!(
            with_keys(&bindings, text),
            "o explores. - is gone. ? helps, } and { stay."
        );
    }

    #[test]
    fn a_control_that_lost_its_key_does_not_show_a_gamepads_button() {
        let mut bindings = Bindings::default();
        let look = bindings.keys(Control::LOOK);
        let keys: Vec<Button> = look.filter(|it| it.device() == Device::Keyboard).collect();
        let mut file = KeyFile::default();
        for key in keys {
            file.bind_also(Control::EXPLORE, key, &bindings).unwrap();
        }
        file.apply(&mut bindings).unwrap();
        assert!(bindings.keys(Control::LOOK).next().is_some());
        assert_eq!(key_of(&bindings, Control::LOOK), "-");
        assert_eq!(keys_of(&bindings, Control::LOOK), "-");
    }
}
