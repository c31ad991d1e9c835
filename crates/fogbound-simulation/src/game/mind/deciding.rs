//! What every mind has at hand.

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

/// The parts of a creature that its minds read: its body, its senses, its memory; and the intent they
/// write.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Mindful {
    /// Who it is and when it is due.
    pub actor: &'static Actor,
    /// Where it stands.
    pub position: &'static Position,
    /// What it senses.
    pub senses: &'static Senses,
    /// What it makes of that.
    pub awareness: &'static Awareness,
    /// What it knows of the map.
    pub memory: &'static MapMemory,
    /// How it feels.
    pub health: &'static Health,
    /// What it did last.
    pub conduct: &'static Conduct,
    /// Whether doors hold it up.
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

/// Below this many who must decide, handing them to other threads costs more than it saves.
const WORTH_SHARING: usize = 48;

impl Deciding<'_> {
    /// The current tick.
    pub fn now(&self) -> u64 {
        self.clock.tick
    }

    /// Those whose turn it is, each once and in no particular order: a mind that many have is quicker if it
    /// goes through these with [`Query::iter_many_unique_mut`].
    pub fn due(&self) -> &UniqueEntityEquivalentSlice<Entity> {
        self.due.all()
    }

    /// Does `work` for each of these creatures, on all cores if there are many of them.
    pub fn share<T: Send>(&self, creatures: impl Iterator<Item = T>, work: impl Fn(T) + Sync) {
        self.sharing.share(creatures, WORTH_SHARING, work);
    }

    /// Whether this creature must decide now and none of its stronger minds has done so.
    pub fn asks(&self, creature: &MindfulItem) -> bool {
        self.due.is_due(creature.actor) && creature.intent.0.is_none()
    }

    /// The dice of this creature for one decision of the kind that `purpose` names.
    pub fn dice(&self, purpose: &str, creature: &MindfulItem) -> ChaCha8Rng {
        decision_rng(self.seed.0, purpose, creature.actor.id, self.clock.tick)
    }

    /// Whether somebody stands on `cell`, if the creature can reach it with its arms.
    pub fn feels(&self, creature: &MindfulItem, cell: IVec2) -> bool {
        let is_near = (cell - creature.position.0).abs().max_element() <= 1;
        is_near && cell != creature.position.0 && self.occupancy.at(cell).is_some()
    }

    /// The cells beside the creature on which it feels somebody.
    pub fn beside(&self, creature: &MindfulItem) -> impl Iterator<Item = IVec2> {
        let around = Direction::ALL.map(|way| creature.position.0 + way.delta());
        let taken = around.into_iter();
        taken.filter(|&cell| self.occupancy.at(cell).is_some())
    }

    /// What walking onto `cell` costs as far as the creature knows: nothing if it cannot, or knows no
    /// such cell. Somebody beside it is in the way; somebody further off will have moved on.
    pub fn cost(&self, creature: &MindfulItem, cell: IVec2) -> Option<u32> {
        creature.cost(cell).filter(|_| !self.feels(creature, cell))
    }
}

impl MindfulItem<'_, '_> {
    /// What walking onto `cell` costs as far as the creature knows, whoever stands there: nothing if it
    /// cannot, or knows no such cell.
    #[inline]
    pub fn cost(&self, cell: IVec2) -> Option<u32> {
        let tile = self.memory.tile(cell)?;
        if tile.is_walkable() {
            Some(1)
        } else {
            (self.opens_doors && tile.opens_to().is_some()).then_some(2)
        }
    }

    /// Where it can walk as far as it knows, whoever stands there: the cell that is asked for and the 63 to
    /// its right.
    pub fn footing(&self) -> impl FnMut(IVec2) -> Footing {
        let mut known = self.memory.flags();
        move |start| {
            let known = Footing::from(known.at(start));
            Footing {
                closed: if self.opens_doors { known.closed } else { 0 },
                ..known
            }
        }
    }

    /// Decides.
    pub fn intend(&mut self, action: Action) {
        self.intent.0 = Some(action);
    }

    /// The way to a neighbouring cell.
    pub fn way_to(&self, cell: IVec2) -> Option<Direction> {
        let offset = cell - self.position.0;
        Direction::ALL.into_iter().find(|way| way.delta() == offset)
    }

    /// How far a cell is, in steps of a king.
    pub fn distance_to(&self, cell: IVec2) -> i32 {
        (cell - self.position.0).abs().max_element()
    }
}
