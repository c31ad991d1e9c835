//! Getting somewhere: what several minds share.

use std::cell::RefCell;

use bevy::prelude::*;

use super::{Deciding, MindfulItem};
use crate::game::Action;
use crate::game::paths::PathFinder;

thread_local! {
    static FINDER: RefCell<PathFinder> = RefCell::new(PathFinder::default());
}

/// How many cells a creature considers before it gives up on a way.
const EFFORT: u32 = 500;

/// A way that a creature is on, kept until it is done or blocked.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Errand {
    /// The cells still to walk, the next one last.
    way: Vec<IVec2>,
}

impl Errand {
    /// Sets out for `goal`. Says whether there is a way.
    pub fn set_out(&mut self, deciding: &Deciding, creature: &MindfulItem, goal: IVec2) -> bool {
        self.way = path(deciding, creature, goal).unwrap_or_default();
        self.way.reverse();
        !self.way.is_empty()
    }

    /// The next step, if there is one and it is free.
    pub fn next_step(&mut self, deciding: &Deciding, creature: &MindfulItem) -> Option<Action> {
        let next = *self.way.last()?;
        let way = creature.way_to(next);
        let Some(way) = way.filter(|_| deciding.cost(creature, next).is_some()) else {
            self.way.clear();
            return None;
        };
        // A closed door takes a turn to open, and is walked through with the next.
        let tile = creature.memory.get(next).tile();
        if tile.is_some_and(|tile| tile.is_walkable()) {
            self.way.pop();
        }
        Some(Action::Step(way))
    }

    /// Thinks better of it.
    pub fn forget(&mut self) {
        if !self.way.is_empty() {
            self.way.clear();
        }
    }
}

/// One step towards `goal`, by the nearest way the creature knows.
pub(super) fn step_to(deciding: &Deciding, creature: &MindfulItem, goal: IVec2) -> Option<Action> {
    let next = straight(deciding, creature, goal)
        .or_else(|| path(deciding, creature, goal).and_then(|way| way.first().copied()))?;
    (!deciding.feels(creature, next))
        .then(|| creature.way_to(next).map(Action::Step))
        .flatten()
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

fn path(deciding: &Deciding, creature: &MindfulItem, goal: IVec2) -> Option<Vec<IVec2>> {
    FINDER.with_borrow_mut(|finder| {
        finder.path(creature.position.0, goal, EFFORT, |cell| {
            deciding.cost(creature, cell)
        })
    })
}
