//! The window front end.

use bevy::prelude::*;

use super::as_text::as_text;
use super::error::CliError;
#[cfg(feature = "terminal")]
use super::in_terminal::{self, in_terminal};
use super::options::Options;
use super::prepare::{play_in, use_system_folders};
use super::streams::say;
use super::values::Frontend;
use crate::frontend::window;

pub(super) fn in_window(
    mut options: Options,
    plugins: impl FnOnce(&mut App),
) -> Result<(), CliError> {
    if options.show.reads_keys() {
        return Err(CliError::bad_input(
            "--keys -: a window does not read standard input; use `--frontend text`",
        ));
    }
    use_system_folders(&mut options);
    let Ok(mut app) = window::try_app() else {
        #[cfg(feature = "terminal")]
        if in_terminal::can_be_chosen(&options) {
            say("no graphics device for a window; playing in this terminal instead");
            return in_terminal(options, plugins);
        }
        say("no graphics device for a window; playing as text instead: type keys, then Enter");
        options.show.frontend = Frontend::Text;
        options.show.keys.get_or_insert_with(|| "-".to_owned());
        return as_text(options, plugins);
    };
    if let Some(file) = &options.show.screenshot {
        app.insert_resource(window::LastPicture::new(file.clone()));
    }
    play_in(app, &options, plugins, |mut app| {
        window::restore(&mut app);
        match app.run() {
            AppExit::Success => Ok(()),
            AppExit::Error(code) => Err(CliError::failed(format!(
                "the window ended with error {code}"
            ))),
        }
    })
}
