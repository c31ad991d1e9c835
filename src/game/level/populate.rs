//! Who and what is on a level at first.

use std::sync::Arc;

use bevy::prelude::*;
use rand::seq::SliceRandom;

use super::error::GameError;
use super::populated::Populated;
use crate::dungeon::Level;
use crate::dungeon::random::stream;
use crate::game::being::Things;
use crate::game::bestiary::{Bestiary, populate};

/// One thing for this many cells of floor.
const CELLS_PER_THING: usize = 70;

/// A built level with things, and with monsters of its depth.
pub(crate) fn at_random(
    level: Level,
    seed: u64,
    depth: u32,
    bestiary: &Bestiary,
    things: &Things,
) -> Populated {
    let mut dice = stream(seed, "things", depth.into());
    let mut cells: Vec<IVec2> = level.floor_cells().collect();
    let number = cells.len() / CELLS_PER_THING;
    cells.retain(|&cell| cell != level.start);
    cells.shuffle(&mut dice);
    cells.truncate(number);
    let things = cells
        .into_iter()
        .filter_map(|cell| Some((cell, things.choose(&mut dice)?)))
        .collect();
    Populated {
        creatures: populate(&level, bestiary, seed, depth),
        map: level.map,
        start: level.start,
        things,
        ambient: None,
    }
}

/// Checks that every letter that somebody drew names a monster.
pub(crate) fn check_letters(level: &Level, bestiary: &Bestiary) -> Result<(), GameError> {
    let is_unknown = |&&(_, glyph): &&(IVec2, char)| bestiary.by_glyph(glyph).is_none();
    match level.creatures.iter().find(is_unknown) {
        None => Ok(()),
        Some(&(cell, glyph)) => Err(match bestiary.broken(glyph) {
            Some(error) => GameError::BrokenCreature {
                glyph,
                cell,
                error: error.clone(),
            },
            None => GameError::UnknownCreature {
                glyph,
                cell,
                known: bestiary.known_glyphs(),
            },
        }),
    }
}

/// A level with the monsters that somebody drew on it. Their letters have been checked; one whose
/// file is broken nevertheless, for its minds are read later, is left out and told elsewhere.
pub(crate) fn as_drawn(level: Level, bestiary: &Bestiary) -> Populated {
    let known =
        |&(cell, glyph): &(IVec2, char)| Some((cell, Arc::clone(bestiary.by_glyph(glyph)?)));
    Populated {
        creatures: level.creatures.iter().filter_map(known).collect(),
        map: level.map,
        start: level.start,
        things: Vec::new(),
        ambient: None,
    }
}
