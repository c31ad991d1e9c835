//! The report on a finished game, which is a text file beside the game's journal. Roguelikes call it a morgue file.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::entry::score_table;
use super::header::VERSION;
use super::own::write_fresh;
use super::tally::{Tally, drawn};
use crate::game::{Death, Depth, Fate, Game, Numbers, Quest, Things, player_of};
use crate::vision::{Knowledge, MapMemory, Position};

/// Writes a report of how the game ended to a new file beside the journal, and returns the path of the new file.
/// Returns `None` if the game goes on.
///
/// `messages` holds the last messages, oldest first.
///
/// # Errors
///
/// If the file cannot be written.
pub fn write_morgue(
    world: &mut World,
    journal: &Path,
    messages: &[String],
) -> io::Result<Option<PathBuf>> {
    let Some(report) = report(world, messages) else {
        return Ok(None);
    };
    let name = |number| match number {
        0 => journal.with_extension("txt"),
        number => journal.with_extension(format!("{number}.txt")),
    };
    write_fresh(name, |file| file.write_all(report.as_bytes())).map(Some)
}

/// Returns the report, or `None` if the game goes on.
fn report(world: &mut World, messages: &[String]) -> Option<String> {
    let fate = world.resource::<Fate>();
    let (turn, death) = (fate.turn()?, fate.death().cloned());
    let tally = world.resource::<Tally>();
    let killer = tally.killer;
    let name = killer.and_then(|id| tally.met.get(&id));
    let mut text = String::new();
    // Writing to a string never fails.
    let mut add = |line: &str| {
        let _ = writeln!(text, "{line}");
    };
    add(&format!("Fogbound {VERSION}"));
    add("");
    if let Some(game) = world.get_resource::<Game>() {
        add(&format!("Seed    {}", game.setup.seed));
        let sight = game.sight;
        let radius = sight
            .radius
            .map_or_else(|| "unlimited".to_owned(), |it| it.to_string());
        add(&format!("Sight   {}, radius {radius}", sight.algorithm));
    }
    let depth = death.as_ref().map(|it| it.depth);
    let depth = depth.unwrap_or_else(|| world.resource::<Depth>().0);
    add(&format!("Level   {depth}"));
    add(&format!("Turn    {turn}"));
    let goals = &world.resource::<Quest>().goals;
    add(&match (&death, name) {
        (None, _) => format!("Won     {}", goals.outcome()),
        (Some(Death { killer, .. }), name) => match (killer, name) {
            (Some(killer), _) => format!("Killer  {killer}"),
            (None, Some(name)) => format!("Killer  something unseen ({name})"),
            (None, None) => "Killer  something unseen".to_owned(),
        },
    });
    let (quest, numbers) = (world.resource::<Quest>(), world.resource::<Numbers>());
    if quest.last.is_some() {
        let prize = death.is_none().then(|| goals.prize());
        let score = quest.score(prize.is_some(), turn, &numbers.score);
        add(&format!("Points  {score}"));
        add("");
        let parts = quest.score_parts(prize, turn, &numbers.score);
        score_table(&parts, 2).iter().for_each(|line| add(line));
    }
    if let Some(noticed) = killer.and_then(|id| tally.noticed.get(&id)) {
        add("");
        add(&format!(
            "What the killer saw when it noticed you in turn {}:",
            noticed.turn
        ));
        add("");
        add(noticed.view.trim_end());
    }
    for (title, names) in [
        ("Met", tally.met.values().cloned().collect::<Vec<_>>()),
        ("Killed", tally.killed.clone()),
    ] {
        add("");
        add(&format!("{title}: {}", counted(names)));
    }
    add("");
    add("Last messages:");
    add("");
    messages.iter().for_each(|it| add(it));
    if let Some(map) = remembered(world) {
        let _ = write!(text, "\nThe level as you remembered it:\n\n{map}");
    }
    Some(text)
}

/// Lists each name once, with the number of times it occurs.
fn counted(names: Vec<String>) -> String {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    if counts.is_empty() {
        return "none".to_owned();
    }
    let counted = counts.into_iter().map(|(name, count)| match count {
        1 => name,
        count => format!("{name} (x{count})"),
    });
    counted.collect::<Vec<_>>().join(", ")
}

/// Draws the level as the player remembers it, with the player on it.
fn remembered(world: &World) -> Option<String> {
    let player = player_of(world)?;
    let (here, memory) = (
        world.get::<Position>(player)?,
        world.get::<MapMemory>(player)?,
    );
    let things = world.resource::<Things>();
    let glyph = |cell: IVec2| match memory.get(cell) {
        _ if cell == here.0 => '@',
        Knowledge::Unknown => ' ',
        Knowledge::Told { tile } => tile.glyph(),
        Knowledge::Seen { tile, object, .. } => {
            let thing = object.and_then(|kind| things.get(kind));
            thing.map_or(tile.glyph(), |thing| thing.glyph)
        }
    };
    Some(drawn(memory.known_cells().map(|(cell, _)| cell), glyph))
}
