//! The verb `fall`: the player comes to the level below.

use bevy::prelude::*;

use super::cells::{concerned, is_own_cell};
use crate::game::being::{Area, Incident, Leaving, Player, Verb};
use crate::game::level::has_just_come;

/// Lets the player, if it is on the cells, fall to the level below, to the nearest floor there. Nobody follows. On the last
/// level, and within two turns of coming to another one, nothing happens.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct Fall;

impl Verb for Fall {
    fn act(&self, world: &mut World, incident: &Incident) {
        let all = concerned(world, incident);
        if !has_just_come(world) && all.iter().any(|it| world.get::<Player>(*it).is_some()) {
            world.insert_resource(Leaving::Falls);
        }
    }

    /// Only the player falls.
    fn is_idle(&self, world: &World, incident: &Incident) -> bool {
        is_own_cell(incident) && world.get::<Player>(incident.who).is_none()
    }

    fn words(&self, _area: Area) -> Option<String> {
        Some("drops you to the level below".to_owned())
    }
}
