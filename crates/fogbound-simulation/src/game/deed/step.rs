//! Walking one cell.

use bevy::prelude::*;

use super::arrive::come_to;
use super::kinds::{Deed, Doer};
use super::walking::{judge_step, walk};
use crate::game::being::{Action, ActionKind, Aim, Obstacle};

/// Walking one cell.
pub(super) struct Step;

impl Deed for Step {
    fn kind(&self) -> ActionKind {
        Action::STEP
    }

    fn judge(
        &self,
        world: &World,
        actor: Entity,
        from: IVec2,
        aim: Aim,
    ) -> Result<Action, Obstacle> {
        let way = aim.way().ok_or(Obstacle::Terrain)?;
        judge_step(world, actor, from, way, Action::step(way))
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        walk(world, doer, aim.cell(doer.at), false);
        come_to(world, doer.entity, aim.cell(doer.at));
    }
}
