//! The verb `count`, which begins to count the uses of effects anew.

use bevy::prelude::*;

use super::words::required;
use crate::game::being::{Incident, Verb, count_as_used};

/// Counts the effects with a limit of this name as used up, from now on, for the creature that has the effect.
#[derive(Reflect, Clone, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct Count {
    /// The name that the effects have as `counts`.
    pub of: String,
}

impl Verb for Count {
    fn act(&self, world: &mut World, incident: &Incident) {
        count_as_used(world, incident.owner, &self.of);
    }

    fn counts(&self) -> Vec<&str> {
        vec![&self.of]
    }

    fn check(&self) -> Result<(), String> {
        required("of", &self.of, "what other effects have as `counts`")
    }
}
