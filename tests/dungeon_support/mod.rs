//! What holds of every level, checked the slow and obvious way.

use bevy::math::IVec2;
use fogbound::dungeon::Level;

/// Every cell that can be entered, by opening doors if need be, is reached
/// from the start in straight steps.
pub fn assert_connected(level: &Level, which: &str) {
    let map = &level.map;
    assert!(
        map.is_walkable(level.start),
        "{which}: the start is in the way"
    );
    let mut reached = vec![level.start];
    let mut seen = std::collections::HashSet::from([level.start]);
    while let Some(cell) = reached.pop() {
        for step in [IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y] {
            let next = cell + step;
            if map.tile(next).is_passable() && seen.insert(next) {
                reached.push(next);
            }
        }
    }
    let passable = map.iter().filter(|(_, tile)| tile.is_passable()).count();
    assert_eq!(
        seen.len(),
        passable,
        "{which} is not connected:\n{}",
        level.to_ascii()
    );
}

/// No cell on the border can be entered.
pub fn assert_closed(level: &Level, which: &str) {
    let last = level.map.size().as_ivec2() - IVec2::ONE;
    for (cell, tile) in level.map.iter() {
        let on_border = cell.x == 0 || cell.y == 0 || cell.x == last.x || cell.y == last.y;
        assert!(
            !on_border || !tile.is_passable(),
            "{which} is open at {cell}:\n{}",
            level.to_ascii()
        );
    }
}
