//! Setting up games from a seed or a map file.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;
use rand::Rng;
use thiserror::Error;

use super::flasks::place_flasks;
use super::light::LightRule;
use super::populate::{Populated, as_drawn, at_random};
use super::things::place_things;
use crate::dungeon::random::stream;
use crate::dungeon::{DepthPlan, DungeonError, Flooring, FogPlan, LevelSource, TILES};
use crate::files::{MAX_RON, did_you_mean, join, lay_over, layers};
use crate::fov::Sight;
use crate::game::being::{Arrange, Boons, Goals, Numbers, Things};
use crate::game::bestiary::{Bestiary, Monster, MonsterError, MonsterFiles};
use crate::game::saved::Mix;
use crate::map::{Tile, TileSet, legend_lines};
use crate::vision::ObjectKind;

/// The settings of a new game.
#[derive(Clone, Debug, Default)]
pub struct GameSetup {
    /// The seed for all random numbers in the game.
    pub seed: u64,
    /// The source of the game's levels.
    pub source: LevelSource,
    /// The player's initial sight. Its radius is also the maximum radius.
    pub sight: Sight,
    /// The files that define monsters.
    pub monsters: MonsterFiles,
    /// The lighting rule.
    pub light: LightRule,
    /// The numbers of the rules.
    pub numbers: Numbers,
    /// The boons that the player can be offered.
    pub boons: Boons,
    /// What the game is about.
    pub goals: Goals,
}

/// An error that occurs when a game cannot be started. It is displayed as a single line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// The builder cannot build the level.
    #[error(transparent)]
    Dungeon(#[from] DungeonError),
    /// The map has a letter that does not stand for any creature.
    #[error("{}:{}: '{glyph}' names no creature; known letters are {known}", cell.y + 1, cell.x + 1)]
    UnknownCreature {
        /// The letter.
        glyph: char,
        /// The letter's cell.
        cell: IVec2,
        /// The known letters.
        known: String,
    },
    /// The legend of the map has a name that no monster has.
    #[error("{line}:4: unknown monster {name:?}{hint}; expected the name of a monster")]
    UnknownName {
        /// The line, counted from 1.
        line: usize,
        /// The name.
        name: String,
        /// A name that may have been meant.
        hint: String,
    },
    /// The map has the letter of a creature whose file has errors.
    #[error("{}:{}: the file of the creature '{glyph}' is broken: {error}", cell.y + 1, cell.x + 1)]
    BrokenCreature {
        /// The letter.
        glyph: char,
        /// The letter's cell.
        cell: IVec2,
        /// The first error in the file.
        error: MonsterError,
    },
}

/// The current game.
#[derive(Resource, Clone, Debug)]
#[non_exhaustive]
pub struct Game {
    /// The settings with which the game was started.
    pub setup: GameSetup,
    /// The player's current sight.
    pub sight: Sight,
    /// The tile set of all levels, if it has changed since the game was set up. During a game, use
    /// [`replace_tiles`](crate::game::replace_tiles) to change the tiles.
    pub changed_tiles: Option<TileSet>,
    /// The changes that are made before anybody looks around. Impossible ones are left out.
    pub opening: Vec<Arrange>,
}

impl Game {
    /// Creates a game, after checking that it can be played with the given setup.
    ///
    /// # Errors
    ///
    /// Returns an error if the first level cannot be built, or if the level comes from a map file with an unknown
    /// letter.
    pub fn new(setup: GameSetup) -> Result<Self, GameError> {
        let is_drawn =
            matches!(&setup.source, LevelSource::Drawn(level) if !level.creatures.is_empty());
        let bestiary = match is_drawn {
            true => Bestiary::without_minds(&setup.monsters),
            // No letter has to be looked up.
            false => Bestiary::default(),
        };
        Self::with_bestiary(setup, &bestiary)
    }

    /// Creates a game as [`Game::new`] does, if the monsters of the setup have been read already.
    ///
    /// # Errors
    ///
    /// The same as for [`Game::new`].
    pub fn with_bestiary(setup: GameSetup, bestiary: &Bestiary) -> Result<Self, GameError> {
        let game = Self {
            sight: setup.sight,
            setup,
            changed_tiles: None,
            opening: Vec::new(),
        };
        game.check_letters(bestiary)?;
        game.setup.source.level(game.setup.seed, 0)?;
        Ok(game)
    }

