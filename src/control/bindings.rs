//! Which keys are bound to which controls.

use bevy::prelude::*;

use super::asks::{Control, OwnControl};
use super::button::{Button, Device};
use super::key_set::{Binding, KeySet};
use crate::game::PlayerCommand;
use crate::mistakes::NoteMistake;

/// Every key binding of the app and its plugins. Key presses, key scripts and the key lists on the screen all use these
/// bindings. No key is bound to two controls.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Bindings {
    all: Vec<Binding>,
    own: Vec<NewControl>,
    conflicts: Vec<KeyConflict>,
    /// The device that was used last.
    device: Device,
}

/// A control that a plugin adds: its name, its keys and what it does.
///
/// ```
/// use bevy::prelude::*;
/// use fogbound::control::{AddControl, Button, NewControl};
/// use fogbound::game::{Action, PlayerCommand};
///
/// let mut app = App::new();
/// app.add_control(
///     NewControl::new("sigh", "sigh")
///         .key(Button::Types('z'))
///         .commands(PlayerCommand::Act(Action::WAIT)),
/// );
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct NewControl {
    control: OwnControl,
    words: String,
    keys: Vec<Button>,
    command: Option<PlayerCommand>,
    repeats: bool,
}

impl NewControl {
    /// Creates a control with this name, which must be unique. `words` describes the control in a word or two, for the
    /// key lists.
    pub fn new(name: &'static str, words: impl Into<String>) -> Self {
        Self {
            control: OwnControl(name),
            words: words.into(),
            keys: Vec::new(),
            command: None,
            repeats: false,
        }
    }

    /// Adds a key. Uppercase and lowercase letters are different keys.
    pub fn key(mut self, key: Button) -> Self {
        self.keys.push(key);
        self
    }

    /// Sets the player command that the control issues. For a control without a command, read [`Asked`](super::Asked)
    /// in a system of your own.
    pub fn commands(mut self, command: PlayerCommand) -> Self {
        self.command = Some(command);
        self
    }

    /// Makes the control repeat while its key is held.
    pub fn repeats(mut self) -> Self {
        self.repeats = true;
        self
    }
}

/// A conflict between two controls that claim the same key, displayed as one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the key {key} is bound to \"{first}\" and cannot also be bound to \"{second}\"; bind one of them to another key"
)]
pub struct KeyConflict {
    /// The key, as written in a key script.
    pub key: String,
    /// What the key does.
    pub first: String,
    /// What the key was also meant to do.
    pub second: String,
}

/// Uses the default key set.
impl Default for Bindings {
    fn default() -> Self {
        Self::of_set(KeySet::default())
    }
}

impl Bindings {
    /// Returns the bindings of a key set.
    pub fn of_set(set: KeySet) -> Self {
        Self {
            all: set.keys(),
            own: Vec::new(),
            conflicts: Vec::new(),
            device: Device::default(),
        }
    }

    /// Returns the device that was used last.
    pub fn device(&self) -> Device {
        self.device
    }

    /// Notes the device that was used last.
    pub(super) fn use_device(&mut self, device: Device) {
        self.device = device;
    }

    /// Replaces the game's own key bindings, and then adds the plugins' bindings again.
    pub(super) fn replace(&mut self, keys: Vec<Binding>) {
        self.all = keys;
        self.conflicts.clear();
        for own in std::mem::take(&mut self.own) {
            self.add(own);
        }
    }

    /// Iterates over every key and its control, starting with the game's own keys.
    pub fn iter(&self) -> impl Iterator<Item = Binding> {
        self.all.iter().copied()
    }

    /// Returns the control that a key is bound to.
    pub fn asks(&self, key: Button) -> Option<Control> {
        let found = self.all.iter().find(|(_, bound)| *bound == key);
        found.map(|(control, _)| *control)
    }

    /// Returns the control that loses this key if the key is bound to another control.
    pub fn user_of(&self, key: Button) -> Option<Control> {
        let found = self.all.iter().find(|(_, bound)| bound.is_same_key(key));
        found.map(|(control, _)| *control)
    }

    /// Returns the keys of a control on the device that was used last.
    pub fn keys_in_use(&self, control: Control) -> impl Iterator<Item = Button> {
        self.keys(control).filter(|it| it.device() == self.device)
    }

    /// Returns the keys and buttons of a control.
    pub fn keys(&self, control: Control) -> impl Iterator<Item = Button> {
        let bound = self.iter().filter(move |(it, _)| *it == control);
        bound.map(|(_, key)| key)
    }

    /// Returns the controls that plugins have added.
    pub fn own_controls(&self) -> impl Iterator<Item = Control> {
        self.own.iter().map(|own| Control::Own(own.control))
    }

