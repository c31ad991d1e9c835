//! Crying out.

use bevy::prelude::*;

use super::blow::be_conspicuous;
use super::kinds::{Deed, Doer};
use crate::game::being::{Action, Aim, Happening, Obstacle, tell};

/// The deed of crying out.
pub(super) struct Cry;

impl Deed for Cry {
    fn judge(&self, _world: &World, _doer: &Doer, aim: Aim) -> Result<Action, Obstacle> {
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
