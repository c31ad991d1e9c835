//! Opening a closed door.

use bevy::prelude::*;

use super::kinds::{Deed, Doer};
use crate::game::being::{Action, ActionKind, Aim, Happening, Obstacle, opens_doors, tell};
use crate::game::sense::believed;
use crate::map::{Tile, TileMap};

/// Opening a closed door.
pub(super) struct OpenDoor;

impl Deed for OpenDoor {
    fn kind(&self) -> ActionKind {
        Action::OPEN_DOOR
    }

    fn judge(
        &self,
        world: &World,
        actor: Entity,
        from: IVec2,
        aim: Aim,
    ) -> Result<Action, Obstacle> {
        let way = aim.way().ok_or(Obstacle::NoDoor)?;
        let door = from + way.delta();
        let believed = believed(world, actor, door);
        let is_closed = world.resource::<TileMap>().tile(door).opens_to().is_some();
        if !opens_doors(world, actor) || believed.and_then(Tile::opens_to).is_none() {
            Err(Obstacle::NoDoor)
        } else if is_closed {
            Ok(Action::open_door(way))
        } else {
            Ok(Action::bump(door))
        }
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let door = aim.cell(doer.at);
        let mut map = world.resource_mut::<TileMap>();
        if let Some(open) = map.tile(door).opens_to() {
            map.set(door, open);
        }
        tell(world, doer.entity, door, Happening::OpenedDoor);
    }
}
