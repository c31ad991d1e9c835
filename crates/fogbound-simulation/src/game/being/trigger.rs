//! Occasions whose effects have not taken place yet.

use bevy::prelude::*;

use super::item::Item;
use super::occasion::Occasion;
use super::response::Responds;
use super::verb::Incident;

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
    let Some(responds) = world.get::<Responds>(who) else {
        return;
    };
    if responds.to(occasion).is_empty() {
        return;
    }
    let responds = responds.clone();
    if let Some(incident) = Incident::of(world, who, occasion) {
        let trigger = Trigger { incident, responds };
        world.resource_mut::<Triggered>().0.push(trigger);
    }
}

/// Triggers the effects of a thing that a creature has, throws or steps on. `aim` is where a thrown thing has landed.
/// Effects take place when those of [`trigger`] do.
pub fn trigger_thing(
    world: &mut World,
    (who, occasion): (Entity, Occasion),
    item: &Item,
    aim: Option<IVec2>,
) {
    if let Some(incident) = Incident::of(world, who, occasion) {
        let incident = Incident { aim, ..incident };
        let (on, file) = (item.on.clone(), item.file.clone());
        let responds = Responds { on, file };
        let trigger = Trigger { incident, responds };
        world.resource_mut::<Triggered>().0.push(trigger);
    }
}
