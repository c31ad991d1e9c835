//! Key scripts: `lljj<Up>.` types `l` twice, `j` twice, the up arrow and a full stop.

use std::str::FromStr;

use bevy::input::keyboard::KeyCode;
use bevy::math::UVec2;
use bevy::reflect::{TypeInfo, Typed};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error as NoSuchKey;
use thiserror::Error;

use super::button::{Button, SHORT_NAMES};
use super::mouse::{Mouse, ScreenPoint};
use super::pad_button::PadButton;
use super::press::Press;
use super::queue::KeyQueue;
use crate::files::{brief, did_you_mean};

/// A sequence of keys and mouse events.
///
/// A character stands for the key that types it. Other keys are named in angle brackets, in upper or lower case:
/// `<Up>`, `<Escape>`, `<Numpad7>`, `<Shift+Up>`, `<Ctrl+Up>`, and `<Less>` for the key that types `<`. The names are
/// those in [`KeyCode`], plus some shorter ones, and those of a gamepad's buttons, such as `<PadSouth>`. `<Click 12,5>`, `<Right 12,5>` and `<Hover 12,5>` are mouse events at
/// a column and row of the screen, where 0,0 is the top left cell. `<Wheel 12,5,-1>` turns the wheel up by one line at
/// that position.
///
/// A script can type any key, whether or not the key is bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyScript {
    acts: Vec<Act>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Key(Button),
    Mouse(Mouse),
}

/// An error in a key script, displayed as one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("character {position}: {why}")]
pub struct ScriptError {
    /// The position of the error in the script. The first character is at position 1.
    position: usize,
    why: String,
}

impl FromStr for KeyScript {
    type Err = ScriptError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut acts = Vec::new();
        let mut characters = text.chars().zip(1..);
        while let Some((character, position)) = characters.next() {
            let act = match character {
                '<' => named(&mut characters),
                unseen if unseen.is_control() => Err(format!(
                    "no key types {character:?}; accepted: printable characters and <Names>"
                )),
                ' ' => Ok(Act::Key(Button::Place(KeyCode::Space))),
                _ => Ok(Act::Key(Button::Types(character))),
            };
            acts.push(act.map_err(|why| ScriptError { position, why })?);
        }
        Ok(Self { acts })
    }
}

/// Reads the rest of `<Name>` after the `<`.
fn named(characters: &mut impl Iterator<Item = (char, usize)>) -> Result<Act, String> {
    let mut name = String::new();
    loop {
        match characters.next() {
            Some(('>', _)) => break,
            Some((character, _)) => name.push(character),
            None => {
                return Err(
                    "'<' opens a key name, but no '>' closes it; write <Up> or <Escape>, for example, \
                     and <Less> for the key that types '<'"
                        .to_owned(),
                );
            }
        }
    }
    match mouse_named(&name) {
        Some(mouse) => mouse.map(Act::Mouse).ok_or_else(|| {
            format!(
                "<{}> needs a position; accepted: a column and row of the screen, counted from 0, as in \
                 <Click 12,5>, and for the wheel also lines, as in <Wheel 12,5,-1>",
                brief(&name)
            )
        }),
        None => button_named(&name).map(Act::Key).ok_or_else(|| {
            format!(
                "unknown key <{}>{}; accepted: names such as <Up>, <Enter>, <Escape>, <Tab>, <PgUp>, \
                 <F1>, <Numpad7>, <Space>, <Less>, each also as <Shift+Up> and <Ctrl+Up>, and <Click X,Y>",
                brief(&name),
                meant(&name)
            )
        }),
    }
}

/// Parses a mouse event. Returns `None` if the name is not that of a mouse event, and `Some(None)` if the position is
/// missing or invalid.
fn mouse_named(name: &str) -> Option<Option<Mouse>> {
    let (what, place) = name.split_once(' ').unwrap_or((name, ""));
    let mut numbers = place.split(',').map(|it| it.trim().parse::<i32>().ok());
    let mut at = || {
        let (x, y) = (numbers.next()??, numbers.next()??);
        let cell = UVec2::new(x.try_into().ok()?, y.try_into().ok()?);
        Some(ScreenPoint::from(cell))
    };
    let mouse = match what.to_ascii_lowercase().as_str() {
        "click" => at().map(Mouse::Click),
        "right" if !place.is_empty() => at().map(Mouse::Right),
        "hover" => at().map(Mouse::Hover),
        "wheel" => at().and_then(|at| Some(Mouse::Wheel(at, numbers.next()??))),
        _ => return None,
    };
    Some(mouse.filter(|_| numbers.next().is_none()))
}

/// Returns the key with this name. The name may be in upper or lower case, and may start with `Shift+` or `Ctrl+`.
pub(super) fn button_named(name: &str) -> Option<Button> {
    // `<` is the only character that cannot stand for itself.
    if name.eq_ignore_ascii_case("Less") {
        return Some(Button::Types('<'));
    }
    if let Some(button) = PadButton::named(name) {
        return Some(Button::Pad(button));
    }
    match name.split_once('+') {
        Some((held, key)) if held.eq_ignore_ascii_case("Shift") => {
            let button = PadButton::named(key).map(Button::PadShift);
            button.or_else(|| key_named(key).map(Button::Shift))
        }
        Some((held, key)) if held.eq_ignore_ascii_case("Ctrl") => key_named(key).map(Button::Ctrl),
        _ => key_named(name).map(Button::Place),
    }
}

