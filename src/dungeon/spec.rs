//! What can be asked of the builders, and what cannot.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use bevy::math::UVec2;

use crate::map::{MAX_SIDE, printable};

/// A way of building levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Builder {
    /// Binary space partition: the level is split again and again, each leaf
    /// gets a room, and corridors join the two sides of every split.
    #[default]
    Bsp,
    /// Rooms at random, each joined to the one before it, centre to centre.
    Rooms,
}

impl Builder {
    /// Every builder there is.
    pub const ALL: [Self; 2] = [Self::Bsp, Self::Rooms];

    /// The smallest level of any builder: a room of 3 × 3 and its walls.
    pub const MIN_SIZE: UVec2 = UVec2::new(5, 5);

    /// The largest level of any builder, which is also the largest ASCII map,
    /// so that every level can be written and read back.
    pub const MAX_SIZE: UVec2 = UVec2::new(MAX_SIDE, MAX_SIDE);

    /// The builder's name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bsp => "bsp",
            Self::Rooms => "rooms",
        }
    }

    /// Whether the builder can build a level of `size`, columns and rows.
    ///
    /// # Errors
    ///
    /// If a side is shorter than in [`Builder::MIN_SIZE`] or longer than in
    /// [`Builder::MAX_SIZE`].
    pub fn check_size(self, size: UVec2) -> Result<(), DungeonError> {
        if size.cmplt(Self::MIN_SIZE).any() {
            Err(DungeonError::TooSmall {
                builder: self,
                size,
            })
        } else if size.cmpgt(Self::MAX_SIZE).any() {
            Err(DungeonError::TooLarge {
                builder: self,
                size,
            })
        } else {
            Ok(())
        }
    }
}

impl fmt::Display for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Builder {
    type Err = UnknownBuilder;

    fn from_str(name: &str) -> Result<Self, UnknownBuilder> {
        let builder = Self::ALL.into_iter().find(|it| it.name() == name);
        builder.ok_or_else(|| UnknownBuilder(name.to_owned()))
    }
}

/// A name that no builder has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownBuilder(pub String);

impl fmt::Display for UnknownBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Builder::ALL.map(Builder::name).join(", ");
        write!(
            f,
            "unknown builder `{}`; accepted: {names}",
            printable(&self.0)
        )
    }
}

impl Error for UnknownBuilder {}

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DungeonError {
    /// Not even one room fits.
    TooSmall {
        /// The builder that was asked.
        builder: Builder,
        /// The size that was asked for.
        size: UVec2,
    },
    /// More than a level can be.
    TooLarge {
        /// The builder that was asked.
        builder: Builder,
        /// The size that was asked for.
        size: UVec2,
    },
}

impl fmt::Display for DungeonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (builder, size, trouble) = match self {
            Self::TooSmall { builder, size } => (builder, size, "small"),
            Self::TooLarge { builder, size } => (builder, size, "large"),
        };
        let (min, max) = (Builder::MIN_SIZE, Builder::MAX_SIZE);
        write!(
            f,
            "{}x{} cells are too {trouble} for the {builder} builder; from {}x{} to {}x{} are accepted",
            size.x, size.y, min.x, min.y, max.x, max.y
        )
    }
}

impl Error for DungeonError {}
