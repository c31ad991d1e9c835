//! The verbs `go` and `call`, which make monsters walk somewhere.

use bevy::prelude::*;

use super::cells::{concerned, is_own_cell};
use super::words::{turns, within};
use crate::game::being::{Area, Clock, Going, Incident, Player, TICKS_PER_TURN, Verb, Within};

/// Makes the creature that has the effect walk to the centre of the effect.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct Go {
    /// For how many turns at most.
    #[reflect(@Within::new(1, 100))]
    pub turns: u32,
}

impl Default for Go {
    fn default() -> Self {
        Self { turns: 5 }
    }
}

impl Verb for Go {
    fn act(&self, world: &mut World, incident: &Incident) {
        send(world, incident.owner, incident.center(), self.turns);
    }

    fn is_idle(&self, world: &World, incident: &Incident) -> bool {
        incident.center() == incident.from || world.get::<Player>(incident.owner).is_some()
    }
}

/// Makes creatures walk to the one that has the effect.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct Call {
    /// For how many turns at most.
    #[reflect(@Within::new(1, 100))]
    pub turns: u32,
}

impl Default for Call {
    fn default() -> Self {
        Self { turns: 9 }
    }
}

impl Verb for Call {
    fn act(&self, world: &mut World, incident: &Incident) {
        for who in concerned(world, incident) {
            if who != incident.owner {
                send(world, who, incident.from, self.turns);
            }
        }
    }

    fn is_idle(&self, _world: &World, incident: &Incident) -> bool {
        is_own_cell(incident)
    }

    fn words(&self, area: Area) -> Option<String> {
        let (within, turns) = (within(area), turns(self.turns));
        Some(format!("calls everyone {within} to you, for {turns}"))
    }
}

/// Makes a creature walk to a cell. Nothing makes the player walk.
fn send(world: &mut World, who: Entity, to: IVec2, turns: u32) {
    let now = world.resource::<Clock>().tick;
    let until = now + u64::from(turns) * TICKS_PER_TURN;
    if world.get::<Player>(who).is_none()
        && let Ok(mut body) = world.get_entity_mut(who)
    {
        body.insert(Going { to, until });
    }
}