    /// Adds a plugin's control. A key that is already bound keeps its control, and is reported as one of the
    /// [conflicts](Bindings::conflicts).
    pub fn add(&mut self, new: NewControl) {
        let control = Control::Own(new.control);
        for &key in &new.keys {
            let taken = self.iter().find(|(_, bound)| bound.is_same_key(key));
            let Some((other, _)) = taken else {
                self.all.push((control, key));
                continue;
            };
            let conflict = KeyConflict {
                key: key.to_string(),
                first: self.words(other),
                second: new.words.clone(),
            };
            self.conflicts.push(conflict);
        }
        self.own.push(new);
    }

    /// Returns all conflicts between controls that claim the same key.
    pub fn conflicts(&self) -> &[KeyConflict] {
        &self.conflicts
    }

    /// Returns what a control does, in a few words.
    pub fn words(&self, control: Control) -> String {
        let own = match control {
            Control::Own(own) => self.own(own),
            _ => None,
        };
        own.map_or_else(|| control.words(), |it| it.words.clone())
    }

    /// Returns the command that a plugin's control issues, or `None` if it issues no command.
    pub fn command(&self, control: OwnControl) -> Option<PlayerCommand> {
        self.own(control)?.command
    }

    /// Returns whether the control repeats while its key is held.
    pub fn repeats(&self, control: Control) -> bool {
        match control {
            Control::Own(own) => self.own(own).is_some_and(|it| it.repeats),
            ours => ours.repeats(),
        }
    }

    fn own(&self, control: OwnControl) -> Option<&NewControl> {
        self.own.iter().find(|it| it.control == control)
    }
}

/// Adds controls to an app.
pub trait AddControl {
    /// Adds a control with its keys. The control also works in key scripts and appears in key lists.
    fn add_control(&mut self, control: NewControl) -> &mut Self;
}

impl AddControl for App {
    fn add_control(&mut self, control: NewControl) -> &mut Self {
        let name = control.control.0;
        for key in &control.keys {
            if matches!(key, Button::Types(character) if character.is_control()) {
                self.note_mistake(format!(
                    "{name:?}: no key types {key:?}; accepted: a printable character, or Button::Place"
                ));
            }
        }
        let mut bindings = self.world_mut().get_resource_or_init::<Bindings>();
        if bindings.own(control.control).is_some() {
            return self.note_mistake(format!(
                "a control called {name:?} already exists; accepted: another name"
            ));
        }
        let reported = bindings.conflicts.len();
        bindings.add(control);
        let new: Vec<String> = bindings.conflicts[reported..]
            .iter()
            .map(ToString::to_string)
            .collect();
        for conflict in new {
            self.note_mistake(conflict);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::keyboard::KeyCode;

    #[test]
    fn no_key_has_two_controls_and_every_control_has_a_key() {
        for set in KeySet::ALL {
            let bindings = Bindings::of_set(set);
            for (i, (control, button)) in bindings.all.iter().enumerate() {
                for (other, same) in &bindings.all[i + 1..] {
                    assert!(
                        !button.is_same_key(*same),
                        "{set}: {button:?} is bound to {control:?} and {other:?}"
                    );
                }
            }
            for control in Control::all() {
                assert!(
                    bindings.keys(control).next().is_some(),
                    "{set}: {control:?}"
                );
            }
        }
    }

    #[test]
    fn a_key_that_is_taken_keeps_its_control() {
        let mut bindings = Bindings::default();
        let before = bindings.all.len();
        let new = NewControl::new("leap", "leap");
        let keys = ['K', 'x', 'z', 'Z'].map(Button::Types);
        bindings.add(keys.into_iter().fold(new, NewControl::key));
        assert_eq!(bindings.all.len(), before + 2);
        let conflicts: Vec<String> = bindings
            .conflicts()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(conflicts.len(), 2, "{conflicts:?}");
        assert!(conflicts[0].starts_with(
            "the key K is bound to \"rush north\" and cannot also be bound to \"leap\""
        ));
        assert!(conflicts[1].starts_with("the key x is bound to"));
        bindings.add(NewControl::new("again", "again").key(Button::Types('z')));
        assert_eq!(bindings.conflicts()[2].first, "leap");
        assert_eq!(bindings.words(Control::Own(OwnControl("again"))), "again");
        assert!(Button::Place(KeyCode::KeyW).is_same_key(Button::Types('w')));
        bindings.replace(KeySet::Wasd.keys());
        assert_eq!(
            bindings.asks(Button::Types('z')),
            Some(Control::Own(OwnControl("leap")))
        );
        assert_eq!(bindings.own.len(), 2);
    }
}
