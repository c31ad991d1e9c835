//! The verb `take`, which picks things up from afar.

use bevy::prelude::*;

use super::cells::reached;
use super::words::within;
use crate::game::being::{Area, Incident, Inventory, Things, Verb};
use crate::game::deed::pick_up;
use crate::vision::ObjectKind;

/// Puts things that lie on the cells into the pack of the creature that has the effect.
#[derive(Reflect, Clone, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct Take {
    /// The name of the thing or, if it is empty, anything.
    pub thing: String,
}

impl Verb for Take {
    fn act(&self, world: &mut World, incident: &Incident) {
        let who = incident.owner;
        let wanted = match self.thing.is_empty() {
            true => None,
            false => Some(world.resource::<Things>().named(&self.thing)),
        };
        let is_wanted = |kind: ObjectKind| wanted.is_none_or(|it| it == Some(kind));
        let Ok(mut body) = world.get_entity_mut(who) else {
            return;
        };
        if !body.contains::<Inventory>() {
            body.insert(Inventory::default());
        }
        for cell in reached(world, incident) {
            pick_up(world, who, cell, true, is_wanted);
        }
    }

    fn things(&self) -> Vec<&str> {
        let some = (!self.thing.is_empty()).then_some(&*self.thing);
        some.into_iter().collect()
    }

    fn words(&self, area: Area) -> Option<String> {
        let within = within(area);
        Some(match self.thing.is_empty() {
            true => format!("fetches everything {within}"),
            false => format!("fetches each {} {within}", self.thing),
        })
    }
}
