//! The verb `mislead`: hunters look for the creature elsewhere.

use bevy::prelude::*;

use super::cells::concerned;
use super::words::within;
use crate::game::being::{Area, Awareness, Incident, Verb, Whom, place_of};
use crate::game::sense::sees;

/// Makes hunters on the cells that do not see the creature look for it at the centre.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct Mislead;

impl Verb for Mislead {
    fn act(&self, world: &mut World, incident: &Incident) {
        let Some(here) = place_of(world, incident.who) else {
            return;
        };
        let whom = Whom::Enemies;
        let enemies = concerned(world, &Incident { whom, ..*incident });
        for enemy in enemies {
            if sees(world, enemy, incident.who, here) {
                continue;
            }
            let center = incident.center();
            if let Some(mut awareness) = world.get_mut::<Awareness>(enemy) {
                match &mut *awareness {
                    Awareness::Hunting { last_known: at }
                    | Awareness::Searching { around: at, .. } => {
                        *at = center;
                    }
                    Awareness::Asleep | Awareness::Unaware | Awareness::Noticing { .. } => {}
                }
            }
        }
    }

    fn words(&self, area: Area) -> Option<String> {
        let within = within(area);
        Some(format!(
            "draws those who hunt you and don't see you, {within}"
        ))
    }
}
