//! The places of a level have names, which follow from what the player knows and never change.

mod drawn;
mod figures;
mod hidden;
mod landmarks;
mod stable;

use bevy::prelude::*;
use fogbound::game::{Action, Place, Places};
use fogbound::map::{Tile, TileMap};
use fogbound::vision::MapMemory;

use crate::common::AppExt;

/// Returns the places of the level that the player is on.
fn places(app: &App) -> &Places {
    app.world().resource::<Places>()
}

/// Returns the full names of the places, in the order of naming.
fn names(app: &App) -> Vec<String> {
    places(app).iter().map(Place::full_name).collect()
}

/// Makes the player know the level without having seen all of it, as from a map.
fn tell_all(app: &mut App) {
    let map = app.map().iter();
    let told: Vec<(IVec2, Tile)> = map.map(|(cell, tile)| (cell, tile.apparent())).collect();
    let player = app.player().unwrap();
    let mut memory = app.world_mut().get_mut::<MapMemory>(player).unwrap();
    for (cell, tile) in told {
        memory.tell(cell, tile);
    }
    app.act(Action::WAIT);
}

/// Draws which place each cell belongs to: `a` for the first place, and so on. Openings are `:`, doors `+`, ground without
/// a place is `.`, and everything else is blank.
fn picture(app: &App) -> String {
    let places = places(app);
    let map: &TileMap = app.map();
    let mut rows = vec![String::new(); map.size().y as usize];
    for (cell, tile) in map.iter() {
        let letter = match places.index_at(cell) {
            Some(index) => char::from(b'a' + index as u8),
            None if places.is_opening(cell) => ':',
            None if tile.parts_places() => '+',
            None if tile.is_walkable() => '.',
            None => ' ',
        };
        rows[cell.y as usize].push(letter);
    }
    let rows: Vec<&str> = rows.iter().map(|row| row.trim_end()).collect();
    rows.join("\n")
}
