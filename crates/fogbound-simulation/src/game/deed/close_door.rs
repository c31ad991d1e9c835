//! Closing open doors.

use bevy::prelude::*;
use rand::RngExt;

use super::hand::by_hand;
use super::kinds::{AddDeed, Deed, Doer};
use super::open_door::LOUDNESS;
use crate::game::being::{
    Action, ActionKind, Actor, ActorId, Aim, Awareness, Did, Obstacle, Occupancy, Seed, Shows,
    State, are_enemies, decision_rng, lying_at, move_thing, tell,
};
use crate::game::mind::opens_doors;
use crate::game::sense::knows_of;
use crate::grid::Direction;
use crate::map::{Tile, TileMap};
use crate::vision::{ObjectKind, Position};

impl Action {
    /// Closes an open door beside the actor: the first one, clockwise from north, in which the actor knows of nobody.
    pub const CLOSE_A_DOOR: Self = Self::new(Self::CLOSE_DOOR, Aim::Here);

    /// The kind of action that [`close_door`](Self::close_door) creates.
    pub const CLOSE_DOOR: ActionKind = ActionKind::new("close a door");

    /// Closes an open door beside the actor.
    pub const fn close_door(way: Direction) -> Self {
        Self::new(Self::CLOSE_DOOR, Aim::Way(way))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_deed(Action::CLOSE_DOOR, CloseDoor);
}

/// The deed of closing an open door. This pushes things in the doorway aside, but not actors.
struct CloseDoor;

impl Deed for CloseDoor {
    fn judge(&self, world: &World, doer: &Doer, aim: Aim) -> Result<Action, Obstacle> {
        let Some(way) = aim.way() else {
            return self.judge_all(world, doer);
        };
        let door = aim.cell(doer.at);
        let (_, closed) = by_hand(
            world,
            doer,
            door,
            (Tile::closes_to, opens_doors),
            Obstacle::Named("no door"),
        )?;
        match world.resource::<Occupancy>().at(door) {
            Some(other) if knows_of(world, doer.entity, other, door) => Err(Obstacle::Actor(other)),
            None if closed.is_some() => Ok(Action::close_door(way)),
            _ => Ok(Action::bump(door)),
        }
    }

    fn ticks(&self, world: &World, doer: &Doer, _aim: Aim) -> u64 {
        doer.ticks_by_hand(world)
    }

    /// Pushes any things in the doorway to the other side of the door or to another walkable cell beside it. At least
    /// one such cell exists: the actor's own.
    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let (entity, door) = (doer.entity, aim.cell(doer.at));
        if let Some(holder) = holder(world, doer, door) {
            let place = world.get::<Position>(holder).map_or(door, |place| place.0);
            let by = Some(holder).filter(|&it| knows_of(world, entity, it, place));
            let held = Did::of(Action::CLOSE_DOOR).outcome("held").to(by);
            tell(
                world,
                entity,
                door,
                held.heard(LOUDNESS).shows(Shows::Place),
            );
            return;
        }
        let lying = lying_at(world, door);
        let mut map = world.resource_mut::<TileMap>();
        let behind = door + (door - doer.at);
        let aside = Direction::ALL
            .map(|way| door + way.delta())
            .into_iter()
            .filter(|&cell| map.is_walkable(cell))
            .min_by_key(|&cell| {
                // Prefer cells other than doorways and stairs.
                let is_bare = map.tile(cell) == Tile::FLOOR;
                (!is_bare, (cell - behind).length_squared())
            });
        if let Some(closed) = map.tile(door).closes_to() {
            map.set(door, closed);
        }
        let pushed = lying.iter().map(|(_, kind)| *kind).max().map(ObjectKind);
        for (thing, _) in lying {
            move_thing(world, thing, aside.unwrap_or(doer.at));
        }
        let closed = Did::of(Action::CLOSE_DOOR).with(pushed).heard(LOUDNESS);
        tell(world, entity, door, closed.shows(Shows::Place));
    }
}

impl CloseDoor {
    /// Judges the doors beside the actor, clockwise from north, until one can be closed.
    fn judge_all(&self, world: &World, doer: &Doer) -> Result<Action, Obstacle> {
        let mut hindrance = Obstacle::Named("no door");
        for way in Direction::ALL {
            match self.judge(world, doer, Aim::Way(way)) {
                Err(Obstacle::Named("no door")) => {}
                Err(obstacle) => hindrance = obstacle,
                possible => return possible,
            }
        }
        Err(hindrance)
    }
}

/// The chance that an enemy beside an open door holds it open, as a percentage.
const HOLDS: i32 = 50;

/// Returns the enemy that holds the door open, if there is one. Only an enemy that is adjacent to the door, is hunting
/// and can open doors tries to hold it. If there are several such enemies, only the one with the lowest ID tries. If
/// enemies could not hold doors, an actor could keep them all out by closing the door again and again.
fn holder(world: &World, doer: &Doer, door: IVec2) -> Option<Entity> {
    let found = Direction::ALL
        .iter()
        .filter_map(|way| world.resource::<Occupancy>().at(door + way.delta()))
        .filter(|&other| are_enemies(world, doer.entity, other) && opens_doors(world, other))
        .filter(|&other| {
            let awareness = world.get::<Awareness>(other);
            awareness.is_some_and(|it| it.state() == State::Hunting)
        })
        .filter_map(|other| Some((world.get::<Actor>(other)?.id, other)));
    let (_, holder): (ActorId, Entity) = found.min()?;
    let mut dice = decision_rng(world.resource::<Seed>().0, "door", doer.id, doer.tick);
    (dice.random_range(0..100) < HOLDS).then_some(holder)
}
