//! Why a game cannot be started.

use bevy::prelude::*;
use thiserror::Error;

use crate::dungeon::DungeonError;
use crate::game::bestiary::MonsterError;

/// Why a game cannot be started. Displayed it is one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// The builder cannot build what was asked for.
    #[error(transparent)]
    Dungeon(#[from] DungeonError),
    /// The map has a letter that names no creature.
    #[error("{}:{}: '{glyph}' names no creature; known letters are {known}", cell.y + 1, cell.x + 1)]
    UnknownCreature {
        /// The letter.
        glyph: char,
        /// The letter's cell.
        cell: IVec2,
        /// The letters that would do.
        known: String,
    },
    /// The map has a letter of a creature whose file is broken.
    #[error("{}:{}: the file of the creature '{glyph}' is broken: {error}", cell.y + 1, cell.x + 1)]
    BrokenCreature {
        /// The letter.
        glyph: char,
        /// The letter's cell.
        cell: IVec2,
        /// What is wrong with the file.
        error: MonsterError,
    },
}
