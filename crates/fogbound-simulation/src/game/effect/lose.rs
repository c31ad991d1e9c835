//! The verb `lose`, which takes things out of packs.

use bevy::prelude::*;
use rand::seq::IndexedRandom;

use super::cells::concerned;
use super::words::{a, within};
use crate::game::being::{
    Area, Did, FactKind, Incident, Inventory, Things, Verb, place_of, spawn_thing, tell,
};
use crate::game::deed::take_out;

impl FactKind {
    /// The thing has gone from the pack of the actor. The outcome says if it lies on the ground.
    pub const LOST: Self = Self::new("lost a thing");
}

/// Takes a thing out of the pack of each creature: for good, or to the ground.
#[derive(Reflect, Clone, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct Lose {
    /// The name of the thing or, if it is empty, anything.
    pub thing: String,
    /// Whether only what is worn goes.
    pub worn: bool,
    /// Whether it lies on the ground then.
    pub drops: bool,
}

impl Verb for Lose {
    fn act(&self, world: &mut World, incident: &Incident) {
        for who in concerned(world, incident) {
            let things = world.resource::<Things>();
            let wanted = (!self.thing.is_empty()).then(|| things.named(&self.thing));
            let held = world.get::<Inventory>(who).into_iter();
            let held = held.flat_map(Inventory::iter).filter(|(_, it)| {
                (it.worn || !self.worn) && wanted.is_none_or(|wanted| wanted == Some(it.kind))
            });
            let places: Vec<usize> = held.map(|(place, _)| place).collect();
            let mut dice = incident.dice(world, "what");
            let place = places.choose(&mut dice).copied();
            let Some(piece) = place.and_then(|place| take_out(world, who, place)) else {
                continue;
            };
            let at = place_of(world, who).unwrap_or(incident.at);
            let lost = Did::of(FactKind::LOST).with(piece.kind);
            let lost = match self.drops {
                true => {
                    spawn_thing(world, piece, at);
                    lost.outcome("falls")
                }
                false => lost,
            };
            tell(world, who, at, lost);
        }
    }

    fn is_idle(&self, _world: &World, incident: &Incident) -> bool {
        incident.area.is_one_cell() && self.thing.is_empty() && incident.who == incident.owner
    }

    fn things(&self) -> Vec<&str> {
        let some = (!self.thing.is_empty()).then_some(&*self.thing);
        some.into_iter().collect()
    }

    fn words(&self, area: Area) -> Option<String> {
        let thing = match self.thing.as_str() {
            "" => "a thing".to_owned(),
            name => a(name),
        };
        let does = if self.worn { "wears" } else { "has" };
        let whose = match area == Area::CELL || area == Area::ITSELF {
            true => String::new(),
            false => format!(" that everyone {} {does}", within(area)),
        };
        Some(match self.drops {
            true => format!("drops {thing}{whose}"),
            false => format!("takes {thing}{whose} away for good"),
        })
    }
}
