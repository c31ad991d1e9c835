//! The verb `hear`: a creature hears where everyone is.

use bevy::prelude::*;

use super::ground::notice;
use super::words::turns;
use crate::game::being::{Affect, Area, HearsAll, Incident, TICKS_PER_TURN, Verb, Within};

/// Lets the creature hear where everyone on the level is, and what they are about.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct HearAll {
    /// How long this lasts, in turns.
    #[reflect(@Within::new(1, 9999))]
    pub turns: u32,
}

impl Default for HearAll {
    fn default() -> Self {
        Self { turns: 30 }
    }
}

impl Verb for HearAll {
    fn act(&self, world: &mut World, incident: &Incident) {
        let until = incident.tick + u64::from(self.turns) * TICKS_PER_TURN;
        if let Ok(mut body) = world.get_entity_mut(incident.who) {
            body.insert(HearsAll { until });
            notice(world, incident, Affect::HearsAll);
        }
    }

    fn words(&self, _area: Area) -> Option<String> {
        Some(format!(
            "lets you hear where everyone is for {}",
            turns(self.turns)
        ))
    }
}
