//! Resolves intents. Actors change the world only here.

use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::system::SystemState;
use bevy::prelude::*;

use super::kinds::{Deeds, Doer};
use super::walk::{Wait, Walk};
use super::walking::{Walking, forget_touch};
use crate::game::being::{Action, Actor, ActorId, Clock, Due, Happening, Intent, Player, tell};

/// Carries out the intents of all due actors one by one, in the order of the actors' IDs. Checks each intent against
/// the world as the previous intents left it. An actor without an intent waits, because its turn would otherwise never
/// end. The intents of actors that are not due are dropped.
pub(crate) fn resolve_intents(
    world: &mut World,
    deciders: &mut QueryState<(&Actor, &mut Intent)>,
    intents: &mut QueryState<&mut Intent, Changed<Intent>>,
    walking: &mut SystemState<Walking>,
) {
    let tick = world.resource::<Clock>().tick;
    let entities: Vec<Entity> = world.resource::<Due>().all().iter().copied().collect();
    let mut due: Vec<(ActorId, Entity, Action)> = Vec::with_capacity(entities.len());
    for entity in entities {
        if let Ok((actor, mut intent)) = deciders.get_mut(world, entity) {
            due.push((actor.id, entity, intent.0.take().unwrap_or(Action::WAIT)));
        }
    }
    for mut intent in intents.iter_mut(world) {
        if intent.0.is_some() {
            intent.0 = None;
        }
    }
    due.sort_unstable_by_key(|(id, ..)| *id);
    let mut rest = due.into_iter();
    let deeds = world.resource::<Deeds>().clone();
    // Use the fast path only for the built-in deeds, not for their replacements.
    let usual = [
        (Action::STEP, deeds.is_done_by::<Walk>(Action::STEP)),
        (Action::RUN, deeds.is_done_by::<Walk>(Action::RUN)),
        (Action::WAITING, deeds.is_done_by::<Wait>(Action::WAITING)),
    ];
    loop {
        // Most actors walk or wait.
        let other = {
            let Ok(mut walking) = walking.get_mut(world) else {
                return;
            };
            rest.find(|(_, entity, action)| {
                let is_usual = usual.contains(&(action.kind, true));
                !(is_usual && walking.does((*entity, *action), tick))
            })
        };
        let Some((_, entity, action)) = other else {
            return;
        };
        // Skip actors that have been killed in the meantime, and actors on a level that the player has just left.
        if let Some(doer) = Doer::of(world, entity)
            && world.get::<Disabled>(entity).is_none()
        {
            resolve(world, &deeds, &doer, action);
        }
    }
}

/// Makes an actor perform its intended action, or the action that this one turns into, and charges the actor for the
/// time.
fn resolve(world: &mut World, deeds: &Deeds, doer: &Doer, action: Action) {
    let judgement = deeds.judge(world, doer, action);
    if let Err(obstacle) = judgement {
        tell(world, doer.entity, doer.at, Happening::Hindered(obstacle));
        if world.get::<Player>(doer.entity).is_some() {
            return;
        }
    }
    let done = judgement
        .ok()
        .and_then(|it| Some((deeds.get(it.kind)?, it.aim)));
    let ticks = done.map_or(doer.delay, |(deed, aim)| deed.ticks(world, doer, aim));
    if let Some(mut actor) = world.get_mut::<Actor>(doer.entity) {
        actor.spend(doer.tick, ticks);
    }
    forget_touch(world.get_mut(doer.entity));
    if let Some((deed, aim)) = done {
        deed.carry_out(world, doer, aim);
    }
}
