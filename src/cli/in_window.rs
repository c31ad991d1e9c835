//! The window front end.

use bevy::prelude::*;

use super::as_text::as_text;
use super::error::CliError;
#[cfg(feature = "terminal")]
use super::in_terminal::{self, in_terminal};
use super::options::Options;
use super::prepare::{play_in, use_system_folders};
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
    let mut app = match window::try_app() {
        Ok(app) => app,
        Err(why) => {
            options.no_window = Some(format!("no window: {why}"));
            #[cfg(feature = "terminal")]
            if in_terminal::can_be_chosen(&options) {
                return in_terminal(options, plugins);
            }
            options.show.frontend = Frontend::Text;
            if options.show.screenshot.is_none() {
                options.show.keys.get_or_insert_with(|| "-".to_owned());
            }
            return as_text(options, plugins);
        }
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
