//! A game that is played again, forth and back.
//!
//! Snapshots make it go back: the nearest one before a place is restored, and the commands from there on are carried out
//! again. A snapshot is never trusted: where its check value is not the one of the journal, it is thrown away.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::command;
use super::header::tiles_of;
use super::tally::{self, Tally};
use super::{End, Journal, JournalError, Note, Record};
use crate::dungeon::Builders;
use crate::game::bestiary::{MonsterFiles, Notice, replace_monsters};
use crate::game::{
    Actor, Clock, Depth, GameEvent, Snapshot, Witnessed, begin_game, carry_out, fingerprint,
    replace_tiles,
};

/// A journal that is played again in a world: it stands between two commands.
///
/// Places are counted in commands: 0 is the beginning, [`len`](Self::len) the end.
#[derive(Debug)]
pub struct Replay {
    journal: Journal,
    /// The numbers of those records that are commands.
    steps: Vec<usize>,
    at: usize,
    snapshots: BTreeMap<usize, (Snapshot, Tally)>,
    /// How many commands lie between two snapshots; 0: there are none.
    interval: usize,
    /// The world is not what it was here.
    is_astray: bool,
    /// What the last command brought about stays to be told, if nothing was noted of it: the program ended before that.
    tells_last: bool,
}

/// How many commands lie between two snapshots, of a game with few creatures.
const INTERVAL: usize = 64;
/// Of those that lie further back than so many intervals, one of [`FAR_INTERVALS`] is kept.
const NEAR: usize = 16;
const FAR_INTERVALS: usize = 8;
/// A snapshot of so many creatures takes as long as a good many turns.
const CROWD: usize = 500;

impl Replay {
    /// Begins the game of a journal in this world.
    ///
    /// # Errors
    ///
    /// If it cannot begin, or begins differently.
    pub fn begin(world: &mut World, journal: Journal) -> Result<Self, JournalError> {
        let mut replay = Self::forth(world, journal, false)?;
        let mut actors = world.query::<&Actor>();
        let crowd = actors.iter(world).count() / CROWD;
        replay.interval = INTERVAL * (1 + crowd);
        replay.keep(world);
        Ok(replay)
    }

    /// The same for one that is only to be played forth: to its end and, if it `tells_last`, on from there.
    pub(super) fn forth(
        world: &mut World,
        journal: Journal,
        tells_last: bool,
    ) -> Result<Self, JournalError> {
        begin_again(world, &journal)?;
        if !(tells_last && journal.records.is_empty()) {
            forget_news(world);
        }
        let records = journal.records.iter().enumerate();
        let steps = records.filter(|(_, it)| matches!(it, Record::Done { .. }));
        Ok(Self {
            steps: steps.map(|(number, _)| number).collect(),
            journal,
            at: 0,
            snapshots: BTreeMap::new(),
            interval: 0,
            is_astray: false,
            tells_last,
        })
    }

    /// The journal.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// How many commands there are.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// How many commands have been carried out.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The turn and the depth after so many commands.
    pub fn moment(&self, at: usize) -> (u64, u32) {
        match self.done(at) {
            Some(Record::Done { turn, depth, .. }) => (*turn, *depth),
            _ => (0, 1),
        }
    }

    /// The first place in this turn or a later one; the end if the game was over by then.
    pub fn place_of(&self, turn: u64) -> usize {
        let mut places = 0..self.len();
        let found = places.find(|at| self.moment(*at).0 >= turn);
        found.unwrap_or(self.len())
    }

    /// The next place after this one at which something notable happens: a warning, another level, the end.
    pub fn next_notable(&self, after: usize) -> usize {
        let mut places = (after + 1)..self.len();
        places.find(|at| self.is_notable(*at)).unwrap_or(self.len())
    }

    /// The last place before this one at which something notable happens, or the beginning.
    pub fn last_notable(&self, before: usize) -> usize {
        let mut places = (1..before).rev();
        places.find(|at| self.is_notable(*at)).unwrap_or(0)
    }

    fn is_notable(&self, at: usize) -> bool {
        let warns = |it: &Note| matches!(it, Note::Warned(_));
        self.moment(at).1 != self.moment(at.saturating_sub(1)).1
            || self.notes_of(at).any(warns)
            || at == self.len()
    }

    /// What was noted after the last of so many commands, and before the next.
    pub fn notes_of(&self, at: usize) -> impl Iterator<Item = &Note> {
        let begin = self.steps.get(at.wrapping_sub(1)).map_or(0, |it| it + 1);
        notes(&self.journal.records[begin..self.noted_until(at)])
    }

    /// All that was noted up to that, in its order.
    pub fn notes_until(&self, at: usize) -> impl Iterator<Item = &Note> {
        notes(&self.journal.records[..self.noted_until(at)])
    }

    fn noted_until(&self, at: usize) -> usize {
        let next = self.steps.get(at).copied();
        next.unwrap_or(self.journal.records.len())
    }

    /// How many bytes of the journal's file end with so many commands, and what was noted after them. None if nothing was
    /// done by then.
    pub(super) fn bytes_until(&self, at: usize) -> Option<u64> {
        let last = self.noted_until(at).checked_sub(1)?;
        self.journal.ends.get(last).copied()
    }

    /// How the game has ended, if it has by then.
    pub fn end(&self, at: usize) -> Option<End> {
        self.journal.end.filter(|_| at == self.len())
    }

    fn done(&self, at: usize) -> Option<&Record> {
        let step = self.steps.get(at.checked_sub(1)?)?;
        self.journal.records.get(*step)
    }

    /// The check value that the journal has after so many commands.
    fn check(&self, at: usize) -> u64 {
        match self.done(at) {
            Some(Record::Done { check, .. }) => *check,
            _ => self.journal.check,
        }
    }

