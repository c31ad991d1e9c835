//! `fogbound dungeon`: prints a level as an ASCII map, prints its building steps, statistics or monsters, or saves a
//! picture of it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bevy::prelude::World;

use crate::cli::args::DungeonArgs;
use crate::cli::error::CliError;
use crate::cli::streams::say;
use crate::dungeon::{Canvas, Dungeon, Level, LevelSource, Survey, random};
use crate::game::bestiary::{Bestiary, MonsterFiles, load_monsters};
use crate::game::{Game, GameError, GameSetup, Things, unknown_names};
use crate::map::{TileMap, write_ascii};

/// Builds the level and returns the text to print.
pub(in crate::cli) fn answer(show: &DungeonArgs, world: &mut World) -> Result<String, CliError> {
    let assets = show.assets.read()?;
    let (dungeon, errors) = show.level.dungeon(world.resource(), &assets)?;
    let added = world.resource::<MonsterFiles>();
    let monsters = assets.monsters.clone().and_added(added);
    load_monsters(world, monsters);
    let bestiary = world.resource::<Bestiary>();
    let unknown = unknown_names(&dungeon.stock, bestiary, world.resource::<Things>());
    let unknown: Vec<String> = unknown
        .into_iter()
        .map(|error| assets.located(error, world.resource()).to_string())
        .collect();
    for error in errors.iter().chain(&unknown).chain(assets.warnings()) {
        say(error);
    }
    if show.depth > dungeon.depth() {
        return Err(CliError::bad_input(format!(
            "--depth: level {} does not exist; accepted: 1 to {}",
            show.depth,
            dungeon.depth()
        )));
    }
    let seed = show.level.seed.unwrap_or_else(|| {
        let seed = random::fresh_seed();
        say(&format!("generated with --seed {seed}"));
        seed
    });
    if show.monsters {
        let things = world.resource::<Things>().errors().iter();
        let broken = world.resource::<Bestiary>().errors().iter().chain(things);
        broken.for_each(|error| say(&error.to_string()));
        return population(world, dungeon, seed, show.depth);
    }
    let mut text = String::new();
    let mut watch = |step: &str, canvas: &Canvas| {
        if show.steps {
            let map = TileMap::from_tiles(canvas.tiles().clone());
            // Writing to a string never fails.
            let _ = writeln!(text, "{step}:\n{}", write_ascii(&map, None, &[]));
        }
    };
    let mut level = dungeon.watch(seed, show.depth - 1, &mut watch)?;
    let plan = dungeon.plan(show.depth - 1);
    for (cell, tile) in plan.map_or_else(Vec::new, |it| it.repainted(&level)) {
        level.map.set(cell, tile);
    }
    if let Some(file) = &show.png {
        crate::cli::picture::save(&level, &assets, file)?;
        return Ok(text);
    }
    if show.figures {
        text += &figures(&level, &Survey::of(&level));
    } else if !show.steps {
        text += &level.to_ascii();
    }
    Ok(text)
}

fn figures(level: &Level, survey: &Survey) -> String {
    let size = level.map.size();
    let vaults: Vec<&str> = level.vaults.iter().map(|(name, _)| name.as_str()).collect();
    let vaults = if vaults.is_empty() {
        "none".to_owned()
    } else {
        vaults.join(", ")
    };
    let route = survey.way.map_or_else(
        || "no route to the stairs down".to_owned(),
        |steps| format!("{steps} steps to the stairs down or the beacon"),
    );
    format!(
        "{}x{} cells, {:.1} % walkable\n\
         {} loops\n\
         longest dead end: {} cells\n\
         mean view, if everything were lit: {:.0} cells\n\
         {} doors, {} of them secret\n\
         {route}\n\
         vaults: {vaults}\n",
        size.x,
        size.y,
        survey.floor,
        survey.loops,
        survey.dead_end,
        survey.view,
        survey.doors,
        survey.secrets,
    )
}

/// The number of dungeons in which monsters are counted.
const DUNGEONS: u64 = 100;

/// How often a kind of monster was found.
#[derive(Default)]
struct Found {
    monsters: usize,
    levels: usize,
}

/// Returns a table of the monsters that live at a depth, with the most common ones first, counted in dungeons with
/// consecutive seeds.
fn population(world: &World, dungeon: Dungeon, seed: u64, depth: u32) -> Result<String, CliError> {
    let (bestiary, things) = (world.resource::<Bestiary>(), world.resource::<Things>());
    let failed = |error: GameError| CliError::bad_input(error.to_string());
    let mut game = Game::new(GameSetup {
        seed,
        source: LevelSource::Dungeon(dungeon),
        monsters: world.resource::<MonsterFiles>().clone(),
        ..GameSetup::default()
    })
    .map_err(failed)?;
    let mut found: BTreeMap<String, Found> = BTreeMap::new();
    for number in 0..DUNGEONS {
        game.setup.seed = seed.wrapping_add(number);
        let mut here: BTreeMap<String, usize> = BTreeMap::new();
        for monster in game.monsters_at(depth, bestiary, things).map_err(failed)? {
            *here.entry(monster.name.clone()).or_default() += 1;
        }
        for (name, count) in here {
            let all = found.entry(name).or_default();
            all.monsters += count;
            all.levels += 1;
        }
    }
    let whole: usize = found.values().map(|it| it.monsters).sum();
    let mut rows: Vec<(String, Found)> = found.into_iter().collect();
    rows.sort_by_key(|(_, it)| std::cmp::Reverse(it.monsters));
    let last = seed.wrapping_add(DUNGEONS - 1);
    let mut text = format!("Level {depth} of {DUNGEONS} dungeons, with --seed {seed} to {last}\n");
    text += &row("monster", "share", "per level", "levels");
    let per_level = |count: usize| format!("{:.2}", count as f64 / DUNGEONS as f64);
    for (name, it) in rows {
        let share = format!("{:.1} %", 100.0 * it.monsters as f64 / whole as f64);
        text += &row(
            &name,
            &share,
            &per_level(it.monsters),
            &it.levels.to_string(),
        );
    }
    text += &row("all", "", &per_level(whole), "");
    Ok(text)
}

fn row(name: &str, share: &str, per_level: &str, levels: &str) -> String {
    let line = format!("{name:<24} {share:>7} {per_level:>10} {levels:>7}");
    format!("{}\n", line.trim_end())
}
