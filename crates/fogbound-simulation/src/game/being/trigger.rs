//! Occasions whose effects have not taken place yet.

use bevy::prelude::*;

use super::item::{Inventory, Item};
use super::occasion::{Bearer, Occasion, Parties};
use super::response::{Effect, Responds};
use super::things::Things;
use super::verb::Incident;
use super::wearer::Wears;

/// An occasion whose effects have not taken place yet.
#[derive(Clone, Debug)]
pub(crate) struct Trigger {
    pub(crate) incident: Incident,
    pub(crate) responds: Responds,
}

/// The occasions whose effects have not taken place yet, in the order in which they arose. Each step of a turn that
/// triggers effects ends by carrying them out, so nothing is left here between commands.
#[derive(Resource, Debug, Default)]
pub(crate) struct Triggered(pub(crate) Vec<Trigger>);

/// Triggers a creature's effects, if its data file responds to this occasion. They take place at the end of this step of
/// the turn: call this while an action is carried out, or in a system that runs before others decide.
pub fn trigger(world: &mut World, who: Entity, occasion: Occasion) {
    trigger_by(world, who, occasion, None);
}

/// Triggers a creature's effects, and those of the things that it wears, in answer to another creature, which is on this
/// cell.
pub fn trigger_by(
    world: &mut World,
    who: Entity,
    occasion: Occasion,
    them: Option<(Entity, IVec2)>,
) {
    trigger_with(world, who, occasion, Parties::them(them));
}

/// Triggers a creature's effects because of something on a cell.
pub fn trigger_at(world: &mut World, who: Entity, occasion: Occasion, cell: IVec2) {
    trigger_with(world, who, occasion, Parties::it(cell));
}

/// Triggers the effects of a creature that is about to act, and of what it wears, if an occasion arises now and any of
/// them may take place as the creature is.
pub(crate) fn trigger_found(world: &mut World, who: Entity, occasion: Occasion) {
    let all = responding(world, who, occasion);
    let mut may: Vec<&Effect> = Vec::new();
    for (of, responds) in &all {
        if let Some(incident) = Incident::new(world, who, occasion, *of) {
            let effects = responds.to(occasion).iter();
            let is_left = |it: &Effect| it.quota().is_none_or(|it| it.left(world, who) > 0);
            may.extend(effects.filter(|it| is_left(it) && it.may_by_itself(world, &incident)));
        }
    }
    if may.is_empty() {
        return;
    }
    // A turn arises in any case. Who else takes part is looked for only if an effect is about others, because that
    // takes time.
    let of_others = may.iter().any(|it| it.is_of_others());
    let parties = match of_others || occasion != Occasion::TURN {
        true => (occasion.finds)(world, who, &|_| true),
        false => Some(Parties::default()),
    };
    if let Some(parties) = parties {
        push(world, (who, occasion), all, parties);
    }
}

/// Triggers a creature's effects, and those of the things that it wears, in answer to these parties.
pub(crate) fn trigger_with(world: &mut World, who: Entity, occasion: Occasion, parties: Parties) {
    let all = responding(world, who, occasion);
    push(world, (who, occasion), all, parties);
}

/// Returns the effects that a creature, and what it wears, have on an occasion.
fn responding(world: &World, who: Entity, occasion: Occasion) -> Vec<(Bearer, Responds)> {
    let Ok(body) = world.get_entity(who) else {
        return Vec::new();
    };
    let wears = occasion.worn.is_some() && body.contains::<Wears>();
    let pack = body.get::<Inventory>().filter(|_| wears);
    let own = body
        .get::<Responds>()
        .filter(|it| !it.to(occasion).is_empty());
    let own = own.map(|it| (Bearer::Monster, it.clone()));
    let worn = pack.map_or_else(Vec::new, |it| worn_by(world, it, occasion));
    let worn = worn.into_iter().map(|it| (Bearer::Thing, it));
    own.into_iter().chain(worn).collect()
}

fn push(
    world: &mut World,
    (who, occasion): (Entity, Occasion),
    all: Vec<(Bearer, Responds)>,
    parties: Parties,
) {
    for (of, responds) in all {
        if let Some(incident) = Incident::new(world, who, occasion, of) {
            let incident = incident.with(parties);
            let trigger = Trigger { incident, responds };
            world.resource_mut::<Triggered>().0.push(trigger);
        }
    }
}

fn worn_by(world: &World, pack: &Inventory, occasion: Occasion) -> Vec<Responds> {
    let things = world.resource::<Things>();
    let worn = pack.iter().filter(|(_, held)| held.worn);
    let items = worn.filter_map(|(_, held)| things.item(held.kind));
    let items = items.filter(|item| item.responds_to(occasion));
    let responds = items.map(|item| Responds {
        on: item.on.clone(),
        file: item.file.clone(),
    });
    responds.collect()
}

/// Triggers the effects of a thing that a creature has, throws or steps on. `aim` is where a thrown thing has landed.
/// Effects take place when those of [`trigger`] do.
pub fn trigger_thing(
    world: &mut World,
    (who, occasion): (Entity, Occasion),
    item: &Item,
    aim: Option<IVec2>,
) {
    if let Some(incident) = Incident::new(world, who, occasion, Bearer::Thing) {
        let of_others = item.effects(occasion).iter().any(Effect::is_of_others);
        let found = of_others.then(|| (occasion.finds)(world, who, &|_| true));
        let found = found.flatten().unwrap_or_default();
        let incident = incident.with(Parties {
            it: aim.or(found.it),
            ..found
        });
        let incident = Incident { aim, ..incident };
        let (on, file) = (item.on.clone(), item.file.clone());
        let responds = Responds { on, file };
        let trigger = Trigger { incident, responds };
        world.resource_mut::<Triggered>().0.push(trigger);
    }
}

/// Triggers the effects of a thing on the ground whose time there is over. Nobody is its user.
pub(crate) fn trigger_faded(world: &mut World, item: &Item, at: IVec2) {
    let incident = Incident::of_nobody(world, Occasion::FADE, at);
    let (on, file) = (item.on.clone(), item.file.clone());
    let responds = Responds { on, file };
    let trigger = Trigger { incident, responds };
    world.resource_mut::<Triggered>().0.push(trigger);
}
