//! The interface of a mode.

use std::any::Any;
use std::path::PathBuf;

use bevy::prelude::*;

use crate::control::{Control, KeyDown, Mouse};
use crate::game::{Game, PlayerCommand};
use crate::view::{Scene, Screen};

/// An input from the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// The player pressed a key that is bound to this control.
    Asked(Control),
    /// The player pressed an unbound key, or any key if the mode [takes keys](Mode::takes_keys).
    Key(KeyDown),
    /// A mouse event.
    Mouse(Mouse),
}

/// What a mode does in response to an input.
pub enum Then {
    /// Stays as it is.
    Stay,
    /// Gives the player's character this command.
    Do(PlayerCommand),
    /// Closes this mode, and gives the player's character this command.
    Obey(PlayerCommand),
    /// Closes this mode.
    Pop,
    /// Opens another mode on top.
    Push(Box<dyn Mode>),
    /// Replaces this mode with another.
    Replace(Box<dyn Mode>),
    /// Replaces all modes with this one.
    Only(Box<dyn Mode>),
    /// Closes all modes except the lowest, and passes this control to that mode.
    Ask(Control),
    /// Replaces all modes with this new game.
    Begin(Box<Game>),
    /// Replaces all modes with the game in this file, and resumes it.
    Continue(PathBuf),
    /// Replaces all modes with a replay of the game in this file.
    Watch(PathBuf),
    /// Ends the program.
    Quit,
}

impl Then {
    pub fn push(mode: impl Mode) -> Self {
        Self::Push(Box::new(mode))
    }

    /// Opens a mode in place of the one on top.
    pub fn replace(mode: impl Mode) -> Self {
        Self::Replace(Box::new(mode))
    }

    /// Replaces all modes with this one.
    pub fn only(mode: impl Mode) -> Self {
        Self::Only(Box::new(mode))
    }
}

/// A screen, such as play, a menu or the help.
pub trait Mode: Any + Send + Sync {
    /// Returns the mode's name.
    fn name(&self) -> &'static str;

    /// Handles an input. Only the mode on top receives inputs.
    fn input(&mut self, input: Input, world: &mut World) -> Then;

    /// Draws the mode over what is already on the screen. `world` provides what the scene does not contain.
    fn draw(&self, scene: &Scene, world: &World, screen: &mut Screen);

    /// Returns what the mode shows, one sentence per entry, for players who cannot see the screen.
    fn words(&self, _scene: &Scene, _world: &World) -> Vec<String> {
        vec![crate::view::capitalized(&format!("{}.", self.name()))]
    }

    /// Returns whether Escape closes the mode. If it does, `--tell` says so.
    fn closes(&self) -> bool {
        true
    }

    /// Returns whether the mode receives every key press as an [`Input::Key`], even if the key is bound to a control.
    fn takes_keys(&self) -> bool {
        false
    }

    /// Returns the characters that mean something else in this mode than during play. A key that types one of them is an
    /// [`Input::Key`], even if it is bound to a control.
    fn letters(&self) -> &'static str {
        ""
    }

    /// Returns whether the mode accepts pasted text, as if it were typed.
    fn takes_text(&self) -> bool {
        false
    }

    /// Runs in every update while the mode is on top.
    fn tick(&mut self, _world: &mut World) {}

    /// Returns the time from `now`, in the app's real time, until `tick` has something to do, or `None` if it has
    /// nothing to do.
    fn next_tick(&self, _now: std::time::Duration) -> Option<std::time::Duration> {
        None
    }
}
