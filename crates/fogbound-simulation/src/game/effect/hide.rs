//! The verb `hide`: creatures can be seen only from near.

use bevy::prelude::*;

use super::cells::{concerned, is_own_cell};
use super::words::{cells, turns};
use crate::game::being::{
    Actor, Area, Camouflage, Did, FactKind, Hiding, Incident, Purpose, Revealed, TICKS_PER_TURN,
    Verb, Within, place_of, tell,
};

impl FactKind {
    /// The actor can be seen only from near. The amount is for how many turns.
    pub const HID: Self = Self::new("hid");
}

/// Hides creatures from all who are farther away than some cells, as [`Camouflage`] does, for some turns. A blow shows them
/// for a moment.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct Hide {
    /// From how many cells away they can still be seen.
    #[reflect(@Within::new(0, 20))]
    pub within: u32,
    /// For how many turns.
    #[reflect(@Within::new(1, 9999))]
    pub turns: u32,
}

impl Default for Hide {
    fn default() -> Self {
        Self {
            within: 1,
            turns: 20,
        }
    }
}

impl Verb for Hide {
    fn act(&self, world: &mut World, incident: &Incident) {
        let until = incident.tick + u64::from(self.turns) * TICKS_PER_TURN;
        for who in concerned(world, incident) {
            if let Some(mut hiding) = world.get_mut::<Hiding>(who) {
                hiding.until = hiding.until.max(until);
                continue;
            }
            let body = world.entity(who);
            let hides = body.contains::<Camouflage>() || body.contains::<Revealed>();
            // A camouflaged creature stays as it is.
            if hides || !body.contains::<Actor>() {
                continue;
            }
            let within = self.within;
            world
                .entity_mut(who)
                .insert((Camouflage { within }, Hiding { until }));
            let at = place_of(world, who).unwrap_or(incident.at);
            tell(world, who, at, Did::of(FactKind::HID).amount(self.turns));
        }
    }

    fn is_idle(&self, world: &World, incident: &Incident) -> bool {
        let hides = |who| world.get::<Camouflage>(who).is_some();
        is_own_cell(incident) && hides(incident.who)
    }

    fn purpose(&self) -> Option<Purpose> {
        Some(Purpose::Hide)
    }

    fn words(&self, _area: Area) -> Option<String> {
        let (within, turns) = (cells(self.within), turns(self.turns));
        Some(format!(
            "hides you for {turns} from all farther away than {within}"
        ))
    }
}
