//! From a description to a level.

use super::carve::Canvas;
use super::level::Level;
use super::spec::{Builder, DungeonError, DungeonSpec};
use super::{bsp, furnish, random, rooms};
use crate::map::Tile;

/// Builds the level that `spec` describes: the same one for the same `spec`,
/// on every machine.
///
/// # Errors
///
/// If the size is too small or too large for the builder; see
/// [`Builder::check_size`].
pub fn build(spec: &DungeonSpec) -> Result<Level, DungeonError> {
    spec.builder.check_size(spec.size)?;
    let mut rng = random::stream(spec.seed, "level", spec.depth.into());
    let mut canvas = Canvas::new(spec.size);
    match spec.builder {
        Builder::Bsp => bsp::carve(&mut canvas, &mut rng),
        Builder::Rooms => rooms::carve(&mut canvas, &mut rng),
    }
    canvas.enclose();
    furnish::furnish(&mut canvas, &mut rng);
    let mut level = canvas.into_level();
    place_stairs(&mut level, spec.depth);
    Ok(level)
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
