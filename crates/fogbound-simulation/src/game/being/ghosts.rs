//! The places where the player last saw creatures.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use super::actor::ActorId;
use super::awareness::State;
use super::body::{Appearance, Camouflage};
use super::clock::TICKS_PER_TURN;

/// What the player knows about the creatures on a level: those in view, and a ghost for each one that has left the view.
///
/// A ghost stays until the player sees its cell without the creature, sees the creature elsewhere, or
/// [a hundred turns](GHOST_TURNS) pass. It has no identity, because the player cannot tell one rat from another: a
/// creature that comes into view is taken for the nearest one that looked the same and can have walked there since.
///
/// Like the [`MapMemory`](crate::vision::MapMemory), ghosts belong to one level, and only the simulation writes them.
/// Nothing in the simulation depends on them.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ghosts {
    in_view: BTreeMap<ActorId, Ghost>,
    /// The creatures out of view, by row and column.
    lost: BTreeMap<(i32, i32), Ghost>,
}

/// A creature as the player last saw it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ghost {
    /// The cell on which the creature was last seen.
    pub at: IVec2,
    /// The creature's name, without an article.
    pub name: String,
    /// How the creature is drawn.
    pub appearance: Appearance,
    /// Whether the creature is an enemy of the player.
    pub is_enemy: bool,
    /// What the creature knew about its enemies.
    pub state: State,
    /// The tick at which the creature was last seen.
    pub when: u64,
    /// How many times the player has come back and found the creature still there.
    pub found_again: u32,
    /// The tick at which the creature was last seen before it came into view again.
    pub seen_before: Option<u64>,
    /// The creature's camouflage, even if it was in plain view. From further away, the cell may look empty.
    pub(crate) camouflage: Option<Camouflage>,
}

/// A creature in view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sighted<'a> {
    pub(crate) id: ActorId,
    pub(crate) at: IVec2,
    pub(crate) name: &'a str,
    pub(crate) appearance: &'a Appearance,
    pub(crate) is_enemy: bool,
    pub(crate) state: State,
    pub(crate) camouflage: Option<Camouflage>,
}

/// How many turns a ghost lasts.
pub const GHOST_TURNS: u64 = 100;

/// The maximum number of cells per turn that a creature may have moved and still be taken for the same one.
const PACE: u64 = 2;

impl Ghost {
    fn of(it: &Sighted, when: u64) -> Self {
        Self {
            at: it.at,
            name: it.name.to_owned(),
            appearance: it.appearance.clone(),
            is_enemy: it.is_enemy,
            state: it.state,
            when,
            found_again: 0,
            seen_before: None,
            camouflage: it.camouflage,
        }
    }

    /// Returns how many turns ago the creature was last seen.
    pub fn age(&self, tick: u64) -> u64 {
        tick.saturating_sub(self.when) / TICKS_PER_TURN
    }

    fn looks_like(&self, it: &Sighted) -> bool {
        self.name == it.name && self.appearance == *it.appearance
    }

    /// Updates a creature that has stayed in view.
    fn follow(&mut self, it: &Sighted, when: u64) {
        let found_again = if self.at == it.at {
            self.found_again
        } else {
            0
        };
        if self.looks_like(it) {
            self.at = it.at;
            (self.is_enemy, self.state) = (it.is_enemy, it.state);
            (self.when, self.camouflage) = (when, it.camouflage);
        } else {
            *self = Self::of(it, when);
        }
        self.found_again = found_again;
    }

    /// Returns the distance to a creature that has just come into view, if it can be the creature that left this ghost.
    /// A sleeper is assumed to sleep on.
    fn distance_to(&self, it: &Sighted, now: u64) -> Option<i32> {
        let turns = now.saturating_sub(self.when).div_ceil(TICKS_PER_TURN);
        let distance = (self.at - it.at).abs().max_element();
        let is_near = u64::from(distance.unsigned_abs()) <= PACE * turns.max(1);
        (is_near && self.state != State::Asleep && self.looks_like(it)).then_some(distance)
    }
}

impl Ghosts {
    /// Returns the ghosts, row by row. Creatures in view have no ghosts.
    pub fn iter(&self) -> impl Iterator<Item = &Ghost> {
        self.lost.values()
    }

    pub fn at(&self, cell: IVec2) -> Option<&Ghost> {
        self.lost.get(&key(cell))
    }

    /// Returns the creatures in view as they were when the player last looked.
    pub fn in_view(&self) -> impl Iterator<Item = &Ghost> {
        self.in_view.values()
    }

