//! `fogbound monsters`: a list of all monsters, the errors in all files of assets, and warnings about minds without effect.

use bevy::prelude::*;

use crate::cli::assets::{Assets, unknown_colors};
use crate::cli::error::CliError;
use crate::cli::streams::{print, say};
use crate::files::printable;
use crate::game::bestiary::{Bestiary, Monster, MonsterFiles, load_monsters};
use crate::game::effect::Effect;
use crate::game::{Things, unknown_goals, unknown_names};
use crate::view::Palette;

/// Lists the monsters in an app, and reports every problem in the files of assets.
///
/// # Errors
///
/// If a file is broken. The error describes the last problem. The others are printed first.
pub(in crate::cli) fn list(app: &mut App, assets: &Assets) -> Result<(), CliError> {
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

/// Loads the palette, monsters and things of some assets, and prints warnings about unused files. Returns one line for
/// each problem in any of their files.
pub(super) fn problems(app: &mut App, assets: &Assets) -> Vec<String> {
    assets.unused.iter().for_each(|warning| say(warning));
    if let Some(palette) = &assets.palette {
        app.insert_resource(palette.clone());
    }
    let added = app.world().resource::<MonsterFiles>();
    let (stock, wrong) = assets.stock(app.world().resource());
    let monsters = assets.monsters.clone().and_added(added);
    load_monsters(app.world_mut(), monsters);
    let bestiary = app.world().resource::<Bestiary>();
    let things = app.world().resource::<Things>();
    let unknown = unknown_names(&stock, bestiary, things);
    let has_own_goals = assets.goals.text().is_some();
    let unmet =
        has_own_goals.then(|| unknown_goals(&assets.goals, stock.tiles(), bestiary, things));
    let unknown = unknown.into_iter().chain(unmet.into_iter().flatten());
    let unknown = unknown.map(|it| assets.located(it, app.world().resource()));
    let errors = bestiary.errors().iter().chain(things.errors()).cloned();
    let errors = errors.chain(unknown).map(|it| it.to_string()).chain(wrong);
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
