//! Resolving intents: the only place where actors change the world.

use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::system::SystemState;
use bevy::prelude::*;

use super::kinds::{Deeds, Doer, UNKNOWN};
use super::wait::Wait;
use super::walk::Walk;
use super::walking::{Walking, forget_touch};
use crate::game::being::{Action, Actor, Clock, Due, Happening, Intent, Player, tell};
use crate::vision::Position;

/// Takes the intents of everyone whose turn it is, in the order of their ids, and carries them out one by
/// one, each checked against the world as the ones before have left it. Who intends nothing waits, or its
/// turn would never pass and the clock stand still; what is intended too early is dropped.
pub(crate) fn resolve_intents(
    world: &mut World,
    deciders: &mut QueryState<(&Actor, &mut Intent)>,
    intents: &mut QueryState<&mut Intent, Changed<Intent>>,
    walking: &mut SystemState<Walking>,
) {
    let tick = world.resource::<Clock>().tick;
    let entities: Vec<Entity> = world.resource::<Due>().all().iter().copied().collect();
    let mut due: Vec<(Actor, Entity, Action)> = Vec::with_capacity(entities.len());
    for entity in entities {
        if let Ok((actor, mut intent)) = deciders.get_mut(world, entity) {
            due.push((*actor, entity, intent.0.take().unwrap_or(Action::WAIT)));
        }
    }
    for mut intent in intents.iter_mut(world) {
        if intent.0.is_some() {
            intent.0 = None;
        }
    }
    due.sort_unstable_by_key(|(actor, ..)| actor.id);
    let mut rest = due.into_iter();
    let deeds = world.resource::<Deeds>().clone();
    // A deed that has taken the place of one of these is done like any other.
    let usual = [
        (Action::STEP, deeds.is_done_by::<Walk>(Action::STEP)),
        (Action::RUN, deeds.is_done_by::<Walk>(Action::RUN)),
        (Action::WAITING, deeds.is_done_by::<Wait>(Action::WAITING)),
    ];
    loop {
        // Nearly all that is done in a turn is to walk or to wait.
        let other = {
            let Ok(mut walking) = walking.get_mut(world) else {
                return;
            };
            rest.find(|(_, entity, action)| {
                let is_usual = usual.contains(&(action.kind, true));
                !(is_usual && walking.does(*entity, *action, tick))
            })
        };
        let Some((actor, entity, action)) = other else {
            return;
        };
        // Whoever was killed by one of those before it does nothing any more, nor who is on a level that
        // the player has just left.
        let is_here = world
            .get_entity(entity)
            .is_ok_and(|it| it.contains::<Actor>() && !it.contains::<Disabled>());
        let place = world.get::<Position>(entity).filter(|_| is_here);
        if let Some(&Position(at)) = place {
            let doer = Doer {
                entity,
                id: actor.id,
                at,
                tick,
            };
            resolve(world, &deeds, &doer, action);
        }
    }
}

/// Has somebody do what it wants, or what comes of that. Time is charged for what is done.
fn resolve(world: &mut World, deeds: &Deeds, doer: &Doer, action: Action) {
    let entity = doer.entity;
    let wanted = deeds.get(action.kind);
    let judgement = match wanted {
        Some(deed) => deed.judge(world, entity, doer.at, action.aim),
        None => Err(UNKNOWN),
    };
    if let Err(obstacle) = judgement {
        tell(world, entity, doer.at, Happening::Hindered(obstacle));
        if world.get::<Player>(entity).is_some() {
            return;
        }
    }
    let done = judgement.ok().and_then(|becomes| {
        let deed = wanted.filter(|_| becomes.kind == action.kind);
        Some((deed.or_else(|| deeds.get(becomes.kind))?, becomes.aim))
    });
    if let Some(mut actor) = world.get_mut::<Actor>(entity) {
        let percent = done.map_or(100, |(deed, _)| deed.percent());
        let time = actor.delay().saturating_mul(percent) / 100;
        actor.due = doer.tick.saturating_add(time.max(1));
    }
    forget_touch(world.get_mut(entity));
    if let Some((deed, aim)) = done {
        deed.carry_out(world, doer, aim);
    }
}
