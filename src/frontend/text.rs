//! A front end without any device: keys from a script, the screen as plain text.

use std::time::Duration;

use bevy::app::{PluginsState, TaskPoolPlugin};
use bevy::input::InputPlugin;
use bevy::prelude::*;
use bevy::time::{TimePlugin, TimeUpdateStrategy};

use super::GamePlugins;
use crate::control::{KeyQueue, KeyScript, ScriptError};
use crate::explorer::Journey;
use crate::modes::TakePicture;
use crate::view::{MessageLog, Screen, ViewSystems};

/// The game as text. Add plugins of your own and [begin](crate::game::begin_game) a game; then [`play`], or update it by
/// hand. Each update takes one millisecond of its time, so what happens
/// never depends on how fast the machine is.
pub fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, InputPlugin))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(1)))
        .add_plugins(GamePlugins)
        .add_systems(PostUpdate, refuse_pictures.before(ViewSystems::Narrate));
    app
}

/// Says that there is nothing to take a picture of.
pub(super) fn refuse_pictures(mut asked: MessageReader<TakePicture>, mut log: ResMut<MessageLog>) {
    if asked.read().count() > 0 {
        log.say("Only a window saves pictures; --screenshot FILE.txt saves the screen as text.");
    }
}

/// Types these keys, and updates `app` until it has handled them and all that waited before, or has been left.
/// An app that has not started yet starts. Returns the screen after that, a line a row.
pub fn play(app: &mut App, keys: &KeyScript) -> String {
    if app.plugins_state() != PluginsState::Cleaned {
        app.finish();
        app.cleanup();
    }
    keys.type_into(&mut app.world_mut().resource_mut::<KeyQueue>());
    loop {
        app.update();
        let world = app.world();
        let walks = world.resource::<Journey>().is_on_the_way();
        let done = !walks && world.resource::<KeyQueue>().is_empty();
        if done || app.should_exit().is_some() {
            return app.world().resource::<Screen>().text();
        }
    }
}

/// The same for keys that are written down, as a [`KeyScript`] says.
///
/// ```
/// use fogbound::dungeon::LevelSource;
/// use fogbound::frontend::text;
/// use fogbound::game::{BeginGame, Game, GameSetup};
///
/// let mut app = text::app();
/// let source = LevelSource::drawn("a hall", "#####\n#@..#\n#####").unwrap();
/// let setup = GameSetup { source, ..GameSetup::default() };
/// app.begin_game(Game::new(setup).unwrap());
/// let screen = text::type_keys(&mut app, "ll<Up>").unwrap();
/// assert!(screen.contains("#··@#"));
/// ```
///
/// # Errors
///
/// If a key has no such name.
pub fn type_keys(app: &mut App, keys: &str) -> Result<String, ScriptError> {
    Ok(play(app, &keys.parse()?))
}
