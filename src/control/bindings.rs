//! Which keys are bound to which controls.

use bevy::prelude::*;

use super::button::{Button, Device};
use super::controls::Control;
use super::key_set::{Binding, KeySet};
use super::new_control::NewControl;
use super::press::Press;
use super::screens::of_screens;
use crate::game::PlayerCommand;
use crate::mistakes::NoteMistake;

/// Every control of the app and its plugins, and its keys. Key presses, key scripts and the key lists on the screen all
/// use these bindings. No key is bound to two controls.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct Bindings {
    /// The controls without a direction, in the order in which they were added.
    controls: Vec<NewControl>,
    all: Vec<Binding>,
    conflicts: Vec<KeyConflict>,
    /// The device that was used last.
    device: Device,
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

/// The controls of the game's screens, with the default key set. Actions add theirs.
impl Default for Bindings {
    fn default() -> Self {
        let mut bindings = Self {
            controls: of_screens(),
            all: Vec::new(),
            conflicts: Vec::new(),
            device: Device::default(),
        };
        bindings.use_set(KeySet::default());
        bindings
    }
}

impl Bindings {
    /// Gives every control its keys in this set.
    pub fn use_set(&mut self, set: KeySet) {
        let (all, conflicts) = self.keys_of_set(set);
        (self.all, self.conflicts) = (all, conflicts);
    }

    /// Returns the keys of all controls in a key set. If controls claim the same key, the one that was added first gets
    /// it.
    pub(super) fn keys_of_set(&self, set: KeySet) -> (Vec<Binding>, Vec<KeyConflict>) {
        let (mut all, mut conflicts) = (set.keys(), Vec::new());
        for new in &self.controls {
            self.claim(new, &mut all, &mut conflicts);
        }
        (all, conflicts)
    }

    /// Gives a control those of its keys that no other has.
    fn claim(&self, new: &NewControl, all: &mut Vec<Binding>, conflicts: &mut Vec<KeyConflict>) {
        for &key in &new.keys {
            match all.iter().find(|(_, bound)| bound.is_same_key(key)) {
                None => all.push((new.control, key)),
                Some((other, _)) => conflicts.push(KeyConflict {
                    key: key.to_string(),
                    first: self.words(*other),
                    second: new.words.clone(),
                }),
            }
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

    pub(super) fn replace(&mut self, keys: Vec<Binding>, conflicts: Vec<KeyConflict>) {
        (self.all, self.conflicts) = (keys, conflicts);
    }

    /// Iterates over every key and its control.
    pub fn iter(&self) -> impl Iterator<Item = Binding> {
        self.all.iter().copied()
    }

    /// Returns every control in the order in which lists show them: first those that have a direction, and last those of
    /// wizard mode and of plugins that name no place.
    pub fn controls(&self) -> Vec<Control> {
        let mut named: Vec<Control> = Vec::new();
        for new in &self.controls {
            let before = new.after.map(Control::Named);
            let place = before.and_then(|it| named.iter().position(|other| *other == it));
            named.insert(place.map_or(named.len(), |it| it + 1), new.control);
        }
        Control::directed().chain(named).collect()
    }

    pub fn named(&self, name: &str) -> Option<Control> {
        let named = self.controls.iter().map(|new| new.control);
        Control::directed()
            .chain(named)
            .find(|it| it.name() == name)
    }

    pub fn asks(&self, key: Button) -> Option<Control> {
        let found = self.all.iter().find(|(_, bound)| *bound == key);
        found.map(|(control, _)| *control)
    }

    pub fn pressed(&self, press: Press) -> Option<Control> {
        press.buttons().find_map(|it| self.asks(it))
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

    pub fn keys(&self, control: Control) -> impl Iterator<Item = Button> {
        let bound = self.iter().filter(move |(it, _)| *it == control);
        bound.map(|(_, key)| key)
    }

    /// Adds a control. A key that is already bound keeps its control, and is reported as one of the
    /// [conflicts](Bindings::conflicts).
    pub fn add(&mut self, new: NewControl) {
        let mut all = std::mem::take(&mut self.all);
        let mut conflicts = std::mem::take(&mut self.conflicts);
        self.claim(&new, &mut all, &mut conflicts);
        self.replace(all, conflicts);
        self.controls.push(new);
    }

    /// Returns all conflicts between controls that claim the same key.
    pub fn conflicts(&self) -> &[KeyConflict] {
        &self.conflicts
    }

    /// Returns what a control does, in a few words.
    pub fn words(&self, control: Control) -> String {
        let new = self.find(control);
        new.map_or_else(|| control.words(), |it| it.words.clone())
    }

    /// Returns the command that a control issues, or `None` if it issues no command.
    pub fn command(&self, control: Control) -> Option<PlayerCommand> {
        self.find(control)?.command
    }

    /// Returns whether the control repeats while its key is held.
    pub fn repeats(&self, control: Control) -> bool {
        match control {
            Control::Step(_) | Control::Run(_) => true,
            Control::Rush(_) => false,
            Control::Named(_) => self.find(control).is_some_and(|it| it.repeats),
        }
    }

    pub fn is_for_wizards(&self, control: Control) -> bool {
        self.find(control).is_some_and(|it| it.is_for_wizards)
    }

    pub fn is_on_menus(&self, control: Control) -> bool {
        self.find(control).is_some_and(|it| !it.is_off_menus)
    }

    /// Returns whether the game's screens know what the control means.
    pub fn is_of_screens(&self, control: Control) -> bool {
        let own = self.controls.iter().take(of_screens().len());
        !matches!(control, Control::Named(_)) || own.into_iter().any(|it| it.control == control)
    }

    fn find(&self, control: Control) -> Option<&NewControl> {
        self.controls.iter().find(|it| it.control == control)
    }
}

/// Adds controls to an app.
pub trait AddControl {
    /// Adds a control with its keys. The control also works in key scripts and key files, and appears in key lists.
    fn add_control(&mut self, control: NewControl) -> &mut Self;
}

impl AddControl for App {
    fn add_control(&mut self, control: NewControl) -> &mut Self {
        let name = control.control.name();
        for key in &control.keys {
            if matches!(key, Button::Types(character) if character.is_control()) {
                self.note_mistake(format!(
                    "{name:?}: no key types {key:?}; accepted: a printable character, or Button::Place"
                ));
            }
        }
        let mut bindings = self.world_mut().get_resource_or_init::<Bindings>();
        if bindings.named(&name).is_some() {
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
            let mut bindings = Bindings::default();
            bindings.use_set(set);
            for (i, (control, button)) in bindings.all.iter().enumerate() {
                for (other, same) in &bindings.all[i + 1..] {
                    assert!(
                        !button.is_same_key(*same),
                        "{set}: {button:?} is bound to {control:?} and {other:?}"
                    );
                }
            }
            for control in bindings.controls() {
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
        assert_eq!(bindings.words(Control::Named("again")), "again");
        assert!(Button::Place(KeyCode::KeyW).is_same_key(Button::Types('w')));
        bindings.use_set(KeySet::Wasd);
        assert_eq!(
            bindings.asks(Button::Types('z')),
            Some(Control::Named("leap"))
        );
        assert_eq!(bindings.controls().last(), Some(&Control::Named("again")));
    }
}
