//! Shooting at somebody who is in view and range when the arrow flies.

use bevy::prelude::*;

use super::blow::{Blow, be_conspicuous};
use super::follow::{follow, meant};
use super::kinds::{Deed, Doer};
use crate::fov::Sight;
use crate::game::being::{Action, ActionKind, Aim, Obstacle, are_enemies, place_of};
use crate::game::mind::Shoots;
use crate::game::sense::{could_see, makes_out_there};
use crate::map::TileMap;

/// Shooting at somebody who is in view and range when the arrow flies.
pub(super) struct ShootAt;

impl Deed for ShootAt {
    fn kind(&self) -> ActionKind {
        Action::SHOOT_AT
    }

    fn judge(
        &self,
        world: &World,
        actor: Entity,
        from: IVec2,
        aim: Aim,
    ) -> Result<Action, Obstacle> {
        let Aim::Whom { who, follows } = aim else {
            return Err(Obstacle::NoTarget);
        };
        let shot = can_shoot(world, actor, from, who);
        shot.or_else(|obstacle| follow(world, actor, from, who, follows).ok_or(obstacle))
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let target = meant(world, aim);
        let bow = world.get::<Shoots>(doer.entity).copied();
        if let (Some((target, at)), Some(bow)) = (target, bow) {
            be_conspicuous(world, doer);
            let blow = Blow {
                accuracy: bow.accuracy,
                damage: bow.damage,
                shot: true,
            };
            blow.land(world, doer, target, at);
        }
    }
}

/// A shot goes where its archer sees, no further than its weapon, and at an enemy who could see the
/// archer: not round a corner, as some algorithms see, nor through a door that was closed just now.
pub(super) fn can_shoot(
    world: &World,
    actor: Entity,
    from: IVec2,
    target: Entity,
) -> Result<Action, Obstacle> {
    let at = place_of(world, target).ok_or(Obstacle::NoTarget)?;
    let in_range = world.get::<Shoots>(actor).is_some_and(|bow| {
        let sight = Sight::default().with_radius(bow.range);
        sight.reaches(at - from)
    });
    let in_view = makes_out_there(world, actor, target, at)
        && could_see(world.resource::<TileMap>(), at, from);
    if in_range && in_view && target != actor && are_enemies(world, actor, target) {
        Ok(Action::shoot_at(target, false))
    } else {
        Err(Obstacle::NoTarget)
    }
}
