//! Playing a game again, as far as its journal goes, and going on from there.

use std::fs;
use std::path::Path;

use bevy::prelude::*;

use super::record::go_on;
use super::writer::Writer;
use super::{DataFolder, Journal, JournalError, Note, Record, Replay};
use crate::game::{Health, Player};
use crate::map::printable;

/// A game that has been played again.
#[derive(Clone, Debug)]
pub struct Resumed {
    /// What is not of the world, in the order in which it was noted.
    pub notes: Vec<Note>,
    /// Whether all that happened was told. If not, what the last command brought about waits in the world to be told.
    pub is_told: bool,
    /// The player's health before the last command: what it was told of, if that is not all.
    pub health_before: Option<Health>,
    /// What the player is to be told, in a sentence: that something was left out of the file's end, or that the game cannot
    /// be saved.
    pub warning: Option<String>,
}

/// Has the game of a file go on in this world, as far as the file goes, and writes it down in that file from then on. If
/// the file can be read and not written, the game goes on without that.
///
/// All of it is checked before the file is touched.
///
/// # Errors
///
/// If the file is no whole journal of this version, if another program plays it, or if the game goes another way than it
/// did. There is a game in the world then that is not to be played on.
pub fn resume(world: &mut World, file: &Path) -> Result<Resumed, JournalError> {
    // Before anything is opened: it may be no file at all.
    Journal::read_own(file)?;
    let writer = match Writer::open(file) {
        Err(JournalError::Locked) => return Err(JournalError::Locked),
        writer => writer,
    };
    let journal = Journal::read_own(file)?;
    let mut replay = Replay::forth(world, journal, true)?;
    let health = |world: &mut World| {
        let mut players = world.query_filtered::<&Health, With<Player>>();
        players.single(world).ok().cloned()
    };
    let mut health_before = health(world);
    let mut next = health_before;
    while replay.step(world)? {
        health_before = next;
        next = health(world);
    }
    replay.settle(world)?;
    let journal = replay.journal();
    let mut warning = (journal.torn > 0).then(|| match &journal.unfinished {
        Some(_) => {
            "The last command was not finished when the game ended; it is left out.".to_owned()
        }
        None => "The last line was not finished when the game ended; it is left out.".to_owned(),
    });
    match writer.and_then(|it| it.go_on(journal)) {
        Ok(writer) => go_on(world, writer, journal),
        Err(error) => {
            let file = printable(&file.display().to_string());
            warning = Some(format!(
                "The game cannot be saved: {file}: {error}. You can play on."
            ));
        }
    }
    let last = journal.records.last();
    Ok(Resumed {
        is_told: matches!(
            last,
            Some(Record::Note(_) | Record::Reload(_) | Record::Tiles(_))
        ),
        notes: replay.notes_until(replay.len()).cloned().collect(),
        health_before,
        warning,
    })
}

/// Has another game go on from where a replay stands in this world: a game of its own, with the same past, in a new file
/// of `folder`. `file` is the replay's.
///
/// # Errors
///
/// If there can be no such file. The world is as before, and nobody writes down what happens in it.
pub fn branch(
    world: &mut World,
    replay: &mut Replay,
    file: &Path,
    folder: &DataFolder,
) -> Result<(), JournalError> {
    let failed = |error: std::io::Error| JournalError::File(error.to_string());
    let bytes = fs::read(file).map_err(failed)?;
    let until = replay.bytes_until(replay.at());
    let past = match until {
        Some(until) => bytes.get(..until as usize),
        None => bytes.get(..replay.journal().begun as usize),
    };
    let past = past
        .ok_or_else(|| JournalError::File("it has become shorter while it was shown".to_owned()))?;
    let journal = Journal::parse(past)?;
    let writer = folder.create(super::folder::now(), journal.header.seed)?;
    let path = writer.path().to_owned();
    let writer = writer.copy(past, &journal).inspect_err(|_| {
        // Nothing of a game is in it.
        let _ = fs::remove_file(path);
    })?;
    replay.settle(world)?;
    go_on(world, writer, &journal);
    Ok(())
}
