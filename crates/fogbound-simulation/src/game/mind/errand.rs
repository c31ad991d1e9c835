//! Getting somewhere: what several minds share.

use std::cell::RefCell;

use bevy::ecs::change_detection::Tick;
use bevy::ecs::system::SystemChangeTick;
use bevy::prelude::*;

use super::deciding::{Deciding, MindfulItem};
use crate::game::being::{Action, TICKS_PER_TURN, Turn, TurnSystems};
use crate::path::{PathFinder, Route};
use crate::vision::{MapMemory, Viewshed};

/// Whoever learns something by touch thinks again about the way it is on: those with eyes see for themselves
/// when a way is blocked.
fn reconsider(
    ticks: SystemChangeTick,
    mut last: ResMut<Reconsidered>,
    mut blind: Query<&mut Errand, (Changed<MapMemory>, Without<Viewshed>)>,
) {
    last.0 = ticks.this_run();
    for mut errand in &mut blind {
        errand.reconsider();
    }
}

/// When creatures thought again last. A snapshot keeps whether a memory has changed since.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(crate) struct Reconsidered(pub(crate) Tick);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Reconsidered>()
        .add_systems(Turn, reconsider.in_set(TurnSystems::Consider));
}

thread_local! {
    static FINDER: RefCell<PathFinder> = RefCell::new(PathFinder::default());
}

/// The longest way that a creature takes: so many cells, and so many more for each that the goal is away
/// as the crow flies.
const LONGEST: (u32, u32) = (24, 2);

/// How many cells it considers when it does not mind where it goes.
const STROLL: usize = 120;

/// How many turns a creature waits that has somebody in its way before it thinks again: the first time,
/// and, twice as long each time, at most.
const QUEUE: (u64, u64) = (2, 16);

/// The same for one that has found no way.
const GIVE_UP: (u64, u64) = (12, 48);

/// A way that a creature is on, kept until it is done or blocked.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Errand {
    /// The cells still to walk, the next one last.
    way: Vec<IVec2>,
    /// Where it is to lead. It ends before that if no way was found the whole of which is known.
    goal: Option<IVec2>,
    /// No other way is looked for before this tick, nor as many turns after the next search in vain.
    think_again: u64,
    pause: u64,
    /// The goal cannot be reached, and the way leads as near to it as one gets.
    is_cut_off: bool,
}

impl Errand {
    /// Where it is to lead, if it leads somewhere.
    pub fn goal(&self) -> Option<IVec2> {
        self.goal
    }

    /// The cells still to walk, the next one first.
    pub fn way(&self) -> impl Iterator<Item = IVec2> {
        self.way.iter().rev().copied()
    }

    /// Sets out for `goal`. Says whether there is a way.
    pub fn set_out(&mut self, deciding: &Deciding, creature: &MindfulItem, goal: IVec2) -> bool {
        (self.goal, self.is_cut_off) = (Some(goal), false);
        self.way = find(deciding, creature, goal).to_goal().unwrap_or_default();
        self.way.reverse();
        !self.way.is_empty()
    }

    /// Sets out for some cell that `suits`, of those to which the creature knows a way and that are not
    /// far: the one that `choose` gives the number of, when it is told how many there are. The nearest
    /// come first. Says whether there is any.
    pub fn set_out_for_any(
        &mut self,
        deciding: &Deciding,
        creature: &MindfulItem,
        suits: impl Fn(IVec2) -> bool,
        choose: impl FnOnce(u32) -> u32,
    ) -> bool {
        let from = creature.position.0;
        let taken = deciding.beside(creature);
        let footing = creature.footing();
        let way = FINDER
            .with_borrow_mut(|finder| finder.stroll(from, STROLL, taken, footing, suits, choose));
        self.way = way.unwrap_or_default();
        (self.goal, self.is_cut_off) = (self.way.last().copied(), false);
        self.way.reverse();
        !self.way.is_empty()
    }

    /// The next step, if there is one and it is free.
    pub fn next_step(&mut self, deciding: &Deciding, creature: &MindfulItem) -> Option<Action> {
        let next = *self.way.last()?;
        let way = creature.way_to(next);
        let Some(way) = way.filter(|_| deciding.cost(creature, next).is_some()) else {
            self.forget();
            return None;
        };
        // A closed door takes a turn to open, and is walked through with the next.
        let tile = creature.memory.tile(next);
        if tile.is_some_and(|tile| tile.is_walkable()) {
            self.way.pop();
        }
        Some(Action::step(way))
    }

