//! Letting the turn pass.

use bevy::prelude::*;

use super::kinds::{Deed, Doer};
use super::walking::wait;
use crate::game::being::{Action, ActionKind, Aim, Obstacle};

/// Letting the turn pass.
pub(super) struct Wait;

impl Deed for Wait {
    fn kind(&self) -> ActionKind {
        Action::WAITING
    }

    fn judge(
        &self,
        _world: &World,
        _actor: Entity,
        _from: IVec2,
        _aim: Aim,
    ) -> Result<Action, Obstacle> {
        Ok(Action::WAIT)
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, _aim: Aim) {
        wait(world, doer);
    }
}
