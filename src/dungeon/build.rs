//! From a description to a level.

use bevy::math::IVec2;

use super::builder::Builder;
use super::carve::Canvas;
use super::level::Level;
use super::spec::{DungeonError, DungeonSpec};
use super::{furnish, lighting, random};
use crate::grid::{BitGrid, Direction};
use crate::map::{Tile, TileMap};

/// Builds the level that `spec` describes: the same one for the same `spec`,
/// on every machine.
///
/// # Errors
///
/// If the size is too small or too large for the builder, see [`Builder::check_size`]; or if the builder, one of
/// a maker's own, leaves no floor, or a part of it that nobody can get to.
pub fn build(spec: &DungeonSpec) -> Result<Level, DungeonError> {
    spec.builder.check_size(spec.size)?;
    let mut rng = random::stream(spec.seed, "level", spec.depth.into());
    let mut canvas = Canvas::new(spec.size);
    (spec.builder.carve)(&mut canvas, &mut rng);
    canvas.enclose();
    furnish::furnish(&mut canvas, &mut rng);
    let builder = spec.builder;
    let mut level = canvas
        .into_level()
        .ok_or(DungeonError::NoFloor { builder })?;
    check_ways(&level, builder)?;
    place_stairs(&mut level, spec.depth);
    let mut rng = random::stream(spec.seed, "light", spec.depth.into());
    lighting::light(&mut level, spec.depth, &mut rng);
    Ok(level)
}

/// Checks that one can stand on the start and go from there to every cell that one could stand on, doors no
/// hindrance, and that there is more than one.
fn check_ways(level: &Level, builder: Builder) -> Result<(), DungeonError> {
    let (map, start) = (&level.map, level.start);
    let reached = within_reach(map, start);
    let mut cells = map.positions().filter(|&cell| map.tile(cell).is_passable());
    if let Some(cell) = cells.find(|&cell| !reached.get(cell)) {
        return Err(DungeonError::OutOfReach {
            builder,
            cell,
            start,
        });
    }
    match level.floor_cells().nth(1) {
        Some(_) => Ok(()),
        None => Err(DungeonError::NoFloor { builder }),
    }
}

/// The cells that can be reached on foot from `start`, opening doors.
fn within_reach(map: &TileMap, start: IVec2) -> BitGrid {
    let mut reached = BitGrid::new(map.size());
    let mut front = Vec::new();
    let mut reach = |cell: IVec2, front: &mut Vec<IVec2>| {
        if map.tile(cell).is_passable() && !reached.get(cell) {
            reached.set(cell, true);
            front.push(cell);
        }
    };
    reach(start, &mut front);
    while let Some(cell) = front.pop() {
        for way in Direction::ALL {
            reach(cell + way.delta(), &mut front);
        }
    }
    reached
}

/// Puts the stairs down on the floor cell that is furthest from the start as the crow flies, and
/// below the top level the stairs up on the start.
fn place_stairs(level: &mut Level, depth: u32) {
    let start = level.start;
    let furthest = level
        .floor_cells()
        .filter(|&cell| cell != start)
        .max_by_key(|&cell| ((cell - start).length_squared(), -cell.y, -cell.x));
    if let Some(cell) = furthest {
        level.map.set(cell, Tile::StairsDown);
    }
    if depth > 0 {
        level.map.set(start, Tile::StairsUp);
    }
}
