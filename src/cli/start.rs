//! Playing: from the options to a running game.

use super::streams::{print, say};
use super::{CliError, Frontend, PlayOptions};
use crate::control::KeyScript;
use crate::dungeon::random::fresh_seed;
use crate::fov::Sight;
use crate::frontend;
use crate::game::{Game, GameSetup};

/// Plays the game that the options ask for, until the player leaves.
///
/// # Errors
///
/// If the options cannot be played, or the window ends with an error.
pub fn play(options: PlayOptions) -> Result<(), CliError> {
    let keys: KeyScript = match &options.keys {
        Some(script) => script
            .parse()
            .map_err(|error| CliError::bad_input(format!("--keys: {error}")))?,
        None => KeyScript::default(),
    };
    let mut sight = Sight::default().with_algorithm(options.algorithm);
    if let Some(radius) = options.radius {
        sight = sight.with_radius(radius);
    }
    let game = Game::new(GameSetup {
        // Half of a seed's bits, so that a person can copy it from the screen.
        seed: options.seed.unwrap_or_else(|| fresh_seed() >> 32),
        source: options.source,
        sight,
        monsters: options.monsters,
    })
    .map_err(|error| match &options.map_name {
        Some(name) => CliError::bad_input(format!("{name}:{error}")),
        None => CliError::bad_input(error.to_string()),
    })?;

    match options.frontend {
        Frontend::Text => print(&frontend::text::run(game, keys, options.wizard)),
        Frontend::Auto if !frontend::has_display() => {
            say("there is no display to open a window on, so here is the screen as text");
            print(&frontend::text::run(game, keys, options.wizard))
        }
        #[cfg(feature = "window")]
        Frontend::Window if !frontend::has_display() => Err(CliError::bad_input(
            "--frontend window: there is no display to open a window on; \
             set DISPLAY or WAYLAND_DISPLAY, or use `--frontend text`",
        )),
        #[cfg(feature = "window")]
        Frontend::Auto | Frontend::Window => in_window(game, keys, options.wizard),
        #[cfg(not(feature = "window"))]
        Frontend::Auto => print(&frontend::text::run(game, keys, options.wizard)),
    }
}

#[cfg(feature = "window")]
fn in_window(game: Game, keys: KeyScript, wizard: bool) -> Result<(), CliError> {
    match frontend::window::run(game, keys, wizard) {
        bevy::app::AppExit::Success => Ok(()),
        bevy::app::AppExit::Error(code) => Err(CliError::failed(format!(
            "the window ended with error {code}"
        ))),
    }
}
