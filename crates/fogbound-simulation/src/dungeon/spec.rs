//! What can be asked of the builders, and what cannot.

use bevy::math::{IVec2, UVec2};
use thiserror::Error;

use super::builder::Builder;

/// Everything that decides what a built level looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DungeonSpec {
    /// The way it is built.
    pub builder: Builder,
    /// Columns and rows, in cells, walls included.
    pub size: UVec2,
    /// The game's seed.
    pub seed: u64,
    /// Which of the game's levels this is, 0 for the first.
    pub depth: u32,
}

impl DungeonSpec {
    /// The size of a level of which nothing else is said.
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

/// Why a level cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DungeonError {
    /// The builder needs more room.
    #[error("{}x{} cells are too small for {}", size.x, size.y, accepted(*builder))]
    TooSmall {
        /// The builder that was asked.
        builder: Builder,
        /// The size that was asked for.
        size: UVec2,
    },
    /// More than a level can be.
    #[error("{}x{} cells are too large for {}", size.x, size.y, accepted(*builder))]
    TooLarge {
        /// The builder that was asked.
        builder: Builder,
        /// The size that was asked for.
        size: UVec2,
    },
    /// The builder has carved nothing to stand on.
    #[error(
        "the {builder} builder has left no floor to begin on; a level needs at least two cells of it"
    )]
    NoFloor {
        /// The builder that was asked.
        builder: Builder,
    },
    /// The builder has left a part of the level that nobody can get to.
    #[error(
        "the {builder} builder has left the cell {},{} out of reach of the start at {},{}; \
         all floor must be connected",
        cell.x, cell.y, start.x, start.y
    )]
    OutOfReach {
        /// The builder that was asked.
        builder: Builder,
        /// A cell that cannot be reached.
        cell: IVec2,
        /// The cell that it cannot be reached from.
        start: IVec2,
    },
}

/// The builder, and the sizes that it accepts.
fn accepted(builder: Builder) -> String {
    let (min, max) = (builder.smallest(), Builder::MAX_SIZE);
    format!(
        "the {builder} builder; from {}x{} to {}x{} are accepted",
        min.x, min.y, max.x, max.y
    )
}

impl Builder {
    /// Whether the builder can build a level of `size`, columns and rows.
    ///
    /// # Errors
    ///
    /// If a side is shorter than in [`Builder::smallest`] or longer than in [`Builder::MAX_SIZE`].
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
