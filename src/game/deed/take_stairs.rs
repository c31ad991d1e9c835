//! Taking the stairs.

use bevy::prelude::*;

use super::kinds::{Deed, Doer};
use crate::game::being::{Action, ActionKind, Aim, Depth, Leaving, Obstacle, Player};
use crate::map::{Tile, TileMap};

/// Taking the stairs.
pub(super) struct TakeStairs;

impl Deed for TakeStairs {
    fn kind(&self) -> ActionKind {
        Action::STAIRS
    }

    fn judge(
        &self,
        world: &World,
        actor: Entity,
        from: IVec2,
        _aim: Aim,
    ) -> Result<Action, Obstacle> {
        let can = world.get::<Player>(actor).is_some() && stairs_lead_to(world, from).is_some();
        can.then_some(Action::TAKE_STAIRS).ok_or(Obstacle::NoStairs)
    }

    fn carry_out(&self, world: &mut World, _doer: &Doer, _aim: Aim) {
        // The level is changed when all that happens at this moment is done.
        world.resource_mut::<Leaving>().0 = true;
    }
}

/// The level that the stairs on `cell` lead to, if there are any. No stairs lead up from the first.
pub(crate) fn stairs_lead_to(world: &World, cell: IVec2) -> Option<u32> {
    let depth = world.resource::<Depth>().0;
    match world.resource::<TileMap>().tile(cell) {
        Tile::StairsDown => Some(depth + 1),
        Tile::StairsUp => depth.checked_sub(1).filter(|&above| above > 0),
        _ => None,
    }
}
