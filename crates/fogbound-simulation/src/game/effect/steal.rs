//! The verbs `steal` and `give`, which move things from one pack to another.

use bevy::prelude::*;
use rand::seq::IndexedRandom;

use super::cells::{concerned, is_own_cell};
use super::words::within;
use crate::game::being::{Area, Did, FactKind, Incident, Inventory, Things, Verb, place_of, tell};
use crate::vision::ObjectKind;

impl FactKind {
    /// The actor took a thing from the pack of the target.
    pub const STOLE: Self = Self::new("stole");

    /// The actor put a thing into the pack of the target.
    pub const GAVE: Self = Self::new("gave");
}

/// Takes a thing that is not worn from the pack of each creature.
#[derive(Reflect, Clone, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct Steal {
    /// The name of the thing or, if it is empty, anything.
    pub thing: String,
}

/// Gives a thing that is not worn to each creature.
#[derive(Reflect, Clone, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct Give {
    /// The name of the thing or, if it is empty, anything.
    pub thing: String,
}

impl Verb for Steal {
    fn act(&self, world: &mut World, incident: &Incident) {
        for victim in concerned(world, incident) {
            hand_over(world, incident, (victim, incident.owner), &self.thing);
        }
    }

    fn is_idle(&self, _world: &World, incident: &Incident) -> bool {
        is_own_cell(incident)
    }

    fn things(&self) -> Vec<&str> {
        some(&self.thing)
    }

    fn words(&self, area: Area) -> Option<String> {
        Some(format!(
            "takes {} from everyone {}",
            or_a_thing(&self.thing),
            within(area)
        ))
    }
}

impl Verb for Give {
    fn act(&self, world: &mut World, incident: &Incident) {
        for other in concerned(world, incident) {
            hand_over(world, incident, (incident.owner, other), &self.thing);
        }
    }

    fn is_idle(&self, _world: &World, incident: &Incident) -> bool {
        is_own_cell(incident)
    }

    fn things(&self) -> Vec<&str> {
        some(&self.thing)
    }

    fn words(&self, area: Area) -> Option<String> {
        Some(format!(
            "gives {} to everyone {}",
            or_a_thing(&self.thing),
            within(area)
        ))
    }
}

fn some(name: &str) -> Vec<&str> {
    (!name.is_empty()).then_some(name).into_iter().collect()
}

fn or_a_thing(name: &str) -> &str {
    if name.is_empty() { "a thing" } else { name }
}

/// Moves a thing from one pack to another, if the one has a suitable thing and the other has room.
fn hand_over(world: &mut World, incident: &Incident, (from, to): (Entity, Entity), name: &str) {
    if from == to || world.get_entity(to).is_err() {
        return;
    }
    let things = world.resource::<Things>();
    let wanted = (!name.is_empty()).then(|| things.named(name));
    let stack = |kind: ObjectKind| things.item(kind).map_or(0, |it| it.stack);
    let room = world.get::<Inventory>(to);
    let fits = |kind: ObjectKind| {
        let place = |it: &Inventory| it.place_for(kind, stack(kind)).is_some();
        stack(kind) > 0 && room.is_none_or(place)
    };
    let held = world.get::<Inventory>(from).into_iter();
    let held = held.flat_map(Inventory::iter).filter(|(_, it)| {
        !it.worn && wanted.is_none_or(|wanted| wanted == Some(it.kind)) && fits(it.kind)
    });
    let places: Vec<usize> = held.map(|(place, _)| place).collect();
    let mut dice = incident.dice(world, "what");
    let Some(&place) = places.choose(&mut dice) else {
        return;
    };
    let taken = world
        .get_mut::<Inventory>(from)
        .and_then(|mut pack| pack.take(place));
    let Some(piece) = taken else {
        return;
    };
    let kind = piece.kind;
    let stack = world
        .resource::<Things>()
        .item(kind)
        .map_or(1, |it| it.stack);
    let mut body = world.entity_mut(to);
    let mut pack = body.entry::<Inventory>().or_default();
    let mut pack = pack.get_mut();
    if let Some(place) = pack.place_for(kind, stack) {
        pack.put(place, piece);
    }
    let (what, other) = match from == incident.owner {
        true => (FactKind::GAVE, to),
        false => (FactKind::STOLE, from),
    };
    let at = place_of(world, other).unwrap_or(incident.at);
    tell(
        world,
        incident.owner,
        at,
        Did::of(what).to(other).with(kind),
    );
}
