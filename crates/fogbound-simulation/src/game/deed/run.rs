//! Running one cell: quicker and louder than walking, as long as there is breath.

use bevy::prelude::*;

use super::arrive::come_to;
use super::kinds::{Deed, Doer};
use super::walking::{RUNNING, judge_step, walk};
use crate::game::being::{Action, ActionKind, Aim, Obstacle};

/// Running one cell: quicker and louder than walking, as long as there is breath.
pub(super) struct Run;

impl Deed for Run {
    fn kind(&self) -> ActionKind {
        Action::RUN
    }

    fn judge(
        &self,
        world: &World,
        actor: Entity,
        from: IVec2,
        aim: Aim,
    ) -> Result<Action, Obstacle> {
        let way = aim.way().ok_or(Obstacle::Terrain)?;
        judge_step(world, actor, from, way, Action::run(way))
    }

    fn percent(&self) -> u64 {
        RUNNING
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        walk(world, doer, aim.cell(doer.at), true);
        come_to(world, doer.entity, aim.cell(doer.at));
    }
}