    /// One step towards `goal`, by the nearest way the creature knows, or as near to it as it gets: on
    /// the way that it is on, as long as the goal moves no faster than somebody walks.
    ///
    /// Looking for a way is what costs most in a turn. So one who finds none, or finds somebody in its
    /// way and no good way around, does nothing for a moment before it thinks again.
    pub fn step_towards(
        &mut self,
        deciding: &Deciding,
        creature: &MindfulItem,
        goal: IVec2,
    ) -> Option<Action> {
        if let Some(next) = straight(deciding, creature, goal) {
            (self.think_again, self.pause) = (0, 0);
            self.forget();
            let way = creature.way_to(next)?;
            return (!deciding.feels(creature, next)).then_some(Action::step(way));
        }
        if self.follow(goal) {
            let soon = deciding.now() + QUEUE.0 * TICKS_PER_TURN;
            self.think_again = self.think_again.min(soon);
            (self.pause, self.is_cut_off) = (0, false);
        }
        let is_free = |errand: &Self| {
            let next = errand.way.last();
            next.is_some_and(|&next| {
                creature.way_to(next).is_some() && deciding.cost(creature, next).is_some()
            })
        };
        let looks = !is_free(self) && deciding.now() >= self.think_again;
        // Who is as near as it gets need not look for a way to learn that.
        let waits_here = self.is_cut_off && self.way.is_empty();
        if looks && !waits_here {
            let route = find(deciding, creature, goal);
            self.is_cut_off = matches!(route, Route::NoWay(_));
            let (Route::Found(way) | Route::NoWay(way) | Route::TooFar(way)) = route;
            self.way = way;
            self.way.reverse();
        }
        if looks && !is_free(self) {
            let gives_up = self.way.is_empty();
            let (least, most) = if gives_up { GIVE_UP } else { QUEUE };
            self.pause = (2 * self.pause).clamp(least, most);
            self.think_again = deciding.now() + self.pause * TICKS_PER_TURN;
            // Doors open, and what was cut off may be so no more: the next time it looks again.
            self.is_cut_off = false;
        }
        is_free(self)
            .then(|| self.next_step(deciding, creature))
            .flatten()
    }

    /// Looks for a way again with the next step: something about the map has turned out to be different.
    pub fn reconsider(&mut self) {
        *self = Self {
            goal: self.goal,
            ..Self::default()
        };
    }

    /// Thinks better of it.
    pub fn forget(&mut self) {
        if self.goal.is_some() {
            self.way.clear();
            self.goal = None;
        }
    }

    /// Has the way lead to `goal`, if it leads past it or to a cell beside it. Says whether the goal is a
    /// new one.
    fn follow(&mut self, goal: IVec2) -> bool {
        if self.goal == Some(goal) {
            return false;
        }
        self.goal = Some(goal);
        let end = self.way.first().copied();
        if let Some(passed) = self.way.iter().position(|&cell| cell == goal) {
            self.way.drain(..passed);
        } else if end.is_some_and(|end| (end - goal).abs().max_element() == 1) {
            self.way.insert(0, goal);
        } else {
            self.way.clear();
        }
        true
    }
}

/// The first cell of the straight way, if nothing is in it: most ways are.
fn straight(deciding: &Deciding, creature: &MindfulItem, goal: IVec2) -> Option<IVec2> {
    let from = creature.position.0;
    let mut at = from;
    while at != goal {
        at += (goal - at).signum();
        let is_free = at == goal || deciding.cost(creature, at) == Some(1);
        if !is_free || (at - from).abs().max_element() > 20 {
            return None;
        }
    }
    (at != from).then(|| from + (goal - from).signum())
}

/// Looks for a way over what the creature knows. Somebody beside it is in the way; somebody further off
/// will have moved on.
fn find(deciding: &Deciding, creature: &MindfulItem, goal: IVec2) -> Route {
    let from = creature.position.0;
    let taken = deciding.beside(creature);
    let footing = creature.footing();
    let longest = LONGEST.0 + LONGEST.1 * creature.distance_to(goal).unsigned_abs();
    FINDER.with_borrow_mut(|finder| finder.path(from, goal, longest, taken, footing))
}
