//! Putting out a flame, and lighting it again.

use bevy::prelude::*;

use super::kinds::{Deed, Doer};
use crate::game::being::{Action, ActionKind, Aim, Happening, Obstacle, opens_doors, tell};
use crate::game::sense::believed;
use crate::map::{Tile, TileMap};

/// Putting out a brazier or a torch beside the actor, or lighting it.
pub(super) struct Tend;

/// What becomes of a tile by this.
fn tended(tile: Tile) -> Option<Tile> {
    tile.put_out().or_else(|| tile.kindled())
}

impl Deed for Tend {
    fn kind(&self) -> ActionKind {
        Action::TEND
    }

    fn judge(
        &self,
        world: &World,
        actor: Entity,
        from: IVec2,
        aim: Aim,
    ) -> Result<Action, Obstacle> {
        let way = aim.way().ok_or(Obstacle::NoFlame)?;
        let flame = from + way.delta();
        let believed = believed(world, actor, flame).and_then(tended);
        if !opens_doors(world, actor) || believed.is_none() {
            Err(Obstacle::NoFlame)
        } else if tended(world.resource::<TileMap>().tile(flame)) == believed {
            Ok(Action::tend(way))
        } else {
            Ok(Action::bump(flame))
        }
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
