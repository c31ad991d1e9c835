//! Continuing a saved game.

use std::collections::BTreeMap;
use std::path::Path;

use bevy::prelude::*;

use super::confirm::Confirm;
use super::mode::Then;
use super::new_game::{NewGames, clear};
use super::saves::take_over;
use crate::files::printable;
use crate::game::bestiary::{Bestiary, MonsterFiles, Notice, replace_monsters};
use crate::game::{Game, Things};
use crate::journal::{self, JournalError, Resumed};
use crate::view::{MessageLog, settle_wounds_at};

/// Resumes the game in a file. Returns a question that opens over it, if there is one.
///
/// # Errors
///
/// Returns the same errors as [`journal::resume`]. After an error, the world must not be played.
pub(super) fn resume(world: &mut World, file: &Path) -> Result<Option<Box<Confirm>>, JournalError> {
    clear(world);
    let Resumed {
        notes,
        is_told,
        health_before,
        tick_before,
        warning,
    } = journal::resume(world, file)?;
    take_over(world, &notes);
    if let Some(health) = health_before.filter(|_| !is_told) {
        settle_wounds_at(world, &health);
    }
    let mut log = world.resource_mut::<MessageLog>();
    if !is_told {
        log.begin_batch();
        log.resume_at(tick_before);
    }
    log.warn_if(warning);
    let mods = world
        .get_resource::<Game>()
        .map(|it| it.setup.monsters.mods().join(", "));
    if let Some(mods) = mods.filter(|it| !it.is_empty()) {
        world.write_message(Notice(format!(
            "This game was begun with {mods}, and goes on with the files of that time."
        )));
    }
    Ok(other_files(world).map(ask_for_files))
}

/// Returns the files in the folders that the user has named, if the monsters or things in them differ from those of the game.
fn other_files(world: &World) -> Option<MonsterFiles> {
    let files = &world.get_resource::<NewGames>()?.0.monsters;
    if files.folders().is_empty() {
        return None;
    }
    let own = |(name, text): (&str, &str)| (name.to_owned(), text.to_owned());
    let monsters = Bestiary::without_minds(files);
    let now: BTreeMap<_, _> = monsters.texts().map(own).chain(files.things()).collect();
    let (bestiary, things) = (world.resource::<Bestiary>(), world.resource::<Things>());
    let then: BTreeMap<_, _> = bestiary.texts().chain(things.texts()).map(own).collect();
    (now != then).then(|| files.clone())
}

/// Asks whether a game goes on with these files instead of its own.
fn ask_for_files(files: MonsterFiles) -> Box<Confirm> {
    let folders = files.folders().iter().map(|it| it.display().to_string());
    let folders = printable(&folders.collect::<Vec<_>>().join(", "));
    let question = format!(
        "The monsters or things in {folders} are not those with which this game was saved. Go on with which?"
    );
    let answers = ("Those in the folder now", "Those of the saved game");
    Confirm::new(question, answers, |world| {
        replace_monsters(world, files);
        Then::Pop
    })
}
