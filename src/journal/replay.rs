//! Replays a game, both forwards and backwards.
//!
//! To go back, the replay restores the nearest earlier snapshot and carries out the commands from there. A snapshot is
//! never trusted: if its check value differs from the journal's, all snapshots are discarded.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::command;
use super::header::tiles_of;
use super::tally;
use super::{End, Journal, JournalError, Note, Record};
use crate::dungeon::Builders;
use crate::game::bestiary::{MonsterFiles, Notice, replace_monsters};
use crate::game::{
    Actor, Clock, Depth, GameEvent, Snapshot, Witnessed, begin_game, carry_out, fingerprint,
    replace_tiles,
};

/// A replay of a journal in a world.
///
/// A place in the replay is a number of commands: 0 is the beginning, and [`len`](Self::len) is the end.
#[derive(Debug)]
pub struct Replay {
    journal: Journal,
    /// The indices of the records that contain commands.
    steps: Vec<usize>,
    at: usize,
    snapshots: BTreeMap<usize, Snapshot>,
    /// The number of commands between snapshots, or 0 for no snapshots.
    interval: usize,
    /// Whether the world no longer matches the journal.
    is_astray: bool,
    /// Whether to keep the events of the last command so that they can be reported, in case the program ended before
    /// recording any messages about them.
    reports_last: bool,
}

/// The number of commands between snapshots in a game with few creatures.
const INTERVAL: usize = 64;
/// All snapshots within this many intervals before the current place are kept.
const NEAR: usize = 16;
/// Of the older snapshots, one in this many is kept.
const FAR_INTERVALS: usize = 8;
/// The interval grows by another [`INTERVAL`] each time the number of creatures grows by this much, because a snapshot
/// of many creatures takes as long as many turns.
const CROWD: usize = 500;

impl Replay {
    /// Starts a replay in this world.
    ///
    /// # Errors
    ///
    /// If the game cannot begin, or does not begin as recorded in the journal.
    pub fn begin(world: &mut World, journal: Journal) -> Result<Self, JournalError> {
        let mut replay = Self::without_snapshots(world, journal, false)?;
        let mut actors = world.query::<&Actor>();
        let crowd = actors.iter(world).count() / CROWD;
        replay.interval = INTERVAL * (1 + crowd);
        replay.keep(world);
        Ok(replay)
    }

