//! The verb `wake`.

use bevy::prelude::*;

use super::cells::{concerned, is_own_cell};
use super::words::within;
use crate::game::being::{Area, Awareness, Happening, Incident, State, Verb, place_of, tell};

/// Wakes those who sleep. It doesn't tell them about anybody.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct Wake;

impl Verb for Wake {
    fn act(&self, world: &mut World, incident: &Incident) {
        for who in concerned(world, incident) {
            if world.get::<Awareness>(who) == Some(&Awareness::Asleep)
                && let Some(at) = place_of(world, who)
            {
                world.entity_mut(who).insert(Awareness::Unaware);
                let (from, to) = (State::Asleep, State::Unaware);
                tell(world, who, at, Happening::StateChanged { from, to });
            }
        }
    }

    fn is_idle(&self, _world: &World, incident: &Incident) -> bool {
        is_own_cell(incident)
    }

    fn words(&self, area: Area) -> Option<String> {
        Some(format!("wakes everyone {}", within(area)))
    }
}
