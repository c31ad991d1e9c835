//! Who and what is on a level at first.

use std::sync::Arc;

use bevy::prelude::*;
use rand::seq::SliceRandom;

use super::error::GameError;
use super::populated::Populated;
use crate::dungeon::random::stream;
use crate::dungeon::{DepthPlan, Dweller, Level};
use crate::game::being::Things;
use crate::game::bestiary::{BREATHING_SPACE, Bestiary, populate};

/// One thing for this many cells of floor.
const CELLS_PER_THING: usize = 70;

/// A built level with things, and with monsters of its depth.
pub(crate) fn at_random(
    level: Level,
    seed: u64,
    depth: u32,
    plan: Option<&DepthPlan>,
    bestiary: &Bestiary,
    catalogue: &Things,
) -> Populated {
    let mut dice = stream(seed, "things", depth.into());
    let mut cells: Vec<IVec2> = level.floor_cells().collect();
    let number = cells.len() / CELLS_PER_THING;
    cells.retain(|&cell| cell != level.start);
    cells.shuffle(&mut dice);
    cells.truncate(number);
    let things = cells
        .into_iter()
        .filter_map(|cell| Some((cell, catalogue.choose(&mut dice)?)))
        .collect();
    let mut populated = Populated {
        creatures: populate(&level, bestiary, seed, depth, plan),
        sleepers: Vec::new(),
        map: level.map,
        start: level.start,
        things,
        ambient: None,
    };
    settle_vaults(
        level.dwellers,
        &mut populated,
        depth,
        seed,
        bestiary,
        catalogue,
    );
    populated
}

/// Puts those who belong to vaults where they belong. Nobody else is there.
fn settle_vaults(
    dwellers: Vec<(IVec2, Dweller)>,
    populated: &mut Populated,
    depth: u32,
    seed: u64,
    bestiary: &Bestiary,
    catalogue: &Things,
) {
    let mut dice = stream(seed, "vault dwellers", depth.into());
    for (cell, dweller) in dwellers {
        let is_near = (cell - populated.start).abs().max_element() <= BREATHING_SPACE;
        let (monster, asleep) = match dweller {
            Dweller::Thing(name) => {
                let kind = catalogue.named(&name);
                populated.things.extend(kind.map(|kind| (cell, kind)));
                continue;
            }
            Dweller::Letter(letter) => (bestiary.by_glyph(letter), false),
            Dweller::Monster {
                name: Some(name),
                asleep,
                ..
            } => (bestiary.get(&name), asleep),
            Dweller::Monster {
                name: None,
                deeper,
                asleep,
            } => (bestiary.choose(depth + deeper, &mut dice), asleep),
        };
        // One whose file is broken is left out, and told elsewhere.
        if let Some(monster) = monster.filter(|_| !is_near) {
            populated.creatures.push((cell, Arc::clone(monster)));
            if asleep {
                populated.sleepers.push(cell);
            }
        }
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
        sleepers: Vec::new(),
        map: level.map,
        start: level.start,
        things: Vec::new(),
        ambient: None,
    }
}
