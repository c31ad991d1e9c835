//! The verb `root`: creatures cannot leave their cells on foot for a while.

use bevy::prelude::*;

use super::cells::{concerned, is_own_cell};
use super::words::{turns, within};
use crate::game::being::{
    Actor, Area, Did, FactKind, Incident, Purpose, Rooted, TICKS_PER_TURN, Verb, Within, place_of,
    tell,
};

impl FactKind {
    /// An effect keeps the actor from leaving its cell. The amount is for how many turns.
    pub const ROOTED: Self = Self::new("rooted");
}

/// Roots creatures to their cells for some turns. They can do everything else.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct Root {
    /// For how many turns.
    #[reflect(@Within::new(1, 100))]
    pub turns: u32,
}

impl Default for Root {
    fn default() -> Self {
        Self { turns: 3 }
    }
}

impl Verb for Root {
    fn act(&self, world: &mut World, incident: &Incident) {
        for who in concerned(world, incident) {
            let Some(actor) = world.get::<Actor>(who) else {
                continue;
            };
            // The turns count from when it can act again.
            let from = actor.due.max(incident.tick);
            let until = from + u64::from(self.turns) * TICKS_PER_TURN;
            let old = world.get::<Rooted>(who).map(|it| it.until);
            let until = until.max(old.unwrap_or(0));
            world.entity_mut(who).insert(Rooted { until });
            // What is only renewed is no news.
            if old.is_none() {
                let at = place_of(world, who).unwrap_or(incident.at);
                tell(world, who, at, Did::of(FactKind::ROOTED).amount(self.turns));
            }
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
        Some(format!("roots everyone {within} to the spot for {turns}"))
    }
}
