//! Crying out.

use bevy::prelude::*;

use super::blow::be_conspicuous;
use super::kinds::{Deed, Doer};
use crate::game::being::{Action, ActionKind, Aim, Happening, Obstacle, tell};

/// Crying out.
pub(super) struct Cry;

impl Deed for Cry {
    fn kind(&self) -> ActionKind {
        Action::CRY
    }

    fn judge(
        &self,
        _world: &World,
        _actor: Entity,
        _from: IVec2,
        aim: Aim,
    ) -> Result<Action, Obstacle> {
        Ok(Action::new(Action::CRY, aim))
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let Aim::Amount(loudness) = aim else {
            return;
        };
        be_conspicuous(world, doer);
        tell(world, doer.entity, doer.at, Happening::Cried { loudness });
    }
}
