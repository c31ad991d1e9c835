//! The verb `light`: the light that a creature carries goes out, lights up or changes.

use bevy::prelude::*;

use super::place::shine_for;
use super::words::{cells, turns};
use crate::game::being::{Area, Incident, Lantern, Purpose, Verb, Within};
use crate::game::bestiary::{MadeBy, carried_light};
use crate::vision::Light;

/// Changes the light that the creature carries.
#[derive(Reflect, Clone, Debug, PartialEq, Eq)]
#[reflect(Default)]
pub struct ChangeLight {
    /// The new range of the light, in cells. With 0, the light goes out. Without a number, the creature carries the
    /// light that its file gives it.
    #[reflect(@Within::new(0, 20))]
    pub radius: Option<u32>,
    /// For how many turns a light stays where the effect takes place, such as the light of a flare. It shines as far as
    /// the effect reaches. Without a number, the light that the creature carries changes instead.
    #[reflect(@Within::new(1, 9999))]
    pub turns: Option<u32>,
    /// The name of the thing that is seen where a light stays.
    pub looks: String,
}

impl Default for ChangeLight {
    fn default() -> Self {
        Self {
            radius: None,
            turns: None,
            looks: "light".to_owned(),
        }
    }
}

/// The colour of a light that is left on the ground.
const GLOW: [u8; 3] = [255, 214, 150];

impl ChangeLight {
    /// Returns the light that a creature carries from now on.
    fn carried(&self, world: &World, who: Entity) -> Option<Light> {
        let made_by = world.get::<MadeBy>(who);
        let usual = made_by.and_then(|it| carried_light(&it.0));
        match self.radius {
            None => usual,
            Some(0) => None,
            Some(radius) => {
                let light = usual.unwrap_or_else(|| Light::new(radius));
                Some(Light { radius, ..light })
            }
        }
    }
}

fn is_same(one: Option<&Light>, other: Option<&Light>) -> bool {
    one.map(|it| it.radius) == other.map(|it| it.radius)
}

impl Verb for ChangeLight {
    fn act(&self, world: &mut World, incident: &Incident) {
        if let Some(turns) = self.turns {
            let radius = self.radius.unwrap_or(incident.area.far);
            let light = Light::new(radius).with_color(GLOW);
            shine_for(world, incident, (&self.looks, light), turns);
            return;
        }
        let light = self.carried(world, incident.who);
        let Ok(mut body) = world.get_entity_mut(incident.who) else {
            return;
        };
        if is_same(body.get(), light.as_ref()) {
            return;
        }
        match light {
            Some(light) => body.insert(light),
            None => body.remove::<Light>(),
        };
    }

    /// A lantern shines as it is set, whatever else happens to its light.
    fn is_idle(&self, world: &World, incident: &Incident) -> bool {
        let who = incident.who;
        let is_same = || is_same(world.get(who), self.carried(world, who).as_ref());
        self.turns.is_none() && (world.get::<Lantern>(who).is_some() || is_same())
    }

    fn purpose(&self) -> Option<Purpose> {
        self.turns.map(|_| Purpose::Shine)
    }

    fn things(&self) -> Vec<&str> {
        self.turns.iter().map(|_| &*self.looks).collect()
    }

    fn words(&self, area: Area) -> Option<String> {
        let long = turns(self.turns?);
        let far = cells(self.radius.unwrap_or(area.far));
        Some(format!("shines {far} far for {long}"))
    }
}
