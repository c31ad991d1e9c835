//! Continues a game from its journal.

use std::fs;
use std::path::Path;

use bevy::prelude::*;

use super::header::branched;
use super::record::{Recordings, resume_recording};
use super::writer::Writer;
use super::{DataFolder, Journal, JournalError, Note, Record, Replay};
use crate::explorer::{self, CameIntoView};
use crate::game::{Clock, Health, player_of};

/// A game that has been continued.
#[derive(Clone, Debug)]
pub struct Resumed {
    /// All notes in the journal, in order.
    pub notes: Vec<Note>,
    /// Whether everything that happened was reported to the player. If not, the events of the last command are still
    /// waiting in the world.
    pub is_told: bool,
    /// The player's health before the last command. If `is_told` is `false`, this is the health that the player knows
    /// about.
    pub health_before: Option<Health>,
    /// The tick of the clock before the last command.
    pub tick_before: u64,
    /// A message for the player if the end of the file was ignored.
    pub warning: Option<String>,
}

/// Continues a journal's game in this world, and records the game in the same file. If the file can be read but not
/// written, the game continues anyway, and [`Recordings`] retries writing.
///
/// The whole journal is checked before the file is changed.
///
/// # Errors
///
/// If the file is damaged or not a journal of this version, if another program is playing the game, or if the replay
/// diverges. After an error, the game in the world must not be played.
pub fn resume(world: &mut World, file: &Path) -> Result<Resumed, JournalError> {
    let recordings = world.get_resource_or_init::<Recordings>().clone();
    if let Some(unsaved) = recordings.unsaved_in(file) {
        return Err(JournalError::Unsaved(unsaved.to_string()));
    }
    // Opening anything other than a regular file, such as a pipe, could block forever, so it is left to `read_own`,
    // which returns an error instead.
    let opened = match fs::symlink_metadata(file).is_ok_and(|it| it.is_file()) {
        true => Writer::open(file),
        false => Journal::read_own(file).and_then(|_| Writer::open(file)),
    };
    if let Err(JournalError::Locked) = opened {
        return Err(JournalError::Locked);
    }
    let journal = Journal::read_own(file)?;
    let mut replay = Replay::without_snapshots(world, journal, true)?;
    let health = |world: &World| world.get::<Health>(player_of(world)?).copied();
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
            "The program ended during the last command, so that command was left out.".to_owned()
        }
        None => "The last line of the saved game was incomplete, so it was left out.".to_owned(),
    });
    resume_recording(world, Writer::append(file, opened.ok(), journal), journal);
    let last = journal.records.last();
    let is_told = matches!(
        last,
        Some(Record::Note(_) | Record::Reload(_) | Record::Tiles(_))
    );
    let mut news = world.get_resource_mut::<Messages<CameIntoView>>();
    if let Some(news) = news.as_mut().filter(|_| is_told) {
        news.clear();
    }
    Ok(Resumed {
        is_told,
        notes: replay.notes_until(replay.len()).cloned().collect(),
        health_before,
        tick_before,
        warning,
    })
}

/// Continues the game in a replay as a new game with the same history, recorded in a new file in `folder`. `file` is
/// the replay's journal. The new game is marked as a branch and is not eligible for the high scores.
///
/// # Errors
///
/// If the replay's journal can no longer be read. In that case, the world is unchanged and is not recorded.
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
    let past = past.ok_or_else(|| {
        JournalError::File("the file became shorter during the replay".to_owned())
    })?;
    let past = branched(past)?;
    let journal = Journal::parse(past.as_bytes())?;
    let writer = Writer::new(folder, super::folder::now(), journal.header.seed);
    replay.settle(world)?;
    resume_recording(world, writer.copy(&past, &journal), &journal);
    Ok(())
}
