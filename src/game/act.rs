//! Resolving intents: the only place where actors change the world.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::{
    Action, Actor, Clock, GameEvent, Happening, Intent, Obstacle, Occupancy, Player,
};
use crate::map::TileMap;
use crate::vision::{ObjectKind, Position};

/// What an action would do to the world as it is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Walk { to: IVec2 },
    Open { door: IVec2 },
    Close { door: IVec2 },
    Nothing,
}

/// Reads the parts of the world that decide whether an action can be done.
#[derive(SystemParam)]
pub(super) struct Referee<'w, 's> {
    map: Res<'w, TileMap>,
    occupancy: Res<'w, Occupancy>,
    objects: Query<'w, 's, &'static Position, (With<ObjectKind>, Without<Actor>)>,
}

impl Referee<'_, '_> {
    /// What `action` would do for an actor standing on `from`, or what stands in its way.
    pub(super) fn judge(&self, from: IVec2, action: Action) -> Result<Effect, Obstacle> {
        match action {
            Action::Wait => Ok(Effect::Nothing),
            Action::Step(direction) => {
                let to = from + direction.delta();
                if let Some(other) = self.occupancy.at(to) {
                    Err(Obstacle::Actor(other))
                } else if self.map.is_walkable(to) {
                    Ok(Effect::Walk { to })
                } else if self.map.tile(to).opens_to().is_some() {
                    Ok(Effect::Open { door: to })
                } else {
                    Err(Obstacle::Terrain)
                }
            }
            Action::CloseDoor(direction) => {
                let door = from + direction.delta();
                let can_close = self.map.tile(door).closes_to().is_some()
                    && self.occupancy.at(door).is_none()
                    && self.objects.iter().all(|position| position.0 != door);
                if can_close {
                    Ok(Effect::Close { door })
                } else {
                    Err(Obstacle::NoDoor)
                }
            }
        }
    }
}

/// Takes the intents of everyone due, in the order of their ids, and carries them out one by one,
/// each checked against the world as the ones before have left it. Who intends nothing waits, or its
/// turn would never pass and the clock stand still; what is intended too early is dropped.
pub(super) fn resolve_intents(world: &mut World) {
    let tick = world.resource::<Clock>().tick;
    let mut due: Vec<(Actor, Entity, Action)> = world
        .query::<(Entity, &Actor, &mut Intent)>()
        .iter_mut(world)
        .filter_map(|(entity, actor, mut intent)| {
            let action = intent.0.take().unwrap_or(Action::Wait);
            (actor.due <= tick).then_some((*actor, entity, action))
        })
        .collect();
    due.sort_unstable_by_key(|(actor, ..)| actor.id);
    for (_, entity, action) in due {
        resolve(world, entity, action, tick);
    }
}

fn resolve(world: &mut World, entity: Entity, action: Action, tick: u64) {
    let Some(&Position(from)) = world.get::<Position>(entity) else {
        return;
    };
    let judgement = judge(world, from, action);
    let is_player = world.get::<Player>(entity).is_some();
    if let Err(obstacle) = judgement {
        tell(world, entity, from, Happening::Hindered(obstacle));
        if is_player {
            return;
        }
    }
    if let Some(mut actor) = world.get_mut::<Actor>(entity) {
        actor.due = tick + actor.delay();
    }
    match judgement {
        Ok(Effect::Walk { to }) => walk(world, entity, from, to),
        Ok(Effect::Open { door }) => {
            let mut map = world.resource_mut::<TileMap>();
            if let Some(open) = map.tile(door).opens_to() {
                map.set(door, open);
            }
            tell(world, entity, door, Happening::OpenedDoor);
        }
        Ok(Effect::Close { door }) => {
            let mut map = world.resource_mut::<TileMap>();
            if let Some(closed) = map.tile(door).closes_to() {
                map.set(door, closed);
            }
            tell(world, entity, door, Happening::ClosedDoor);
        }
        Ok(Effect::Nothing) => tell(world, entity, from, Happening::Waited),
        Err(_) => {}
    }
}

/// [`Referee::judge`] for code that has the whole world in hand.
pub(super) fn judge(world: &mut World, from: IVec2, action: Action) -> Result<Effect, Obstacle> {
    let mut state = bevy::ecs::system::SystemState::<Referee>::new(world);
    match state.get(world) {
        Ok(referee) => referee.judge(from, action),
        // Without a map there is nowhere to go.
        Err(_) => Err(Obstacle::Terrain),
    }
}

fn walk(world: &mut World, entity: Entity, from: IVec2, to: IVec2) {
    if let Some(mut position) = world.get_mut::<Position>(entity) {
        position.0 = to;
    }
    world.resource_mut::<Occupancy>().place(entity, to);
    tell(world, entity, to, Happening::Stepped { from });
    let found = world
        .query::<(&Position, &ObjectKind)>()
        .iter(world)
        .filter(|(position, _)| position.0 == to)
        .map(|(_, &kind)| kind)
        .max_by_key(|kind| kind.0);
    if let Some(kind) = found {
        tell(world, entity, to, Happening::Found(kind));
    }
}

pub(super) fn tell(world: &mut World, actor: Entity, at: IVec2, what: Happening) {
    world.write_message(GameEvent { actor, at, what });
}
