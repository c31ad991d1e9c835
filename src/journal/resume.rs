//! Playing a game again, as far as its journal goes.

use std::path::Path;

use bevy::prelude::*;

use super::command;
use super::record::go_on;
use super::writer::Writer;
use super::{Journal, JournalError, Note, Record};
use crate::dungeon::Builders;
use crate::game::bestiary::{MonsterFiles, Notice, replace_monsters};
use crate::game::{GameEvent, Witnessed, begin_game, carry_out, fingerprint};

/// A game that has been played again.
#[derive(Clone, Debug)]
pub struct Resumed {
    /// What is not of the world, in the order in which it was noted.
    pub notes: Vec<Note>,
    /// What was left out of the file's end, in a sentence; nothing if all of it is whole.
    pub left_out: Option<String>,
}

/// Has the game of a file go on in this world, as far as the file goes, and writes it down in that file from then on.
///
/// All of it is checked before the file is touched.
///
/// # Errors
///
/// If the file is no whole journal of this version, if another program plays it, or if the game goes another way than it
/// did. There is a game in the world then that is not to be played on.
pub fn resume(world: &mut World, file: &Path) -> Result<Resumed, JournalError> {
    let writer = Writer::open(file)?;
    let journal = Journal::read(file)?;
    let notes = play(world, &journal)?;
    let writer = writer.go_on(&journal)?;
    go_on(world, writer, &journal);
    let left_out = (journal.torn > 0).then_some(match &journal.unfinished {
        Some(_) => "The last command was not finished when the game ended; it is left out.",
        None => "The last line was not finished when the game ended; it is left out.",
    });
    Ok(Resumed {
        notes,
        left_out: left_out.map(str::to_owned),
    })
}

/// Plays a journal in this world, and compares every check value.
pub(super) fn play(world: &mut World, journal: &Journal) -> Result<Vec<Note>, JournalError> {
    let game = journal.header.game(world.resource::<Builders>())?;
    begin_game(world, game);
    forget_news(world);
    compare(world, 0, "the beginning", journal.check)?;
    let mut notes = Vec::new();
    for record in &journal.records {
        match record {
            Record::Note(note) => notes.push(note.clone()),
            Record::Reload(files) => {
                replace_monsters(world, MonsterFiles::recorded(files.clone()));
                forget_news(world);
            }
            Record::Done {
                command: words,
                turn,
                check,
                ..
            } => {
                let command = command::read(world, words)
                    .map_err(|why| JournalError::Begin(format!("turn {turn}: {why}")))?;
                carry_out(world, command);
                forget_news(world);
                compare(world, *turn, words, *check)?;
            }
        }
    }
    Ok(notes)
}

fn compare(world: &mut World, turn: u64, command: &str, expected: u64) -> Result<(), JournalError> {
    let found = fingerprint(world);
    if found == expected {
        return Ok(());
    }
    Err(JournalError::Astray {
        turn,
        command: command.to_owned(),
        expected,
        found,
    })
}

/// Whatever happened was told when it happened.
fn forget_news(world: &mut World) {
    world.resource_mut::<Messages<GameEvent>>().clear();
    world.resource_mut::<Messages<Witnessed>>().clear();
    world.resource_mut::<Messages<Notice>>().clear();
}
