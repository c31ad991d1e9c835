//! The verb `lay`, which changes the ground.

use bevy::prelude::*;

use super::cells::reached;
use super::words::{required, within};
use crate::game::being::{Area, Incident, Occupancy, Verb};
use crate::map::{Tile, TileMap};

/// Gives cells another tile. Stairs, the goal of the game and the edge of the map stay as they are, and nobody is walled in
/// where it stands.
#[derive(Reflect, Clone, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub struct Lay {
    /// The name of the tile.
    pub tile: String,
    /// The name of the tiles that are replaced, or the last words of their names. If it is empty, all that can be walked on.
    pub over: String,
}

impl Verb for Lay {
    fn act(&self, world: &mut World, incident: &Incident) {
        let cells = reached(world, incident);
        let map = world.resource::<TileMap>();
        let Some(tile) = map.tile_set().get(&self.tile) else {
            return;
        };
        let occupancy = world.resource::<Occupancy>();
        let is_meant = |old: Tile| match self.over.is_empty() {
            true => old.is_walkable(),
            false => old.is_called(&self.over),
        };
        let edge = map.size().as_ivec2() - 1;
        let changes = |cell: &IVec2| {
            let old = map.tile(*cell);
            let is_inside = cell.cmpgt(IVec2::ZERO).all() && cell.cmplt(edge).all();
            let is_kept = old.stairs().is_some() || old.is_goal();
            let has_room = tile.is_walkable() || occupancy.at(*cell).is_none();
            is_inside && !is_kept && has_room && old != tile && is_meant(old)
        };
        let cells: Vec<IVec2> = cells.into_iter().filter(changes).collect();
        let mut map = world.resource_mut::<TileMap>();
        for cell in cells {
            map.set(cell, tile);
        }
    }

    fn check(&self) -> Result<(), String> {
        required("tile", &self.tile, "a tile")
    }

    fn tiles(&self) -> Vec<&str> {
        let over = (!self.over.is_empty()).then_some(&*self.over);
        [&*self.tile].into_iter().chain(over).collect()
    }

    fn words(&self, area: Area) -> Option<String> {
        let (tile, within) = (&self.tile, within(area));
        Some(match self.over.is_empty() {
            true => format!("lays {tile} {within}"),
            false => format!("lays {tile} over any {} {within}", self.over),
        })
    }
}
