//! The verb `flee`: creatures run away.

use bevy::prelude::*;

use super::cells::{concerned, is_own_cell};
use crate::game::being::{Fear, Fleeing, Incident, Player, TICKS_PER_TURN, Verb, Within};

/// Makes creatures flee for some turns.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct Flee {
    /// What the creature flees from.
    pub from: Fear,
    /// For how many turns.
    #[reflect(@Within::new(1, 100))]
    pub turns: u32,
}

impl Default for Flee {
    fn default() -> Self {
        let from = Fear::default();
        Self { from, turns: 4 }
    }
}

impl Verb for Flee {
    fn act(&self, world: &mut World, incident: &Incident) {
        let until = incident.tick + u64::from(self.turns) * TICKS_PER_TURN;
        let from = self.from;
        for who in concerned(world, incident) {
            // Nothing makes the player run.
            if world.get::<Player>(who).is_none() {
                world.entity_mut(who).insert(Fleeing { from, until });
            }
        }
    }

    fn is_idle(&self, world: &World, incident: &Incident) -> bool {
        is_own_cell(incident) && world.get::<Player>(incident.who).is_some()
    }
}
