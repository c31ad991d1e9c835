//! Prepares an app to play what the options ask for.

use std::path::Path;

use bevy::prelude::*;

use super::assets::{Assets, unknown_colors};
use super::error::CliError;
use super::options::{Opens, Options};
use super::rehearse::{open_lab, set_up_lesson};
use super::streams::say;
use super::values::{OnOff, Walls};
use crate::control::{KeyScript, ScriptError, WizardMode};
use crate::dungeon::random::fresh_seed;
use crate::dungeon::{Builders, LevelSource};
use crate::game::bestiary::{Bestiary, MonsterFiles, Notice, load_monsters};
use crate::game::mind::record_reasons;
use crate::game::{Game, GameError, GameSetup, Things, begin_game, unknown_goals, unknown_names};
use crate::journal::{DataFolder, Recordings};
use crate::mistakes::Mistakes;
use crate::modes::{
    Saves, Settings, continue_game, open_replay, open_title, open_watch, record_game,
    set_up_new_games,
};
use crate::view::Palette;

/// Opens the game or title screen that the options ask for, in an app that already has all its plugins. Returns the
/// keys to type.
pub(super) fn prepare(app: &mut App, options: &Options) -> Result<KeyScript, CliError> {
    check_plugins(app)?;
    let (world, show) = (app.world_mut(), &options.show);
    let script = match &show.keys {
        Some(script) if !show.reads_keys() => script
            .parse()
            .map_err(|error: ScriptError| CliError::bad_input(format!("--keys: {error}")))?,
        _ => KeyScript::default(),
    };
    let (setup, game) = set_up(world, options)?;
    let mut notices = settings(world, show.config_dir.as_deref(), &options.assets);
    let mut settings = world.resource_mut::<Settings>();
    if let Some(palette) = &show.palette {
        settings.set(|now| now.palette.clone_from(palette));
    }
    settings.set(|now| {
        now.zoom = show.zoom.or(now.zoom);
        now.map_zoom = show.map_zoom.or(now.map_zoom);
        let walls = show.walls.map(|it| it == Walls::Lines);
        now.wall_lines = walls.unwrap_or(now.wall_lines);
        let motion = show.motion.map(|it| it == OnOff::On);
        now.motion = motion.unwrap_or(now.motion);
    });
    if show.reasons {
        record_reasons(world);
    }
    world.resource_mut::<WizardMode>().is_on = show.wizard || show.reasons;
    world.insert_resource(Saves(show.data_dir.clone().map(DataFolder::new)));
    set_up_new_games(world, setup.clone());
    notices.extend(set_up_lesson(world, options.assets.folders()));
    match &options.opens {
        Opens::LastGame => continue_last(world)?,
        Opens::Game => {
            begin_game(world, game);
            record_game(world);
        }
        Opens::Watch { bot, speed, turns } => {
            begin_game(world, game);
            record_game(world);
            open_watch(world, *bot, *speed, *turns);
        }
        Opens::Lab { file, seed } => {
            open_lab(world, file, *seed, options.assets.folders().to_owned())?
        }
        Opens::Title => open_title(world, setup),
        Opens::Replay { file, turn } => open_replay(world, file, *turn)
            .map_err(|error| CliError::bad_input(format!("{}: {error}", file.display())))?,
    }
    notices.extend(options.assets.warnings().cloned());
    let colors = world.resource::<Settings>().colors();
    notices.extend(unknown_colors(world, &colors));
    for notice in notices {
        world.write_message(Notice(notice));
    }
    Ok(script)
}

/// Plays the game that `options` describes in a window or terminal. `play` runs the app until the player quits.
#[cfg(any(feature = "window", feature = "terminal"))]
pub(super) fn play_in(
    mut app: App,
    options: &Options,
    plugins: impl FnOnce(&mut App),
    play: impl FnOnce(App) -> Result<(), CliError>,
) -> Result<(), CliError> {
    plugins(&mut app);
    let script = prepare(&mut app, options)?;
    // Typed keys are a recording, which no hints and no questions should interrupt.
    if options.show.keys.is_none() {
        app.init_resource::<crate::modes::Teacher>();
        if let Some(mut lessons) = app.world_mut().get_resource_mut::<crate::modes::Lessons>() {
            lessons.offer();
        }
    }
    // Broken monster files are reported in the message log.
    options.assets.warnings().for_each(|warning| say(warning));
    script.type_into(&mut app.world_mut().resource_mut());
    let recordings = recordings(&app);
    saved(&recordings, play(app))
}

/// Returns the journals that an app writes. They are checked after the app has ended.
pub(super) fn recordings(app: &App) -> Recordings {
    let recordings = app.world().get_resource::<Recordings>();
    recordings.cloned().unwrap_or_default()
}

/// Turns success into failure if part of a game could not be saved.
pub(super) fn saved(recordings: &Recordings, result: Result<(), CliError>) -> Result<(), CliError> {
    let Some(unsaved) = recordings.close() else {
        return result;
    };
    let error = CliError::failed(unsaved.last_words());
    match result {
        Ok(()) => Err(error),
        Err(first) => {
            say(&error.to_string());
            Err(first)
        }
    }
}

