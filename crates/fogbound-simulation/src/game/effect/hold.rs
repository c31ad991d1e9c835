//! The verb `hold`: creatures cannot act for a while.

use bevy::prelude::*;

use super::cells::{concerned, is_own_cell};
use super::words::{turns, within};
use crate::game::being::{
    Actor, Area, Did, FactKind, Incident, Player, Purpose, Stunned, TICKS_PER_TURN, Verb, Within,
    place_of, tell,
};

impl FactKind {
    /// An effect keeps the actor from acting. The amount is for how many turns.
    pub const HELD: Self = Self::new("held");
}

/// Keeps creatures from acting for some turns. After that, nothing else holds them for a turn, so that everyone acts at last.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct Hold {
    /// For how many turns.
    #[reflect(@Within::new(1, 20))]
    pub turns: u32,
}

impl Default for Hold {
    fn default() -> Self {
        Self { turns: 2 }
    }
}

impl Verb for Hold {
    fn act(&self, world: &mut World, incident: &Incident) {
        let now = incident.tick;
        for who in concerned(world, incident) {
            // A monster may hold itself as long as it likes.
            let by_itself = who == incident.owner && world.get::<Player>(who).is_none();
            let last = world.get::<Stunned>(who).filter(|_| !by_itself);
            if last.is_some_and(|it| now < it.until + TICKS_PER_TURN) {
                continue;
            }
            let Some(mut actor) = world.get_mut::<Actor>(who) else {
                continue;
            };
            // What it was about to do comes that much later.
            let until = actor.due.max(now) + u64::from(self.turns) * TICKS_PER_TURN;
            actor.due = until;
            world.entity_mut(who).insert(Stunned { until });
            let at = place_of(world, who).unwrap_or(incident.at);
            tell(world, who, at, Did::of(FactKind::HELD).amount(self.turns));
        }
    }

    fn is_idle(&self, _world: &World, incident: &Incident) -> bool {
        is_own_cell(incident)
    }

    fn purpose(&self) -> Option<Purpose> {
        Some(Purpose::Harm)
    }

    fn words(&self, area: Area) -> Option<String> {
        let (within, turns) = (within(area), turns(self.turns));
        Some(format!("holds everyone {within} for {turns}"))
    }
}
