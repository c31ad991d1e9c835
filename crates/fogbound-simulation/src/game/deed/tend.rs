//! Putting out flames and lighting them again.

use bevy::prelude::*;

use super::door::by_hand;
use super::kinds::{Deed, Doer};
use crate::game::being::{Action, Aim, Happening, Obstacle, tell, tends_flames};
use crate::map::{Tile, TileMap};

/// The deed of putting out or lighting an adjacent brazier or torch.
pub(super) struct Tend;

/// Returns the extinguished form of a burning tile, or the burning form of an extinguished one.
fn tended(tile: Tile) -> Option<Tile> {
    tile.put_out().or_else(|| tile.kindled())
}

impl Deed for Tend {
    fn judge(&self, world: &World, doer: &Doer, aim: Aim) -> Result<Action, Obstacle> {
        let way = aim.way().ok_or(Obstacle::NoFlame)?;
        let flame = aim.cell(doer.at);
        let (known, real) = by_hand(
            world,
            doer,
            flame,
            (tended, tends_flames),
            Obstacle::NoFlame,
        )?;
        Ok(if real == Some(known) {
            Action::tend(way)
        } else {
            Action::bump(flame)
        })
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let flame = aim.cell(doer.at);
        let mut map = world.resource_mut::<TileMap>();
        if let Some(tile) = tended(map.tile(flame)) {
            map.set(flame, tile);
            let burns = tile.flame().is_some();
            tell(world, doer.entity, flame, Happening::Tended { burns });
        }
    }
}
