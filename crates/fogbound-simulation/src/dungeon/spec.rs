//! Descriptions of levels to build, and errors that occur while building them.

use bevy::math::{IVec2, UVec2};
use thiserror::Error;

use super::builder::Builder;

/// The complete description of a level to build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DungeonSpec {
    /// The builder.
    pub builder: Builder,
    /// The size in columns and rows, including walls.
    pub size: UVec2,
    /// The game's seed.
    pub seed: u64,
    /// The depth of the level, where 0 is the first level.
    pub depth: u32,
}

impl DungeonSpec {
    /// The default size of a level.
    pub const DEFAULT_SIZE: UVec2 = UVec2::new(64, 36);
}

impl Default for DungeonSpec {
    fn default() -> Self {
        Self {
            builder: Builder::default(),
            size: Self::DEFAULT_SIZE,
            seed: 0,
            depth: 0,
        }
    }
}

/// An error that occurs when a level cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DungeonError {
    /// The size is too small for the builder.
    #[error("{}x{} cells are too small for {}", size.x, size.y, accepted(*builder))]
    TooSmall {
        /// The builder.
        builder: Builder,
        /// The requested size.
        size: UVec2,
    },
    /// The size exceeds the maximum size of a level.
    #[error("{}x{} cells are too large for {}", size.x, size.y, accepted(*builder))]
    TooLarge {
        /// The builder.
        builder: Builder,
        /// The requested size.
        size: UVec2,
    },
    /// The builder did not leave enough floor.
    #[error("the {builder} builder left no floor; a level needs at least two floor cells")]
    NoFloor {
        /// The builder.
        builder: Builder,
    },
    /// The builder left a part of the level unreachable.
    #[error(
        "the {builder} builder left the cell {},{} unreachable from the start at {},{}; \
         all floor must be connected",
        cell.x, cell.y, start.x, start.y
    )]
    OutOfReach {
        /// The builder.
        builder: Builder,
        /// An unreachable cell.
        cell: IVec2,
        /// The cell where the player starts.
        start: IVec2,
    },
}

/// Describes a builder and the sizes it accepts, for use in messages.
fn accepted(builder: Builder) -> String {
    let (min, max) = (builder.smallest(), Builder::MAX_SIZE);
    format!(
        "the {builder} builder, which accepts {}x{} to {}x{}",
        min.x, min.y, max.x, max.y
    )
}

impl Builder {
    /// Checks that the builder can build a level of `size` columns and rows.
    ///
    /// # Errors
    ///
    /// Returns an error if the size is below [`Builder::smallest`] or above [`Builder::MAX_SIZE`] in either dimension.
    pub fn check_size(self, size: UVec2) -> Result<(), DungeonError> {
        let builder = self;
        if size.cmplt(self.smallest()).any() {
            Err(DungeonError::TooSmall { builder, size })
        } else if size.cmpgt(Self::MAX_SIZE).any() {
            Err(DungeonError::TooLarge { builder, size })
        } else {
            Ok(())
        }
    }
}
