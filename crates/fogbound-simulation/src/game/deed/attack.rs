//! Striking whoever the actor makes out beside it.

use bevy::prelude::*;

use super::kinds::{Deed, Doer};
use super::strike::can_strike;
use crate::game::being::{Action, ActionKind, Aim, Obstacle};
use crate::game::sense::{felt_at, made_out};

/// Striking whoever the actor makes out beside it.
pub(super) struct Attack;

impl Deed for Attack {
    fn kind(&self) -> ActionKind {
        Action::ATTACK
    }

    fn judge(
        &self,
        world: &World,
        actor: Entity,
        from: IVec2,
        aim: Aim,
    ) -> Result<Action, Obstacle> {
        let at = from + aim.way().ok_or(Obstacle::NoTarget)?.delta();
        match made_out(world, actor, from, at) {
            Some(target) => can_strike(world, actor, from, target),
            // Somebody was felt there: only a blow tells that it has gone.
            None if felt_at(world, actor) == Some(at) => Ok(Action::bump(at)),
            None => Err(Obstacle::NoTarget),
        }
    }

    fn carry_out(&self, _world: &mut World, _doer: &Doer, _aim: Aim) {
        // It turns into a blow at somebody, or into a bump.
    }
}
