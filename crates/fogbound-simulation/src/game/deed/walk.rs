//! Walking one cell, or running: quicker and louder, as long as there is breath.

use bevy::prelude::*;

use super::arrive::come_to;
use super::kinds::{Deed, Doer};
use super::walking::{RUNNING, judge_step, walk};
use crate::game::being::{Action, ActionKind, Aim, Obstacle};

/// Walking one cell, or running.
pub(super) struct Walk {
    pub(super) runs: bool,
}

impl Deed for Walk {
    fn kind(&self) -> ActionKind {
        if self.runs { Action::RUN } else { Action::STEP }
    }

    fn judge(
        &self,
        world: &World,
        actor: Entity,
        from: IVec2,
        aim: Aim,
    ) -> Result<Action, Obstacle> {
        let way = aim.way().ok_or(Obstacle::Terrain)?;
        let action = if self.runs {
            Action::run(way)
        } else {
            Action::step(way)
        };
        judge_step(world, actor, from, way, action)
    }

    fn percent(&self) -> u64 {
        if self.runs { RUNNING } else { 100 }
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        walk(world, doer, aim.cell(doer.at), self.runs);
        come_to(world, doer.entity, aim.cell(doer.at));
    }
}