/// Returns the game that the options describe, and its setup. The world's app must already have all its plugins.
///
/// # Errors
///
/// If the game cannot be played.
pub(super) fn set_up(world: &mut World, options: &Options) -> Result<(GameSetup, Game), CliError> {
    let assets = &options.assets;
    let source = source(world, options)?;
    let added = world.resource::<MonsterFiles>();
    let monsters = assets.monsters.clone().and_added(added);
    load_monsters(world, monsters.clone());
    let (bestiary, things) = (world.resource::<Bestiary>(), world.resource::<Things>());
    let unknown = match &source {
        LevelSource::Dungeon(dungeon) => unknown_names(&dungeon.stock, bestiary, things),
        _ => bestiary.unknown_names(assets.tiles(), things),
    };
    let tiles = source.tiles();
    let unmet = assets
        .goals
        .text()
        .map(|_| unknown_goals(&assets.goals, tiles, bestiary, things));
    for error in unknown.into_iter().chain(unmet.into_iter().flatten()) {
        let error = assets.located(error, world.resource());
        world.write_message(Notice(error.to_string()));
    }
    let setup = GameSetup {
        // A 32-bit seed is short enough to copy from the screen.
        seed: options
            .game
            .level
            .seed
            .unwrap_or_else(|| fresh_seed() >> 32),
        source,
        sight: options.game.sight(),
        monsters,
        light: options.game.light_rule(),
        numbers: assets.numbers.clone(),
        boons: assets.boons.clone(),
        goals: assets.goals.clone(),
    };
    let game = Game::new(setup.clone()).and_then(|mut game| {
        game.look_again();
        game.check_letters(world.resource::<Bestiary>())?;
        Ok(game)
    });
    let game = game.map_err(|error| {
        let drawn = options.drawn.as_ref();
        let name = drawn.map_or_else(String::new, |(name, _)| format!("{name}:"));
        // The unknown letter may stand for a monster whose file is not used. If so, a warning gives the reason.
        let hint = match error {
            GameError::UnknownCreature { .. } => assets.warnings().next(),
            _ => None,
        };
        let hint = hint.map_or_else(String::new, |hint| format!(" ({hint})"));
        CliError::bad_input(format!("{name}{error}{hint}"))
    })?;
    Ok((setup, game))
}

/// Prints the notices that have not been shown yet, such as the errors in monster files.
pub(super) fn tell_notices(world: &mut World) {
    let mut notices = world.resource_mut::<Messages<Notice>>();
    notices.drain().for_each(|Notice(notice)| say(&notice));
}

/// Returns the source of the game's levels, and reports errors in the files used to build them.
fn source(world: &mut World, options: &Options) -> Result<LevelSource, CliError> {
    let (assets, builders) = (&options.assets, world.resource::<Builders>());
    let (source, errors) = match &options.drawn {
        None => {
            let (dungeon, errors) = options.game.level.dungeon(builders, assets)?;
            (LevelSource::Dungeon(dungeon), errors)
        }
        Some((_, level)) => (LevelSource::Drawn(level.clone()), assets.stock(builders).1),
    };
    for error in errors {
        world.write_message(Notice(error));
    }
    Ok(source)
}

fn continue_last(world: &mut World) -> Result<(), CliError> {
    let saves = world.resource::<Saves>().clone();
    let Some(folder) = &saves.0 else {
        return Err(CliError::bad_input(
            "--continue: no folder for saved games; name one with `--data-dir`",
        ));
    };
    let games = folder.games();
    let (slots, broken) = folder.slots();
    let Some(last) = slots.into_iter().find(|it| it.end.is_none()) else {
        let why = broken.first().map_or_else(
            || format!("no game to continue in {}", games.display()),
            |(file, error)| format!("{}: {error}", file.display()),
        );
        return Err(CliError::bad_input(format!("--continue: {why}")));
    };
    for (file, error) in broken {
        say(&format!("--continue: skipping {}: {error}", file.display()));
    }
    continue_game(world, &last.file).map_err(|error| {
        CliError::bad_input(format!("--continue: {}: {error}", last.file.display()))
    })
}

/// Loads the settings from a folder, and the custom palette. Returns any errors in these files.
fn settings(world: &mut World, folder: Option<&Path>, assets: &Assets) -> Vec<String> {
    let (mut settings, errors) = match folder {
        Some(folder) => {
            let read = Settings::read(folder, world.resource());
            read.0.write_missing();
            read
        }
        None => (Settings::default(), Vec::new()),
    };
    let custom = assets.palette.clone().or_else(|| {
        // A plugin may have replaced the palette.
        let palette = world.resource::<Palette>();
        (*palette != Palette::default()).then(|| palette.clone())
    });
    if let Some(palette) = custom {
        settings.add_own_palette(palette);
    }
    world.insert_resource(settings);
    errors.iter().map(ToString::to_string).collect()
}

/// Reports all mistakes made by plugins.
///
/// # Errors
///
/// If there are any mistakes. The error describes the last one. The others are printed first.
pub(super) fn check_plugins(app: &App) -> Result<(), CliError> {
    let mistakes = app.world().get_resource::<Mistakes>();
    let mut mistakes = mistakes.into_iter().flat_map(Mistakes::iter);
    let Some(last) = mistakes.next_back() else {
        return Ok(());
    };
    mistakes.for_each(say);
    Err(CliError::bad_input(last))
}

/// Uses the system's folders for settings and saved games, unless the user named others.
#[cfg(any(feature = "window", feature = "terminal"))]
pub(super) fn use_system_folders(options: &mut Options) {
    let Some(folders) = directories::ProjectDirs::from("", "", "fogbound") else {
        return;
    };
    let config = || folders.config_dir().to_owned();
    options.show.config_dir.get_or_insert_with(config);
    // Games played by a bot and scenes are not saved among the player's own games.
    if matches!(options.opens, Opens::Watch { .. } | Opens::Lab { .. }) {
        return;
    }
    let data = || folders.data_dir().to_owned();
    options.show.data_dir.get_or_insert_with(data);
}
