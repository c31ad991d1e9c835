//! A key press, as a device reports it.

use bevy::input::keyboard::{KeyCode, NativeKeyCode};

use super::button::{Button, digit_of, place_of, typed_at};

/// A key press: the key's place, what it types, and the buttons it may count as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Press {
    /// The key's place, which also identifies its release.
    pub place: KeyCode,
    /// The character that it types; `None` if it types none, or with Ctrl.
    pub character: Option<char>,
    /// The buttons it may count as, the best first.
    buttons: [Option<Button>; 4],
}

/// The effect of the held modifiers on a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chord {
    /// None, or Shift.
    Plain,
    /// AltGr or Option: the key types a further character of the layout.
    Typing,
    /// Ctrl.
    Ctrl,
}

impl Press {
    /// Returns a press with the buttons it may count as, in this order:
    ///
    /// - the character it types, except on the numpad;
    /// - its place, with Shift if that is held;
    /// - its place without Shift, if it types nothing;
    /// - what it would type on a US layout, if it types no Latin letter or digit, so that every layout reaches every
    ///   control.
    ///
    /// With Ctrl it counts only as its place. With AltGr it counts only as its character, if it types one.
    pub(super) fn new(
        place: KeyCode,
        character: Option<char>,
        has_shift: bool,
        chord: Chord,
    ) -> Self {
        if chord == Chord::Ctrl {
            return Self {
                place,
                character: None,
                buttons: [Some(Button::Ctrl(place)), None, None, None],
            };
        }
        let typed = character.filter(|_| !is_on_numpad(place));
        let goes_by_place = chord == Chord::Plain || typed.is_none();
        let here = match has_shift {
            true => Button::Shift(place),
            false => Button::Place(place),
        };
        let types_nothing = character.is_none_or(|it| it == ' ');
        let is_latin = character.is_some_and(|it| it.is_ascii_alphanumeric());
        let american = typed_at(place, has_shift).filter(|_| !is_latin && goes_by_place);
        Self {
            place,
            character,
            buttons: [
                typed.map(Button::Types),
                Some(here).filter(|_| goes_by_place),
                Some(Button::Place(place)).filter(|_| has_shift && types_nothing && goes_by_place),
                american.map(Button::Types),
            ],
        }
    }

    /// Returns the press of this button on a US layout.
    pub fn of(button: Button) -> Self {
        match button {
            Button::Types(character) => {
                // A character that is not on that layout has no place.
                let unknown = KeyCode::Unidentified(NativeKeyCode::Xkb(u32::from(character)));
                let (place, has_shift) = place_of(character).unwrap_or((unknown, false));
                Self::new(place, Some(character), has_shift, Chord::Plain)
            }
            Button::Place(place) => {
                let character = typed_at(place, false).or(digit_of(place));
                Self::new(place, character, false, Chord::Plain)
            }
            Button::Shift(place) => Self::new(place, typed_at(place, true), true, Chord::Plain),
            Button::Ctrl(place) => Self::new(place, None, false, Chord::Ctrl),
        }
    }

    /// Returns the press of a key that types `character`, from a device that reports nothing else. A digit may come
    /// from the numpad.
    pub fn typed(character: char) -> Self {
        let mut press = Self::of(Button::Types(character));
        if let Some(numpad) = Button::on_numpad(character) {
            press.buttons[2] = Some(numpad);
        }
        press
    }

    /// Returns the buttons it may count as, the best first.
    pub(super) fn buttons(&self) -> impl Iterator<Item = Button> {
        self.buttons.into_iter().flatten()
    }

    /// Returns the button that names this key in a key file, if none of its buttons is bound.
    pub(super) fn name(&self) -> Button {
        let mut named = self.buttons().filter(|it| *it != Button::Types(' '));
        named.next().unwrap_or(Button::Place(self.place))
    }
}

fn is_on_numpad(key: KeyCode) -> bool {
    format!("{key:?}").starts_with("Numpad")
}
