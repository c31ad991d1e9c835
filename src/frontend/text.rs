//! The text front end: keys from a script, and the screen as plain text.

use std::time::Duration;

use bevy::app::{PluginsState, TaskPoolPlugin};
use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::input::InputPlugin;
use bevy::prelude::*;
use bevy::time::{TimePlugin, TimeUpdateStrategy};

use super::GamePlugins;
use crate::control::{KeyQueue, KeyScript, ScriptError};
use crate::explorer::Journey;
use crate::modes::TakePicture;
use crate::view::{MessageLog, Screen, ViewSystems};

/// Returns an app that shows the game as text. Add your plugins and [begin](crate::game::begin_game) a game, then call
/// [`play`] or update the app yourself. Each update advances the app's clock by one millisecond, so nothing depends on
/// the speed of the machine.
pub fn app() -> App {
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin::default(),
        TimePlugin,
        InputPlugin,
        OneThread,
    ))
    .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(1)))
    .add_plugins(GamePlugins)
    .add_systems(PostUpdate, refuse_pictures.before(ViewSystems::Narrate));
    app
}

/// Runs the systems of all schedules on the calling thread. Without a window, nearly all of them take less time than
/// passing work to another thread.
pub(super) struct OneThread;

impl Plugin for OneThread {
    fn build(&self, _: &mut App) {}

    fn finish(&self, app: &mut App) {
        let mut schedules = app.world_mut().resource_mut::<Schedules>();
        for (_, schedule) in schedules.iter_mut() {
            schedule.set_executor(SingleThreadedExecutor::new());
        }
    }
}

/// Responds to the picture command with a message saying that only a window can save pictures.
pub(super) fn refuse_pictures(mut asked: MessageReader<TakePicture>, mut log: ResMut<MessageLog>) {
    if asked.read().count() > 0 {
        log.say(
            "Only a window saves pictures. Use --screenshot FILE.txt to save the screen as text.",
        );
    }
}

/// Types these keys, and updates `app` until it has handled all waiting keys or exits. Starts the app if it has not
/// started yet. Returns the screen as text, one line per row.
pub fn play(app: &mut App, keys: &KeyScript) -> String {
    play_watched(app, keys, |_| true);
    app.world().resource::<Screen>().text()
}

/// Like [`play`], but calls `watch` after each update, and stops when `watch` returns false. Returns whether the keys
/// ran out.
pub fn play_watched(
    app: &mut App,
    keys: &KeyScript,
    mut watch: impl FnMut(&mut App) -> bool,
) -> bool {
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
        if !watch(app) {
            return false;
        }
        if done || app.should_exit().is_some() {
            return true;
        }
    }
}

/// Like [`play`], but takes the keys as the text of a [`KeyScript`].
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
/// If the script is invalid, for example because it names a key that does not exist.
pub fn type_keys(app: &mut App, keys: &str) -> Result<String, ScriptError> {
    Ok(play(app, &keys.parse()?))
}
