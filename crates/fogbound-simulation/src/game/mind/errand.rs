//! Walking to destinations. All minds can use this module.

use std::cell::RefCell;

use bevy::ecs::change_detection::Tick;
use bevy::ecs::system::SystemChangeTick;
use bevy::prelude::*;

use super::deciding::{Deciding, MindfulItem};
use crate::game::being::{Action, TICKS_PER_TURN, Turn, TurnSystems};
use crate::game::saved::{SaveComponent, SaveResource};
use crate::map::Footing;
use crate::path::{PathFinder, Route};
use crate::vision::{MapMemory, Viewshed};

/// Makes blind creatures replan their paths if they have learnt something by touch. Creatures with eyes need no such
/// help, because they see when a path is blocked.
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

/// The tick at which creatures last replanned their paths. A snapshot uses this tick to record which memories have
/// changed since.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(crate) struct Reconsidered(pub(crate) Tick);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Reconsidered>()
        .leave_out_resource::<Reconsidered>()
        .save::<Errand>()
        .add_systems(Turn, reconsider.in_set(TurnSystems::Consider));
}

thread_local! {
    static FINDER: RefCell<PathFinder> = RefCell::new(PathFinder::default());
}

/// The two parts of a path's maximum cost: a base, and an amount that is added for each cell of straight-line distance
/// to the goal.
const LONGEST: (u32, u32) = (24, 2);

/// How many cells a search for any suitable destination considers.
const STROLL: usize = 120;

/// The initial and maximum waits, in turns, for a creature whose path is blocked by another actor. The wait doubles
/// each time the creature searches for a path in vain.
const QUEUE: (u64, u64) = (2, 16);

/// The initial and maximum waits, in turns, for a creature that found no path.
const GIVE_UP: (u64, u64) = (12, 48);

/// The path that a creature is following. The creature keeps a path until the path is completed or blocked.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Errand {
    /// The cells still to walk, with the next one last.
    way: Vec<IVec2>,
    /// The destination. The path ends before the destination if no complete path is known.
    goal: Option<IVec2>,
    /// The earliest tick at which the creature searches again. `pause` is the length of the creature's last wait, in
    /// turns.
    think_again: u64,
    pause: u64,
    /// Whether the goal cannot be reached. If so, the path leads as near to the goal as possible.
    is_cut_off: bool,
}

impl Errand {
    /// Returns the destination, if there is one.
    pub fn goal(&self) -> Option<IVec2> {
        self.goal
    }

    /// Returns the cells still to walk, with the next one first.
    pub fn way(&self) -> impl Iterator<Item = IVec2> {
        self.way.iter().rev().copied()
    }

    /// Plans a path towards `goal`. Returns whether there is a path.
    pub fn set_out(&mut self, deciding: &Deciding, creature: &MindfulItem, goal: IVec2) -> bool {
        (self.goal, self.is_cut_off) = (Some(goal), false);
        self.way = find(deciding, creature, goal).to_goal().unwrap_or_default();
        self.way.reverse();
        !self.way.is_empty()
    }

    /// Plans a path to a nearby cell that satisfies `suits` and that the creature knows how to reach. `choose` receives
    /// the number of candidates and returns the index of one of them, counting from the nearest. Returns whether there
    /// was a candidate.
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
        let way = FINDER.with_borrow_mut(|finder| {
            finder.set_door_cost(creature.doors().usual_cost());
            finder.stroll(from, STROLL, taken, footing, suits, choose)
        });
        self.way = way.unwrap_or_default();
        (self.goal, self.is_cut_off) = (self.way.last().copied(), false);
        self.way.reverse();
        !self.way.is_empty()
    }

    /// Returns the next step if that step leads to a free cell. Otherwise, discards the path.
    pub fn next_step(&mut self, deciding: &Deciding, creature: &MindfulItem) -> Option<Action> {
        let next = *self.way.last()?;
        let way = creature.way_to(next);
        let Some(way) = way.filter(|_| deciding.cost(creature, next).is_some()) else {
            self.forget();
            return None;
        };
        // A closed door takes more than one turn: it must be opened or broken first.
        let tile = creature.memory.tile(next);
        if tile.is_some_and(|tile| tile.is_walkable() || tile.burns()) {
            self.way.pop();
        }
        Some(Action::step(way))
    }

    /// Returns one step along the shortest known path towards `goal` or, if the goal cannot be reached, towards the
    /// reachable cell nearest to it. The path stays in use as long as the goal does not move faster than walking speed.
    ///
    /// Searching for a path is the most expensive part of a turn. Therefore, a creature that finds no path waits before
    /// it searches again. So does a creature whose path is blocked by another actor, if there is no good way around
    /// that actor.
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
        // A creature that is already as near as possible does not need to search.
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
            // A door may open, so the creature searches again once the wait is over.
            self.is_cut_off = false;
        }
        is_free(self)
            .then(|| self.next_step(deciding, creature))
            .flatten()
    }

    /// Makes the creature search for a path again before the next step, because the map turned out to be different.
    pub fn reconsider(&mut self) {
        *self = Self {
            goal: self.goal,
            ..Self::default()
        };
    }

    /// Discards the destination and the path.
    pub fn forget(&mut self) {
        if self.goal.is_some() {
            self.way.clear();
            self.goal = None;
        }
    }

    /// Adapts the path to a new `goal` if the goal lies on the path or next to the path's end. Otherwise, clears the
    /// path. Returns whether the goal is new.
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

/// Returns the first step of the straight path to the goal if nothing is in the way. This is the most common case.
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

/// Searches for a path across the known map. An adjacent actor blocks its cell, but a more distant one is expected to
/// move. A hunter goes through fire if there is no other way.
fn find(deciding: &Deciding, creature: &MindfulItem, goal: IVec2) -> Route {
    let from = creature.position.0;
    let taken = deciding.beside(creature);
    let footing = creature.footing();
    let longest = LONGEST.0 + LONGEST.1 * creature.distance_to(goal).unsigned_abs();
    FINDER.with_borrow_mut(|finder| {
        finder.set_door_cost(creature.doors().usual_cost());
        let mut knows_fire = false;
        let mut footing = footing;
        let route = finder.path(from, goal, longest, taken, |start| {
            let footing = footing(start);
            knows_fire |= footing.burning != 0;
            footing
        });
        if !knows_fire || !creature.braves_fire() || matches!(route, Route::Found(_)) {
            return route;
        }
        let taken = deciding.beside(creature);
        finder.path(from, goal, longest, taken, |start| {
            let footing = footing(start);
            Footing {
                walkable: footing.walkable | footing.burning,
                ..footing
            }
        })
    })
}
