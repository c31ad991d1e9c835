//! `fogbound arena`: two groups of monsters, or a bot and a group, fight many times, and a table shows who wins.
//!
//! ```text
//! options -> sides, ground -> a level for each seed, with both sides on it -> fight -> Fought -> report
//! ```

pub(in crate::cli) mod args;
mod fight;
mod ground;
mod report;
mod sides;

use bevy::prelude::*;

use crate::cli::assets::Assets;
use crate::cli::error::CliError;
use crate::cli::game_args::{GameArgs, LevelArgs};
use crate::cli::prepare::tell_notices;
use crate::cli::streams::{print, say, show_progress};
use crate::cli::values::AmbientName;
use crate::dungeon::random::fresh_seed;
use crate::dungeon::{Builders, LevelSource};
use crate::game::bestiary::{Bestiary, MonsterFiles, load_monsters};
use crate::game::{Game, GameError, GameSetup, LightRule};
use crate::lab::jobs::{finish, in_order, usual};
use args::ArenaArgs;
use fight::Arena;
use ground::Ground;
use sides::Side;

/// Has the sides fight, and prints the results. `app` returns an app that has all its plugins.
///
/// # Errors
///
/// If the options are invalid.
pub(in crate::cli) fn run(
    args: ArenaArgs,
    app: &(impl Fn() -> Result<App, CliError> + Sync),
) -> Result<(), CliError> {
    let assets = args.assets.read()?;
    assets.warnings().for_each(|warning| say(warning));
    let mut first = app()?;
    let arena = prepare(&args, &assets, first.world_mut())?;
    tell_notices(first.world_mut());
    drop(first);
    // A 32-bit seed is short enough to copy from the screen.
    let seed = args.seed.unwrap_or_else(|| fresh_seed() >> 32);
    let jobs = args.jobs.unwrap_or_else(usual);
    let worker = || {
        let mut app = app()?;
        finish(&mut app, jobs);
        let arena = &arena;
        Ok(move |seed| arena.fight(app.world_mut(), seed))
    };
    let seeds = (0..args.games).map(|number| seed.wrapping_add(number.into()));
    let mut fights = Vec::new();
    in_order(seeds, jobs, worker, |fought| {
        fights.push(fought);
        show_progress(fights.len() as u64, args.games.into());
        Ok(true)
    })?;
    let light = arena.game.setup.light.name();
    print(&report::table(&arena, seed, light, &fights))
}

/// Reads the sides and the place of the fights. `world` is that of an app with all its plugins.
fn prepare(args: &ArenaArgs, assets: &Assets, world: &mut World) -> Result<Arena, CliError> {
    let monsters = assets.monsters.clone();
    let monsters = monsters.and_added(world.resource::<MonsterFiles>());
    load_monsters(world, monsters.clone());
    let bestiary = world.resource::<Bestiary>();
    let sides = [
        Side::read(&args.first, bestiary)?,
        Side::read(&args.second, bestiary)?,
    ];
    let has_bot = match sides.each_ref().map(Side::bot) {
        [None, None] => false,
        [Some(_), Some(_)] => {
            return Err(CliError::bad_input(
                "two bots cannot meet; accepted: at most one bot, and monsters",
            ));
        }
        _ => true,
    };
    if args.depth.is_some() && !has_bot {
        return Err(CliError::bad_input(
            "--depth needs a bot on one side; monsters fight each other on a map",
        ));
    }
    let ground = match &args.map {
        Some(file) => Ground::of_file(file, assets.tiles(), &sides)?,
        None if has_bot => levels(args.depth.unwrap_or(1), assets, world.resource())?,
        None => Ground::hall(assets.tiles(), &sides)?,
    };
    let light = match (args.ambient, &ground) {
        (Some(AmbientName::Dark), _) | (None, Ground::Levels { .. }) => LightRule::Dark,
        (Some(AmbientName::Day) | None, _) => LightRule::Day,
    };
    let setup = GameSetup {
        seed: 0,
        source: LevelSource::Drawn(Box::new(ground.any_level()?)),
        sight: GameArgs::default().sight(),
        monsters,
        light,
        numbers: assets.numbers.clone(),
        boons: assets.boons.clone(),
        goals: assets.goals.clone(),
    };
    let game =
        Game::new(setup).map_err(|error: GameError| CliError::bad_input(error.to_string()))?;
    Ok(Arena {
        game,
        ground,
        turns: args.turns.unwrap_or(if has_bot { 1000 } else { 150 }),
        sides,
    })
}

/// Returns the levels at a depth, and reports the errors in the files used to build them.
fn levels(depth: u32, assets: &Assets, builders: &Builders) -> Result<Ground, CliError> {
    let (dungeon, errors) = LevelArgs::default().dungeon(builders, assets)?;
    errors.iter().for_each(|error| say(error));
    if depth > dungeon.depth() {
        return Err(CliError::bad_input(format!(
            "--depth: level {depth} does not exist; accepted: 1 to {}",
            dungeon.depth()
        )));
    }
    Ok(Ground::Levels {
        dungeon: Box::new(dungeon),
        depth,
    })
}
