//! `fogbound dungeon`: prints a level as an ASCII map, prints its building steps or statistics, or saves a picture of
//! it.

use std::fmt::Write as _;

use super::args::DungeonArgs;
use super::assets::Assets;
use super::error::CliError;
use super::game_args::LevelArgs;
use super::streams::say;
use crate::dungeon::{Builders, Canvas, Dungeon, Level, Survey, random};
use crate::files::printable;
use crate::game::bestiary::Bestiary;
use crate::game::{Things, unknown_names};
use crate::map::{TileMap, write_ascii};

impl LevelArgs {
    /// Returns the dungeon that these options describe, and one line for each broken asset file that the dungeon would
    /// otherwise have used.
    pub(super) fn dungeon(
        &self,
        builders: &Builders,
        assets: &Assets,
    ) -> Result<(Dungeon, Vec<String>), CliError> {
        let builder = self.builder.as_deref().map(|name| {
            builders.get(name).ok_or_else(|| {
                CliError::bad_input(format!(
                    "--builder: unknown value `{}`; accepted: {}",
                    printable(name),
                    builders.names()
                ))
            })
        });
        let (stock, errors) = assets.stock(builders);
        let dungeon = Dungeon {
            builder: builder.transpose()?,
            size: self.size,
            stock,
        };
        let size = dungeon.size();
        if let Some(builder) = dungeon.builder {
            builder.check_size(size)?;
        } else {
            let plans = dungeon.stock.depths().iter();
            for (builder, _) in plans.flat_map(|plan| &plan.builders) {
                builder.check_size(size)?;
            }
        }
        Ok((dungeon, errors))
    }
}

/// Builds the level and returns the text to print.
pub(super) fn answer(show: &DungeonArgs, builders: &Builders) -> Result<String, CliError> {
    let assets = show.assets.read()?;
    let (dungeon, errors) = show.level.dungeon(builders, &assets)?;
    let bestiary = Bestiary::without_minds(&assets.monsters);
    let unknown = unknown_names(&dungeon.stock, &bestiary, &Things::default());
    let unknown: Vec<String> = unknown
        .into_iter()
        .map(|error| assets.in_folder(error))
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
    let mut text = String::new();
    let mut watch = |step: &str, canvas: &Canvas| {
        if show.steps {
            let map = TileMap::from_tiles(canvas.tiles().clone());
            // Writing to a string never fails.
            let _ = writeln!(text, "{step}:\n{}", write_ascii(&map, None, &[]));
        }
    };
    let level = dungeon.watch(seed, show.depth - 1, &mut watch)?;
    if let Some(file) = &show.png {
        super::picture::save(&level, &assets, file)?;
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
