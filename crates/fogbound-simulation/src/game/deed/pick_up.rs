//! Picking things up.

use bevy::prelude::*;

use super::gather::{pick_up, to_pick_up};
use super::kinds::{AddDeed, Deed, Doer};
use crate::game::being::{Action, ActionKind, Aim, Inventory, Obstacle};
use crate::vision::{ObjectKind, Position};

impl Action {
    /// The kind of the [`PICK_UP`](Self::PICK_UP) action.
    pub const PICKING_UP: ActionKind = ActionKind::new("pick up");

    /// Picks up what lies on the actor's cell.
    pub const PICK_UP: Self = Self::new(Self::PICKING_UP, Aim::Here);
}

pub(super) fn plugin(app: &mut App) {
    app.add_deed(Action::PICKING_UP, PickUp);
}

/// The deed of picking up what lies on the actor's cell.
struct PickUp;

impl Deed for PickUp {
    fn judge(&self, world: &World, doer: &Doer, _aim: Aim) -> Result<Action, Obstacle> {
        // The actor feels what lies under its feet.
        let mut all = world.try_query::<(Entity, &Position, &ObjectKind)>();
        let here = all.iter_mut().flat_map(|all| all.iter(world));
        let here = here.filter(|(_, at, _)| at.0 == doer.at);
        let here: Vec<(Entity, u16)> = here.map(|(entity, _, kind)| (entity, kind.0)).collect();
        let has_pack = world.get::<Inventory>(doer.entity).is_some();
        match to_pick_up(world, &here).is_empty() || !has_pack {
            true => Err(Obstacle::Named("nothing here")),
            false => Ok(Action::PICK_UP),
        }
    }

    fn ticks(&self, world: &World, doer: &Doer, _aim: Aim) -> u64 {
        doer.ticks_by_hand(world)
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, _aim: Aim) {
        pick_up(world, doer.entity, doer.at, true, |_| true);
    }
}
