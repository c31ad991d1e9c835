//! Which key asks for what.

use bevy::prelude::*;

use super::asks::{Control, OwnControl};
use super::button::Button;
use super::key_set::{Binding, KeySet};
use crate::game::PlayerCommand;
use crate::mistakes::NoteMistake;

/// Every key of the app, and what plugins have added: the one place where keys, key scripts and the lists of keys on
/// the screen look. No key asks for two things.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Bindings {
    all: Vec<Binding>,
    own: Vec<NewControl>,
    conflicts: Vec<KeyConflict>,
}

/// A control of a plugin's own: its name, its keys, and what becomes of it.
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
    /// A control of this name, which no other has, that does what `words` say: one or two of them, for the list of
    /// keys beside the map.
    pub fn new(name: &'static str, words: impl Into<String>) -> Self {
        Self {
            control: OwnControl(name),
            words: words.into(),
            keys: Vec::new(),
            command: None,
            repeats: false,
        }
    }

    /// Asked for by this key, too. Upper and lower case are two keys.
    pub fn key(mut self, key: Button) -> Self {
        self.keys.push(key);
        self
    }

    /// The player's command that it becomes. Without one, read [`Asked`](super::Asked) in a system of your own.
    pub fn commands(mut self, command: PlayerCommand) -> Self {
        self.command = Some(command);
        self
    }

    /// Holding the key asks again and again.
    pub fn repeats(mut self) -> Self {
        self.repeats = true;
        self
    }
}

/// A key that was bound to two things. Displayed it is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the key {key} asks for \"{first}\" and cannot ask for \"{second}\" as well; bind one of them to another key"
)]
pub struct KeyConflict {
    /// The key, as a key script writes it.
    pub key: String,
    /// What it asks for.
    pub first: String,
    /// What it was to ask for, too.
    pub second: String,
}

/// The keys of the first set.
impl Default for Bindings {
    fn default() -> Self {
        Self::of_set(KeySet::default())
    }
}

impl Bindings {
    /// The keys of a set.
    pub fn of_set(set: KeySet) -> Self {
        Self {
            all: set.keys(),
            own: Vec::new(),
            conflicts: Vec::new(),
        }
    }

    /// Has these keys from now on, and those of plugins beside them.
    pub(super) fn replace(&mut self, keys: Vec<Binding>) {
        self.all = keys;
        self.conflicts.clear();
        for own in std::mem::take(&mut self.own) {
            self.add(own);
        }
    }

    /// Every key and what it asks for; the keys of the game first.
    pub fn iter(&self) -> impl Iterator<Item = Binding> {
        self.all.iter().copied()
    }

    /// What a key asks for.
    pub fn asks(&self, key: Button) -> Option<Control> {
        let found = self.all.iter().find(|(_, bound)| *bound == key);
        found.map(|(control, _)| *control)
    }

    /// The keys that ask for a control.
    pub fn keys(&self, control: Control) -> impl Iterator<Item = Button> {
        let bound = self.iter().filter(move |(it, _)| *it == control);
        bound.map(|(_, key)| key)
    }

    /// The controls of plugins.
    pub fn own_controls(&self) -> impl Iterator<Item = Control> {
        self.own.iter().map(|own| Control::Own(own.control))
    }

    /// Adds a control of a plugin's own. Of its keys, those that ask for something else already are left to that:
    /// see [`Bindings::conflicts`].
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

    /// The keys that were bound to two things.
    pub fn conflicts(&self) -> &[KeyConflict] {
        &self.conflicts
    }

    /// What a control does, in a word or two.
    pub fn words(&self, control: Control) -> String {
        let own = match control {
            Control::Own(own) => self.own(own),
            _ => None,
        };
        own.map_or_else(|| control.words(), |it| it.words.clone())
    }

    /// The command that a plugin's control becomes, if it becomes one.
    pub fn command(&self, control: OwnControl) -> Option<PlayerCommand> {
        self.own(control)?.command
    }

    /// Whether holding the key asks again and again.
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
    /// From now on the keys of this control do something, in key scripts and lists of keys, too.
    fn add_control(&mut self, control: NewControl) -> &mut Self;
}

impl AddControl for App {
    fn add_control(&mut self, control: NewControl) -> &mut Self {
        let name = control.control.0;
        for key in &control.keys {
            if matches!(key, Button::Types(character) if character.is_control()) {
                self.note_mistake(format!(
                    "no key types {key:?}, for {name:?}; accepted: a character, or Button::Place"
                ));
            }
        }
        let mut bindings = self.world_mut().get_resource_or_init::<Bindings>();
        if bindings.own(control.control).is_some() {
            return self.note_mistake(format!(
                "there is a control called {name:?} already; accepted: another name"
            ));
        }
        let told = bindings.conflicts.len();
        bindings.add(control);
        let new: Vec<String> = bindings.conflicts[told..]
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
    fn no_key_asks_for_two_things_and_every_control_has_a_key() {
        for set in KeySet::ALL {
            let bindings = Bindings::of_set(set);
            for (i, (control, button)) in bindings.all.iter().enumerate() {
                for (other, same) in &bindings.all[i + 1..] {
                    assert!(
                        !button.is_same_key(*same),
                        "{set}: {button:?} asks for {control:?} and {other:?}"
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
    fn a_key_that_is_taken_stays_with_what_it_asks_for() {
        let mut bindings = Bindings::default();
        let before = bindings.all.len();
        let new = NewControl::new("leap", "leap");
        let keys = ['K', 'x', 'z', 'Z'].map(Button::Types);
        bindings.add(keys.into_iter().fold(new, NewControl::key));
        assert_eq!(bindings.all.len(), before + 2);
        let told: Vec<String> = bindings
            .conflicts()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(
            told[0].starts_with("the key K asks for \"rush north\" and cannot ask for \"leap\"")
        );
        assert!(told[1].starts_with("the key x asks"));
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
