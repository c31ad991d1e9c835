//! `fogbound monsters`: a list of all monsters, the errors in their files and in those of things, and warnings about minds
//! without effect.

use bevy::prelude::*;

use super::assets::{Assets, unknown_colors};
use super::error::CliError;
use super::streams::{print, say};
use crate::files::printable;
use crate::game::Things;
use crate::game::bestiary::{Bestiary, Monster, MonsterFiles, load_monsters};
use crate::game::effect::Effect;
use crate::view::Palette;

/// Lists the monsters in an app, and reports every broken monster file.
///
/// # Errors
///
/// If a file is broken. The error describes the last problem. The others are printed first.
pub(super) fn list(app: &mut App, assets: &Assets) -> Result<(), CliError> {
    let errors = problems(app, assets);
    let bestiary = app.world().resource::<Bestiary>();
    let mut table = format!(
        "{:<6} {:<24} {:>6} {:>6}  {:<40} {}\n",
        "letter", "name", "levels", "weight", "minds", "file"
    );
    for (file, monster) in bestiary.by_file() {
        table.push_str(&line(file, monster));
    }
    print(&table)?;
    bestiary
        .warnings()
        .for_each(|warning| say(&warning.to_string()));
    report(errors)
}

/// Loads the monsters and things of some assets, and returns one line for each problem in their files.
pub(super) fn problems(app: &mut App, assets: &Assets) -> Vec<String> {
    assets.unused.iter().for_each(|warning| say(warning));
    if let Some(palette) = &assets.palette {
        app.insert_resource(palette.clone());
    }
    let added = app.world().resource::<MonsterFiles>();
    let tiles = assets.tiles();
    let monsters = assets.monsters.clone().and_added(added);
    load_monsters(app.world_mut(), monsters);
    let bestiary = app.world().resource::<Bestiary>();
    let things = app.world().resource::<Things>();
    let unknown = bestiary.unknown_names(tiles, things);
    let errors = bestiary
        .errors()
        .iter()
        .chain(things.errors())
        .chain(&unknown);
    let errors = errors.map(ToString::to_string);
    let errors = errors.chain(unknown_colors(
        app.world(),
        app.world().resource::<Palette>(),
    ));
    assets.broken.iter().cloned().chain(errors).collect()
}

/// Prints all problems but the last.
///
/// # Errors
///
/// Returns the last problem, if there is one.
pub(super) fn report(mut errors: Vec<String>) -> Result<(), CliError> {
    let Some(last) = errors.pop() else {
        return Ok(());
    };
    errors.iter().for_each(|error| say(error));
    Err(CliError::bad_input(last))
}

fn line(file: &str, monster: &Monster) -> String {
    let appears = &monster.appears;
    let (first, last) = appears.depths;
    let mut minds: Vec<String> = monster.minds.names().map(str::to_owned).collect();
    minds.extend(monster.seems.iter().map(|it| format!("seems:{it}")));
    minds.extend(monster.on.iter().map(|(occasion, effects)| {
        let verbs: Vec<&str> = effects.iter().map(Effect::name).collect();
        format!("{}:{}", occasion.name, verbs.join(","))
    }));
    let line = format!(
        "{:<6} {:<24} {:>6} {:>6}  {:<40} {}",
        monster.glyph,
        monster.name,
        format!("{first}-{last}"),
        appears.weight,
        minds.join(" "),
        printable(file)
    );
    format!("{}\n", line.trim_end())
}
