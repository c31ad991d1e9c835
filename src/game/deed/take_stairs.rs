//! Taking the stairs.

use bevy::prelude::*;

use crate::game::being::{Depth, Leaving};
use crate::map::{Tile, TileMap};

/// The level that the stairs on `cell` lead to, if there are any. No stairs lead up from the first.
pub(crate) fn stairs_lead_to(world: &World, cell: IVec2) -> Option<u32> {
    let depth = world.resource::<Depth>().0;
    match world.resource::<TileMap>().tile(cell) {
        Tile::StairsDown => Some(depth + 1),
        Tile::StairsUp => depth.checked_sub(1).filter(|&above| above > 0),
        _ => None,
    }
}

/// The player goes: the level is changed when all that happens at this moment is done.
pub(crate) fn take_stairs(world: &mut World) {
    world.resource_mut::<Leaving>().0 = true;
}
