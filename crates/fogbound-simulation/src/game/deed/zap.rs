//! Pointing things at cells.

use bevy::prelude::*;

use super::kinds::{AddDeed, Deed, Doer};
use super::pack::{held, use_up};
use crate::game::being::{Action, ActionKind, Aim, Did, Obstacle, Occasion, tell, trigger_thing};

impl Action {
    /// The kind of action that [`zap`](Self::zap) creates.
    pub const ZAP: ActionKind = ActionKind::new("zap");

    /// Points a thing from this place of the actor's pack at a cell.
    pub const fn zap(place: u8, at: IVec2) -> Self {
        Self::new(Self::ZAP, Aim::Thing { place, at })
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_deed(Action::ZAP, Zap);
}

/// The deed of pointing something at a cell.
struct Zap;

impl Deed for Zap {
    fn judge(&self, world: &World, doer: &Doer, aim: Aim) -> Result<Action, Obstacle> {
        let (place, held, item) = held(world, doer.entity, aim)?;
        if !item.responds_to(Occasion::ZAP) {
            return Err(Obstacle::Named("no use"));
        }
        if item.is_spent(held) {
            return Err(Obstacle::Named("no charges"));
        }
        match aim {
            Aim::Thing { at, .. } if at != doer.at => Ok(Action::zap(place as u8, at)),
            _ => Err(Obstacle::Named("no target")),
        }
    }

    /// Spends a charge, or the thing itself.
    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let Ok((place, held, item)) = held(world, doer.entity, aim) else {
            return;
        };
        let item = item.clone();
        use_up(world, doer.entity, (place, held.kind), &item);
        let to = aim.cell(doer.at);
        doer.face(world, to);
        tell(
            world,
            doer.entity,
            doer.at,
            Did::of(Action::ZAP).with(held.kind),
        );
        trigger_thing(world, (doer.entity, Occasion::ZAP), &item, Some(to));
    }
}
