//! Crying out.

use bevy::prelude::*;

use super::blow::be_conspicuous;
use super::kinds::{AddDeed, Deed, Doer};
use crate::game::being::{Action, ActionKind, Aim, Happening, Obstacle, tell};

impl Action {
    /// The kind of action that [`cry`](Self::cry) creates.
    pub const CRY: ActionKind = ActionKind::new("cry");

    /// Cries out. The cry can be heard up to `cells` cells away.
    pub const fn cry(cells: u32) -> Self {
        Self::new(Self::CRY, Aim::Amount(cells))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_deed(Action::CRY, Cry);
}

/// The deed of crying out.
struct Cry;

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
