//! The verb `flee`: a creature runs away.

use bevy::prelude::*;

use crate::game::being::{Fear, Fleeing, Incident, Player, TICKS_PER_TURN, Verb, Within};

/// Makes the creature flee for some turns.
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
        if let Ok(mut body) = world.get_entity_mut(incident.who) {
            body.insert(Fleeing { from, until });
        }
    }

    /// Nothing makes the player run.
    fn is_idle(&self, world: &World, incident: &Incident) -> bool {
        world.get::<Player>(incident.who).is_some()
    }
}
