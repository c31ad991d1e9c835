//! What every mind can use.

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

/// The parts of a creature that its minds read, such as its body, senses and memory, and the intent they write.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Mindful {
    /// Its number, and when it is due.
    pub actor: &'static Actor,
    /// Its cell.
    pub position: &'static Position,
    /// What it senses.
    pub senses: &'static Senses,
    /// What it knows about its enemies.
    pub awareness: &'static Awareness,
    /// Its knowledge of the map.
    pub memory: &'static MapMemory,
    /// Its health.
    pub health: &'static Health,
    /// Its latest actions.
    pub conduct: &'static Conduct,
    /// Whether it can open doors.
    pub opens_doors: Has<OpensDoors>,
    /// What it wants to do.
    pub intent: &'static mut Intent,
}

/// What a mind may use besides its own creature: the time, dice, and the sense of touch.
#[derive(SystemParam)]
pub struct Deciding<'w> {
    clock: Res<'w, Clock>,
    seed: Res<'w, Seed>,
    occupancy: Res<'w, Occupancy>,
    due: Res<'w, Due>,
    sharing: Res<'w, Sharing>,
}

/// With fewer creatures, handing them to other threads costs more than it saves.
const WORTH_SHARING: usize = 48;

impl Deciding<'_> {
    /// Returns the current tick.
    pub fn now(&self) -> u64 {
        self.clock.tick
    }

    /// Returns the creatures whose turn it is, each once, in no particular order. For a mind shared by many
    /// creatures, visiting only these with [`Query::iter_many_unique_mut`] is faster.
    pub fn due(&self) -> &UniqueEntityEquivalentSlice<Entity> {
        self.due.all()
    }

    /// Does `work` for each of these creatures, on all cores if there are many.
    pub fn share<T: Send>(&self, creatures: impl Iterator<Item = T>, work: impl Fn(T) + Sync) {
        self.sharing.share(creatures, WORTH_SHARING, work);
    }

    /// Whether this creature must decide now, and none of its stronger minds has done so.
    pub fn asks(&self, creature: &MindfulItem) -> bool {
        self.due.is_due(creature.actor) && creature.intent.0.is_none()
    }

    /// Returns this creature's random generator for one decision, of the kind named by `purpose`.
    pub fn dice(&self, purpose: &str, creature: &MindfulItem) -> ChaCha8Rng {
        decision_rng(self.seed.0, purpose, creature.actor.id, self.clock.tick)
    }

    /// Whether the creature feels another actor on `cell`. It feels only adjacent cells.
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

    /// Returns the cost of walking onto `cell`, as far as the creature knows; `None` if it cannot or does not know
    /// the cell. Adjacent actors block their cells; those farther away are expected to move.
    pub fn cost(&self, creature: &MindfulItem, cell: IVec2) -> Option<u32> {
        creature.cost(cell).filter(|_| !self.feels(creature, cell))
    }
}

/// Returns [`MindfulItem::footing`] for a creature with this memory.
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
    /// Returns the cost of walking onto `cell`, as far as the creature knows, regardless of actors; `None` if it
    /// cannot or does not know the cell.
    #[inline]
    pub fn cost(&self, cell: IVec2) -> Option<u32> {
        let tile = self.memory.tile(cell)?;
        if tile.is_walkable() {
            Some(1)
        } else {
            (self.opens_doors && tile.opens_to().is_some()).then_some(2)
        }
    }

    /// Returns where it can walk, as far as it knows and regardless of actors: the function takes a cell and covers
    /// that cell and the 63 to its right.
    pub fn footing(&self) -> impl FnMut(IVec2) -> Footing {
        known_footing(self.memory, self.opens_doors)
    }

    /// Decides on an action.
    pub fn intend(&mut self, action: Action) {
        self.intent.0 = Some(action);
    }

    /// Returns the direction to an adjacent cell.
    pub fn way_to(&self, cell: IVec2) -> Option<Direction> {
        let offset = cell - self.position.0;
        Direction::ALL.into_iter().find(|way| way.delta() == offset)
    }

    /// Returns the distance to a cell in steps, diagonal ones included.
    pub fn distance_to(&self, cell: IVec2) -> i32 {
        (cell - self.position.0).abs().max_element()
    }
}
