//! Opening doors.

use bevy::prelude::*;

use super::register::RegisterMind;
use crate::game::being::{Inventory, Player, Things};
use crate::map::Tile;

/// A creature that opens closed doors. For all other creatures, closed doors are walls.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default)]
// Check values contain this path, so it must stay as it was in the games that players have saved.
#[type_path = "fogbound_simulation::game::being::traits"]
pub struct OpensDoors;

pub(super) fn plugin(app: &mut App) {
    app.register_mind::<OpensDoors>();
}

pub(crate) fn has_key(world: &World, actor: Entity, door: Tile) -> bool {
    let Some(key) = door.opens_with() else {
        return true;
    };
    let kind = world.resource::<Things>().named(key);
    let pack = world.get::<Inventory>(actor);
    let mut held = pack.into_iter().flat_map(Inventory::iter);
    held.any(|(_, held)| Some(held.kind) == kind)
}

pub(crate) fn opens_doors(world: &World, actor: Entity) -> bool {
    world.get::<Player>(actor).is_some() || world.get::<OpensDoors>(actor).is_some()
}
