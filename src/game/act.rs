//! Resolving intents: the only place where actors change the world.

use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::system::{SystemParam, SystemState};
use bevy::prelude::*;

use super::minds::{OpensDoors, Shoots};
use super::sense::could_see;
use super::{
    Action, Actor, Clock, Conduct, Faction, GameEvent, Happening, Intent, Melee, Noises, Obstacle,
    Occupancy, Player, TICKS_PER_TURN, combat, stairs,
};
use crate::fov::Sight;
use crate::grid::Direction;
use crate::map::TileMap;
use crate::vision::{ObjectKind, Position, Viewshed};

/// How far the sounds of actions carry, in cells walked.
mod loudness {
    pub const STEP: u32 = 2;
    pub const RUN: u32 = 9;
    pub const DOOR: u32 = 7;
    pub const FIGHT: u32 = 13;
}

/// What an action would do to the world as it is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Walk { to: IVec2, run: bool },
    Strike { target: Entity, at: IVec2 },
    Shoot { target: Entity, at: IVec2 },
    Open { door: IVec2 },
    Close { door: IVec2 },
    Cry(u32),
    TakeStairs,
    Nothing,
}

/// What `action` would do if `actor` did it now, or what stands in its way.
pub(super) fn judge(world: &mut World, actor: Entity, action: Action) -> Result<Effect, Obstacle> {
    let Some(&Position(from)) = world.get::<Position>(actor) else {
        return Err(Obstacle::Terrain);
    };
    match action {
        Action::Wait => Ok(Effect::Nothing),
        Action::Cry(loudness) => Ok(Effect::Cry(loudness)),
        Action::Step(way) => step(world, actor, from + way.delta(), false),
        Action::Run(way) => step(world, actor, from + way.delta(), true),
        Action::Attack(way) => strike(world, actor, from + way.delta()),
        Action::Shoot(at) => shoot(world, actor, from, at),
        Action::OpenDoor(way) => {
            let door = from + way.delta();
            let is_closed = world.resource::<TileMap>().tile(door).opens_to().is_some();
            let can = is_closed && opens_doors(world, actor);
            if can {
                Ok(Effect::Open { door })
            } else {
                Err(Obstacle::NoDoor)
            }
        }
        Action::CloseDoor(way) => {
            let door = from + way.delta();
            let is_open = world.resource::<TileMap>().tile(door).closes_to().is_some();
            let is_free = world.resource::<Occupancy>().at(door).is_none()
                && !world
                    .query_filtered::<&Position, With<ObjectKind>>()
                    .iter(world)
                    .any(|position| position.0 == door);
            let can = is_open && is_free && opens_doors(world, actor);
            if can {
                Ok(Effect::Close { door })
            } else {
                Err(Obstacle::NoDoor)
            }
        }
        Action::TakeStairs => {
            let can = world.get::<Player>(actor).is_some() && stairs::here(world, from).is_some();
            if can {
                Ok(Effect::TakeStairs)
            } else {
                Err(Obstacle::NoStairs)
            }
        }
    }
}

fn step(world: &World, actor: Entity, to: IVec2, run: bool) -> Result<Effect, Obstacle> {
    let map = world.resource::<TileMap>();
    if let Some(other) = world.resource::<Occupancy>().at(to) {
        let fights =
            world.get::<Melee>(actor).is_some() && combat::are_enemies(world, actor, other);
        if fights {
            Ok(Effect::Strike {
                target: other,
                at: to,
            })
        } else {
            Err(Obstacle::Actor(other))
        }
    } else if map.is_walkable(to) {
        Ok(Effect::Walk { to, run })
    } else if map.tile(to).opens_to().is_some() && opens_doors(world, actor) {
        Ok(Effect::Open { door: to })
    } else {
        Err(Obstacle::Terrain)
    }
}

fn strike(world: &World, actor: Entity, at: IVec2) -> Result<Effect, Obstacle> {
    let target = world
        .resource::<Occupancy>()
        .at(at)
        .ok_or(Obstacle::NoTarget)?;
    if world.get::<Melee>(actor).is_some() {
        Ok(Effect::Strike { target, at })
    } else {
        Err(Obstacle::NoTarget)
    }
}

/// A shot goes where its archer sees, no further than its weapon, and at an enemy who could see the
/// archer: not round a corner, as some algorithms see, nor through a door that was closed just now.
fn shoot(world: &World, actor: Entity, from: IVec2, at: IVec2) -> Result<Effect, Obstacle> {
    let target = world
        .resource::<Occupancy>()
        .at(at)
        .ok_or(Obstacle::NoTarget)?;
    let in_range = world.get::<Shoots>(actor).is_some_and(|bow| {
        let reach = Sight::default().with_radius(bow.range);
        reach.covers(at - from)
    });
    let in_view = world
        .get::<Viewshed>(actor)
        .is_some_and(|view| view.sees(at))
        && could_see(world.resource::<TileMap>(), at, from);
    if in_range && in_view && target != actor && combat::are_enemies(world, actor, target) {
        Ok(Effect::Shoot { target, at })
    } else {
        Err(Obstacle::NoTarget)
    }
}

fn opens_doors(world: &World, actor: Entity) -> bool {
    world.get::<Player>(actor).is_some() || world.get::<OpensDoors>(actor).is_some()
}