fn key_named(name: &str) -> Option<KeyCode> {
    let short = SHORT_NAMES
        .iter()
        .find(|(short, _)| short.eq_ignore_ascii_case(name));
    if let Some((_, key)) = short {
        return Some(*key);
    }
    let mut names = names();
    let name = names.find(|known| known.eq_ignore_ascii_case(name))?;
    KeyCode::deserialize(IntoDeserializer::<NoSuchKey>::into_deserializer(name)).ok()
}

fn names() -> impl Iterator<Item = &'static str> {
    let names = match KeyCode::type_info() {
        TypeInfo::Enum(all) => all.variant_names(),
        _ => &[],
    };
    names.iter().copied()
}

/// Suggests the key that an unknown name was probably meant to stand for.
fn meant(name: &str) -> String {
    let all = names().chain(SHORT_NAMES.iter().map(|(short, _)| *short));
    let all = all.chain(PadButton::names());
    did_you_mean(name, all)
}

impl KeyScript {
    /// Returns the number of keys and mouse events.
    pub fn len(&self) -> usize {
        self.acts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.acts.is_empty()
    }

    /// Returns the keys, without the mouse events.
    pub fn keys(&self) -> impl Iterator<Item = Press> {
        self.acts.iter().filter_map(|act| match act {
            Act::Key(key) => Some(Press::of(*key)),
            Act::Mouse(_) => None,
        })
    }

    /// Queues the whole script. Every key is pressed and then released.
    pub fn type_into(&self, queue: &mut KeyQueue) {
        for &act in &self.acts {
            match act {
                Act::Key(key) => queue.tap_scripted(Press::of(key)),
                Act::Mouse(mouse) => queue.push_scripted(mouse),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Bindings;
    use super::*;

    #[test]
    fn characters_and_names_are_keys() {
        let script: KeyScript = "l<up>D <Numpad7><ArrowUp><pgdn><shift+left><ctrl+left><Less>é"
            .parse()
            .unwrap();
        let keys = [
            Button::Types('l'),
            Button::Place(KeyCode::ArrowUp),
            Button::Types('D'),
            Button::Place(KeyCode::Space),
            Button::Place(KeyCode::Numpad7),
            Button::Place(KeyCode::ArrowUp),
            Button::Place(KeyCode::PageDown),
            Button::Shift(KeyCode::ArrowLeft),
            Button::Ctrl(KeyCode::ArrowLeft),
            Button::Types('<'),
            Button::Types('é'),
        ];
        assert_eq!(script.acts, keys.map(Act::Key));
    }

    #[test]
    fn mouse_events_have_a_position() {
        let script: KeyScript = "<Click 12,5><right 0,0><Hover 3, 4><wheel 1,2,-3>"
            .parse()
            .unwrap();
        let mice = [
            Mouse::Click(UVec2::new(12, 5).into()),
            Mouse::Right(UVec2::ZERO.into()),
            Mouse::Hover(UVec2::new(3, 4).into()),
            Mouse::Wheel(UVec2::new(1, 2).into(), -3),
        ];
        assert_eq!(script.acts, mice.map(Act::Mouse));
        for wrong in [
            "<Click>",
            "<Click 1>",
            "<Click 1,2,3>",
            "<Wheel 1,2>",
            "<Hover -1,2>",
            "<Click a,b>",
        ] {
            let error = wrong.parse::<KeyScript>().unwrap_err();
            assert!(
                error.to_string().contains("as in <Click 12,5>"),
                "{wrong}: {error}"
            );
        }
    }

    #[test]
    fn errors_name_the_place_and_what_is_accepted() {
        let error = |text: &str| text.parse::<KeyScript>().unwrap_err().to_string();
        assert!(error("ll<Up").starts_with("character 3: '<' opens"));
        assert!(
            error("l<Escpae>")
                .starts_with("character 2: unknown key <Escpae> (did you mean \"Escape\"?)")
        );
        assert!(error("l<>").contains("unknown key <>; accepted: names such as <Up>"));
        assert!(error("l\tl").starts_with("character 2: no key types '\\t'"));
        // Control characters in names are escaped, and long names are shortened.
        assert!(error("<\n\x1b>").contains("unknown key <\\n\\u{1b}>"));
        assert!(error("<Click\n 1>").contains("<Click\\n 1>"));
        let long = error(&format!("<{}>", "Up".repeat(1 << 20)));
        assert!(
            long.contains("UpUp...>") && long.len() < 1_000,
            "{}",
            long.len()
        );
        // `KeyCode::Unidentified` carries a number, so its name alone is not a key.
        assert!(error("<Unidentified>").contains("unknown key"));
    }

    #[test]
    fn every_bound_key_can_be_written() {
        let bindings = Bindings::default();
        for (_, key) in bindings.iter() {
            let script: KeyScript = key.to_string().parse().unwrap();
            assert_eq!(script.acts, [Act::Key(key)]);
        }
    }
}
