//! The place of a fight: a map, or the levels of a dungeon.

use std::collections::BTreeMap;
use std::path::Path;

use bevy::math::IVec2;
use rand::seq::SliceRandom;

use super::sides::Side;
use crate::cli::error::CliError;
use crate::cli::streams::read_map;
use crate::dungeon::random::stream;
use crate::dungeon::{Dungeon, Level};
use crate::game::bestiary::{Monster, place_group};
use crate::map::{AsciiMap, MapError, TileSet};

/// The letters that mark the starting cells of the sides.
const LETTERS: [char; 2] = ['A', 'B'];

/// The map of the arena. It is the same for both sides.
const HALL: &str = "\
###############################
#.............................#
#.AAA........#...#........BBB.#
#.AAA.....................BBB.#
#.AAA.........#.#.........BBB.#
#.AAA.....................BBB.#
#.AAA........#...#........BBB.#
#.............................#
###############################";

/// The place of a fight.
#[derive(Clone, Debug)]
pub(super) enum Ground {
    /// A map, and the starting cells of each side.
    Map {
        name: String,
        level: Box<Level>,
        cells: [Vec<IVec2>; 2],
    },
    /// For each fight, the level of a new dungeon at this depth.
    Levels { dungeon: Box<Dungeon>, depth: u32 },
}

/// A level on which two sides are about to fight.
pub(super) struct Field {
    pub(super) level: Level,
    /// The cells on which the members of each side start. A bot has a single cell: the level's start.
    pub(super) cells: [Vec<IVec2>; 2],
}

impl Ground {
    /// Reads a map with the starting cells of two sides.
    pub(super) fn of_file(
        file: &Path,
        tiles: TileSet,
        sides: &[Side; 2],
    ) -> Result<Self, CliError> {
        Self::of_map(read_map(file, tiles)?, sides)
    }

    pub(super) fn hall(tiles: TileSet, sides: &[Side; 2]) -> Result<Self, CliError> {
        Self::of_map(AsciiMap::parse_with("the hall", HALL, tiles)?, sides)
    }

    fn of_map(drawn: AsciiMap, sides: &[Side; 2]) -> Result<Self, CliError> {
        let name = drawn.source_name.clone();
        let is_other = |it: &&(IVec2, char)| !LETTERS.contains(&it.1);
        if let Some((cell, letter)) = drawn.creatures.iter().find(is_other) {
            return Err(CliError::bad_input(format!(
                "{name}:{}:{}: '{letter}' does not mark a side; accepted: A and B",
                cell.y + 1,
                cell.x + 1
            )));
        }
        let cells = LETTERS.map(|side| {
            let cells = drawn.creatures.iter().filter(|(_, letter)| *letter == side);
            cells.map(|(cell, _)| *cell).collect::<Vec<IVec2>>()
        });
        for ((side, cells), letter) in sides.iter().zip(&cells).zip(LETTERS) {
            if cells.len() < side.count() {
                return Err(CliError::bad_input(format!(
                    "{name}: too few cells marked {letter} for {}; found: {}; accepted: at least {}",
                    side.name(),
                    cells.len(),
                    side.count()
                )));
            }
        }
        let mut level = if sides.iter().any(|it| it.bot().is_some()) {
            // The bot starts on one of its side's cells.
            let start = cells[0].first().copied();
            Level::from_ascii(AsciiMap { start, ..drawn })?
        } else {
            with_a_cell_for_the_player(&drawn)?
        };
        level.creatures.clear();
        let level = Box::new(level);
        Ok(Self::Map { name, level, cells })
    }

    pub(super) fn name(&self) -> String {
        match self {
            Self::Map { name, .. } => name.clone(),
            Self::Levels { depth, .. } => format!("levels for depth {depth}"),
        }
    }

    /// Returns one of the levels, without monsters.
    pub(super) fn any_level(&self) -> Result<Level, CliError> {
        match self {
            Self::Map { level, .. } => Ok(Level::clone(level)),
            Self::Levels { dungeon, depth } => Ok(dungeon.level(0, depth - 1)?),
        }
    }

    pub(super) fn depth(&self) -> u32 {
        match self {
            Self::Map { .. } => 1,
            Self::Levels { depth, .. } => *depth,
        }
    }

    /// Returns the level of the fight with this seed, with the monsters of both sides. The side whose monsters come
    /// first in the order of turns changes from seed to seed.
    pub(super) fn field(&self, seed: u64, sides: &[Side; 2]) -> Result<Field, CliError> {
        let mut field = match self {
            Self::Map { level, cells, .. } => drawn(level, cells, seed),
            Self::Levels { dungeon, depth } => built(dungeon, *depth, seed, sides)?,
        };
        let order = if seed.is_multiple_of(2) {
            [0, 1]
        } else {
            [1, 0]
        };
        for number in order {
            match &sides[number] {
                Side::Bot(_) => {
                    let start = field.cells[number].first();
                    field.level.start = start.copied().unwrap_or(field.level.start);
                }
                Side::Monsters(monsters, _) => {
                    let cells = field.cells[number].iter().copied();
                    for (cell, monster) in cells.zip(monsters) {
                        let letter = letter_of(monster, &mut field.level.legend);
                        field.level.creatures.push((cell, letter));
                    }
                }
            }
        }
        Ok(field)
    }
}

/// Returns the letter for a monster, and notes it in the legend. It is the monster's own, unless another one on the map has it.
fn letter_of(monster: &Monster, legend: &mut BTreeMap<char, String>) -> char {
    let letters = [monster.glyph]
        .into_iter()
        .chain('a'..='z')
        .chain('A'..='Z');
    let is_its = |letter: &char| legend.get(letter).is_none_or(|it| *it == monster.name);
    let letter = letters.into_iter().find(is_its).unwrap_or(monster.glyph);
    legend.insert(letter, monster.name.clone());
    letter
}

/// Returns the map for a seed, with the cells of each side in random order.
fn drawn(level: &Level, cells: &[Vec<IVec2>; 2], seed: u64) -> Field {
    let mut cells = cells.clone();
    for (cells, side) in cells.iter_mut().zip(0..) {
        cells.shuffle(&mut stream(seed, "arena", side));
    }
    Field {
        level: level.clone(),
        cells,
    }
}

/// Returns the level for a seed, without its own inhabitants, and the cells of each side.
fn built(dungeon: &Dungeon, depth: u32, seed: u64, sides: &[Side; 2]) -> Result<Field, CliError> {
    let mut level = dungeon.level(seed, depth - 1)?;
    level.dwellers.clear();
    let mut cells = [const { Vec::new() }; 2];
    for (side, cells) in sides.iter().zip(&mut cells) {
        *cells = match side {
            Side::Bot(_) => vec![level.start],
            Side::Monsters(monsters, _) => place_group(&level, monsters.len(), seed),
        };
        if cells.len() < side.count() {
            return Err(CliError::bad_input(format!(
                "{}: too many monsters for a level with seed {seed}; it has room for {}",
                side.name(),
                cells.len()
            )));
        }
    }
    Ok(Field { level, cells })
}

/// Returns a map with a closed cell below it, in which a player waits. Time passes only when the player acts.
fn with_a_cell_for_the_player(drawn: &AsciiMap) -> Result<Level, MapError> {
    let map = AsciiMap {
        start: None,
        creatures: Vec::new(),
        ..drawn.clone()
    };
    let text = format!("{}\n@", map.to_ascii());
    let tiles = drawn.map.tile_set();
    Level::from_ascii(AsciiMap::parse_with(&drawn.source_name, &text, tiles)?)
}
