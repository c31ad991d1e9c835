//! Striking somebody who is within reach when the blow falls.

use bevy::prelude::*;

use super::blow::{Blow, be_conspicuous};
use super::follow::{follow, meant};
use super::kinds::{Deed, Doer};
use crate::game::being::{Action, ActionKind, Aim, Melee, Obstacle, place_of};
use crate::game::sense::is_unknown_to_player;
use crate::grid::Direction;

/// Striking somebody who is within reach when the blow falls.
pub(super) struct Strike;

impl Deed for Strike {
    fn kind(&self) -> ActionKind {
        Action::STRIKE
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
        if is_unknown_to_player(world, actor, who) {
            return Err(Obstacle::NoTarget);
        }
        let blow = can_strike(world, actor, from, who);
        blow.or_else(|obstacle| follow(world, actor, from, who, follows).ok_or(obstacle))
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let target = meant(world, aim);
        let arms = world.get::<Melee>(doer.entity).copied();
        if let (Some((target, at)), Some(Melee { accuracy, damage })) = (target, arms) {
            be_conspicuous(world, doer);
            let blow = Blow {
                accuracy,
                damage,
                shot: false,
            };
            blow.land(world, doer, target, at);
        }
    }
}

/// A blow reaches the neighbouring cells.
pub(super) fn can_strike(
    world: &World,
    actor: Entity,
    from: IVec2,
    target: Entity,
) -> Result<Action, Obstacle> {
    let at = place_of(world, target).ok_or(Obstacle::NoTarget)?;
    let is_beside = Direction::from_delta(at - from).is_some();
    if is_beside && world.get::<Melee>(actor).is_some() {
        Ok(Action::strike(target, false))
    } else {
        Err(Obstacle::NoTarget)
    }
}
