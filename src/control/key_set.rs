//! The two built-in key sets.
//!
//! Both sets share the arrow keys and their neighbours, the numpad, and all other keys that are not letters. Letters
//! are bound by the character they type, except for `WASD`, whose keys are bound by their positions on the keyboard
//! (ZQSD on a French keyboard).

use std::fmt;
use std::str::FromStr;

use bevy::input::keyboard::KeyCode;
use serde::{Deserialize, Serialize};

use super::asks::Control;
use super::button::Button::{self, Ctrl, Pad, PadShift, Place, Shift, Types};
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

    /// Returns every binding in the set.
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
        keys.extend_from_slice(BOTH);
        keys.extend_from_slice(GAMEPAD);
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

/// The bindings that both sets share.
const BOTH: &[Binding] = &[
    (Control::Wait, Types('.')),
    (Control::Wait, Place(KeyCode::Numpad5)),
    (Control::Rest, Types('R')),
    (Control::ChangeGait, Types('r')),
    (Control::Explore, Types('o')),
    (Control::Travel, Types('_')),
    (Control::StairsUp, Types('<')),
    (Control::StairsDown, Types('>')),
    (Control::CloseDoor, Types('c')),
    (Control::Look, Types('x')),
    (Control::Messages, Types('m')),
    (Control::Help, Types('?')),
    (Control::Help, Place(KeyCode::F1)),
    (Control::Confirm, Place(KeyCode::Enter)),
    (Control::Confirm, Place(KeyCode::NumpadEnter)),
    (Control::Confirm, Place(KeyCode::Space)),
    (Control::Close, Place(KeyCode::Escape)),
    (Control::Leave, Types('Q')),
    (Control::Next, Place(KeyCode::Tab)),
    (Control::Previous, Shift(KeyCode::Tab)),
    (Control::ShorterSight, Types('[')),
    (Control::LongerSight, Types(']')),
    (Control::ShutLantern, Types('{')),
    (Control::OpenLantern, Types('}')),
    (Control::Tend, Types('T')),
    (Control::Search, Types('F')),
    (Control::Exposure, Types('V')),
    (Control::Book, Types('M')),
    (Control::Boon, Types('G')),
    (Control::Pack, Types('i')),
    (Control::UseThing, Types('I')),
    (Control::Throw, Types('t')),
    (Control::Wear, Types('e')),
    (Control::Drop, Types('p')),
    (Control::PickUp, Types('g')),
    (Control::Larger, Types('+')),
    (Control::Larger, Types('=')),
    (Control::Larger, Place(KeyCode::NumpadAdd)),
    (Control::Smaller, Types('-')),
    (Control::Smaller, Place(KeyCode::NumpadSubtract)),
    (Control::Picture, Place(KeyCode::F12)),
    (Control::FullScreen, Place(KeyCode::F11)),
    (Control::Wizard, Place(KeyCode::F2)),
    (Control::Reveal, Place(KeyCode::F3)),
    (Control::NextEyes, Place(KeyCode::F4)),
    (Control::NextOverlay, Place(KeyCode::F5)),
    (Control::NextAlgorithm, Types('f')),
    (Control::NextKind, Place(KeyCode::F7)),
    (Control::Conjure, Place(KeyCode::F8)),
];

/// The buttons of a gamepad, which both sets share. They are those of actions that players use often; the menu lists the
/// rest.
const GAMEPAD: &[Binding] = &[
    (Control::Confirm, Pad(PadButton::South)),
    (Control::StairsDown, PadShift(PadButton::South)),
    (Control::Close, Pad(PadButton::Start)),
    (Control::Close, Pad(PadButton::East)),
    (Control::StairsUp, PadShift(PadButton::East)),
    (Control::Explore, Pad(PadButton::West)),
    (Control::Rest, PadShift(PadButton::West)),
    (Control::Look, Pad(PadButton::North)),
    (Control::Exposure, PadShift(PadButton::North)),
    (Control::ShorterSight, Pad(PadButton::LeftShoulder)),
    (Control::ShutLantern, PadShift(PadButton::LeftShoulder)),
    (Control::LongerSight, Pad(PadButton::RightShoulder)),
    (Control::OpenLantern, PadShift(PadButton::RightShoulder)),
    (Control::Throw, Pad(PadButton::RightTrigger)),
    (Control::UseThing, PadShift(PadButton::RightTrigger)),
    (Control::Pack, Pad(PadButton::Select)),
    (Control::Boon, PadShift(PadButton::Select)),
    (Control::Help, PadShift(PadButton::Start)),
    (Control::ChangeGait, Pad(PadButton::LeftStick)),
    (Control::Wait, PadShift(PadButton::LeftStick)),
    (Control::Next, Pad(PadButton::RightStick)),
    (Control::Tend, PadShift(PadButton::RightStick)),
];
