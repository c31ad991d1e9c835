//! A key that goes down, as a device tells of it.

use bevy::input::keyboard::{KeyCode, NativeKeyCode};

use super::button::{Button, digit_of, place_of, typed_at};

/// A key that goes down: where it is, what it types, and the buttons that it may count as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Press {
    /// The key's place, by which it is known when it comes up.
    pub place: KeyCode,
    /// The character that it types, if it types one; none together with Ctrl.
    pub character: Option<char>,
    /// The best first.
    buttons: [Option<Button>; 4],
}

/// What the held modifiers make of another key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chord {
    /// It is a key by itself, or with Shift.
    Plain,
    /// It types one of the further characters that a layout has.
    Typing,
    /// It is a key with Ctrl.
    Ctrl,
}

impl Press {
    /// The numpad goes by place. Of others, the character comes first; then the place, with Shift if it is held; without
    /// it if the key types nothing. A key that types no Latin letter is, last, taken for what it would type on a keyboard
    /// with a United States layout, so that every command can be reached on every layout. With Ctrl a key goes by
    /// place; with AltGr it is what it types and nothing else, if it types something.
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

    /// The press by which a keyboard with a United States layout would mean this button.
    pub fn of(button: Button) -> Self {
        match button {
            Button::Types(character) => {
                // What is not on that layout is known by its character alone.
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

    /// The press of a key that types this, from a device that tells nothing else. A digit may be one of the numpad.
    pub fn typed(character: char) -> Self {
        let mut press = Self::of(Button::Types(character));
        if let Some(numpad) = Button::on_numpad(character) {
            press.buttons[2] = Some(numpad);
        }
        press
    }

    /// The buttons that it may count as, the best first.
    pub(super) fn buttons(&self) -> impl Iterator<Item = Button> {
        self.buttons.into_iter().flatten()
    }

    /// The button by which a file of keys names it, if it is bound to nothing.
    pub(super) fn name(&self) -> Button {
        let mut named = self.buttons().filter(|it| *it != Button::Types(' '));
        named.next().unwrap_or(Button::Place(self.place))
    }
}

fn is_on_numpad(key: KeyCode) -> bool {
    format!("{key:?}").starts_with("Numpad")
}
