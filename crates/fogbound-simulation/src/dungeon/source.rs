//! Where a game's levels come from.

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

/// Where a game gets its levels: a dungeon, a builder, or one map that somebody drew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelSource {
    /// Levels are built, each anew, and there is no last one.
    Built {
        /// The way they are built.
        builder: Builder,
        /// Columns and rows of each.
        size: UVec2,
    },
    /// Levels of a dungeon that has a first and a last one.
    Dungeon(Dungeon),
    /// Every level is this one.
    Drawn(Box<Level>),
}

/// A dungeon from its first level to its last, on which lies what the player has come for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dungeon {
    /// What builds every level; none: whatever builds it by the plan of its depth.
    pub builder: Option<Builder>,
    /// Columns and rows of each; none: as usual.
    pub size: Option<UVec2>,
    /// What levels are made from.
    pub stock: Stock,
}

impl Dungeon {
    /// How many levels it has.
    pub fn depth(&self) -> u32 {
        self.stock.depths().count()
    }

    /// What the level of this depth is like, 0 being the first.
    pub fn plan(&self, depth: u32) -> Option<&DepthPlan> {
        self.stock.depths().get(depth)
    }

    /// Columns and rows of each level.
    pub fn size(&self) -> UVec2 {
        self.size.unwrap_or(DungeonSpec::DEFAULT_SIZE)
    }

    /// The level for this seed and depth, 0 being the first.
    ///
    /// # Errors
    ///
    /// If the builder cannot build a level of the size.
    pub fn level(&self, seed: u64, depth: u32) -> Result<Level, DungeonError> {
        self.watch(seed, depth, &mut |_, _| {})
    }

    /// The same, shown to `watch` after each step with the step's name.
    ///
    /// # Errors
    ///
    /// As of [`level`](Self::level).
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
    /// A map that is drawn in characters; every level is this one. `source_name` is for messages only.
    ///
    /// # Errors
    ///
    /// If the text is no map, or has neither `@` nor `<` to begin on.
    pub fn drawn(source_name: &str, text: &str) -> Result<Self, MapError> {
        Self::drawn_with(source_name, text, TileSet::default())
    }

    /// The same by the glyphs of these tiles.
    ///
    /// # Errors
    ///
    /// As of [`drawn`](Self::drawn).
    pub fn drawn_with(source_name: &str, text: &str, tiles: TileSet) -> Result<Self, MapError> {
        let level = Level::from_ascii(AsciiMap::parse_with(source_name, text, tiles)?)?;
        Ok(Self::Drawn(Box::new(level)))
    }

    /// The tiles that its levels are made of.
    pub fn tiles(&self) -> TileSet {
        match self {
            Self::Built { .. } => TileSet::default(),
            Self::Dungeon(dungeon) => dungeon.stock.tiles(),
            Self::Drawn(level) => level.map.tile_set(),
        }
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
