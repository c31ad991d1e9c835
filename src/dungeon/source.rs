//! Where a game's levels come from.

use bevy::math::UVec2;

use super::{Builder, DungeonError, DungeonSpec, Level, build};

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
