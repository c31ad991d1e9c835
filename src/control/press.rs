//! A press of a key or button, as a device reports it.

use bevy::input::keyboard::{KeyCode, NativeKeyCode};

use super::button::{Button, digit_of, place_of, typed_at};
use super::pad_button::PadButton;

/// Where a key or button is, which also identifies its release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhysicalButton {
    /// The position of a key on the keyboard.
    Key(KeyCode),
    /// A button of a gamepad.
    Pad(PadButton),
}

impl From<KeyCode> for PhysicalButton {
    fn from(key: KeyCode) -> Self {
        Self::Key(key)
    }
}

impl From<PadButton> for PhysicalButton {
    fn from(button: PadButton) -> Self {
        Self::Pad(button)
    }
}

/// A press: where the key or button is, the character that it types, and the buttons that the press may count as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Press {
    /// Where the key or button is.
    pub place: PhysicalButton,
    /// The character that the key types, or `None` if it types none or Ctrl is held.
    pub character: Option<char>,
    /// The buttons that the press may count as, in order of preference.
    buttons: [Option<Button>; 4],
}

/// The effect of the held modifiers on a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chord {
    /// No modifier, or Shift.
    Plain,
    /// AltGr or Option, with which the key may type an additional character.
    Typing,
    /// Ctrl.
    Ctrl,
}

impl Press {
    /// Returns a press with the buttons that it may count as, in this order:
    ///
    /// - the character that the key types, except on the numpad;
    /// - the key's position, with Shift if Shift is held;
    /// - the key's position without Shift, if the key types nothing;
    /// - the character that the key would type on a US layout, if it does not type a Latin letter or digit, so that
    ///   every control can be reached on every layout.
    ///
    /// With Ctrl, the press counts only as the key's position. With AltGr, it counts only as the character that the key
    /// types, if there is one.
    pub(super) fn new(
        place: KeyCode,
        character: Option<char>,
        has_shift: bool,
        chord: Chord,
    ) -> Self {
        if chord == Chord::Ctrl {
            return Self::alone(place.into(), Button::Ctrl(place));
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
            place: place.into(),
            character,
            buttons: [
                typed.map(Button::Types),
                Some(here).filter(|_| goes_by_place),
                Some(Button::Place(place)).filter(|_| has_shift && types_nothing && goes_by_place),
                american.map(Button::Types),
            ],
        }
    }

    /// Returns a press that counts as only one button.
    fn alone(place: PhysicalButton, button: Button) -> Self {
        Self {
            place,
            character: None,
            buttons: [Some(button), None, None, None],
        }
    }

    /// Returns a press that would produce this button on a US layout.
    pub fn of(button: Button) -> Self {
        match button {
            Button::Types(character) => {
                // A character that is not on a US layout has no position.
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
            Button::Pad(pad) | Button::PadShift(pad) => Self::alone(pad.into(), button),
        }
    }

    /// Returns the press of a key that types `character`, for a device that reports only characters. A digit may have
    /// been typed on the numpad.
    pub fn typed(character: char) -> Self {
        let mut press = Self::of(Button::Types(character));
        if let Some(numpad) = Button::on_numpad(character) {
            press.buttons[2] = Some(numpad);
        }
        press
    }

    /// Returns the buttons that the press may count as, in order of preference.
    pub(super) fn buttons(&self) -> impl Iterator<Item = Button> {
        self.buttons.into_iter().flatten()
    }

    /// Returns the button that names this key in a key file.
    pub fn name(&self) -> Button {
        let mut named = self.buttons().filter(|it| *it != Button::Types(' '));
        let named = named.next();
        named.unwrap_or(match self.place {
            PhysicalButton::Key(place) => Button::Place(place),
            PhysicalButton::Pad(button) => Button::Pad(button),
        })
    }
}

fn is_on_numpad(key: KeyCode) -> bool {
    format!("{key:?}").starts_with("Numpad")
}
