//! Playing a game again, as far as its journal goes, and going on from there.

use std::fs;
use std::path::Path;

use bevy::prelude::*;

use super::header::branched;
use super::record::{Recordings, go_on};
use super::writer::Writer;
use super::{DataFolder, Journal, JournalError, Note, Record, Replay};
use crate::explorer;
use crate::game::{Clock, Health, Player};

/// A game that has been played again.
#[derive(Clone, Debug)]
pub struct Resumed {
    /// What is not of the world, in the order in which it was noted.
    pub notes: Vec<Note>,
    /// Whether all that happened was told. If not, what the last command brought about waits in the world to be told.
    pub is_told: bool,
    /// The player's health before the last command: what it was told of, if that is not all.
    pub health_before: Option<Health>,
    /// The clock's tick before the last command.
    pub tick_before: u64,
    /// What the player has to know, in a sentence: that something was left out of the file's end.
    pub warning: Option<String>,
}

/// Has the game of a file go on in this world, as far as the file goes, and writes it down in that file from then on. If
/// the file can be read and not written, the game goes on, and [`Recordings`] tries again.
///
/// All of it is checked before the file is touched.
///
/// # Errors
///
/// If the file is no whole journal of this version, if another program plays it, or if the game goes another way than it
/// did. There is a game in the world then that is not to be played on.
pub fn resume(world: &mut World, file: &Path) -> Result<Resumed, JournalError> {
    let recordings = world.get_resource_or_init::<Recordings>().clone();
    if let Some(unsaved) = recordings.unsaved_in(file) {
        return Err(JournalError::Unsaved(unsaved.to_string()));
    }
    // Opening what is no file could wait for ever; reading says what it is.
    let opened = match fs::symlink_metadata(file).is_ok_and(|it| it.is_file()) {
        true => Writer::open(file),
        false => Journal::read_own(file).and_then(|_| Writer::open(file)),
    };
    if let Err(JournalError::Locked) = opened {
        return Err(JournalError::Locked);
    }
    let journal = Journal::read_own(file)?;
    let mut replay = Replay::forth(world, journal, true)?;
    let health = |world: &mut World| {
        let mut players = world.query_filtered::<&Health, With<Player>>();
        players.single(world).ok().cloned()
    };
    let mut health_before = health(world);
    let mut next = health_before;
    let tick = |world: &World| world.resource::<Clock>().tick;
    let (mut tick_before, mut tick_next) = (tick(world), tick(world));
    while replay.step(world)? {
        explorer::look(world);
        (tick_before, tick_next) = (tick_next, tick(world));
        health_before = next;
        next = health(world);
    }
    replay.settle(world)?;
    let journal = replay.journal();
    let warning = (journal.torn > 0).then(|| match &journal.unfinished {
        Some(_) => {
            "The last command was not finished when the game ended; it is left out.".to_owned()
        }
        None => "The last line was not finished when the game ended; it is left out.".to_owned(),
    });
    go_on(world, Writer::go_on(file, opened.ok(), journal), journal);
    let last = journal.records.last();
    Ok(Resumed {
        is_told: matches!(
            last,
            Some(Record::Note(_) | Record::Reload(_) | Record::Tiles(_))
        ),
        notes: replay.notes_until(replay.len()).cloned().collect(),
        health_before,
        tick_before,
        warning,
    })
}

/// Has another game go on from where a replay stands in this world: a game of its own, with the same past, in a new file
/// of `folder`. `file` is the replay's. The new game is marked: it does not count among the high scores.
///
/// # Errors
///
/// If the replay's file cannot be read any more. The world is as before, and what happens in it is not written down.
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
    let past = branched(past)?;
    let journal = Journal::parse(past.as_bytes())?;
    let writer = Writer::new(folder, super::folder::now(), journal.header.seed);
    replay.settle(world)?;
    go_on(world, writer.copy(&past, &journal), &journal);
    Ok(())
}
