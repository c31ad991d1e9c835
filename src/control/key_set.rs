//! The two built-in key sets, which differ in the keys of the controls that have a direction.
//!
//! Both sets share the arrow keys and their neighbours, and the numpad. Letters are bound by the character they type,
//! except for `WASD`, whose keys are bound by their positions on the keyboard (ZQSD on a French keyboard).

use std::fmt;
use std::str::FromStr;

use bevy::input::keyboard::KeyCode;
use serde::{Deserialize, Serialize};

use super::button::Button::{self, Ctrl, Pad, PadShift, Place, Shift, Types};
use super::controls::Control;
use super::pad_button::PadButton;
use crate::files::brief;
use crate::grid::Direction::{self, *};

/// A control and a key bound to it.
pub type Binding = (Control, Button);

/// A built-in key set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KeySet {
    /// Steps with `hjklyubn`, as in the editor vi.
    #[default]
    Vi,
    /// Steps with `WASD`, and diagonally with `yubn`.
    Wasd,
}

impl KeySet {
    /// Both sets.
    pub const ALL: [Self; 2] = [Self::Vi, Self::Wasd];

    /// Returns the bindings of every control that has a direction.
    pub(super) fn keys(self) -> Vec<Binding> {
        let mut keys = Vec::new();
        for (way, places, letter) in MOVES {
            let (step, rush) = (Control::Step(way), Control::Rush(way));
            if self == Self::Vi || "yubn".contains(letter) {
                keys.push((step, Types(letter)));
                keys.push((rush, Types(letter.to_ascii_uppercase())));
            }
            let own = WASD.iter().filter(|_| self == Self::Wasd);
            let own = own.filter(|(it, _)| *it == way).map(|(_, key)| *key);
            for key in own.chain(places) {
                keys.push((step, Place(key)));
                keys.push((rush, Shift(key)));
            }
            keys.extend(places.map(|key| (Control::Run(way), Ctrl(key))));
            keys.extend([
                (step, Pad(PadButton::near(way))),
                (rush, Pad(PadButton::far(way))),
                (Control::Run(way), PadShift(PadButton::near(way))),
            ]);
        }
        keys
    }
}

impl fmt::Display for KeySet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Vi => "vi",
            Self::Wasd => "wasd",
        })
    }
}

impl FromStr for KeySet {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|it| it.to_string() == name);
        found.ok_or_else(|| {
            let known = Self::ALL.map(|it| it.to_string()).join(", ");
            format!("unknown key set `{}`; accepted: {known}", brief(name))
        })
    }
}

/// Each direction, with the two keys that are bound to it by position, and with the letter for it in vi.
const MOVES: [(Direction, [KeyCode; 2], char); 8] = [
    (West, [KeyCode::ArrowLeft, KeyCode::Numpad4], 'h'),
    (South, [KeyCode::ArrowDown, KeyCode::Numpad2], 'j'),
    (North, [KeyCode::ArrowUp, KeyCode::Numpad8], 'k'),
    (East, [KeyCode::ArrowRight, KeyCode::Numpad6], 'l'),
    (NorthWest, [KeyCode::Home, KeyCode::Numpad7], 'y'),
    (NorthEast, [KeyCode::PageUp, KeyCode::Numpad9], 'u'),
    (SouthWest, [KeyCode::End, KeyCode::Numpad1], 'b'),
    (SouthEast, [KeyCode::PageDown, KeyCode::Numpad3], 'n'),
];

const WASD: [(Direction, KeyCode); 4] = [
    (North, KeyCode::KeyW),
    (West, KeyCode::KeyA),
    (South, KeyCode::KeyS),
    (East, KeyCode::KeyD),
];
