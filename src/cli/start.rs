//! Playing: where the game is shown.

use bevy::prelude::*;

use super::as_text::as_text;
use super::error::CliError;
#[cfg(feature = "terminal")]
use super::in_terminal::{self, in_terminal};
#[cfg(feature = "window")]
use super::in_window::in_window;
use super::{Frontend, PlayOptions};
#[cfg(feature = "window")]
use crate::frontend::has_display;

/// Plays the game that the options ask for, until the player leaves. `plugins` adds to the app what is not of the game
/// itself.
///
/// # Errors
///
/// If the options cannot be played, or the window or the terminal ends with an error.
pub fn play(options: PlayOptions, plugins: impl FnOnce(&mut App)) -> Result<(), CliError> {
    match options.frontend {
        #[cfg(feature = "window")]
        Frontend::Window | Frontend::Auto if has_display() => in_window(options, plugins),
        Frontend::Window => Err(CliError::bad_input(
            "--frontend window: there is no display to open a window on; \
             set DISPLAY or WAYLAND_DISPLAY, or use `--frontend terminal` or `--frontend text`",
        )),
        #[cfg(feature = "terminal")]
        Frontend::Terminal => in_terminal(options, plugins),
        #[cfg(feature = "terminal")]
        Frontend::Auto if in_terminal::can_be_chosen(&options) => in_terminal(options, plugins),
        _ => as_text(options, plugins),
    }
}
