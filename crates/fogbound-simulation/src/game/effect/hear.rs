//! The verb `hear`: a creature hears where everyone is.

use bevy::prelude::*;

use super::ground::notice;
use super::words::{cells, turns};
use crate::game::being::{Affect, Area, HearsAll, Incident, TICKS_PER_TURN, Verb, Within};

/// Lets the creature hear where everyone on the level is, and what they are about.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct HearAll {
    /// How long this lasts, in turns.
    #[reflect(@Within::new(1, 9999))]
    pub turns: u32,
    /// How far away, in cells. With 0, everyone on the level.
    #[reflect(@Within::new(0, 99))]
    pub within: u32,
}

impl Default for HearAll {
    fn default() -> Self {
        let within = 0;
        Self { turns: 30, within }
    }
}

impl Verb for HearAll {
    fn act(&self, world: &mut World, incident: &Incident) {
        let until = incident.tick + u64::from(self.turns) * TICKS_PER_TURN;
        if let Ok(mut body) = world.get_entity_mut(incident.who) {
            let within = self.within;
            let is_new = !body.contains::<HearsAll>();
            body.insert(HearsAll { until, within });
            // What is only renewed is no news.
            if is_new || within == 0 {
                notice(world, incident, Affect::HearsAll(within));
            }
        }
    }

    fn words(&self, _area: Area) -> Option<String> {
        let within = match self.within {
            0 => String::new(),
            far => format!(" within {}", cells(far)),
        };
        let turns = turns(self.turns);
        Some(format!(
            "lets you hear where everyone{within} is for {turns}"
        ))
    }
}