    /// Carries out the next command. Says whether there was one.
    ///
    /// # Errors
    ///
    /// If the game goes another way than it did. The place stays the one before that command.
    pub fn step(&mut self, world: &mut World) -> Result<bool, JournalError> {
        if self.is_astray {
            self.go_to(world, self.at)?;
        }
        let Some(&step) = self.steps.get(self.at) else {
            return Ok(false);
        };
        self.reload(world)?;
        let Record::Done {
            command: words,
            turn,
            depth,
            check,
        } = &self.journal.records[step]
        else {
            return Ok(false);
        };
        let command = command::read(world, words)
            .map_err(|why| JournalError::Begin(format!("turn {turn}: {why}")))?;
        // Of the commands before it, all was told.
        forget_news(world);
        carry_out(world, command);
        let is_last = step + 1 == self.journal.records.len();
        if !(self.tells_last && is_last) {
            forget_news(world);
        }
        let same = compare(world, *turn, words, *check);
        self.is_astray = same.is_err();
        same?;
        let now = (
            world.resource::<Clock>().turn(),
            world.resource::<Depth>().0,
        );
        if now != (*turn, *depth) {
            self.is_astray = true;
            let why = format!(
                "turn {turn} on level {depth} is turn {} on level {}",
                now.0, now.1
            );
            return Err(JournalError::Begin(why));
        }
        self.at += 1;
        self.keep(world);
        Ok(true)
    }

    /// Puts the files of monsters and of tiles into force that came before the next command.
    fn reload(&self, world: &mut World) -> Result<(), JournalError> {
        let last = self.at.checked_sub(1).map_or(0, |at| self.steps[at] + 1);
        for record in &self.journal.records[last..self.noted_until(self.at)] {
            match record {
                Record::Reload(files) => {
                    replace_monsters(world, MonsterFiles::recorded(files.clone()));
                }
                Record::Tiles(text) => {
                    replace_tiles(world, tiles_of(text)?);
                }
                Record::Done { .. } | Record::Note(_) => continue,
            }
            forget_news(world);
        }
        Ok(())
    }

    /// Has the world be as it was just before the next command: somebody is to play on from here.
    ///
    /// # Errors
    ///
    /// If files that were in force are none that can be.
    pub(super) fn settle(&mut self, world: &mut World) -> Result<(), JournalError> {
        self.is_astray = true;
        self.reload(world)
    }

    /// Goes to a place, forth or back; no further than to the end.
    ///
    /// # Errors
    ///
    /// As of [`step`](Self::step).
    pub fn go_to(&mut self, world: &mut World, place: usize) -> Result<(), JournalError> {
        let place = place.min(self.len());
        if std::mem::take(&mut self.is_astray) {
            self.at = usize::MAX;
        }
        loop {
            let best = self.snapshots.range(..=place).next_back();
            let best = best.map(|(at, _)| *at);
            if self.at <= place && best.is_none_or(|best| best <= self.at) {
                break;
            }
            let Some(at) = best else {
                self.at = 0;
                begin_again(world, &self.journal)?;
                forget_news(world);
                break;
            };
            let (snapshot, tally) = &self.snapshots[&at];
            snapshot.restore(world);
            world.insert_resource(tally.clone());
            if fingerprint(world) == self.check(at) {
                self.at = at;
                break;
            }
            // Something is not in it that matters, a plugin's own: none of them can be trusted.
            self.finish(world);
            self.interval = 0;
            self.at = usize::MAX;
        }
        while self.at < place && self.step(world)? {}
        Ok(())
    }

    /// Carries out the command that was not finished when the program ended, if there is one. It may do again what it did
    /// then. The place stays the one before it.
    ///
    /// # Errors
    ///
    /// If it is no command.
    pub fn carry_out_unfinished(&mut self, world: &mut World) -> Result<bool, JournalError> {
        let Some(words) = &self.journal.unfinished else {
            return Ok(false);
        };
        self.is_astray = true;
        let command = command::read(world, words)
            .map_err(|why| JournalError::Begin(format!("the last command: {why}")))?;
        carry_out(world, command);
        forget_news(world);
        Ok(true)
    }

    /// Takes a snapshot, if it is time for one.
    fn keep(&mut self, world: &mut World) {
        let is_time = self.interval > 0 && self.at.is_multiple_of(self.interval);
        if !is_time || self.snapshots.contains_key(&self.at) {
            return;
        }
        let Some(snapshot) = Snapshot::take(world) else {
            self.interval = 0;
            return;
        };
        let tally = world.resource::<Tally>().clone();
        self.snapshots.insert(self.at, (snapshot, tally));
        let near = self.at.saturating_sub(NEAR * self.interval);
        let far = self.interval * FAR_INTERVALS;
        let old: Vec<usize> = self.snapshots.range(..near).map(|(at, _)| *at).collect();
        for at in old.into_iter().filter(|at| !at.is_multiple_of(far)) {
            if let Some((snapshot, _)) = self.snapshots.remove(&at) {
                snapshot.discard(world);
            }
        }
    }

    /// Frees the memory that snapshots take in this world.
    pub fn finish(&mut self, world: &mut World) {
        for (_, (snapshot, _)) in std::mem::take(&mut self.snapshots) {
            snapshot.discard(world);
        }
    }
}

fn notes(records: &[Record]) -> impl Iterator<Item = &Note> {
    records.iter().filter_map(|record| match record {
        Record::Note(note) => Some(note),
        _ => None,
    })
}

fn begin_again(world: &mut World, journal: &Journal) -> Result<(), JournalError> {
    let game = journal.header.game(world.resource::<Builders>())?;
    begin_game(world, game);
    tally::begin(world);
    compare(world, 0, "the beginning", journal.check)
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
