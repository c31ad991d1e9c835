//! Carries out the effects whose time has come.

use std::mem;

use bevy::prelude::*;
use rand::RngExt;

use super::conditions::holds;
use crate::game::being::{
    Actor, Due, Effect, GameEvent, Happening, Incident, Occasion, Responds, State, Trigger,
    Triggered, Verb, trigger,
};
use crate::vision::Position;

/// Triggers the effects of creatures that have begun to hunt, and of creatures that are about to act, in the order of
/// their IDs.
pub(crate) fn trigger_on_turn(
    due: Res<Due>,
    mut events: MessageReader<GameEvent>,
    responders: Query<(Entity, &Actor), With<Responds>>,
    mut commands: Commands,
) {
    let begins = |event: &GameEvent| match event.what {
        Happening::StateChanged { to, .. } => to == State::Hunting,
        _ => false,
    };
    let noticed = events.read().filter(|event| begins(event));
    let noticed = noticed.filter_map(|event| responders.get(event.actor).ok());
    let mut all: Vec<_> = noticed
        .map(|(who, actor)| (actor.id, Occasion::Notice, who))
        .collect();
    let due = responders.iter_many_unique(due.all());
    all.extend(due.map(|(who, actor)| (actor.id, Occasion::Turn, who)));
    if all.is_empty() {
        return;
    }
    all.sort_unstable();
    commands.queue(move |world: &mut World| {
        for (_, occasion, who) in all {
            trigger(world, who, occasion);
        }
    });
}

/// Carries out the effects that have been triggered, in the order in which they were triggered. Effects that they
/// trigger in turn take place in the next step that carries out effects.
pub(crate) fn run_effects(world: &mut World) {
    if world.resource::<Triggered>().0.is_empty() {
        return;
    }
    for trigger in mem::take(&mut world.resource_mut::<Triggered>().0) {
        let Trigger { incident, responds } = trigger;
        for (number, effect) in responds.to(incident.occasion).iter().enumerate() {
            let incident = Incident {
                number,
                area: effect.area,
                whom: effect.whom,
                ..incident
            };
            carry_out(world, effect, incident);
        }
    }
}

fn carry_out(world: &mut World, effect: &Effect, mut incident: Incident) {
    let place = world.get::<Position>(incident.who).map(|place| place.0);
    match place {
        Some(at) => incident.at = at,
        None if incident.occasion == Occasion::Death => {}
        // The creature has died in the meantime.
        None => return,
    }
    let all_hold = effect.when.iter().all(|it| holds(world, *it, &incident));
    if !all_hold || incident.dice(world, "chance").random_range(0..100) >= effect.chance {
        return;
    }
    // What is in force while a thing is worn does not happen when it is put on.
    let acts = |it: &&dyn Verb| incident.occasion != Occasion::Wear || it.while_worn().is_none();
    if let Some(verb) = effect.verb().filter(acts) {
        verb.act(world, &incident);
    }
}
