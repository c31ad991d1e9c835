//! Words about doors.

use crate::map::Tile;

/// Returns the name of what a tile is, whether it is open or closed.
pub(super) fn door_name(tile: Option<Tile>) -> &'static str {
    let name = tile.map_or("door", Tile::name);
    name.trim_start_matches("open ")
        .trim_start_matches("closed ")
}