/// Takes the intents of everyone due, in the order of their ids, and carries them out one by one,
/// each checked against the world as the ones before have left it. Who intends nothing waits, or its
/// turn would never pass and the clock stand still; what is intended too early is dropped.
pub(super) fn resolve_intents(
    world: &mut World,
    deciders: &mut QueryState<(Entity, &Actor, &mut Intent)>,
    walking: &mut SystemState<Walking>,
) {
    let tick = world.resource::<Clock>().tick;
    let mut due: Vec<(Actor, Entity, Action)> = deciders
        .iter_mut(world)
        .filter_map(|(entity, actor, mut intent)| {
            let action = intent.0.take().unwrap_or(Action::Wait);
            (actor.due <= tick).then_some((*actor, entity, action))
        })
        .collect();
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
    Option<&'static mut Conduct>,
    Option<&'static Faction>,
    Has<Player>,
);

impl Walking<'_, '_> {
    /// Has a creature wait, or walk onto a cell where nothing and nobody is in its way. Says whether it was
    /// that: anything else is left undone.
    fn does(&mut self, entity: Entity, action: Action, tick: u64) -> bool {
        let Ok((mut actor, position, _, _, is_player)) = self.walkers.get_mut(entity) else {
            return false;
        };
        let from = position.0;
        let to = match action {
            _ if is_player => return false,
            Action::Wait => None,
            Action::Step(way) | Action::Run(way) => Some(from + way.delta()),
            _ => return false,
        };
        if to.is_some_and(|to| self.occupancy.at(to).is_some() || !self.map.is_walkable(to)) {
            return false;
        }
        actor.due = due_after(&actor, action, tick);
        match to {
            Some(to) => self.walk(entity, to, matches!(action, Action::Run(_)), tick),
            None => {
                self.events.write(GameEvent {
                    actor: entity,
                    at: from,
                    what: Happening::Waited,
                });
            }
        }
        true
    }

    fn walk(&mut self, entity: Entity, to: IVec2, run: bool, tick: u64) {
        let Ok((_, mut position, conduct, side, _)) = self.walkers.get_mut(entity) else {
            return;
        };
        let from = std::mem::replace(&mut position.0, to);
        if let Some(mut conduct) = conduct {
            conduct.heading = Direction::from_delta(to - from);
            if run {
                conduct.conspicuous_until = conspicuous_until(tick);
            }
        }
        self.occupancy.place(entity, to);
        let loudness = if run { loudness::RUN } else { loudness::STEP };
        self.noises.make(to, loudness, side.copied());
        self.events.write(GameEvent {
            actor: entity,
            at: to,
            what: Happening::Stepped { from },
        });
    }
}

/// The tick at which an actor is due again that does this now.
fn due_after(actor: &Actor, action: Action, tick: u64) -> u64 {
    tick + (actor.delay() * action.percent_of_time() / 100).max(1)
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
        actor.due = due_after(&actor, action, tick);
    }
    match judgement {
        Ok(Effect::Walk { to, run }) => {
            if let Ok(mut walking) = walking.get_mut(world) {
                walking.walk(entity, to, run, tick);
            }
            find(world, entity, to);
        }
        Ok(Effect::Strike { target, at }) => {
            be_conspicuous(world, entity, tick);
            make_noise(world, entity, from, loudness::FIGHT);
            combat::strike(world, entity, actor.id, target, at);
        }
        Ok(Effect::Shoot { target, at }) => {
            be_conspicuous(world, entity, tick);
            make_noise(world, entity, from, loudness::FIGHT);
            combat::shoot(world, entity, actor.id, target, at);
        }
        Ok(Effect::Open { door }) => turn_door(world, entity, door, Happening::OpenedDoor),
        Ok(Effect::Close { door }) => turn_door(world, entity, door, Happening::ClosedDoor),
        Ok(Effect::Cry(loudness)) => {
            be_conspicuous(world, entity, tick);
            world.resource_mut::<Noises>().make(from, loudness, None);
            tell(world, entity, from, Happening::Cried);
        }
        Ok(Effect::TakeStairs) => stairs::take(world, entity),
        Ok(Effect::Nothing) => tell(world, entity, from, Happening::Waited),
        Err(_) => {}
    }
}

/// Tells the player what lies on the cell it has come to.
fn find(world: &mut World, entity: Entity, at: IVec2) {
    if world.get::<Player>(entity).is_none() {
        return;
    }
    let found = world
        .query::<(&Position, &ObjectKind)>()
        .iter(world)
        .filter(|(position, _)| position.0 == at)
        .map(|(_, &kind)| kind)
        .max_by_key(|kind| kind.0);
    if let Some(kind) = found {
        tell(world, entity, at, Happening::Found(kind));
    }
}

/// Opens a closed door, closes an open one.
fn turn_door(world: &mut World, entity: Entity, door: IVec2, what: Happening) {
    let mut map = world.resource_mut::<TileMap>();
    let tile = map.tile(door);
    if let Some(turned) = tile.opens_to().or(tile.closes_to()) {
        map.set(door, turned);
    }
    make_noise(world, entity, door, loudness::DOOR);
    tell(world, entity, door, what);
}

fn be_conspicuous(world: &mut World, entity: Entity, tick: u64) {
    if let Some(mut conduct) = world.get_mut::<Conduct>(entity) {
        conduct.conspicuous_until = conspicuous_until(tick);
    }
}

fn conspicuous_until(tick: u64) -> u64 {
    tick + TICKS_PER_TURN + 1
}

/// Makes a noise that enemies of `entity` may hear.
fn make_noise(world: &mut World, entity: Entity, at: IVec2, loudness: u32) {
    let side = world.get::<Faction>(entity).copied();
    world.resource_mut::<Noises>().make(at, loudness, side);
}

pub(super) fn tell(world: &mut World, actor: Entity, at: IVec2, what: Happening) {
    world.write_message(GameEvent { actor, at, what });
}
