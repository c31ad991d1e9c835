//! Why a game cannot be started.

use std::fmt;

use bevy::prelude::*;

use crate::dungeon::DungeonError;

/// Why a game cannot be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameError {
    /// The builder cannot build what was asked for.
    Dungeon(DungeonError),
    /// The map has a letter that names no creature.
    UnknownCreature {
        /// The letter.
        glyph: char,
        /// The letter's cell.
        cell: IVec2,
        /// The letters that would do.
        known: String,
    },
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dungeon(error) => error.fmt(f),
            Self::UnknownCreature { glyph, cell, known } => write!(
                f,
                "{}:{}: '{glyph}' names no creature; known letters are {known}",
                cell.y + 1,
                cell.x + 1,
            ),
        }
    }
}

impl std::error::Error for GameError {}
