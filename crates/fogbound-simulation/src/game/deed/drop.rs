//! Dropping things.

use bevy::prelude::*;

use super::kinds::{AddDeed, Deed, Doer};
use super::pack::{loose, place_of_aim, take_out};
use crate::game::being::{Action, ActionKind, Aim, Did, Inventory, Obstacle, spawn_thing, tell};

impl Action {
    /// The kind of action that [`drop`](Self::drop) creates.
    pub const DROP: ActionKind = ActionKind::new("drop");

    /// Drops a thing from this place of the actor's pack.
    pub const fn drop(place: u8) -> Self {
        Self::new(Self::DROP, Aim::Amount(place as u32))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_deed(Action::DROP, Drop);
}

/// The deed of dropping something from the pack.
struct Drop;

impl Deed for Drop {
    fn judge(&self, world: &World, doer: &Doer, aim: Aim) -> Result<Action, Obstacle> {
        let (place, ..) = loose(world, doer.entity, aim)?;
        Ok(Action::drop(place as u8))
    }

    fn ticks(&self, world: &World, doer: &Doer, _aim: Aim) -> u64 {
        doer.ticks_by_hand(world)
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let place = place_of_aim(aim);
        let piece = place.and_then(|place| take_out(world, doer.entity, place));
        let Some(piece) = piece else {
            return;
        };
        let kind = piece.kind;
        if let Some(mut pack) = world.get_mut::<Inventory>(doer.entity) {
            pack.leave(kind);
        }
        spawn_thing(world, piece, doer.at);
        tell(
            world,
            doer.entity,
            doer.at,
            Did::of(Action::DROP).with(kind),
        );
    }
}
