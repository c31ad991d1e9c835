//! A front end without any device: keys from a script, the screen as plain text.

use std::time::Duration;

use bevy::app::TaskPoolPlugin;
use bevy::input::InputPlugin;
use bevy::prelude::*;
use bevy::time::{TimePlugin, TimeUpdateStrategy};

use super::GamePlugins;
use crate::control::{KeyQueue, KeyScript};
use crate::game::Game;
use crate::view::Screen;

/// A game that nobody has started yet: update it by hand. Each update takes one millisecond of its
/// time, so what happens never depends on how fast the machine is.
pub fn app(game: Game, keys: KeyScript) -> App {
    wizard_app(game, keys, false)
}

/// The same, for a wizard if `wizard` says so.
pub fn wizard_app(game: Game, keys: KeyScript, wizard: bool) -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, InputPlugin))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(1)))
        .add_plugins(GamePlugins { game, keys, wizard });
    app.finish();
    app.cleanup();
    app
}

/// Updates `app` until it has handled every key that waits, or has been left.
pub fn play_keys(app: &mut App) {
    loop {
        app.update();
        let done = app.world().resource::<KeyQueue>().is_empty();
        if done || app.should_exit().is_some() {
            return;
        }
    }
}

/// Plays the whole script and returns the last screen, a line a row.
pub fn run(game: Game, keys: KeyScript, wizard: bool) -> String {
    let mut app = wizard_app(game, keys, wizard);
    play_keys(&mut app);
    app.world().resource::<Screen>().text()
}
