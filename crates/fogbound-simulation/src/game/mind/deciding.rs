//! Data and functions that all minds can use.

use bevy::ecs::entity::UniqueEntityEquivalentSlice;
use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use rand::rngs::ChaCha8Rng;

use super::breaks_doors::BreaksDoors;
use super::opens_doors::OpensDoors;
use crate::game::being::{
    Action, Actor, Awareness, Clock, Conduct, Due, Health, Intent, Occupancy, Seed, Senses, State,
    decision_rng,
};
use crate::grid::{Direction, ones};
use crate::map::{Footing, Tile};
use crate::vision::{MapMemory, Position, Sharing};

/// The parts of a creature that its minds read, such as its body, senses and memory, and the intent, which its minds
/// write.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Mindful {
    /// The creature's ID, and the tick at which the creature is due.
    pub actor: &'static Actor,
    /// The creature's cell.
    pub position: &'static Position,
    /// What the creature senses.
    pub senses: &'static Senses,
    /// What the creature knows about its enemies.
    pub awareness: &'static Awareness,
    /// What the creature knows about the map.
    pub memory: &'static MapMemory,
    /// The creature's health.
    pub health: &'static Health,
    /// The creature's most recent actions.
    pub conduct: &'static Conduct,
    /// Whether the creature can open doors.
    pub opens_doors: Has<OpensDoors>,
    /// How the creature breaks doors, if it can.
    pub breaks_doors: Option<&'static BreaksDoors>,
    /// What the creature wants to do.
    pub intent: &'static mut Intent,
}

/// What minds may use in addition to the creature's own data: the time, random numbers, and the sense of touch.
#[derive(SystemParam)]
pub struct Deciding<'w> {
    clock: Res<'w, Clock>,
    seed: Res<'w, Seed>,
    occupancy: Res<'w, Occupancy>,
    due: Res<'w, Due>,
    sharing: Res<'w, Sharing>,
}

/// The minimum number of creatures for work to be split across threads. With fewer creatures, splitting the work costs
/// more than it saves.
const WORTH_SHARING: usize = 48;

/// The cost of walking onto a burning cell, for a creature that does so.
const FIRE: u32 = 5;

impl Deciding<'_> {
    pub fn now(&self) -> u64 {
        self.clock.tick
    }

    /// Returns the creatures that are due, each once, in no particular order. If many creatures share a mind, use
    /// [`Query::iter_many_unique_mut`] to visit only those that are due.
    pub fn due(&self) -> &UniqueEntityEquivalentSlice<Entity> {
        self.due.all()
    }

    /// Calls `work` with each of the given creatures, using all cores if there are many.
    pub fn share<T: Send>(&self, creatures: impl Iterator<Item = T>, work: impl Fn(T) + Sync) {
        self.sharing.share(creatures, WORTH_SHARING, work);
    }

    /// Returns whether this creature must decide now and none of its minds has chosen an action yet.
    pub fn asks(&self, creature: &MindfulItem) -> bool {
        self.due.is_due(creature.actor) && creature.intent.0.is_none()
    }

    /// Returns this creature's random number generator for one kind of decision, named by `purpose`.
    pub fn dice(&self, purpose: &str, creature: &MindfulItem) -> ChaCha8Rng {
        decision_rng(self.seed.0, purpose, creature.actor.id, self.clock.tick)
    }

    /// Returns whether the creature feels another actor on `cell`. A creature feels only the adjacent cells.
    pub fn feels(&self, creature: &MindfulItem, cell: IVec2) -> bool {
        let is_near = (cell - creature.position.0).abs().max_element() <= 1;
        is_near && cell != creature.position.0 && self.occupancy.at(cell).is_some()
    }

    /// Returns the adjacent cells on which the creature feels another actor.
    pub fn beside(&self, creature: &MindfulItem) -> impl Iterator<Item = IVec2> {
        let around = Direction::ALL.map(|way| creature.position.0 + way.delta());
        let taken = around.into_iter();
        taken.filter(|&cell| self.occupancy.at(cell).is_some())
    }

    /// Returns the cost of walking onto `cell`, as far as the creature knows. Returns `None` if the creature cannot
    /// walk there or does not know the cell. An adjacent actor blocks its cell, but a more distant one is expected to
    /// move.
    pub fn cost(&self, creature: &MindfulItem, cell: IVec2) -> Option<u32> {
        creature.cost(cell).filter(|_| !self.feels(creature, cell))
    }
}

