//! The buttons and directions of a gamepad, and their names.
//!
//! A key file names a button by its place, because letters differ from maker to maker. The screen uses the letters and
//! short names that most gamepads carry.

use std::fmt;

use bevy::input::gamepad::GamepadButton;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::grid::Direction::{self, *};

/// A button of a gamepad, or a direction of its sticks. The left trigger is no button: it works as Shift does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Reflect, Serialize, Deserialize)]
pub enum PadButton {
    /// The lowest of the four buttons on the right.
    South,
    /// The rightmost of the four buttons on the right.
    East,
    /// The leftmost of the four buttons on the right.
    West,
    /// The highest of the four buttons on the right.
    North,
    /// The left shoulder button.
    LeftShoulder,
    /// The right shoulder button.
    RightShoulder,
    /// The right trigger, below the shoulder button.
    RightTrigger,
    /// The small button on the left of the middle.
    Select,
    /// The small button on the right of the middle.
    Start,
    /// The left stick, pressed down.
    LeftStick,
    /// The right stick, pressed down.
    RightStick,
    /// Up, on the D-pad or the left stick.
    Up,
    /// Up and right, on the D-pad or the left stick.
    UpRight,
    /// Right, on the D-pad or the left stick.
    Right,
    /// Down and right, on the D-pad or the left stick.
    DownRight,
    /// Down, on the D-pad or the left stick.
    Down,
    /// Down and left, on the D-pad or the left stick.
    DownLeft,
    /// Left, on the D-pad or the left stick.
    Left,
    /// Up and left, on the D-pad or the left stick.
    UpLeft,
    /// Up, on the right stick.
    FarUp,
    /// Up and right, on the right stick.
    FarUpRight,
    /// Right, on the right stick.
    FarRight,
    /// Down and right, on the right stick.
    FarDownRight,
    /// Down, on the right stick.
    FarDown,
    /// Down and left, on the right stick.
    FarDownLeft,
    /// Left, on the right stick.
    FarLeft,
    /// Up and left, on the right stick.
    FarUpLeft,
}

/// Every button, with its name in a key file and its name on the screen.
const NAMES: [(PadButton, &str, &str); 27] = [
    (PadButton::South, "PadSouth", "A"),
    (PadButton::East, "PadEast", "B"),
    (PadButton::West, "PadWest", "X"),
    (PadButton::North, "PadNorth", "Y"),
    (PadButton::LeftShoulder, "PadLB", "LB"),
    (PadButton::RightShoulder, "PadRB", "RB"),
    (PadButton::RightTrigger, "PadRT", "RT"),
    (PadButton::Select, "PadSelect", "Select"),
    (PadButton::Start, "PadStart", "Start"),
    (PadButton::LeftStick, "PadL3", "L3"),
    (PadButton::RightStick, "PadR3", "R3"),
    (PadButton::Up, "PadUp", "Up"),
    (PadButton::UpRight, "PadUpRight", "Up-Right"),
    (PadButton::Right, "PadRight", "Right"),
    (PadButton::DownRight, "PadDownRight", "Down-Right"),
    (PadButton::Down, "PadDown", "Down"),
    (PadButton::DownLeft, "PadDownLeft", "Down-Left"),
    (PadButton::Left, "PadLeft", "Left"),
    (PadButton::UpLeft, "PadUpLeft", "Up-Left"),
    (PadButton::FarUp, "PadRSUp", "RS-Up"),
    (PadButton::FarUpRight, "PadRSUpRight", "RS-Up-Right"),
    (PadButton::FarRight, "PadRSRight", "RS-Right"),
    (PadButton::FarDownRight, "PadRSDownRight", "RS-Down-Right"),
    (PadButton::FarDown, "PadRSDown", "RS-Down"),
    (PadButton::FarDownLeft, "PadRSDownLeft", "RS-Down-Left"),
    (PadButton::FarLeft, "PadRSLeft", "RS-Left"),
    (PadButton::FarUpLeft, "PadRSUpLeft", "RS-Up-Left"),
];

impl PadButton {
    /// Returns the direction on the D-pad and the left stick.
    pub(super) fn near(way: Direction) -> Self {
        match way {
            North => Self::Up,
            NorthEast => Self::UpRight,
            East => Self::Right,
            SouthEast => Self::DownRight,
            South => Self::Down,
            SouthWest => Self::DownLeft,
            West => Self::Left,
            NorthWest => Self::UpLeft,
        }
    }

    pub(super) fn far(way: Direction) -> Self {
        match way {
            North => Self::FarUp,
            NorthEast => Self::FarUpRight,
            East => Self::FarRight,
            SouthEast => Self::FarDownRight,
            South => Self::FarDown,
            SouthWest => Self::FarDownLeft,
            West => Self::FarLeft,
            NorthWest => Self::FarUpLeft,
        }
    }

    /// Returns the button that a device reports, or `None` for the D-pad, for the left trigger, and for a button that
    /// few gamepads have.
    pub(super) fn of(button: GamepadButton) -> Option<Self> {
        Some(match button {
            GamepadButton::South => Self::South,
            GamepadButton::East => Self::East,
            GamepadButton::West => Self::West,
            GamepadButton::North => Self::North,
            GamepadButton::LeftTrigger => Self::LeftShoulder,
            GamepadButton::RightTrigger => Self::RightShoulder,
            GamepadButton::RightTrigger2 => Self::RightTrigger,
            GamepadButton::Select => Self::Select,
            GamepadButton::Start => Self::Start,
            GamepadButton::LeftThumb => Self::LeftStick,
            GamepadButton::RightThumb => Self::RightStick,
            _ => return None,
        })
    }

    /// Returns the button that has this name in a key file, in upper or lower case.
    pub(super) fn named(name: &str) -> Option<Self> {
        let mut all = NAMES.iter();
        let found = all.find(|(_, known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(button, ..)| *button)
    }

    /// Returns the names of all buttons in a key file.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(_, name, _)| *name)
    }

    /// Returns the button's name on the screen.
    pub fn label(self) -> &'static str {
        self.entry().1
    }

    fn entry(self) -> (&'static str, &'static str) {
        let found = NAMES.iter().find(|(button, ..)| *button == self);
        found.map_or(("", ""), |(_, name, label)| (name, label))
    }
}

/// Writes the button's name in a key file.
impl fmt::Display for PadButton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry().0)
    }
}
