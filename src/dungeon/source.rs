//! Where a game's levels come from.

use bevy::math::UVec2;

use super::{Builder, DungeonError, DungeonSpec, Level, build};
use crate::map::{AsciiMap, MapError};

/// Where a game gets its levels: a builder, or one map that somebody drew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelSource {
    /// Levels are built, each anew.
    Built {
        /// The way they are built.
        builder: Builder,
        /// Columns and rows of each.
        size: UVec2,
    },
    /// Every level is this one.
    Drawn(Box<Level>),
}

impl LevelSource {
    /// A map that is drawn in characters; every level is this one. `source_name` is for messages only.
    ///
    /// # Errors
    ///
    /// If the text is no map, or has neither `@` nor `<` to begin on.
    pub fn drawn(source_name: &str, text: &str) -> Result<Self, MapError> {
        let level = Level::from_ascii(AsciiMap::parse(source_name, text)?)?;
        Ok(Self::Drawn(Box::new(level)))
    }

    /// The level for this seed and depth.
    ///
    /// # Errors
    ///
    /// If the builder cannot build a level of the size; one that passed
    /// [`Builder::check_size`] it can.
    pub fn level(&self, seed: u64, depth: u32) -> Result<Level, DungeonError> {
        match self {
            &Self::Built { builder, size } => build(&DungeonSpec {
                builder,
                size,
                seed,
                depth,
            }),
            Self::Drawn(level) => Ok(Level::clone(level)),
        }
    }
}

impl Default for LevelSource {
    fn default() -> Self {
        Self::Built {
            builder: Builder::default(),
            size: DungeonSpec::DEFAULT_SIZE,
        }
    }
}
