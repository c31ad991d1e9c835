//! What an action would do: the rules of what can be done.
//!
//! What the actor may know decides what is refused, and a refusal takes no time of the player's. What the
//! actor cannot know, it finds out by trying: that takes a turn, and the actor knows from then on.

use bevy::prelude::*;

use super::take_stairs::stairs_lead_to;
use crate::fov::Sight;
use crate::game::being::{
    Action, Melee, Obstacle, Occupancy, Player, Senses, are_enemies, opens_doors, place_of,
};
use crate::game::mind::Shoots;
use crate::game::sense::{
    believed, could_see, felt_at, is_unknown_to_player, knows_no_wall, knows_of, made_out,
    makes_out_there,
};
use crate::grid::Direction;
use crate::map::{Tile, TileMap};
use crate::vision::Position;

/// What an action would do to the world as it is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    Walk {
        to: IVec2,
        run: bool,
    },
    Strike {
        target: Entity,
        at: IVec2,
    },
    Shoot {
        target: Entity,
        at: IVec2,
    },
    Open {
        door: IVec2,
    },
    Close {
        door: IVec2,
    },
    /// It finds out that this cell is not what it took it for, or who stands there.
    Bump {
        at: IVec2,
        into: Option<Entity>,
    },
    Cry(u32),
    TakeStairs,
    Nothing,
}

/// What `action` would do if `actor` did it now, or what stands in its way as far as it knows.
pub(crate) fn judge(world: &World, actor: Entity, action: Action) -> Result<Effect, Obstacle> {
    let Some(&Position(from)) = world.get::<Position>(actor) else {
        return Err(Obstacle::Terrain);
    };
    match action {
        Action::Wait => Ok(Effect::Nothing),
        Action::Cry(loudness) => Ok(Effect::Cry(loudness)),
        Action::Step(way) => step(world, actor, from + way.delta(), false),
        Action::Run(way) => step(world, actor, from + way.delta(), true),
        Action::Attack(way) => {
            let at = from + way.delta();
            match made_out(world, actor, from, at) {
                Some(target) => strike(world, actor, from, target),
                // Somebody was felt there: only a blow tells that it has gone.
                None if felt_at(world, actor) == Some(at) => Ok(Effect::Bump { at, into: None }),
                None => Err(Obstacle::NoTarget),
            }
        }
        Action::Strike { who, .. } if is_unknown_to_player(world, actor, who) => {
            Err(Obstacle::NoTarget)
        }
        Action::Strike { who, follows } => {
            let blow = strike(world, actor, from, who);
            blow.or_else(|obstacle| follow(world, actor, from, who, follows).ok_or(obstacle))
        }
        Action::Shoot(at) => {
            let target = made_out(world, actor, from, at);
            shoot(world, actor, from, target.ok_or(Obstacle::NoTarget)?)
        }
        Action::ShootAt { who, follows } => {
            let shot = shoot(world, actor, from, who);
            shot.or_else(|obstacle| follow(world, actor, from, who, follows).ok_or(obstacle))
        }
        Action::OpenDoor(way) => open(world, actor, from + way.delta()),
        Action::CloseDoor(way) => close(world, actor, from + way.delta()),
        Action::TakeStairs => {
            let can = world.get::<Player>(actor).is_some() && stairs_lead_to(world, from).is_some();
            can.then_some(Effect::TakeStairs).ok_or(Obstacle::NoStairs)
        }
    }
}