    /// Returns the same game with another seed. Whether a level can be built with that seed is not checked; a drawn
    /// level always can.
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.setup.seed = seed;
        self
    }

    /// Checks that every letter in a map file stands for a monster in `bestiary`. An app's bestiary includes the minds,
    /// so this check finds more errors than [`Game::new`].
    ///
    /// # Errors
    ///
    /// Returns an error for the first letter that does not stand for a monster.
    pub fn check_letters(&self, bestiary: &Bestiary) -> Result<(), GameError> {
        let LevelSource::Drawn(level) = &self.setup.source else {
            return Ok(());
        };
        let is_unknown =
            |&&(_, letter): &&(IVec2, char)| bestiary.meant(letter, &level.legend).is_none();
        let Some(&(cell, glyph)) = level.creatures.iter().find(is_unknown) else {
            return Ok(());
        };
        if let Some(name) = level.legend.get(&glyph) {
            let line = level.legend.keys().take_while(|it| **it != glyph).count() + 1;
            let hint = did_you_mean(name, bestiary.iter().map(|it| it.name.as_str()));
            let name = name.clone();
            return Err(GameError::UnknownName { line, name, hint });
        }
        let cell = cell + IVec2::Y * legend_lines(&level.legend) as i32;
        Err(match bestiary.broken(glyph).cloned() {
            Some(error) => GameError::BrokenCreature { glyph, cell, error },
            None => {
                let known = bestiary.known_glyphs();
                GameError::UnknownCreature { glyph, cell, known }
            }
        })
    }

    /// Writes the game's setup into a check value.
    pub(crate) fn write(&self, mix: &mut Mix) {
        let GameSetup { seed, light, .. } = self.setup;
        mix.value(&(seed, self.sight, self.setup.sight, light));
        mix.value(&self.setup.boons.text());
        if let Some(text) = self.setup.goals.text() {
            mix.value(&text);
        }
        match &self.setup.source {
            LevelSource::Drawn(level) => mix.value(&level.to_ascii()),
            built @ LevelSource::Built { .. } => mix.debug(built),
            LevelSource::Dungeon(dungeon) => {
                mix.debug(&(dungeon.builder, dungeon.size));
                mix.value(dungeon.stock.texts());
            }
        }
    }

    /// Returns how many things that wait to be chosen are in the vaults that the plan for the level at a depth holds, where 1
    /// is the first level.
    pub(crate) fn gifts(&self, things: &Things, depth: u32) -> usize {
        let waits = |name: &str| {
            let kind = things.named(name);
            let item = kind.and_then(|kind| things.item(kind));
            item.is_some_and(|it| it.waits)
        };
        let plan = self.plan(depth).filter(|it| !it.holds.is_empty());
        let LevelSource::Dungeon(dungeon) = &self.setup.source else {
            return 0;
        };
        let vaults = dungeon.stock.vaults().iter();
        plan.map_or(0, |plan| {
            let held = vaults.filter(|it| plan.holds.contains(&it.name));
            held.flat_map(|it| it.things())
                .filter(|it| waits(it))
                .count()
        })
    }

    /// Returns the dungeon's plan for the level at a depth, where 1 is the first level. Returns `None` if the game has
    /// no plan.
    pub fn plan(&self, depth: u32) -> Option<&DepthPlan> {
        match &self.setup.source {
            LevelSource::Dungeon(dungeon) => dungeon.plan(depth.checked_sub(1)?),
            _ => None,
        }
    }

    /// Returns the colour of the stone on the level at a depth, where 1 is the first level, if the level has one.
    pub fn hue(&self, depth: u32) -> Option<[u8; 3]> {
        self.plan(depth)?.hue
    }

    /// Returns what bare floor looks like on the level at a depth, where 1 is the first level.
    pub fn flooring(&self, depth: u32) -> Flooring {
        self.plan(depth)
            .map_or_else(Flooring::default, |it| it.floor)
    }

    /// Returns how fog comes to the level at a depth, where 1 is the first level. Returns `None` if none comes.
    pub fn fog(&self, depth: u32) -> Option<FogPlan> {
        if self.setup.light == LightRule::Off {
            return None;
        }
        let plan = match &self.setup.source {
            LevelSource::Dungeon(_) => self.plan(depth)?.fog?,
            _ => {
                let numbers = self.setup.numbers.fog;
                FogPlan {
                    after: numbers.after,
                    rate: numbers.rate,
                }
            }
        };
        Some(plan).filter(|it| it.rate > 0)
    }

    /// Returns the names of the monsters that letters stand for, if the game's map has a legend.
    pub fn legend(&self) -> &BTreeMap<char, String> {
        static NONE: BTreeMap<char, String> = BTreeMap::new();
        match &self.setup.source {
            LevelSource::Drawn(level) => &level.legend,
            _ => &NONE,
        }
    }

    pub fn tiles(&self) -> TileSet {
        let set_up = || self.setup.source.tiles();
        self.changed_tiles.unwrap_or_else(set_up)
    }

    /// Reads the files in the game's assets folders again, if there are any. Files with errors do not change
    /// anything.
    pub fn look_again(&mut self) {
        let monsters = &mut self.setup.monsters;
        // If the folder has too many files, the folder watcher reports that.
        let _ = monsters.look_again();
        if monsters.folders().is_empty() {
            return;
        }
        let (tiles, errors) = read_tiles(monsters.folders());
        if errors.is_empty() && tiles != self.tiles() {
            self.changed_tiles = Some(tiles);
        }
    }

    /// Builds the level at a depth, with its creatures and things.
    pub(crate) fn build_level(
        &self,
        depth: u32,
        bestiary: &Bestiary,
        things: &Things,
    ) -> Result<Populated, GameError> {
        let GameSetup { seed, source, .. } = &self.setup;
        let mut level = source.level(*seed, depth - 1)?;
        if let Some(tiles) = self.changed_tiles {
            level.map.take_set(tiles);
        }
        let ambient = self.setup.light.ambient(&level);
        let plan = self
            .plan(depth)
            .filter(|_| !matches!(source, LevelSource::Drawn(_)));
        let repainted = plan.map_or_else(Vec::new, |it| it.repainted(&level));
        let mut populated = match source {
            LevelSource::Drawn(_) => as_drawn(level, bestiary),
            _ => at_random(level, *seed, depth, self.plan(depth), bestiary, things),
        };
        if !matches!(source, LevelSource::Drawn(_)) && self.setup.light != LightRule::Off {
            place_flasks(&mut populated, (*seed, depth), |it| self.plan(it));
        }
        if !matches!(source, LevelSource::Drawn(_)) {
            place_things(&mut populated, things, (*seed, depth), |it| self.plan(it));
        }
        for (cell, tile) in repainted {
            populated.map.set(cell, tile);
        }
        if !matches!(source, LevelSource::Drawn(_)) {
            self.put_goal(&mut populated, things);
        }
        Ok(Populated {
            ambient,
            ..populated
        })
    }

    /// Puts what the game is about where the beacon lies. If it is not about a tile, nothing lies there.
    fn put_goal(&self, level: &mut Populated, things: &Things) {
        let name = self.setup.goals.tile(things);
        let tile = name.and_then(|name| level.map.tile_set().get(name));
        let tile = tile.filter(|it| it.is_goal()).unwrap_or(Tile::FLOOR);
        let beacons = level.map.iter().filter(|(_, it)| *it == Tile::BEACON);
        for cell in beacons.map(|(cell, _)| cell).collect::<Vec<_>>() {
            level.map.set(cell, tile);
        }
    }

    /// Returns the monsters that live on the level at a depth when a game starts, where 1 is the first level.
    ///
    /// # Errors
    ///
    /// Returns an error if the level cannot be built.
    pub fn monsters_at(
        &self,
        depth: u32,
        bestiary: &Bestiary,
        things: &Things,
    ) -> Result<Vec<Arc<Monster>>, GameError> {
        let level = self.build_level(depth, bestiary, things)?;
        let monsters = level.creatures.into_iter().map(|(_, monster)| monster);
        Ok(monsters.collect())
    }

    /// Returns the things that lie on the level at a depth when a game starts, where 1 is the first level.
    ///
    /// # Errors
    ///
    /// Returns an error if the level cannot be built.
    pub fn things_at(
        &self,
        depth: u32,
        bestiary: &Bestiary,
        things: &Things,
    ) -> Result<Vec<ObjectKind>, GameError> {
        let level = self.build_level(depth, bestiary, things)?;
        Ok(level.things.into_iter().map(|(_, kind)| kind).collect())
    }

    /// Returns a new game in another dungeon. The new seed is derived from the current one, and fits in 32 bits so that
    /// it is easy to copy by hand.
    pub fn next(&self) -> Self {
        let mut next = self.clone();
        next.opening.clear();
        next.setup.seed = stream(self.setup.seed, "next dungeon", 0).next_u32().into();
        // A sight radius that a wizard has increased does not carry over to the new game.
        if let (Some(first), Some(now)) = (self.setup.sight.radius, self.sight.radius) {
            next.sight.radius = Some(now.min(first));
        }
        next
    }

    /// Returns the same game from the beginning, with the initial sight.
    pub fn again(&self) -> Self {
        let mut same = self.clone();
        same.sight = self.setup.sight;
        same
    }
}

/// Reads the tile files in some folders, of which later ones win. Returns the tiles, and one line for each error. A file with
/// errors is left out.
pub(crate) fn read_tiles(folders: &[PathBuf]) -> (TileSet, Vec<String>) {
    let mut errors = Vec::new();
    let found = layers(folders, TILES, MAX_RON, &mut errors);
    let (joined, wrong) = join(&found, None, &lay_over, |file, text| {
        TileSet::with(file, text).map(drop)
    });
    let tiles = joined.map(|it| TileSet::with(&it.path, &it.text));
    errors.extend(wrong);
    let errors = errors.iter().map(ToString::to_string);
    (
        tiles.and_then(Result::ok).unwrap_or_default(),
        errors.collect(),
    )
}
