//! Shooting at whoever the actor makes out on a cell.

use bevy::prelude::*;

use super::kinds::{Deed, Doer};
use super::shoot_at::can_shoot;
use crate::game::being::{Action, ActionKind, Aim, Obstacle};
use crate::game::sense::made_out;

/// Shooting at whoever the actor makes out on a cell.
pub(super) struct Shoot;

impl Deed for Shoot {
    fn kind(&self) -> ActionKind {
        Action::SHOOT
    }

    fn judge(
        &self,
        world: &World,
        actor: Entity,
        from: IVec2,
        aim: Aim,
    ) -> Result<Action, Obstacle> {
        let target = made_out(world, actor, from, aim.cell(from));
        can_shoot(world, actor, from, target.ok_or(Obstacle::NoTarget)?)
    }

    fn carry_out(&self, _world: &mut World, _doer: &Doer, _aim: Aim) {
        // It turns into a shot at somebody.
    }
}
