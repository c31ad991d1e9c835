//! Playing in a window.

use bevy::prelude::*;

use super::as_text::as_text;
use super::ending;
use super::error::CliError;
#[cfg(feature = "terminal")]
use super::in_terminal::{self, in_terminal};
use super::prepare::{prepare, use_system_folders};
use super::streams::say;
use super::{Frontend, Keys, PlayOptions};
use crate::frontend::window;

pub(super) fn in_window(
    options: PlayOptions,
    plugins: impl FnOnce(&mut App),
) -> Result<(), CliError> {
    if options.keys == Keys::Stdin {
        return Err(CliError::bad_input(
            "--keys -: a window reads no keys from standard input; accepted: with `--frontend text`",
        ));
    }
    let assets = options.assets.clone();
    let mut options = options;
    use_system_folders(&mut options);
    let Ok(mut app) = window::try_app() else {
        #[cfg(feature = "terminal")]
        if in_terminal::can_be_chosen(&options) {
            say("no graphics device can be used for a window, so the game is in this terminal");
            return in_terminal(options, plugins);
        }
        say(
            "no graphics device can be used for a window, so here is the game as text; type keys, and Enter",
        );
        options.frontend = Frontend::Text;
        if options.keys == Keys::None {
            options.keys = Keys::Stdin;
        }
        return as_text(options, plugins);
    };
    plugins(&mut app);
    let screenshot = options.screenshot.clone();
    let script = prepare(&mut app, options)?;
    if let Some(file) = screenshot {
        app.insert_resource(window::LastPicture::new(file));
    }
    // Of monsters the window's log tells.
    assets.warnings().for_each(|warning| say(warning));
    script.type_into(&mut app.world_mut().resource_mut());
    let recordings = ending::recordings(&app);
    let result = match app.run() {
        AppExit::Success => Ok(()),
        AppExit::Error(code) => Err(CliError::failed(format!(
            "the window ended with error {code}"
        ))),
    };
    ending::saved(&recordings, result)
}
