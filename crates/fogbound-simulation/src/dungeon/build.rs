//! Building a level from its description.

use super::builder::Builder;
use super::carve::Canvas;
use super::level::Level;
use super::random;
use super::site::{Chances, Site};
use super::spec::{DungeonError, DungeonSpec};
use super::stock::Stock;
use crate::path::{KING, parts};

/// Builds the level described by `spec`, as part of an endless dungeon. The same `spec` produces the same level on
/// every machine.
///
/// # Errors
///
/// Returns an error if the size is too small or too large for the builder (see [`Builder::check_size`]), or if a custom
/// builder leaves no floor or leaves a part of the level unreachable.
pub fn build(spec: &DungeonSpec) -> Result<Level, DungeonError> {
    let stock = Stock::default();
    let site = Site {
        depth: spec.depth,
        is_last: false,
        has_way_up: spec.depth > 0,
        vaults: stock.vaults().clone(),
        rock: stock.rock(),
        odds: Chances::at(spec.depth),
        holds: Vec::new(),
    };
    build_on(spec, site, &mut |_, _| {})
}

/// Builds the level described by `spec` according to the requirements in `site`. Calls `watch` with the name of each
/// step after the step has run.
///
/// # Errors
///
/// Returns the same errors as [`build`].
pub fn build_on(
    spec: &DungeonSpec,
    site: Site,
    watch: &mut dyn FnMut(&str, &Canvas),
) -> Result<Level, DungeonError> {
    let builder = spec.builder;
    builder.check_size(spec.size)?;
    let mut canvas = Canvas::new(spec.size, site);
    for step in builder.steps() {
        let mut rng = random::stream(spec.seed, step.name(), spec.depth.into());
        (step.work)(&mut canvas, &mut rng);
        watch(step.name(), &canvas);
    }
    let level = canvas
        .into_level()
        .ok_or(DungeonError::NoFloor { builder })?;
    check_ways(&level, builder)?;
    Ok(level)
}

/// Checks that the level has at least two walkable cells, and that all walkable cells can be reached from the start.
/// Doors do not count as obstacles.
fn check_ways(level: &Level, builder: Builder) -> Result<(), DungeonError> {
    let (map, start) = (&level.map, level.start);
    let mut parts = parts(map.size(), &KING, |cell| map.tile(cell).is_passable());
    if let Some(part) = parts.find(|part| !part.contains(&start)) {
        return Err(DungeonError::OutOfReach {
            builder,
            cell: part[0],
            start,
        });
    }
    let mut cells = map.positions().filter(|&cell| map.is_walkable(cell));
    match cells.nth(1) {
        Some(_) => Ok(()),
        None => Err(DungeonError::NoFloor { builder }),
    }
}
