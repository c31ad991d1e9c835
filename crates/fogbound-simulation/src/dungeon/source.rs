//! The source of a game's levels.

use bevy::math::UVec2;

use super::build::{build, build_on};
use super::builder::Builder;
use super::carve::Canvas;
use super::depths::DepthPlan;
use super::level::Level;
use super::random;
use super::site::{Chances, Site};
use super::spec::{DungeonError, DungeonSpec};
use super::stock::Stock;
use crate::map::{AsciiMap, MapError, TileSet};

/// The source of a game's levels: a dungeon, a builder, or a map file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelSource {
    /// An endless sequence of levels, all built by the same builder.
    Built {
        /// The builder.
        builder: Builder,
        /// The size of each level, in columns and rows.
        size: UVec2,
    },
    /// A dungeon with a first and a last level.
    Dungeon(Dungeon),
    /// A single level, used at every depth.
    Drawn(Box<Level>),
}

/// A dungeon with a fixed number of levels. The last level holds the goal of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dungeon {
    /// The builder for all levels, or `None` to use the builders in each level's plan.
    pub builder: Option<Builder>,
    /// The size of each level in columns and rows, or `None` to use the size in each level's plan.
    pub size: Option<UVec2>,
    /// The tiles, vaults and level plans from which levels are built.
    pub stock: Stock,
}

impl Dungeon {
    pub fn depth(&self) -> u32 {
        self.stock.depths().count()
    }

    /// Returns the plan for a depth, where 0 is the first level.
    pub fn plan(&self, depth: u32) -> Option<&DepthPlan> {
        self.stock.depths().get(depth)
    }

    /// Returns the size of the level at a depth, where 0 is the first level, in columns and rows.
    pub fn size_at(&self, depth: u32) -> UVec2 {
        let planned = || self.plan(depth)?.size;
        self.size
            .or_else(planned)
            .unwrap_or(DungeonSpec::DEFAULT_SIZE)
    }

    /// Builds the level for a seed and a depth, where 0 is the first level.
    ///
    /// # Errors
    ///
    /// Returns an error if the builder cannot build a level of this size.
    pub fn level(&self, seed: u64, depth: u32) -> Result<Level, DungeonError> {
        self.watch(seed, depth, &mut |_, _| {})
    }

    /// Builds a level as [`level`](Self::level) does, and calls `watch` with the name of each step after the step has
    /// run.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`level`](Self::level).
    pub fn watch(
        &self,
        seed: u64,
        depth: u32,
        watch: &mut dyn FnMut(&str, &Canvas),
    ) -> Result<Level, DungeonError> {
        let plan = self.plan(depth);
        let builders = plan.map_or(&[][..], |plan| &plan.builders);
        let mut dice = random::stream(seed, "builder", depth.into());
        let weights = builders.iter().map(|(_, weight)| *weight);
        let chosen = random::weighted(weights, &mut dice).map(|chosen| builders[chosen].0);
        let spec = DungeonSpec {
            builder: self.builder.or(chosen).unwrap_or_default(),
            size: self.size_at(depth),
            seed,
            depth,
        };
        let site = Site {
            depth,
            is_last: depth + 1 == self.depth(),
            has_way_up: true,
            vaults: self.stock.vaults().clone(),
            rock: self.stock.rock(),
            odds: plan.map_or_else(|| Chances::at(depth), |plan| plan.odds),
            holds: plan.map_or_else(Vec::new, |plan| plan.holds.clone()),
        };
        build_on(&spec, site, watch)
    }
}

impl LevelSource {
    /// Creates a source that uses the ASCII map `text` for every level. `source_name` is used only in messages.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a valid map, or if the map has neither `@` nor `<` to mark the start.
    pub fn drawn(source_name: &str, text: &str) -> Result<Self, MapError> {
        Self::drawn_with(source_name, text, TileSet::default())
    }

    /// Creates a source as [`drawn`](Self::drawn) does, but with the glyphs of `tiles`.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`drawn`](Self::drawn).
    pub fn drawn_with(source_name: &str, text: &str, tiles: TileSet) -> Result<Self, MapError> {
        let level = Level::from_ascii(AsciiMap::parse_with(source_name, text, tiles)?)?;
        Ok(Self::Drawn(Box::new(level)))
    }

    pub fn tiles(&self) -> TileSet {
        match self {
            Self::Built { .. } => TileSet::default(),
            Self::Dungeon(dungeon) => dungeon.stock.tiles(),
            Self::Drawn(level) => level.map.tile_set(),
        }
    }

    /// Builds the level for a seed and a depth, where 0 is the first level.
    ///
    /// # Errors
    ///
    /// Returns an error if the builder cannot build a level of this size. With the built-in builders, this does not
    /// happen for a size that has passed [`Builder::check_size`].
    pub fn level(&self, seed: u64, depth: u32) -> Result<Level, DungeonError> {
        match self {
            &Self::Built { builder, size } => build(&DungeonSpec {
                builder,
                size,
                seed,
                depth,
            }),
            Self::Dungeon(dungeon) => dungeon.level(seed, depth),
            Self::Drawn(level) => Ok(Level::clone(level)),
        }
    }
}

impl Default for LevelSource {
    fn default() -> Self {
        Self::Dungeon(Dungeon::default())
    }
}