/// What a creature does about a closed door in its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doors {
    /// Closed doors are walls.
    Stop,
    /// The creature opens doors.
    Open,
    /// The creature breaks those doors that can be broken. A path through such a door costs this much.
    Break(u32),
}

impl Doors {
    /// Returns what a creature does about closed doors. A creature breaks doors only while it hunts or searches.
    pub(crate) fn of(opens: bool, breaks: Option<&BreaksDoors>, state: State) -> Self {
        let is_after_it = matches!(state, State::Hunting | State::Searching);
        match breaks.filter(|_| is_after_it) {
            _ if opens => Self::Open,
            Some(breaks) => Self::Break(breaks.cost()),
            None => Self::Stop,
        }
    }

    /// Returns the cost of a path through this closed door, or `None` if the creature does not pass.
    pub(crate) fn cost(self, door: Tile) -> Option<u32> {
        match self {
            Self::Stop => None,
            Self::Open => door.opens_to().map(|_| 2),
            Self::Break(cost) => door.breaks_to().map(|_| cost),
        }
    }

    /// Returns the cost of a path through a closed door that the creature passes.
    pub(crate) fn usual_cost(self) -> u32 {
        match self {
            Self::Break(cost) => cost,
            Self::Stop | Self::Open => 2,
        }
    }
}

/// Returns the same function as [`MindfulItem::footing`] for a creature with this memory.
pub(crate) fn known_footing(memory: &MapMemory, doors: Doors) -> impl FnMut(IVec2) -> Footing {
    let mut known = memory.flags();
    move |start| {
        let known = Footing::from(known.at(start));
        let breaks = |x: &i32| {
            let tile = memory.tile(start + IVec2::new(*x, 0));
            tile.is_some_and(|tile| doors.cost(tile).is_some())
        };
        let closed = match doors {
            Doors::Open => known.closed,
            Doors::Stop => 0,
            Doors::Break(_) => ones(known.closed)
                .filter(breaks)
                .fold(0, |all, x| all | 1_u64 << x),
        };
        Footing { closed, ..known }
    }
}

impl MindfulItem<'_, '_> {
    /// Returns the cost of walking onto `cell`, as far as the creature knows. Actors are ignored. Returns `None` if the
    /// creature cannot walk there or does not know the cell.
    #[inline]
    pub fn cost(&self, cell: IVec2) -> Option<u32> {
        let tile = self.memory.tile(cell)?;
        if tile.is_walkable() {
            Some(1)
        } else if tile.burns() {
            self.braves_fire().then_some(FIRE)
        } else {
            self.doors().cost(tile)
        }
    }

    /// Returns whether the creature walks through fire if there is no other way. It does so only while it hunts.
    pub(crate) fn braves_fire(&self) -> bool {
        self.awareness.state() == State::Hunting
    }

    /// Returns a function that tells where the creature can walk, as far as the creature knows. Actors are ignored. The
    /// function takes a cell, and its result covers that cell and the 63 cells to its right.
    pub fn footing(&self) -> impl FnMut(IVec2) -> Footing {
        known_footing(self.memory, self.doors())
    }

    /// Returns what the creature does about a closed door in its way.
    pub(crate) fn doors(&self) -> Doors {
        Doors::of(self.opens_doors, self.breaks_doors, self.awareness.state())
    }

    /// Sets the action that the creature intends to perform.
    pub fn intend(&mut self, action: Action) {
        self.intent.0 = Some(action);
    }

    pub fn way_to(&self, cell: IVec2) -> Option<Direction> {
        let offset = cell - self.position.0;
        Direction::ALL.into_iter().find(|way| way.delta() == offset)
    }

    /// Returns the distance to a cell in steps, where a diagonal step counts as one.
    pub fn distance_to(&self, cell: IVec2) -> i32 {
        (cell - self.position.0).abs().max_element()
    }
}
