//! Carries out the effects whose time has come.

use std::mem;
use std::sync::Arc;

use bevy::prelude::*;
use rand::RngExt;

use crate::game::being::{
    Actor, Due, Effect, GENERATIONS, GameEvent, Happening, Incident, Limit, Limits, MOST_EFFECTS,
    Occasion, Responds, State, Trigger, Triggered, Verb, trigger,
};
use crate::game::bestiary::Notice;
use crate::game::level::spring;
use crate::game::sense::may_happen;
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
        .map(|(who, actor)| (actor.id, Occasion::NOTICE, who))
        .collect();
    let due = responders.iter_many_unique(due.all());
    all.extend(due.map(|(who, actor)| (actor.id, Occasion::TURN, who)));
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

/// Returns whether effects wait to take place. Between commands, none do.
#[doc(hidden)]
pub fn are_waiting(world: &World) -> bool {
    !world.resource::<Triggered>().0.is_empty()
}

/// Carries out the effects that have been triggered, in the order in which they were triggered, then those that they
/// have caused, and so on. Leaves none waiting: what would belong to one [generation](GENERATIONS) too many, or would be one
/// effect too many, does not take place.
pub(crate) fn run_effects(world: &mut World) {
    let mut left = MOST_EFFECTS;
    for _ in 0..GENERATIONS {
        if !are_waiting(world) {
            return;
        }
        for trigger in take_all(world) {
            carry_out_all(world, &trigger, &mut left);
        }
        // An effect may have pushed creatures onto things that act when someone steps on them.
        if let Err(error) = world.run_system_cached(spring) {
            warn!("nothing is stepped on: {error}");
        }
    }
    for dropped in take_all(world) {
        report(world, &dropped, Limit::Generations);
    }
}

fn take_all(world: &mut World) -> Vec<Trigger> {
    mem::take(&mut world.resource_mut::<Triggered>().0)
}

fn carry_out_all(world: &mut World, trigger: &Trigger, left: &mut usize) {
    let Trigger { incident, responds } = trigger;
    for (number, effect) in responds.to(incident.occasion).iter().enumerate() {
        let mut incident = Incident {
            number,
            area: effect.area,
            whom: effect.whom,
            ..*incident
        };
        if !takes_place(world, effect, &mut incident) {
            continue;
        }
        let Some(fewer) = left.checked_sub(1) else {
            report(world, trigger, Limit::Effects);
            return;
        };
        *left = fewer;
        carry_out(world, effect, &incident);
        let reached = world.resource_mut::<Limits>().reached.take();
        if let Some(limit) = reached {
            report(world, trigger, limit);
        }
    }
}

/// Returns whether an effect takes place now.
fn takes_place(world: &World, effect: &Effect, incident: &mut Incident) -> bool {
    let place = world.get::<Position>(incident.who).map(|place| place.0);
    match place {
        Some(at) => incident.at = at,
        None if incident.occasion == Occasion::DEATH => {}
        // The creature has died in the meantime.
        None => return false,
    }
    may_happen(world, effect, incident)
        && incident.dice(world, "chance").random_range(0..100) < effect.chance
}

fn carry_out(world: &mut World, effect: &Effect, incident: &Incident) {
    // What is in force while a thing is worn does not happen when it is put on.
    let acts = |it: &&dyn Verb| incident.occasion != Occasion::WEAR || it.while_worn().is_none();
    if let Some(verb) = effect.verb().filter(acts) {
        verb.act(world, incident);
    }
}

/// Reports that an effect has reached a limit, once for each file and game.
fn report(world: &mut World, trigger: &Trigger, limit: Limit) {
    let file = &trigger.responds.file;
    let mut limits = world.resource_mut::<Limits>();
    if !limits.reported.insert(Arc::clone(file)) {
        return;
    }
    let occasion = trigger.incident.occasion.name;
    let message = format!("{file}: on.{occasion}: {limit}");
    warn!("{message}");
    world.write_message(Notice(message));
}
