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

/// The source of a game's levels: a dungeon, a builder, or a drawn map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelSource {
    /// Every level is built by the same builder, and there is no last one.
    Built {
        /// The builder.
        builder: Builder,
        /// The columns and rows of each level.
        size: UVec2,
    },
    /// A dungeon with a first and a last level.
    Dungeon(Dungeon),
    /// Every level is this one.
    Drawn(Box<Level>),
}

/// A dungeon from its first level to its last, which holds the goal of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dungeon {
    /// The builder of every level. With `None`, each depth's plan chooses.
    pub builder: Option<Builder>,
    /// The columns and rows of each level. With `None`, the default size.
    pub size: Option<UVec2>,
    /// The tiles, vaults and depths that levels are made from.
    pub stock: Stock,
}

impl Dungeon {
    /// Returns the number of levels.
    pub fn depth(&self) -> u32 {
        self.stock.depths().count()
    }

    /// Returns the plan for a depth, counted from 0.
    pub fn plan(&self, depth: u32) -> Option<&DepthPlan> {
        self.stock.depths().get(depth)
    }

    /// Returns the columns and rows of each level.
    pub fn size(&self) -> UVec2 {
        self.size.unwrap_or(DungeonSpec::DEFAULT_SIZE)
    }

    /// Builds the level for this seed and depth, counted from 0.
    ///
    /// # Errors
    ///
    /// Returns an error if the builder cannot build a level of this size.
    pub fn level(&self, seed: u64, depth: u32) -> Result<Level, DungeonError> {
        self.watch(seed, depth, &mut |_, _| {})
    }

    /// Builds a level like [`level`](Self::level). Calls `watch` after each step with the step's name.
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
            size: self.size(),
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
        };
        build_on(&spec, site, watch)
    }
}

impl LevelSource {
    /// Creates a source whose every level is the map drawn in `text`. `source_name` is only used in messages.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a map, or has neither `@` nor `<` as a start.
    pub fn drawn(source_name: &str, text: &str) -> Result<Self, MapError> {
        Self::drawn_with(source_name, text, TileSet::default())
    }

    /// Creates a source like [`drawn`](Self::drawn), with the glyphs of `tiles`.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`drawn`](Self::drawn).
    pub fn drawn_with(source_name: &str, text: &str, tiles: TileSet) -> Result<Self, MapError> {
        let level = Level::from_ascii(AsciiMap::parse_with(source_name, text, tiles)?)?;
        Ok(Self::Drawn(Box::new(level)))
    }

    /// Returns the set of tiles its levels are made of.
    pub fn tiles(&self) -> TileSet {
        match self {
            Self::Built { .. } => TileSet::default(),
            Self::Dungeon(dungeon) => dungeon.stock.tiles(),
            Self::Drawn(level) => level.map.tile_set(),
        }
    }

    /// Builds the level for this seed and depth.
    ///
    /// # Errors
    ///
    /// Returns an error if the builder cannot build a level of this size. It can if the size passed
    /// [`Builder::check_size`].
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
