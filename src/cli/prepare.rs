//! From the options to an app that is ready to play.

use std::path::PathBuf;

use bevy::prelude::*;

use super::assets::unknown_colors;
use super::error::CliError;
use super::light::LightOptions;
use super::streams::say;
use super::{Assets, Keys, Opens, Place, PlayOptions};
use crate::control::{KeyScript, ScriptError, WizardMode};
use crate::dungeon::random::fresh_seed;
use crate::dungeon::{Builders, LevelSource};
use crate::fov::{Algorithm, Sight};
use crate::game::bestiary::{Bestiary, MonsterFiles, Notice, load_monsters};
use crate::game::{Game, GameError, GameSetup, LightRule, Things, begin_game, unknown_names};
use crate::journal::DataFolder;
use crate::mistakes::Mistakes;
use crate::modes::{
    Saves, Settings, continue_game, open_replay, open_title, open_watch, record_game,
    set_up_new_games,
};
use crate::view::Palette;

/// Gives an app that has all its plugins the game that the options ask for, or the title. Returns the keys to be played
/// in it.
pub(super) fn prepare(app: &mut App, options: PlayOptions) -> Result<KeyScript, CliError> {
    check_plugins(app)?;
    let world = app.world_mut();
    let script = match &options.keys {
        Keys::Script(script) => script
            .parse()
            .map_err(|error: ScriptError| CliError::bad_input(format!("--keys: {error}")))?,
        Keys::None | Keys::Stdin => KeyScript::default(),
    };
    let wanted = Wanted {
        seed: options.seed,
        place: options.place,
        radius: options.radius,
        algorithm: options.algorithm,
        light: options.light,
    };
    let (setup, game) = set_up(world, wanted, &options.assets)?;
    let mut notices = settings(world, options.config, &options.assets);
    let mut settings = world.resource_mut::<Settings>();
    if let Some(palette) = &options.palette {
        settings.set_palette(palette);
    }
    if options.zoom.is_some() {
        settings.set_zoom(options.zoom);
    }
    world.resource_mut::<WizardMode>().is_on = options.wizard;
    world.insert_resource(Saves(options.data.map(DataFolder::new)));
    set_up_new_games(world, setup.clone());
    match options.opens {
        Opens::LastGame => go_on(world)?,
        Opens::Game => {
            begin_game(world, game);
            record_game(world);
        }
        Opens::Watch { bot, speed, turns } => {
            begin_game(world, game);
            record_game(world);
            open_watch(world, bot, speed, turns);
        }
        Opens::Title => open_title(world, setup),
        Opens::Replay { file, turn } => open_replay(world, &file, turn)
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

/// Which game is wanted.
pub(super) struct Wanted {
    pub(super) seed: Option<u64>,
    pub(super) place: Place,
    pub(super) radius: Option<u32>,
    pub(super) algorithm: Algorithm,
    pub(super) light: LightOptions,
}

impl Wanted {
    /// How the player sees under this rule of light. What is dark limits the eye, and in the classic game a radius does.
    fn sight(&self, light: LightRule) -> Sight {
        let sight = Sight::default().with_algorithm(self.algorithm);
        match self.radius {
            Some(radius) => sight.with_radius(radius),
            None if light != LightRule::Off => sight.unlimited(),
            None => sight,
        }
    }
}

/// The game that is wanted, in a world that has all its plugins, and what it is made from.
///
/// # Errors
///
/// If it cannot be played.
pub(super) fn set_up(
    world: &mut World,
    wanted: Wanted,
    assets: &Assets,
) -> Result<(GameSetup, Game), CliError> {
    let is_day = wanted.light.is_day;
    let is_day = is_day.unwrap_or(matches!(wanted.place, Place::Drawn { .. }));
    let light = match (wanted.light.is_off, is_day) {
        (true, _) => LightRule::Off,
        (false, true) => LightRule::Day,
        (false, false) => LightRule::Dark,
    };
    let sight = wanted.sight(light);
    let (source, map_name) = match wanted.place {
        Place::Built(level) => {
            let (dungeon, errors) = level.dungeon(world.resource::<Builders>(), assets)?;
            for error in errors {
                world.write_message(Notice(error));
            }
            (LevelSource::Dungeon(dungeon), None)
        }
        Place::Drawn { name, level } => {
            for error in assets.stock(world.resource::<Builders>()).1 {
                world.write_message(Notice(error));
            }
            (LevelSource::Drawn(level), Some(name))
        }
    };
    let added = world.resource::<MonsterFiles>();
    let monsters = assets.monsters.clone().and_added(added);
    load_monsters(world, monsters.clone());
    if let LevelSource::Dungeon(dungeon) = &source {
        let (bestiary, things) = (world.resource::<Bestiary>(), world.resource::<Things>());
        for error in unknown_names(&dungeon.stock, bestiary, things) {
            world.write_message(Notice(assets.in_folder(error)));
        }
    }
    let setup = GameSetup {
        // Half of a seed's bits, so that a person can copy it from the screen.
        seed: wanted.seed.unwrap_or_else(|| fresh_seed() >> 32),
        source,
        sight,
        monsters,
        light,
    };
    let game = Game::new(setup.clone()).and_then(|mut game| {
        game.look_again();
        game.check_letters(world.resource::<Bestiary>())?;
        Ok(game)
    });
    let game = game.map_err(|error| {
        let name = map_name.map_or_else(String::new, |name| format!("{name}:"));
        // A letter that nobody has may be that of a file that nobody could use.
        let hint = match error {
            GameError::UnknownCreature { .. } => assets.warnings().next(),
            _ => None,
        };
        let hint = hint.map_or_else(String::new, |hint| format!(" ({hint})"));
        CliError::bad_input(format!("{name}{error}{hint}"))
    })?;
    Ok((setup, game))
}

/// Goes on with the game that was played last.
fn go_on(world: &mut World) -> Result<(), CliError> {
    let saves = world.resource::<Saves>().clone();
    let Some(folder) = &saves.0 else {
        return Err(CliError::bad_input(
            "--continue: no folder of saved games is known; name it with `--data-dir`",
        ));
    };
    let games = folder.games();
    let (slots, broken) = folder.slots();
    let Some(last) = slots.into_iter().find(|it| it.end.is_none()) else {
        let why = broken.first().map_or_else(
            || format!("there is no game in {} that could go on", games.display()),
            |(file, error)| format!("{}: {error}", file.display()),
        );
        return Err(CliError::bad_input(format!("--continue: {why}")));
    };
    for (file, error) in broken {
        say(&format!("--continue: not {}: {error}", file.display()));
    }
    continue_game(world, &last.file).map_err(|error| {
        CliError::bad_input(format!("--continue: {}: {error}", last.file.display()))
    })
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

/// Fills in where this system keeps settings and games, if no folders were named.
#[cfg(any(feature = "window", feature = "terminal"))]
pub(super) fn use_system_folders(options: &mut PlayOptions) {
    let Some(folders) = directories::ProjectDirs::from("", "", "fogbound") else {
        return;
    };
    let config = || folders.config_dir().to_owned();
    options.config = options.config.take().or_else(|| Some(config()));
    // Games that somebody watches are not those that somebody wants to go on with.
    if matches!(options.opens, Opens::Watch { .. }) {
        return;
    }
    let data = || folders.data_dir().to_owned();
    options.data = options.data.take().or_else(|| Some(data()));
}
