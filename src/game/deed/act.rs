//! Resolving intents: the only place where actors change the world.

use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::system::{SystemParam, SystemState};
use bevy::prelude::*;

use super::bump::bump;
use super::judge::{Effect, judge};
use super::take_stairs::take_stairs;
use super::{combat, doors};
use crate::game::being::{
    Action, Actor, Breath, Camouflage, Clock, Conduct, Due, Faction, GameEvent, Happening, Intent,
    Noises, Occupancy, Player, Senses, TICKS_PER_TURN, lying_at, tell,
};
use crate::grid::Direction;
use crate::map::TileMap;
use crate::vision::{ObjectKind, Position};

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
            due.push((*actor, entity, intent.0.take().unwrap_or(Action::Wait)));
        }
    }
    for mut intent in intents.iter_mut(world) {
        if intent.0.is_some() {
            intent.0 = None;
        }
    }
    due.sort_unstable_by_key(|(actor, ..)| actor.id);
    let mut rest = due.into_iter();
    loop {
        // Nearly all that is done in a turn is to walk or to wait.
        let other = {
            let Ok(mut walking) = walking.get_mut(world) else {
                return;
            };
            rest.find(|(_, entity, action)| !walking.does(*entity, *action, tick))
        };
        let Some((actor, entity, action)) = other else {
            return;
        };
        // Whoever was killed by one of those before it does nothing any more, nor who is on a level that
        // the player has just left.
        let is_here = world
            .get_entity(entity)
            .is_ok_and(|it| it.contains::<Actor>() && !it.contains::<Disabled>());
        if is_here {
            resolve(world, entity, &actor, action, tick, walking);
        }
    }
}

/// All that it takes to walk and to wait, in one place and so found once for many.
#[derive(SystemParam)]
pub(crate) struct Walking<'w, 's> {
    map: Res<'w, TileMap>,
    occupancy: ResMut<'w, Occupancy>,
    noises: ResMut<'w, Noises>,
    events: MessageWriter<'w, GameEvent>,
    walkers: Query<'w, 's, Walker>,
}

type Walker = (
    &'static mut Actor,
    &'static mut Position,
    Option<&'static mut Breath>,
    Option<&'static mut Conduct>,
    Option<&'static mut Senses>,
    Option<&'static Faction>,
    Option<&'static Camouflage>,
    Has<Player>,
);

impl Walking<'_, '_> {
    /// Has a creature wait, or walk onto a cell where nothing and nobody is in its way. Says whether it was
    /// that: anything else is left undone.
    fn does(&mut self, entity: Entity, action: Action, tick: u64) -> bool {
        let (to, run) = match action {
            Action::Wait => (None, false),
            Action::Step(way) => (Some(way), false),
            Action::Run(way) => (Some(way), true),
            _ => return false,
        };
        let Ok((_, position, .., is_player)) = self.walkers.get(entity) else {
            return false;
        };
        let to = to.map(|way| position.0 + way.delta());
        if is_player
            || to.is_some_and(|to| self.occupancy.at(to).is_some() || !self.map.is_walkable(to))
        {
            return false;
        }
        match to {
            Some(to) => self.walk(entity, to, run, tick),
            None => self.wait(entity, tick),
        }
        true
    }

    fn wait(&mut self, entity: Entity, tick: u64) {
        let Ok((mut actor, position, breath, _, senses, _, hidden, _)) =
            self.walkers.get_mut(entity)
        else {
            return;
        };
        let time = actor.delay();
        actor.due = tick + time;
        if let Some(mut breath) = breath.filter(|breath| breath.now < breath.max) {
            breath.recover(time, true);
        }
        forget_touch(senses);
        let hidden = hidden.copied();
        self.events
            .write(GameEvent::of(entity, position.0, hidden, Happening::Waited));
    }

