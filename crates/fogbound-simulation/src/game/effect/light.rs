//! The verb `light`: the light that a creature carries goes out, lights up or changes.

use bevy::prelude::*;

use crate::game::being::{Incident, Verb, Within};
use crate::game::bestiary::{MadeBy, carried_light};
use crate::vision::Light;

/// Changes the light that the creature carries.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct ChangeLight {
    /// The new range of the light, in cells. With 0, the light goes out. Without a number, the creature carries the
    /// light that its file gives it.
    #[reflect(@Within::new(0, 20))]
    pub radius: Option<u32>,
}

impl Verb for ChangeLight {
    fn act(&self, world: &mut World, incident: &Incident) {
        let Ok(mut body) = world.get_entity_mut(incident.who) else {
            return;
        };
        let usual = body.get::<MadeBy>().and_then(|it| carried_light(&it.0));
        let light = match self.radius {
            None => usual,
            Some(0) => None,
            Some(radius) => {
                let light = usual.unwrap_or_else(|| Light::new(radius));
                Some(Light { radius, ..light })
            }
        };
        let radius = |light: &Light| light.radius;
        if body.get().map(radius) == light.as_ref().map(radius) {
            return;
        }
        match light {
            Some(light) => body.insert(light),
            None => body.remove::<Light>(),
        };
    }
}
