//! Resolving intents: the only place where actors change the world.

use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::system::{SystemParam, SystemState};
use bevy::prelude::*;
use rand::RngExt;

use super::due::Due;
use super::events::tell;
use super::judge::{Effect, are_enemies, judge, knows_of, opens_doors};
use super::{
    Action, Actor, ActorId, Awareness, Breath, Camouflage, Clock, Conduct, Faction, Game,
    GameEvent, Happening, Intent, Noises, Occupancy, Player, Senses, Sighting, State,
    TICKS_PER_TURN, combat, decision_rng, stairs,
};
use crate::grid::Direction;
use crate::map::{Tile, TileMap};
use crate::vision::{MapMemory, Moment, ObjectKind, Position};

/// Takes the intents of everyone whose turn it is, in the order of their ids, and carries them out one by
/// one, each checked against the world as the ones before have left it. Who intends nothing waits, or its
/// turn would never pass and the clock stand still; what is intended too early is dropped.
pub(super) fn resolve_intents(
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
pub(super) struct Walking<'w, 's> {
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
        let Ok((mut actor, position, breath, _, _, hidden, _)) = self.walkers.get_mut(entity)
        else {
            return;
        };
        let time = actor.delay();
        actor.due = tick + time;
        if let Some(mut breath) = breath.filter(|breath| breath.now < breath.max) {
            breath.recover(time, true);
        }
        self.events.write(GameEvent {
            actor: entity,
            at: position.0,
            actor_at: position.0,
            actor_hidden: hidden.copied(),
            target_hidden: None,
            what: Happening::Waited,
        });
    }

    fn walk(&mut self, entity: Entity, to: IVec2, wants_to_run: bool, tick: u64) {
        let Ok((mut actor, mut position, breath, conduct, side, hidden, _)) =
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
        let event = GameEvent {
            actor: entity,
            at: to,
            actor_at: to,
            actor_hidden: hidden.copied(),
            target_hidden: None,
            what: Happening::Stepped { from, runs },
        };
        if wants_to_run && !runs {
            let what = Happening::OutOfBreath;
            self.events.write(GameEvent { what, ..event });
        }
        self.noises.make(to, event.what.loudness(), side.copied());
        self.events.write(event);
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
    // What was felt holds for one deed; this one may feel it again.
    if let Some(mut senses) = world.get_mut::<Senses>(entity)
        && senses.felt.is_some()
    {
        senses.felt = None;
    }
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
        Ok(Effect::Open { door }) => open(world, entity, door),
        Ok(Effect::Close { door }) => close(world, entity, from, door),
        Ok(Effect::Bump { at, into }) => bump(world, entity, from, at, into),
        Ok(Effect::Cry(loudness)) => {
            be_conspicuous(world, entity, tick);
            tell(world, entity, from, Happening::Cried { loudness });
        }
        Ok(Effect::TakeStairs) => stairs::take(world, entity),
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

/// What lies on a cell, by the numbers of its kinds.
fn lying_at(world: &mut World, at: IVec2) -> Vec<(Entity, u16)> {
    let mut things = world.query::<(Entity, &Position, &ObjectKind)>();
    let here = things.iter(world).filter(|(_, place, _)| place.0 == at);
    here.map(|(entity, _, kind)| (entity, kind.0)).collect()
}

fn open(world: &mut World, entity: Entity, door: IVec2) {
    let mut map = world.resource_mut::<TileMap>();
    if let Some(open) = map.tile(door).opens_to() {
        map.set(door, open);
    }
    tell(world, entity, door, Happening::OpenedDoor);
}

/// In so many cases of a hundred somebody keeps a door open who stands at it.
const HOLDS: i32 = 50;

/// An enemy who stands beside the door, hunts and opens doors, and holds this one open; of several the one
/// with the lowest number. Otherwise nobody would ever get through a door that is closed again and again.
fn holder(world: &mut World, entity: Entity, door: IVec2) -> Option<Entity> {
    let mut found: Vec<(ActorId, Entity)> = Direction::ALL
        .iter()
        .filter_map(|way| world.resource::<Occupancy>().at(door + way.delta()))
        .filter(|&other| are_enemies(world, entity, other) && opens_doors(world, other))
        .filter(|&other| {
            let awareness = world.get::<Awareness>(other);
            awareness.is_some_and(|it| it.state() == State::Hunting)
        })
        .filter_map(|other| Some((world.get::<Actor>(other)?.id, other)))
        .collect();
    found.sort_unstable();
    let (_, holder) = *found.first()?;
    let id = world.get::<Actor>(entity)?.id;
    let tick = world.resource::<Clock>().tick;
    let seed = world.resource::<Game>().seed();
    let mut dice = decision_rng(seed, "door", id, tick);
    (dice.random_range(0..100) < HOLDS).then_some(holder)
}

/// Closes an open door. What lies in the doorway is pushed to its other side, or else wherever there is
/// room beside it: the one who closes it stands beside it.
fn close(world: &mut World, entity: Entity, from: IVec2, door: IVec2) {
    if let Some(holder) = holder(world, entity, door) {
        let place = world.get::<Position>(holder).map_or(door, |place| place.0);
        let by = Some(holder).filter(|&it| knows_of(world, entity, it, place));
        tell(world, entity, door, Happening::DoorHeld { by });
        return;
    }
    let lying = lying_at(world, door);
    let mut map = world.resource_mut::<TileMap>();
    let beside = Direction::ALL.map(|way| door + way.delta());
    let behind = door + (door - from);
    let aside = beside
        .into_iter()
        .filter(|&cell| map.is_walkable(cell))
        .min_by_key(|&cell| {
            // Neither into another doorway nor onto stairs, if it can be helped.
            let is_bare = map.tile(cell) == Tile::Floor;
            (!is_bare, (cell - behind).length_squared())
        });
    if let Some(closed) = map.tile(door).closes_to() {
        map.set(door, closed);
    }
    let pushed = lying
        .iter()
        .map(|(_, kind)| ObjectKind(*kind))
        .max_by_key(|kind| kind.0);
    for (thing, _) in lying {
        if let Some(mut place) = world.get_mut::<Position>(thing) {
            place.0 = aside.unwrap_or(from);
        }
    }
    tell(world, entity, door, Happening::ClosedDoor { pushed });
}

/// Runs into what the actor did not know of, and knows of it from now on. So does the one who is run into.
fn bump(world: &mut World, entity: Entity, from: IVec2, at: IVec2, into: Option<Entity>) {
    learn_by_touch(world, entity, at);
    if let Some(other) = into {
        world.entity_mut(other).remove::<Camouflage>();
        let at_odds = are_enemies(world, entity, other);
        if let Some(mut senses) = world.get_mut::<Senses>(entity) {
            senses.felt = Some(Sighting { who: other, at });
            if at_odds {
                senses.struck_from = Some(at);
            }
        }
        if let Some(mut senses) = world.get_mut::<Senses>(other) {
            senses.felt = Some(Sighting {
                who: entity,
                at: from,
            });
            if at_odds {
                senses.struck_from = Some(from);
            }
        }
    }
    tell(world, entity, at, Happening::Bumped { into });
}

/// Notes what a cell is that the actor has touched.
fn learn_by_touch(world: &mut World, entity: Entity, at: IVec2) {
    let now = *world.resource::<Moment>();
    let Some(tile) = world.resource::<TileMap>().get(at) else {
        return;
    };
    if let Some(mut memory) = world.get_mut::<MapMemory>(entity)
        && memory.tile(at) != Some(tile)
    {
        memory.see(at, tile, None, now);
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
