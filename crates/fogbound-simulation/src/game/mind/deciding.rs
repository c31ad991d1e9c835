//! Data and functions that all minds can use.

use bevy::ecs::entity::UniqueEntityEquivalentSlice;
use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use rand::rngs::ChaCha8Rng;

use crate::game::being::{
    Action, Actor, Awareness, Clock, Conduct, Due, Health, Intent, Occupancy, OpensDoors, Seed,
    Senses, decision_rng,
};
use crate::grid::Direction;
use crate::map::Footing;
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

impl Deciding<'_> {
    /// Returns the current tick.
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

/// Returns the same function as [`MindfulItem::footing`] for a creature with this memory.
pub(crate) fn known_footing(memory: &MapMemory, opens_doors: bool) -> impl FnMut(IVec2) -> Footing {
    let mut known = memory.flags();
    move |start| {
        let known = Footing::from(known.at(start));
        Footing {
            closed: if opens_doors { known.closed } else { 0 },
            ..known
        }
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
        } else {
            (self.opens_doors && tile.opens_to().is_some()).then_some(2)
        }
    }

    /// Returns a function that tells where the creature can walk, as far as the creature knows. Actors are ignored. The
    /// function takes a cell, and its result covers that cell and the 63 cells to its right.
    pub fn footing(&self) -> impl FnMut(IVec2) -> Footing {
        known_footing(self.memory, self.opens_doors)
    }

    /// Sets the action that the creature intends to perform.
    pub fn intend(&mut self, action: Action) {
        self.intent.0 = Some(action);
    }

    /// Returns the direction to an adjacent cell.
    pub fn way_to(&self, cell: IVec2) -> Option<Direction> {
        let offset = cell - self.position.0;
        Direction::ALL.into_iter().find(|way| way.delta() == offset)
    }

    /// Returns the distance to a cell in steps, where a diagonal step counts as one.
    pub fn distance_to(&self, cell: IVec2) -> i32 {
        (cell - self.position.0).abs().max_element()
    }
}