fn step(world: &World, actor: Entity, to: IVec2, run: bool) -> Result<Effect, Obstacle> {
    let map = world.resource::<TileMap>();
    if let Some(other) = world.resource::<Occupancy>().at(to) {
        let fights = world.get::<Melee>(actor).is_some() && are_enemies(world, actor, other);
        if !knows_of(world, actor, other, to) {
            Ok(Effect::Bump {
                at: to,
                into: Some(other),
            })
        } else if fights {
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
    } else if map.contains(to) && knows_no_wall(world, actor, to) {
        Ok(Effect::Bump { at: to, into: None })
    } else {
        Err(Obstacle::Terrain)
    }
}

/// A blow reaches the neighbouring cells.
fn strike(world: &World, actor: Entity, from: IVec2, target: Entity) -> Result<Effect, Obstacle> {
    let at = place_of(world, target).ok_or(Obstacle::NoTarget)?;
    let is_beside = Direction::from_delta(at - from).is_some();
    if is_beside && world.get::<Melee>(actor).is_some() {
        Ok(Effect::Strike { target, at })
    } else {
        Err(Obstacle::NoTarget)
    }
}

/// A shot goes where its archer sees, no further than its weapon, and at an enemy who could see the
/// archer: not round a corner, as some algorithms see, nor through a door that was closed just now.
fn shoot(world: &World, actor: Entity, from: IVec2, target: Entity) -> Result<Effect, Obstacle> {
    let at = place_of(world, target).ok_or(Obstacle::NoTarget)?;
    let in_range = world.get::<Shoots>(actor).is_some_and(|bow| {
        let sight = Sight::default().with_radius(bow.range);
        sight.reaches(at - from)
    });
    let in_view = makes_out_there(world, actor, target, at)
        && could_see(world.resource::<TileMap>(), at, from);
    if in_range && in_view && target != actor && are_enemies(world, actor, target) {
        Ok(Effect::Shoot { target, at })
    } else {
        Err(Obstacle::NoTarget)
    }
}

/// A step after somebody who has gone since the actor decided: towards where it is now, if the actor makes
/// that out, else to where it was.
fn follow(world: &World, actor: Entity, from: IVec2, who: Entity, follows: bool) -> Option<Effect> {
    let enemies = &world.get::<Senses>(actor)?.enemies;
    let was_at = enemies.iter().find(|enemy| enemy.who == who)?.at;
    let is_at = place_of(world, who);
    if !follows || is_at == Some(was_at) {
        return None;
    }
    let in_view = is_at.filter(|&at| knows_of(world, actor, who, at));
    let goal = in_view.unwrap_or(was_at);
    let (map, occupancy) = (world.resource::<TileMap>(), world.resource::<Occupancy>());
    let distance = |cell: IVec2| {
        let offset = (goal - cell).abs();
        (offset.max_element(), offset.length_squared())
    };
    let steps = Direction::ALL.map(|way| from + way.delta());
    let to = steps
        .into_iter()
        .filter(|&to| map.is_walkable(to) && occupancy.at(to).is_none())
        .min_by_key(|&to| distance(to))?;
    (distance(to) < distance(from)).then_some(Effect::Walk { to, run: false })
}

/// Opens a door where the actor takes one to be.
fn open(world: &World, actor: Entity, door: IVec2) -> Result<Effect, Obstacle> {
    let believed = believed(world, actor, door);
    let is_closed = world.resource::<TileMap>().tile(door).opens_to().is_some();
    if !opens_doors(world, actor) || believed.and_then(Tile::opens_to).is_none() {
        Err(Obstacle::NoDoor)
    } else if is_closed {
        Ok(Effect::Open { door })
    } else {
        Ok(Effect::Bump {
            at: door,
            into: None,
        })
    }
}

/// Closes a door where the actor takes an open one to be. What lies in the doorway is pushed aside; who
/// stands there is not.
fn close(world: &World, actor: Entity, door: IVec2) -> Result<Effect, Obstacle> {
    let believed = believed(world, actor, door);
    let is_open = world.resource::<TileMap>().tile(door).closes_to().is_some();
    let other = world.resource::<Occupancy>().at(door);
    if !opens_doors(world, actor) || believed.and_then(Tile::closes_to).is_none() {
        return Err(Obstacle::NoDoor);
    }
    match other {
        Some(other) if knows_of(world, actor, other, door) => Err(Obstacle::Actor(other)),
        None if is_open => Ok(Effect::Close { door }),
        into => Ok(Effect::Bump { at: door, into }),
    }
}