    /// Records what the player sees at tick `now` from the cell `here`: the creatures in view, in any order, and the cells
    /// on which it knows creatures to have died. `is_missed` returns whether the player would see a creature that was still
    /// where it left a ghost.
    ///
    /// Recording the same view twice at one tick changes nothing.
    pub(crate) fn look(
        &mut self,
        (here, now): (IVec2, u64),
        (sighted, died): (&[Sighted], &[IVec2]),
        is_missed: impl Fn(&Ghost) -> bool,
    ) {
        let mut newcomers: Vec<&Sighted> = Vec::new();
        for it in sighted {
            match self.in_view.get_mut(&it.id) {
                Some(known) => known.follow(it, now),
                None => newcomers.push(it),
            }
        }
        if self.in_view.len() + newcomers.len() > sighted.len() {
            let seen: BTreeSet<ActorId> = sighted.iter().map(|it| it.id).collect();
            self.lose_sight(|id| !seen.contains(&id));
        }
        for cell in died {
            self.bury(*cell, now);
        }
        self.lost
            .retain(|_, it| now < it.when + GHOST_TURNS * TICKS_PER_TURN);
        // Neither the order of entities nor that of IDs may decide which creature is taken for which.
        newcomers.sort_unstable_by_key(|it| key(it.at));
        newcomers.sort_by_key(|it| !self.at(it.at).is_some_and(|ghost| ghost.looks_like(it)));
        for it in newcomers {
            let known = self.recognise(it, now);
            self.in_view.insert(it.id, known);
        }
        if self.lost.is_empty() {
            return;
        }
        for it in sighted {
            self.forget(it.at);
        }
        self.forget(here);
        self.lost.retain(|_, it| !is_missed(it));
    }

    /// Removes the ghost that a creature that comes into view has left, and returns the creature as it is now known.
    fn recognise(&mut self, it: &Sighted, now: u64) -> Ghost {
        let mut known = Ghost::of(it, now);
        if let Some(same) = self.at(it.at).filter(|same| same.looks_like(it)) {
            known.found_again = same.found_again + u32::from(same.when < now);
            known.seen_before = Some(same.when);
            self.forget(it.at);
            return known;
        }
        let near = self.lost.iter().filter_map(|(at, ghost)| {
            let distance = ghost.distance_to(it, now)?;
            Some((distance, *at))
        });
        let same = near.min().and_then(|(_, at)| self.lost.remove(&at));
        known.seen_before = same.map(|it| it.when);
        known
    }

    fn forget(&mut self, cell: IVec2) {
        self.lost.remove(&key(cell));
    }

    /// Removes the ghost of a creature that has died on a cell. In its last turn it may have moved.
    fn bury(&mut self, cell: IVec2, now: u64) {
        let near = self.lost.iter().filter_map(|(at, ghost)| {
            let distance = (ghost.at - cell).abs().max_element();
            let could = u64::from(distance.unsigned_abs()) <= PACE && ghost.age(now) <= 1;
            (distance == 0 || could).then_some((distance, *at))
        });
        if let Some((_, at)) = near.min() {
            self.lost.remove(&at);
        }
    }

    /// Records where all creatures out of view are, because the player hears them at tick `now`.
    pub(crate) fn hear(&mut self, now: u64, heard: &[Sighted]) {
        self.lost.clear();
        let heard = heard.iter().filter(|it| !self.in_view.contains_key(&it.id));
        let ghosts = heard.map(|it| (key(it.at), Ghost::of(it, now)));
        self.lost = ghosts.collect();
    }

    /// Records the creatures that the player sees from elsewhere at tick `now`. `is_seen` returns whether a cell is seen
    /// like that.
    pub(crate) fn glimpse(
        &mut self,
        now: u64,
        sighted: &[Sighted],
        is_seen: impl Fn(IVec2) -> bool,
    ) {
        self.lost.retain(|_, it| !is_seen(it.at));
        let out_of_view = sighted
            .iter()
            .filter(|it| !self.in_view.contains_key(&it.id));
        let ghosts = out_of_view.map(|it| (key(it.at), Ghost::of(it, now)));
        self.lost.extend(ghosts);
    }

    /// Leaves ghosts of all creatures in view, because the player leaves the level.
    pub(crate) fn leave(&mut self) {
        self.lose_sight(|_| true);
    }

    fn lose_sight(&mut self, is_gone: impl Fn(ActorId) -> bool) {
        let gone = self.in_view.extract_if(.., |id, _| is_gone(*id));
        for (_, ghost) in gone {
            self.lost.insert(key(ghost.at), ghost);
        }
    }
}

fn key(cell: IVec2) -> (i32, i32) {
    (cell.y, cell.x)
}

#[cfg(test)]
mod tests;
