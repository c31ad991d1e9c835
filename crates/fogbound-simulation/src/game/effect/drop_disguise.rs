//! The verb `reveal`: a creature drops its disguise.

use bevy::prelude::*;

use crate::game::being::{Incident, Verb, reveal};

/// Ends the creature's disguise for good, and its camouflage for a few turns.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct DropDisguise {}

impl Verb for DropDisguise {
    fn act(&self, world: &mut World, incident: &Incident) {
        reveal(world, incident.who);
    }
}
