//! A control, as actions and plugins add it.

use super::button::Button;
use super::controls::Control;
use crate::game::PlayerCommand;

/// A control: its name, its keys and what it does. The game's own actions add theirs in the same way as plugins do.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewControl {
    pub(super) control: Control,
    pub(super) words: String,
    pub(super) keys: Vec<Button>,
    /// The name of the control after which lists show this one.
    pub(super) after: Option<&'static str>,
    pub(super) command: Option<PlayerCommand>,
    pub(super) repeats: bool,
    pub(super) is_for_wizards: bool,
    /// Whether the menu of commands leaves the control out.
    pub(super) is_off_menus: bool,
}

impl NewControl {
    /// Creates a control with this name, which must be unique. `words` describes the control in the
    /// key lists, such as "close a door beside you".
    pub fn new(name: &'static str, words: impl Into<String>) -> Self {
        Self::of(Control::Named(name), words)
    }

    pub(super) fn of(control: Control, words: impl Into<String>) -> Self {
        Self {
            control,
            words: words.into(),
            keys: Vec::new(),
            after: None,
            command: None,
            repeats: false,
            is_for_wizards: false,
            is_off_menus: false,
        }
    }

    pub fn control(&self) -> Control {
        self.control
    }

    /// Adds a key. Uppercase and lowercase letters are different keys.
    pub fn key(mut self, key: Button) -> Self {
        self.keys.push(key);
        self
    }

    pub fn keys(mut self, keys: impl IntoIterator<Item = Button>) -> Self {
        self.keys.extend(keys);
        self
    }

    /// Shows this control in lists after the control with this name. Otherwise, lists show it last.
    pub fn after(mut self, name: &'static str) -> Self {
        self.after = Some(name);
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

    /// Makes the control one for wizard mode.
    pub fn for_wizards(mut self) -> Self {
        self.is_for_wizards = true;
        self
    }

    /// Leaves the control out of the menu of commands.
    pub fn off_menus(mut self) -> Self {
        self.is_off_menus = true;
        self
    }
}
