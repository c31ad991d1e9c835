//! Invariants that every level must satisfy, checked in a slow but obvious way.

use bevy::math::IVec2;
use fogbound::dungeon::Level;
use fogbound::grid::BitGrid;
use fogbound::map::Tile;

/// Asserts that every passable cell, including closed doors, can be reached from the start without diagonal steps.
pub fn assert_connected(level: &Level, which: &str) {
    let map = &level.map;
    assert!(
        map.is_walkable(level.start),
        "{which}: the start is not walkable"
    );
    let mut reached = vec![level.start];
    let mut seen = BitGrid::new(map.size());
    seen.set(level.start, true);
    while let Some(cell) = reached.pop() {
        for step in [IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y] {
            let next = cell + step;
            if map.tile(next).is_passable() && !seen.contains(next) {
                seen.set(next, true);
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

/// Asserts that no cell on the border can be entered.
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

/// Asserts that every door has passable cells on two opposite sides.
pub fn assert_doors_join_something(level: &Level, which: &str) {
    let map = &level.map;
    let is_door = |tile: Tile| tile.opens_to().is_some() || tile.closes_to().is_some();
    for (cell, _) in map.iter().filter(|(_, tile)| is_door(*tile)) {
        let joins = |step: IVec2| {
            map.tile(cell + step).is_passable() && map.tile(cell - step).is_passable()
        };
        assert!(
            joins(IVec2::X) || joins(IVec2::Y),
            "{which}: the door at {cell} joins nothing:\n{}",
            level.to_ascii()
        );
    }
}
