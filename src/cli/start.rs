//! Playing: from the options to a running game.

use std::fs;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::assets::unknown_colors;
use super::error::CliError;
use super::streams::{print, say};
use super::{Assets, Frontend, Keys, Place, PlayOptions, tell};
use crate::control::{KeyScript, ScriptError, WizardMode};
use crate::dungeon::random::fresh_seed;
use crate::dungeon::{Builders, LevelSource};
use crate::fov::Sight;
use crate::frontend::text;
#[cfg(feature = "window")]
use crate::frontend::{has_display, window};
use crate::game::bestiary::{Bestiary, MonsterFiles, Notice, load_monsters};
use crate::game::{Game, GameError, GameSetup, begin_game};
use crate::mistakes::Mistakes;
use crate::modes::{Settings, open_title};
use crate::view::{DEFAULT_SIZE, DEFAULT_WIDE_SIZE, Palette, Screen};

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

/// Where this system keeps settings.
#[cfg(feature = "window")]
fn settings_folder() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "fogbound")?;
    Some(folders.config_dir().to_owned())
}

#[cfg(feature = "window")]
fn in_window(options: PlayOptions, plugins: impl FnOnce(&mut App)) -> Result<(), CliError> {
    if options.keys == Keys::Stdin {
        return Err(CliError::bad_input(
            "--keys -: a window reads no keys from standard input; accepted: with `--frontend text`",
        ));
    }
    let assets = options.assets.clone();
    let mut options = options;
    if options.config.is_none() {
        options.config = settings_folder();
    }
    let Ok(mut app) = window::try_app() else {
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
    let (printing, screenshot) = (options.printing, options.screenshot.clone());
    if let Some(file) = &screenshot
        && !is_text(file)
    {
        return Err(CliError::bad_input(format!(
            "--screenshot {}: only a window saves pictures; accepted with `--frontend text`: FILE.txt, text with colours",
            file.display()
        )));
    }
    let mut app = text::app();
    plugins(&mut app);
    let mut screen = app.world_mut().resource_mut::<Screen>();
    let usual = if printing.wide {
        DEFAULT_WIDE_SIZE
    } else {
        DEFAULT_SIZE
    };
    screen.set_wide(printing.wide);
    screen.resize(printing.size.unwrap_or(usual));
    let script = prepare(&mut app, options)?;
    if wants_window {
        say("there is no display to open a window on, so here is the screen as text");
    }
    let first = text::play(&mut app, &KeyScript::default());
    // The log has room for little, and scrolls.
    let mut notices = app.world_mut().resource_mut::<Messages<Notice>>();
    notices.drain().for_each(|Notice(notice)| say(&notice));
    let shown = |app: &App, text: String| match printing.ansi {
        true => app.world().resource::<Screen>().ansi(),
        false => text,
    };
    if printing.tell {
        return tell::play(&mut app);
    }
    if !reads_keys {
        let text = text::play(&mut app, &script);
        if let Some(file) = screenshot {
            return write_text(&file, &app.world().resource::<Screen>().ansi());
        }
        return print(&shown(&app, text));
    }
    print(&shown(&app, first))?;
    for (line, number) in io::stdin().lock().lines().zip(1..) {
        let bad = |why: String| CliError::bad_input(format!("--keys: line {number}: {why}"));
        let line = line.map_err(|error| bad(format!("{error}; accepted: lines of UTF-8 text")))?;
        let script: KeyScript = line
            .parse()
            .map_err(|error: ScriptError| bad(error.to_string()))?;
        let text = text::play(&mut app, &script);
        print(&shown(&app, text))?;
        if app.should_exit().is_some() {
            break;
        }
    }
    match screenshot {
        Some(file) => write_text(&file, &app.world().resource::<Screen>().ansi()),
        None => Ok(()),
    }
}

/// Whether a picture in this file is text.
fn is_text(file: &Path) -> bool {
    file.extension().is_some_and(|it| it == "txt")
}

fn write_text(file: &Path, text: &str) -> Result<(), CliError> {
    fs::write(file, text).map_err(|error| {
        let name = file.display();
        CliError::bad_input(format!(
            "--screenshot {name}: {error}; accepted: a file that can be written"
        ))
    })
}

/// Gives an app that has all its plugins the game that the options ask for, or the title. Returns the keys to be played
/// in it.
fn prepare(app: &mut App, options: PlayOptions) -> Result<KeyScript, CliError> {
    check_plugins(app)?;
    let world = app.world_mut();
    let script = match &options.keys {
        Keys::Script(script) => script
            .parse()
            .map_err(|error: ScriptError| CliError::bad_input(format!("--keys: {error}")))?,
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
    let setup = GameSetup {
        // Half of a seed's bits, so that a person can copy it from the screen.
        seed: options.seed.unwrap_or_else(|| fresh_seed() >> 32),
        source,
        sight,
        monsters,
    };
    let game = Game::new(setup.clone()).and_then(|game| {
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
    let mut notices = settings(world, options.config, &options.assets);
    let mut settings = world.resource_mut::<Settings>();
    if let Some(palette) = &options.palette {
        settings.set_palette(palette);
    }
    if options.zoom.is_some() {
        settings.set_zoom(options.zoom);
    }
    world.resource_mut::<WizardMode>().is_on = options.wizard;
    if options.is_named {
        begin_game(world, game);
    } else {
        open_title(world, setup);
    }
    notices.extend(options.assets.warnings().cloned());
    let colors = world.resource::<Settings>().colors();
    notices.extend(unknown_colors(world, &colors));
    for notice in notices {
        world.write_message(Notice(notice));
    }
    Ok(script)
}

/// Gives an app the settings of a folder, and the palette of the folder of assets. Returns what is wrong with them.
fn settings(world: &mut World, folder: Option<PathBuf>, assets: &Assets) -> Vec<String> {
    let (mut settings, errors) = match folder {
        Some(folder) => {
            let read = Settings::read(&folder);
            read.0.write_missing();
            read
        }
        None => (Settings::default(), Vec::new()),
    };
    let own = assets.palette.clone().or_else(|| {
        // One that a plugin has given to the app.
        let given = world.resource::<Palette>();
        (*given != Palette::default()).then(|| given.clone())
    });
    if let Some(palette) = own {
        settings.add_own_palette(palette);
    }
    world.insert_resource(settings);
    errors.iter().map(ToString::to_string).collect()
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
