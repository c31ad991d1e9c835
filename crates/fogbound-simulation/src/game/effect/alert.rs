//! The verb `alert`: a creature tells others where its enemy is.

use bevy::prelude::*;

use super::cells::{concerned, is_own_cell};
use super::words::within;
use crate::game::being::{
    Area, Awareness, Happening, Incident, TICKS_PER_TURN, Verb, Within, place_of, tell,
};

/// Makes creatures look for an enemy where the other party of the occasion is, or where the cell of the occasion is, or else
/// where the creature is. Sleepers sleep on, and hunters know better.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct Alert {
    /// For how many turns they look.
    #[reflect(@Within::new(1, 1000))]
    pub turns: u32,
}

impl Default for Alert {
    fn default() -> Self {
        Self { turns: 20 }
    }
}

impl Verb for Alert {
    fn act(&self, world: &mut World, incident: &Incident) {
        let other = incident.them.map(|(_, at)| at).or(incident.it);
        let around = other.unwrap_or(incident.from);
        for who in concerned(world, incident) {
            let Some(before) = world.get::<Awareness>(who).copied() else {
                continue;
            };
            let is_busy = matches!(before, Awareness::Asleep | Awareness::Hunting { .. });
            let Some(at) = place_of(world, who).filter(|_| !is_busy) else {
                continue;
            };
            let until = incident.tick + u64::from(self.turns) * TICKS_PER_TURN;
            let after = Awareness::Searching { around, until };
            world.entity_mut(who).insert(after);
            let (from, to) = (before.state(), after.state());
            if from != to {
                tell(world, who, at, Happening::StateChanged { from, to });
            }
        }
    }

    fn is_idle(&self, _world: &World, incident: &Incident) -> bool {
        is_own_cell(incident)
    }

    fn words(&self, area: Area) -> Option<String> {
        Some(format!(
            "tells everyone {} where its enemy is",
            within(area)
        ))
    }
}
