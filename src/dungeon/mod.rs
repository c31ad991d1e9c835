//! Levels: a seed and a builder make one, always the same.
//!
//! [`build`] checks the [`DungeonSpec`], lets its [`Builder`] carve rooms and
//! corridors into solid rock (`bsp`, `rooms`), encloses them in walls
//! (`carve`) and adds what makes sight interesting: doors, windows, pillars,
//! foliage (`furnish`). The [`Level`] that comes out is connected, closed at
//! its border, and empty of creatures: the game places those.
//!
//! All chance comes from [`random::stream`], which is the same on every
//! machine. A game that wants one level after another keeps a [`LevelSource`].

mod bsp;
mod carve;
mod furnish;
mod level;
pub mod random;
mod rooms;
mod source;
mod spec;

pub use level::Level;
pub use source::LevelSource;
pub use spec::{Builder, DungeonError, DungeonSpec, UnknownBuilder};

use carve::Canvas;

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
