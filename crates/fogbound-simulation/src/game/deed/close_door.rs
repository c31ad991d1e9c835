//! Closing an open door. What lies in the doorway is pushed aside; who stands there is not.

use bevy::prelude::*;
use rand::RngExt;

use super::kinds::{Deed, Doer};
use crate::game::being::{
    Action, ActionKind, Actor, ActorId, Aim, Awareness, Clock, Happening, Obstacle, Occupancy,
    Seed, State, are_enemies, decision_rng, lying_at, opens_doors, tell,
};
use crate::game::sense::{believed, knows_of};
use crate::grid::Direction;
use crate::map::{Tile, TileMap};
use crate::vision::{ObjectKind, Position};

/// Closing an open door. What lies in the doorway is pushed aside; who stands there is not.
pub(super) struct CloseDoor;

impl Deed for CloseDoor {
    fn kind(&self) -> ActionKind {
        Action::CLOSE_DOOR
    }

    fn judge(
        &self,
        world: &World,
        actor: Entity,
        from: IVec2,
        aim: Aim,
    ) -> Result<Action, Obstacle> {
        let way = aim.way().ok_or(Obstacle::NoDoor)?;
        let door = from + way.delta();
        let believed = believed(world, actor, door);
        let is_open = world.resource::<TileMap>().tile(door).closes_to().is_some();
        let other = world.resource::<Occupancy>().at(door);
        if !opens_doors(world, actor) || believed.and_then(Tile::closes_to).is_none() {
            return Err(Obstacle::NoDoor);
        }
        match other {
            Some(other) if knows_of(world, actor, other, door) => Err(Obstacle::Actor(other)),
            None if is_open => Ok(Action::close_door(way)),
            _ => Ok(Action::bump(door)),
        }
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        close(world, doer.entity, doer.at, aim.cell(doer.at));
    }
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
    let seed = world.resource::<Seed>().0;
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
            let is_bare = map.tile(cell) == Tile::FLOOR;
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
