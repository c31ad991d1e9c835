//! From a key that goes down to what it is bound to.
//!
//! A key is looked up once, when it goes down: by the character it types, then by its place. It counts as held until that
//! same key comes up: releasing Shift first changes nothing.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode, KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;

use super::asks::Control;
use super::bindings::Bindings;
use super::bound::{Chord, HeldKeys, Modifiers};
use super::press::{Button, typed_at};

/// A key has gone down, whether it is bound or not.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyDown {
    /// The character that it types, if it types one; none together with Ctrl.
    pub character: Option<char>,
    /// The key, as a file of keys would name it.
    pub button: Button,
    /// What it asks for, if it asks for something.
    pub control: Option<Control>,
}

/// Follows the keyboard.
pub(super) fn track_keys(
    mut keys: ResMut<HeldKeys>,
    bindings: Res<Bindings>,
    mut events: MessageReader<KeyboardInput>,
    mut focus_lost: MessageReader<KeyboardFocusLost>,
    mut down: MessageWriter<KeyDown>,
) {
    keys.just_released.clear();
    for key in events.read() {
        let is_down = key.state == ButtonState::Pressed;
        let is_modifier = keys
            .modifiers
            .follow(key.key_code, &key.logical_key, is_down);
        let released = keys.held.remove(&key.key_code);
        keys.just_released.extend(released);
        let chord = keys.modifiers.chord();
        if !is_down || is_modifier || chord == Chord::Foreign {
            continue;
        }
        let shift = keys.modifiers.has_shift();
        let bound = lookup(&bindings, key, shift, chord);
        if let Some(button) = bound {
            keys.held.insert(key.key_code, button);
            // Down again without having come up in between.
            keys.just_released.retain(|it| *it != button);
        }
        down.write(KeyDown {
            character: character(key).filter(|_| chord != Chord::Ctrl),
            button: bound.unwrap_or_else(|| name(key, shift, chord)),
            control: bound.and_then(|it| bindings.asks(it)),
        });
    }
    if focus_lost.read().count() > 0 {
        let held = std::mem::take(&mut keys.held);
        keys.just_released.extend(held.into_values());
        keys.modifiers = Modifiers::default();
    }
}

/// The one character that an event types.
fn character(key: &KeyboardInput) -> Option<char> {
    let text = match &key.logical_key {
        Key::Character(text) => text.as_str(),
        Key::Space => " ",
        _ if key.key_code == KeyCode::Space => " ",
        _ => return None,
    };
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// How a file of keys names the key of an event.
fn name(key: &KeyboardInput, shift: bool, chord: Chord) -> Button {
    if chord == Chord::Ctrl {
        return Button::Ctrl(key.key_code);
    }
    let typed = character(key).filter(|it| *it != ' ' && !is_on_numpad(key.key_code));
    match typed {
        Some(character) => Button::Types(character),
        None if shift => Button::Shift(key.key_code),
        None => Button::Place(key.key_code),
    }
}

fn is_on_numpad(key: KeyCode) -> bool {
    format!("{key:?}").starts_with("Numpad")
}

/// The bound key of an event, if it is one.
///
/// The numpad goes by place. Of others, the character comes first; then the place, with Shift if it is held; without
/// it if nothing else is bound and the key types nothing. A key that types no Latin letter is, last, taken for what it
/// would type on a keyboard with a United States layout, so that every command can be reached on every layout. With
/// Ctrl a key goes by place; with AltGr it is what it types and nothing else, if it types something.
fn lookup(bindings: &Bindings, key: &KeyboardInput, shift: bool, chord: Chord) -> Option<Button> {
    if chord == Chord::Ctrl {
        let button = Button::Ctrl(key.key_code);
        return bindings.asks(button).map(|_| button);
    }
    let place = match shift {
        true => Button::Shift(key.key_code),
        false => Button::Place(key.key_code),
    };
    let character = character(key);
    let typed = character
        .filter(|_| !is_on_numpad(key.key_code))
        .map(Button::Types);
    let plain = Button::Place(key.key_code);
    let plain = (shift && character.is_none_or(|it| it == ' ')).then_some(plain);
    let is_latin = character.is_some_and(|it| it.is_ascii_alphanumeric());
    let elsewhere = typed_at(key.key_code, shift).filter(|_| !is_latin);
    let is_plain = chord == Chord::Plain || typed.is_none();
    let further = [Some(place), plain, elsewhere.map(Button::Types)].into_iter();
    std::iter::once(typed)
        .chain(further.filter(|_| is_plain))
        .flatten()
        .find(|button| bindings.asks(*button).is_some())
}
