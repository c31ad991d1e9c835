//! The keys that come with the game.
//!
//! Keys of three kinds move the player: arrows and their neighbours, the numpad, and letters. The vi
//! letters `hjklyubn` and `WASD` share no letter, so both are on at once; every other command keeps
//! clear of those twelve letters. WASD are bound by where they are on the keyboard (ZQSD on a French
//! one), all other characters by what they type, whatever the layout.

use bevy::input::keyboard::KeyCode;

use super::asks::Control;
use super::press::Button::{self, Place, Types};

/// Every key of the game.
pub(super) const BINDINGS: &[(Control, Button)] = &[
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
    (Control::TakeStairs, Types('<')),
    (Control::TakeStairs, Types('>')),
    (Control::Explore, Types('o')),
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

#[cfg(test)]
mod tests {
    use super::*;

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
