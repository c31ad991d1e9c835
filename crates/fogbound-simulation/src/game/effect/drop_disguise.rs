//! The verb `reveal`: a creature drops its disguise.

use bevy::prelude::*;

use crate::game::being::{Camouflage, Incident, Revealed, Verb, reveal};

/// Ends the creature's disguise for good, and its camouflage for a few turns.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct DropDisguise {}

impl Verb for DropDisguise {
    fn act(&self, world: &mut World, incident: &Incident) {
        reveal(world, incident.who);
    }

    fn is_idle(&self, world: &World, incident: &Incident) -> bool {
        let who = incident.who;
        world.get::<Camouflage>(who).is_none() && world.get::<Revealed>(who).is_none()
    }
}
