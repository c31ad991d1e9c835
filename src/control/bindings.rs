//! Which key asks for what.
//!
//! Keys of three kinds move the player: arrows and their neighbours, the numpad, and letters. The vi
//! letters `hjklyubn` and `WASD` share no letter, so both are on at once; every other command keeps
//! clear of those twelve letters. WASD are bound by where they are on the keyboard (ZQSD on a French
//! one), all other characters by what they type, whatever the layout.

use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

use super::press::Button;
use super::typed::Typed;
use crate::grid::Direction;

/// What a key can ask for.
#[derive(Actionlike, Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Control {
    /// Step north.
    North,
    /// Step north-east.
    NorthEast,
    /// Step east.
    East,
    /// Step south-east.
    SouthEast,
    /// Step south.
    South,
    /// Step south-west.
    SouthWest,
    /// Step west.
    West,
    /// Step north-west.
    NorthWest,
    /// Let a turn pass.
    Wait,
    /// Run from now on, or walk again.
    ChangeGait,
    /// Close the door beside the player.
    CloseDoor,
    /// Take the stairs here.
    TakeStairs,
    /// See one cell less far.
    ShorterSight,
    /// See one cell further, if it was less far than at first; as a wizard, however far.
    LongerSight,
    /// Wizard: see by the next algorithm.
    NextAlgorithm,
    /// Leave for a fresh dungeon.
    NewDungeon,
    /// After death: the same game again.
    Again,
    /// Leave the game.
    Leave,
    /// Wizard: on or off.
    Wizard,
    /// Wizard: show the whole map, or no longer.
    Reveal,
    /// Wizard: look through the next creature's eyes.
    NextEyes,
    /// Wizard: mark what those eyes see, have seen, or nothing.
    NextOverlay,
    /// Wizard: point at a cell with the keys that move, or no longer.
    Point,
    /// Wizard: choose the next kind of monster.
    NextKind,
    /// Wizard: put a monster of that kind where the pointer is.
    Conjure,
}

impl Control {
    /// The way it moves the player, if it does.
    pub fn direction(self) -> Option<Direction> {
        Some(match self {
            Self::North => Direction::North,
            Self::NorthEast => Direction::NorthEast,
            Self::East => Direction::East,
            Self::SouthEast => Direction::SouthEast,
            Self::South => Direction::South,
            Self::SouthWest => Direction::SouthWest,
            Self::West => Direction::West,
            Self::NorthWest => Direction::NorthWest,
            _ => return None,
        })
    }

    /// Whether holding the key asks again and again.
    pub fn repeats(self) -> bool {
        self.direction().is_some()
            || matches!(self, Self::Wait | Self::ShorterSight | Self::LongerSight)
    }
}

/// A control and a key that asks for it.
pub type Binding = (Control, Button);

use Button::{Place, Types};

/// Every key of the game.
pub const BINDINGS: &[Binding] = &[
    (Control::North, Types('k')),
    (Control::North, Place(KeyCode::KeyW)),
    (Control::North, Place(KeyCode::ArrowUp)),
    (Control::North, Place(KeyCode::Numpad8)),
    (Control::NorthEast, Types('u')),
    (Control::NorthEast, Place(KeyCode::PageUp)),
    (Control::NorthEast, Place(KeyCode::Numpad9)),
    (Control::East, Types('l')),
    (Control::East, Place(KeyCode::KeyD)),
    (Control::East, Place(KeyCode::ArrowRight)),
    (Control::East, Place(KeyCode::Numpad6)),
    (Control::SouthEast, Types('n')),
    (Control::SouthEast, Place(KeyCode::PageDown)),
    (Control::SouthEast, Place(KeyCode::Numpad3)),
    (Control::South, Types('j')),
    (Control::South, Place(KeyCode::KeyS)),
    (Control::South, Place(KeyCode::ArrowDown)),
    (Control::South, Place(KeyCode::Numpad2)),
    (Control::SouthWest, Types('b')),
    (Control::SouthWest, Place(KeyCode::End)),
    (Control::SouthWest, Place(KeyCode::Numpad1)),
    (Control::West, Types('h')),
    (Control::West, Place(KeyCode::KeyA)),
    (Control::West, Place(KeyCode::ArrowLeft)),
    (Control::West, Place(KeyCode::Numpad4)),
    (Control::NorthWest, Types('y')),
    (Control::NorthWest, Place(KeyCode::Home)),
    (Control::NorthWest, Place(KeyCode::Numpad7)),
    (Control::Wait, Types('.')),
    (Control::Wait, Place(KeyCode::Numpad5)),
    (Control::ChangeGait, Types('r')),
    (Control::CloseDoor, Types('c')),
    (Control::TakeStairs, Types('>')),
    (Control::TakeStairs, Types('<')),
    (Control::ShorterSight, Types('[')),
    (Control::LongerSight, Types(']')),
    (Control::NextAlgorithm, Types('f')),
    (Control::NewDungeon, Place(KeyCode::Space)),
    (Control::Again, Place(KeyCode::Enter)),
    (Control::Leave, Place(KeyCode::Escape)),
    (Control::Wizard, Place(KeyCode::F2)),
    (Control::Reveal, Place(KeyCode::F3)),
    (Control::NextEyes, Place(KeyCode::F4)),
    (Control::NextOverlay, Place(KeyCode::F5)),
    (Control::Point, Place(KeyCode::F6)),
    (Control::NextKind, Place(KeyCode::F7)),
    (Control::Conjure, Place(KeyCode::F8)),
];

/// The table in the form that leafwing-input-manager reads.
pub(super) fn input_map() -> InputMap<Control> {
    let mut map = InputMap::default();
    for &(control, button) in BINDINGS {
        match button {
            Types(character) => map.insert(control, Typed(character)),
            Place(key) => map.insert(control, key),
        };
    }
    map
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_asks_for_two_things() {
        for (i, (control, button)) in BINDINGS.iter().enumerate() {
            for (other, same) in &BINDINGS[i + 1..] {
                assert!(
                    button != same,
                    "{button:?} asks for {control:?} and {other:?}"
                );
            }
        }
    }

    #[test]
    fn no_letter_is_both_a_place_and_a_character() {
        let places = [
            ('w', KeyCode::KeyW),
            ('a', KeyCode::KeyA),
            ('s', KeyCode::KeyS),
            ('d', KeyCode::KeyD),
        ];
        for (letter, key) in places {
            assert!(BINDINGS.iter().any(|b| b.1 == Place(key)));
            assert!(!BINDINGS.iter().any(|b| b.1 == Types(letter)));
        }
    }
}
