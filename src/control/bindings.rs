//! Which key asks for what.

use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

use super::asks::{Control, OwnControl};
use super::defaults::BINDINGS;
use super::press::Button;
use super::typed::Typed;
use crate::game::PlayerCommand;

/// A control and a key that asks for it.
pub type Binding = (Control, Button);

/// Every key of the app, and what plugins have added: the one place where keys, key scripts and the lists of keys on
/// the screen look.
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

    /// Asked for by this key, too.
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

impl Default for Bindings {
    fn default() -> Self {
        Self {
            all: BINDINGS.to_vec(),
            own: Vec::new(),
            conflicts: Vec::new(),
        }
    }
}

impl Bindings {
    /// Every key and what it asks for; the keys of the game first.
    pub fn iter(&self) -> impl Iterator<Item = Binding> {
        self.all.iter().copied()
    }

    /// Adds a control of a plugin's own. Of its keys, those that ask for something else already are left to that:
    /// see [`Bindings::conflicts`].
    pub fn add(&mut self, new: NewControl) {
        let control = Control::Own(new.control);
        for &key in &new.keys {
            let key = key.lowercase();
            let taken = self.iter().find(|(_, bound)| bound.is_same_key(key));
            let Some((other, _)) = taken else {
                self.all.push((control, key));
                continue;
            };
            let conflict = KeyConflict {
                key: key.to_string(),
                first: self.words(other).to_owned(),
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
    pub fn words(&self, control: Control) -> &str {
        match control {
            Control::Own(own) => self.own(own).map_or(own.0, |it| it.words.as_str()),
            ours => ours.words(),
        }
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

    /// The bindings in the form that leafwing-input-manager reads.
    pub(super) fn input_map(&self) -> InputMap<Control> {
        let mut map = InputMap::default();
        for (control, button) in self.iter() {
            match button {
                Button::Types(character) => map.insert(control, Typed(character)),
                Button::Place(key) => map.insert(control, key),
            };
        }
        map
    }
}

/// Adds controls to an app.
pub trait AddControl {
    /// From now on the keys of this control do something, in key scripts and lists of keys, too.
    fn add_control(&mut self, control: NewControl) -> &mut Self;
}

impl AddControl for App {
    fn add_control(&mut self, control: NewControl) -> &mut Self {
        let mut bindings = self.world_mut().get_resource_or_init::<Bindings>();
        bindings.add(control);
        self
    }
}

/// Has the keys of the bindings ask for what they are bound to, whenever those change.
pub(super) fn follow_bindings(bindings: Res<Bindings>, mut maps: Query<&mut InputMap<Control>>) {
    for mut map in &mut maps {
        *map = bindings.input_map();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::keyboard::KeyCode;

    #[test]
    fn no_key_asks_for_two_things() {
        let all = Bindings::default().all;
        for (i, (control, button)) in all.iter().enumerate() {
            for (other, same) in &all[i + 1..] {
                assert!(
                    !button.is_same_key(*same),
                    "{button:?} asks for {control:?} and {other:?}"
                );
            }
        }
    }

    #[test]
    fn a_key_that_is_taken_stays_with_what_it_asks_for() {
        let mut bindings = Bindings::default();
        let before = bindings.all.len();
        let new = NewControl::new("leap", "leap");
        let keys = ['K', 'w', 'x'].map(Button::Types);
        bindings.add(keys.into_iter().fold(new, NewControl::key));
        assert_eq!(bindings.all.len(), before + 1);
        let told: Vec<String> = bindings
            .conflicts()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].starts_with("the key k asks for \"step\" and cannot ask for \"leap\""));
        assert!(told[1].starts_with("the key w asks"));
        bindings.add(NewControl::new("again", "again").key(Button::Types('x')));
        assert_eq!(bindings.conflicts()[2].first, "leap");
        assert_eq!(bindings.words(Control::Own(OwnControl("again"))), "again");
        assert!(Button::Place(KeyCode::KeyW).is_same_key(Button::Types('w')));
    }
}
