//! Carries out the effects whose time has come.

use std::mem;
use std::sync::Arc;

use bevy::prelude::*;
use rand::RngExt;

use crate::game::being::{
    Actor, Awareness, Due, Effect, GENERATIONS, GameEvent, Happening, Incident, Limit, Limits,
    MOST_EFFECTS, Occasion, Occupancy, Responds, State, Terms, Trigger, Triggered, Verb, Wears,
    are_enemies, place_of, run_now, trigger_by, trigger_found,
};
use crate::game::bestiary::Notice;
use crate::game::level::spring;
use crate::game::sense::{knows_of, may_with_others};

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
    all.sort_unstable_by_key(|(id, occasion, _)| (*id, occasion.name));
    commands.queue(move |world: &mut World| {
        let each_turn = each_turn(world);
        for (_, occasion, who) in all {
            match occasion == Occasion::NOTICE {
                true => trigger_by(world, who, occasion, hunted(world, who)),
                false => trigger_all_found(world, who, &each_turn),
            }
        }
    });
}

/// Those that wear something and have no effects of their own.
type Wearing = (With<Wears>, Without<Responds>);

/// Triggers the effects of what the due creatures wear on their turns, in the order of their IDs.
pub(crate) fn trigger_worn_on_turn(
    due: Res<Due>,
    wearers: Query<(Entity, &Actor), Wearing>,
    mut commands: Commands,
) {
    // Few creatures wear anything.
    let wearers = wearers.iter().filter(|(who, _)| due.all().contains(who));
    let mut wearers: Vec<_> = wearers.map(|(who, actor)| (actor.id, who)).collect();
    if wearers.is_empty() {
        return;
    }
    wearers.sort_unstable();
    commands.queue(move |world: &mut World| {
        let each_turn = each_turn(world);
        for (_, who) in wearers {
            trigger_all_found(world, who, &each_turn);
        }
    });
}

/// Triggers the effects of a creature that is about to act, and of what it wears, on those occasions that arise now.
fn trigger_all_found(world: &mut World, who: Entity, each_turn: &[Occasion]) {
    let wears = world.get::<Wears>(who).is_some();
    let own = world.get::<Responds>(who).cloned();
    let responds = |it: &&Occasion| own.iter().any(|own| !own.to(**it).is_empty());
    for occasion in each_turn.iter().filter(|it| wears || responds(it)) {
        trigger_found(world, who, *occasion);
    }
}

/// Returns the occasions that can arise on every turn.
fn each_turn(world: &World) -> Vec<Occasion> {
    let all = world.resource::<Terms>().occasions().iter();
    all.filter(|it| it.each_turn).copied().collect()
}

/// Returns the enemy that a creature has just noticed, and its cell.
fn hunted(world: &World, who: Entity) -> Option<(Entity, IVec2)> {
    let at = world.get::<Awareness>(who)?.mind_on()?;
    let enemy = world.resource::<Occupancy>().at(at)?;
    are_enemies(world, who, enemy).then_some((enemy, at))
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
        run_now(world, spring);
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
    let mut did = false;
    for (number, effect) in responds.to(incident.occasion).iter().enumerate() {
        let incident = effect.filled_in(incident.clone(), number, did);
        let incident = taking_place(world, effect, incident);
        did = incident.is_some();
        let Some(incident) = incident else {
            continue;
        };
        let Some(fewer) = left.checked_sub(1) else {
            report(world, trigger, Limit::Effects);
            return;
        };
        *left = fewer;
        if let Some(quota) = effect.quota() {
            quota.spend(world, incident.owner);
        }
        carry_out(world, effect, &incident);
        let reached = world.resource_mut::<Limits>().reached.take();
        if let Some(limit) = reached {
            report(world, trigger, limit);
        }
    }
}

/// Returns the incident of an effect, from the side of the party that the effect is about, if the effect takes place now.
fn taking_place(world: &World, effect: &Effect, mut incident: Incident) -> Option<Incident> {
    match place_of(world, incident.owner) {
        Some(at) => (incident.at, incident.from) = (at, at),
        None if [Occasion::DEATH, Occasion::FADE].contains(&incident.occasion) => {}
        // The creature has died in the meantime.
        None => return None,
    }
    incident.them = incident.them.map(|(who, from)| {
        let who = who.filter(|it| may_know_of(world, incident.owner, *it));
        (who, from)
    });
    if !effect.may_by_itself(world, &incident) {
        return None;
    }
    let mut may = may_with_others(world, effect, &incident);
    if !may && effect.is_of_others() {
        // Another creature may meet the conditions.
        let suits = |parties| may_with_others(world, effect, &incident.clone().with(parties));
        if let Some(found) = (incident.occasion.finds)(world, incident.owner, &suits) {
            may = suits(found);
            incident = incident.with(found);
        }
    }
    let happens = may && incident.dice(world, "chance").random_range(0..100) < effect.chance;
    let party = effect.party;
    happens.then(|| incident.of_party(world, party)).flatten()
}

/// Returns whether an effect may know of another creature: its owner perceives it or, if the owner is dead, it is still
/// there.
fn may_know_of(world: &World, owner: Entity, other: Entity) -> bool {
    let is_dead = world.get_entity(owner).is_err();
    let place = place_of(world, other);
    place.is_some_and(|at| is_dead || knows_of(world, owner, other, at))
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
