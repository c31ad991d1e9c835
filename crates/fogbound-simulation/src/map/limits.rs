//! The limits of maps.

use bevy::math::IVec2;

/// The maximum side length of a map, in cells. The limit applies to maps from files and to built levels.
pub const MAX_SIDE: u32 = 4096;

/// The maximum number of letters in an ASCII map. Every creature has its own position, view and memory, so a large map
/// full of creatures would use too much memory.
pub const MAX_CREATURES: usize = 10_000;

/// The character that marks the start in an ASCII map.
pub const START_GLYPH: char = '@';

/// The greatest coordinate of a cell that a command may name, and the least with a minus sign. No map reaches that far,
/// and nothing overflows between such cells.
pub const MAX_COORDINATE: u32 = 2 * MAX_SIDE;

/// Returns whether a command may name a cell, on the map or off it.
pub fn is_near_map(cell: IVec2) -> bool {
    let [x, y] = [cell.x, cell.y].map(i32::unsigned_abs);
    x.max(y) <= MAX_COORDINATE
}

/// Reads a cell that is written as `X,Y`, such as `3,14`.
///
/// # Errors
///
/// If the text is anything else, or if the cell is not [near a map](is_near_map). The error says what is accepted.
pub fn read_cell(text: &str) -> Result<IVec2, String> {
    let numbers = text.split_once(',');
    let cell = numbers.and_then(|(x, y)| Some(IVec2::new(x.parse().ok()?, y.parse().ok()?)));
    cell.filter(|it| is_near_map(*it)).ok_or_else(|| {
        format!(
            "invalid cell `{text}`; accepted: X,Y with numbers from -{MAX_COORDINATE} to {MAX_COORDINATE}"
        )
    })
}