    fn walk(&mut self, entity: Entity, to: IVec2, wants_to_run: bool, tick: u64) {
        let Ok((mut actor, mut position, breath, conduct, senses, side, hidden, _)) =
            self.walkers.get_mut(entity)
        else {
            return;
        };
        let mut runs = wants_to_run;
        if let Some(mut breath) = breath.filter(|breath| runs || breath.now < breath.max) {
            if runs {
                runs = breath.run();
            }
            if !runs {
                breath.recover(actor.delay(), false);
            }
        }
        actor.due = tick + time_of(&actor, runs);
        let from = std::mem::replace(&mut position.0, to);
        if let Some(mut conduct) = conduct {
            conduct.heading = Direction::from_delta(to - from);
            if runs {
                conduct.conspicuous_until = conspicuous_until(tick);
            }
        }
        self.occupancy.place(entity, to);
        forget_touch(senses);
        let what = Happening::Stepped { from, runs };
        let event = GameEvent::of(entity, to, hidden.copied(), what);
        if wants_to_run && !runs {
            let what = Happening::OutOfBreath;
            self.events.write(GameEvent { what, ..event });
        }
        self.noises.make(to, event.what.loudness(), side.copied());
        self.events.write(event);
    }
}

/// What was felt holds for one deed, which may feel it again.
fn forget_touch(senses: Option<Mut<Senses>>) {
    if let Some(mut senses) = senses.filter(|senses| senses.felt.is_some()) {
        senses.felt = None;
    }
}

/// How many ticks it takes to do something: a step at a run is quicker than anything else.
fn time_of(actor: &Actor, runs: bool) -> u64 {
    let percent = if runs { 60 } else { 100 };
    (actor.delay() * percent / 100).max(1)
}

fn resolve(
    world: &mut World,
    entity: Entity,
    actor: &Actor,
    action: Action,
    tick: u64,
    walking: &mut SystemState<Walking>,
) {
    let Some(&Position(from)) = world.get::<Position>(entity) else {
        return;
    };
    let judgement = judge(world, entity, action);
    if let Err(obstacle) = judgement {
        tell(world, entity, from, Happening::Hindered(obstacle));
        if world.get::<Player>(entity).is_some() {
            return;
        }
    }
    if let Some(mut actor) = world.get_mut::<Actor>(entity) {
        actor.due = tick + time_of(&actor, false);
    }
    forget_touch(world.get_mut(entity));
    match judgement {
        Ok(Effect::Walk { to, run }) => {
            if let Ok(mut walking) = walking.get_mut(world) {
                walking.walk(entity, to, run, tick);
            }
            find(world, entity, to);
        }
        Ok(Effect::Nothing) => {
            if let Ok(mut walking) = walking.get_mut(world) {
                walking.wait(entity, tick);
            }
        }
        Ok(Effect::Strike { target, at }) => {
            be_conspicuous(world, entity, tick);
            combat::strike(world, entity, actor.id, target, at);
        }
        Ok(Effect::Shoot { target, at }) => {
            be_conspicuous(world, entity, tick);
            combat::shoot(world, entity, actor.id, target, at);
        }
        Ok(Effect::Open { door }) => doors::open(world, entity, door),
        Ok(Effect::Close { door }) => doors::close(world, entity, from, door),
        Ok(Effect::Bump { at, into }) => bump(world, entity, from, at, into),
        Ok(Effect::Cry(loudness)) => {
            be_conspicuous(world, entity, tick);
            tell(world, entity, from, Happening::Cried { loudness });
        }
        Ok(Effect::TakeStairs) => take_stairs(world),
        Err(_) => {}
    }
}

/// Tells the player what lies on the cell it has come to.
fn find(world: &mut World, entity: Entity, at: IVec2) {
    if world.get::<Player>(entity).is_none() {
        return;
    }
    if let Some(kind) = lying_at(world, at).into_iter().map(|(_, kind)| kind).max() {
        tell(world, entity, at, Happening::Found(ObjectKind(kind)));
    }
}

fn be_conspicuous(world: &mut World, entity: Entity, tick: u64) {
    if let Some(mut conduct) = world.get_mut::<Conduct>(entity) {
        conduct.conspicuous_until = conspicuous_until(tick);
    }
}

fn conspicuous_until(tick: u64) -> u64 {
    tick + TICKS_PER_TURN + 1
}
