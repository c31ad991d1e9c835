//! Playing: from the options to a running game.

use std::io::{self, BufRead};

use bevy::prelude::*;

use super::error::CliError;
use super::streams::{print, say};
use super::{Frontend, Keys, Place, PlayOptions};
use crate::control::{Bindings, KeyScript, WizardMode};
use crate::dungeon::random::fresh_seed;
use crate::dungeon::{Builders, LevelSource};
use crate::fov::Sight;
use crate::frontend::text;
#[cfg(feature = "window")]
use crate::frontend::{has_display, window};
use crate::game::bestiary::{Bestiary, MonsterFiles, Notice, load_monsters};
use crate::game::{Game, GameError, GameSetup};
use crate::mistakes::Mistakes;

/// Plays the game that the options ask for, until the player leaves. `plugins` adds to the app what is not of the game
/// itself.
///
/// # Errors
///
/// If the options cannot be played, or the window ends with an error.
pub fn play(options: PlayOptions, plugins: impl FnOnce(&mut App)) -> Result<(), CliError> {
    match options.frontend {
        #[cfg(feature = "window")]
        Frontend::Window | Frontend::Auto if has_display() => in_window(options, plugins),
        Frontend::Window => Err(CliError::bad_input(
            "--frontend window: there is no display to open a window on; \
             set DISPLAY or WAYLAND_DISPLAY, or use `--frontend text`",
        )),
        Frontend::Text | Frontend::Auto => as_text(options, plugins),
    }
}

#[cfg(feature = "window")]
fn in_window(options: PlayOptions, plugins: impl FnOnce(&mut App)) -> Result<(), CliError> {
    if options.keys == Keys::Stdin {
        return Err(CliError::bad_input(
            "--keys -: a window reads no keys from standard input; accepted: with `--frontend text`",
        ));
    }
    let assets = options.assets.clone();
    let mut app = window::app();
    plugins(&mut app);
    let script = prepare(&mut app, options)?;
    // Of monsters the window's log tells.
    assets.warnings().for_each(|warning| say(warning));
    script.type_into(&mut app.world_mut().resource_mut());
    match app.run() {
        AppExit::Success => Ok(()),
        AppExit::Error(code) => Err(CliError::failed(format!(
            "the window ended with error {code}"
        ))),
    }
}

fn as_text(options: PlayOptions, plugins: impl FnOnce(&mut App)) -> Result<(), CliError> {
    let reads_keys = options.keys == Keys::Stdin;
    let wants_window = cfg!(feature = "window") && options.frontend == Frontend::Auto;
    let mut app = text::app();
    plugins(&mut app);
    let script = prepare(&mut app, options)?;
    if wants_window {
        say("there is no display to open a window on, so here is the screen as text");
    }
    let first = text::play(&mut app, &KeyScript::default());
    // The log has room for little, and scrolls.
    let mut notices = app.world_mut().resource_mut::<Messages<Notice>>();
    notices.drain().for_each(|Notice(notice)| say(&notice));
    if !reads_keys {
        return print(&text::play(&mut app, &script));
    }
    print(&first)?;
    for (line, number) in io::stdin().lock().lines().zip(1..) {
        let bad = |why: String| CliError::bad_input(format!("--keys: line {number}: {why}"));
        let line = line.map_err(|error| bad(format!("{error}; accepted: lines of UTF-8 text")))?;
        let bindings = app.world().resource::<Bindings>();
        let script = KeyScript::read(&line, bindings).map_err(|error| bad(error.to_string()))?;
        print(&text::play(&mut app, &script))?;
        if app.should_exit().is_some() {
            break;
        }
    }
    Ok(())
}

/// Gives an app that has all its plugins the game that the options ask for. Returns the keys to be played in it.
fn prepare(app: &mut App, options: PlayOptions) -> Result<KeyScript, CliError> {
    check_plugins(app)?;
    let world = app.world_mut();
    let bindings = world.resource::<Bindings>();
    let script = match &options.keys {
        Keys::Script(script) => KeyScript::read(script, bindings)
            .map_err(|error| CliError::bad_input(format!("--keys: {error}")))?,
        Keys::None | Keys::Stdin => KeyScript::default(),
    };
    let (source, map_name) = match options.place {
        Place::Built(level) => {
            let builder = level.builder(world.resource::<Builders>())?;
            let size = level.size;
            (LevelSource::Built { builder, size }, None)
        }
        Place::Drawn { name, level } => (LevelSource::Drawn(level), Some(name)),
    };
    let mut sight = Sight::default().with_algorithm(options.algorithm);
    if let Some(radius) = options.radius {
        sight = sight.with_radius(radius);
    }
    let added = world.resource::<MonsterFiles>();
    let monsters = options.assets.monsters.clone().and_added(added);
    load_monsters(world, monsters.clone());
    let game = Game::new(GameSetup {
        // Half of a seed's bits, so that a person can copy it from the screen.
        seed: options.seed.unwrap_or_else(|| fresh_seed() >> 32),
        source,
        sight,
        monsters,
    });
    let game = game.and_then(|game| {
        game.check_letters(world.resource::<Bestiary>())?;
        Ok(game)
    });
    let game = game.map_err(|error| {
        let name = map_name.map_or_else(String::new, |name| format!("{name}:"));
        // A letter that nobody has may be that of a file that nobody could use.
        let hint = match error {
            GameError::UnknownCreature { .. } => options.assets.warnings().next(),
            _ => None,
        };
        let hint = hint.map_or_else(String::new, |hint| format!(" ({hint})"));
        CliError::bad_input(format!("{name}{error}{hint}"))
    })?;
    world.insert_resource(game);
    if let Some(palette) = &options.assets.palette {
        world.insert_resource(palette.clone());
    }
    world.resource_mut::<WizardMode>().is_on = options.wizard;
    for warning in options.assets.warnings() {
        world.write_message(Notice(warning.clone()));
    }
    Ok(script)
}

/// Tells of all that plugins got wrong.
///
/// # Errors
///
/// If they did: the last of it.
pub(super) fn check_plugins(app: &App) -> Result<(), CliError> {
    let mistakes = app.world().get_resource::<Mistakes>();
    let mut mistakes = mistakes.into_iter().flat_map(Mistakes::iter);
    let Some(last) = mistakes.next_back() else {
        return Ok(());
    };
    mistakes.for_each(say);
    Err(CliError::bad_input(last))
}