    /// Starts a replay without snapshots, for playing forwards only. With `reports_last`, the events of the last
    /// command are kept, because the game continues from that command.
    pub(super) fn without_snapshots(
        world: &mut World,
        journal: Journal,
        reports_last: bool,
    ) -> Result<Self, JournalError> {
        begin_again(world, &journal)?;
        if !(reports_last && journal.records.is_empty()) {
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
            reports_last,
        })
    }

    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns whether there are no commands.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    pub fn at(&self) -> usize {
        self.at
    }

    /// Returns the turn and depth at a place.
    pub fn moment(&self, at: usize) -> (u64, u32) {
        match self.done(at) {
            Some(Record::Done { turn, depth, .. }) => (*turn, *depth),
            _ => (0, 1),
        }
    }

    /// Returns the last place on this turn, when all that took no time has been done. If the game has no such turn, returns the last
    /// place on the next one, or the end.
    pub fn place_of(&self, turn: u64) -> usize {
        let turn_at = |at: usize| self.moment(at).0;
        let found = (0..self.len()).find(|at| turn_at(*at) >= turn);
        let first = found.unwrap_or(self.len());
        let same = (first..=self.len()).take_while(|at| turn_at(*at) == turn_at(first));
        same.last().unwrap_or(first)
    }

    /// Returns the next place where something notable happens: a warning, a level change or the end.
    pub fn next_notable(&self, after: usize) -> usize {
        let mut places = (after + 1)..self.len();
        places.find(|at| self.is_notable(*at)).unwrap_or(self.len())
    }

    /// Returns the previous place where something notable happens, or the beginning if there is none.
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

    /// Returns the notes at a place: those between the last command carried out and the next one.
    pub fn notes_of(&self, at: usize) -> impl Iterator<Item = &Note> {
        let begin = self.steps.get(at.wrapping_sub(1)).map_or(0, |it| it + 1);
        notes(&self.journal.records[begin..self.noted_until(at)])
    }

    /// Returns all notes up to a place, including those that [`notes_of`](Self::notes_of) returns for it.
    pub fn notes_until(&self, at: usize) -> impl Iterator<Item = &Note> {
        notes(&self.journal.records[..self.noted_until(at)])
    }

    fn noted_until(&self, at: usize) -> usize {
        let next = self.steps.get(at).copied();
        next.unwrap_or(self.journal.records.len())
    }

    /// Returns the number of bytes in the journal up to a place, including the notes at that place, or `None` if
    /// nothing has happened by then.
    pub(super) fn bytes_until(&self, at: usize) -> Option<u64> {
        let last = self.noted_until(at).checked_sub(1)?;
        self.journal.ends.get(last).copied()
    }

    /// Returns how the game ended, if the game is over at this place.
    pub fn end(&self, at: usize) -> Option<End> {
        self.journal.end.filter(|_| at == self.len())
    }

    fn done(&self, at: usize) -> Option<&Record> {
        let step = self.steps.get(at.checked_sub(1)?)?;
        self.journal.records.get(*step)
    }

    /// Returns the journal's check value at a place.
    fn check(&self, at: usize) -> u64 {
        match self.done(at) {
            Some(Record::Done { check, .. }) => *check,
            _ => self.journal.check,
        }
    }

    /// Carries out the next command. Returns `false` if there are no more commands.
    ///
    /// # Errors
    ///
    /// If the replay diverges from the journal. In that case, the place does not change.
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
        // The events of earlier commands have already been reported.
        forget_news(world);
        carry_out(world, command);
        let is_last = step + 1 == self.journal.records.len();
        if !(self.reports_last && is_last) {
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
                "expected turn {turn} on level {depth}, found turn {} on level {}",
                now.0, now.1
            );
            return Err(JournalError::Begin(why));
        }
        self.at += 1;
        self.keep(world);
        Ok(true)
    }

    /// Loads the monster and tile files that changed before the next command.
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

    /// Loads the files that changed before the next command, so that a player can continue the game from the current
    /// place.
    ///
    /// # Errors
    ///
    /// If a tile file is invalid.
    pub(super) fn settle(&mut self, world: &mut World) -> Result<(), JournalError> {
        self.is_astray = true;
        self.reload(world)
    }

    /// Goes forwards or backwards to a place, or to the end if the place is past the end.
    ///
    /// # Errors
    ///
    /// The same as for [`step`](Self::step).
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
            self.snapshots[&at].restore(world);
            if fingerprint(world) == self.check(at) {
                self.at = at;
                break;
            }
            // The snapshot lacks something, such as a plugin's state, so no snapshot can be trusted.
            self.finish(world);
            self.interval = 0;
            self.at = usize::MAX;
        }
        while self.at < place && self.step(world)? {}
        Ok(())
    }

    /// Carries out the command that was unfinished when the program ended, if there is one. A command that crashed the
    /// program may crash it again. The place does not change.
    ///
    /// # Errors
    ///
    /// If the command is invalid.
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

    /// Takes a snapshot if one is due.
    fn keep(&mut self, world: &mut World) {
        let is_time = self.interval > 0 && self.at.is_multiple_of(self.interval);
        if !is_time || self.snapshots.contains_key(&self.at) {
            return;
        }
        let Some(snapshot) = Snapshot::take(world) else {
            self.interval = 0;
            return;
        };
        self.snapshots.insert(self.at, snapshot);
        let near = self.at.saturating_sub(NEAR * self.interval);
        let far = self.interval * FAR_INTERVALS;
        let old: Vec<usize> = self.snapshots.range(..near).map(|(at, _)| *at).collect();
        for at in old.into_iter().filter(|at| !at.is_multiple_of(far)) {
            if let Some(snapshot) = self.snapshots.remove(&at) {
                snapshot.discard(world);
            }
        }
    }

    /// Frees the memory of all snapshots.
    pub fn finish(&mut self, world: &mut World) {
        for snapshot in std::mem::take(&mut self.snapshots).into_values() {
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

/// Clears events and notices, because they were already reported when the game was played.
fn forget_news(world: &mut World) {
    world.resource_mut::<Messages<GameEvent>>().clear();
    world.resource_mut::<Messages<Witnessed>>().clear();
    world.resource_mut::<Messages<Notice>>().clear();
}
