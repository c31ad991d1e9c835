//! Where the game takes place: from a seed or a map file to a level with its inhabitants.

use std::path::Path;

use bevy::prelude::*;
use rand::Rng;
use thiserror::Error;

use super::light::LightRule;
use super::populate::{Populated, as_drawn, at_random};
use crate::dungeon::random::stream;
use crate::dungeon::{DepthPlan, DungeonError, LevelSource, TILES};
use crate::files::{FileError, MAX_RON, read_text};
use crate::fov::Sight;
use crate::game::being::Things;
use crate::game::bestiary::{Bestiary, MonsterError, MonsterFiles};
use crate::map::TileSet;

/// What a game is started with.
#[derive(Clone, Debug, Default)]
pub struct GameSetup {
    /// Decides everything that is left to chance.
    pub seed: u64,
    /// What levels are made from.
    pub source: LevelSource,
    /// How the player sees at first, and how far at most.
    pub sight: Sight,
    /// What monsters are made from.
    pub monsters: MonsterFiles,
    /// Whether there is darkness.
    pub light: LightRule,
}

/// Why a game cannot be started. Displayed it is one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// The builder cannot build what was asked for.
    #[error(transparent)]
    Dungeon(#[from] DungeonError),
    /// The map has a letter that names no creature.
    #[error("{}:{}: '{glyph}' names no creature; known letters are {known}", cell.y + 1, cell.x + 1)]
    UnknownCreature {
        /// The letter.
        glyph: char,
        /// The letter's cell.
        cell: IVec2,
        /// The letters that would do.
        known: String,
    },
    /// The map has a letter of a creature whose file is broken.
    #[error("{}:{}: the file of the creature '{glyph}' is broken: {error}", cell.y + 1, cell.x + 1)]
    BrokenCreature {
        /// The letter.
        glyph: char,
        /// The letter's cell.
        cell: IVec2,
        /// What is wrong with the file.
        error: MonsterError,
    },
}

/// The game that is being played.
#[derive(Resource, Clone, Debug)]
#[non_exhaustive]
pub struct Game {
    /// What it was started with.
    pub setup: GameSetup,
    /// How the player sees now.
    pub sight: Sight,
    /// The tiles that all its levels are made of, if they have changed since it was set up. In a game that is played,
    /// [`replace_tiles`](crate::game::replace_tiles) changes them.
    pub changed_tiles: Option<TileSet>,
}

impl Game {
    /// Checks that a game can be played with this setup.
    ///
    /// # Errors
    ///
    /// If the first level cannot be built, or is drawn with a letter that names no monster.
    pub fn new(setup: GameSetup) -> Result<Self, GameError> {
        let bestiary = Bestiary::without_minds(&setup.monsters);
        let game = Self {
            sight: setup.sight,
            setup,
            changed_tiles: None,
        };
        game.check_letters(&bestiary)?;
        game.build_level(1, &bestiary, &Things::default())?;
        Ok(game)
    }

    /// Checks that every letter of a map that somebody drew names a monster of this bestiary, which knows the
    /// minds of an app and so more than [`Game::new`] does.
    ///
    /// # Errors
    ///
    /// If one does not.
    pub fn check_letters(&self, bestiary: &Bestiary) -> Result<(), GameError> {
        let LevelSource::Drawn(level) = &self.setup.source else {
            return Ok(());
        };
        let is_unknown = |&&(_, glyph): &&(IVec2, char)| bestiary.by_glyph(glyph).is_none();
        let Some(&(cell, glyph)) = level.creatures.iter().find(is_unknown) else {
            return Ok(());
        };
        Err(match bestiary.broken(glyph).cloned() {
            Some(error) => GameError::BrokenCreature { glyph, cell, error },
            None => {
                let known = bestiary.known_glyphs();
                GameError::UnknownCreature { glyph, cell, known }
            }
        })
    }

    /// What the level of this depth, 1 being the first, is like by the plan of the dungeon; none in a game without one.
    pub fn plan(&self, depth: u32) -> Option<&DepthPlan> {
        match &self.setup.source {
            LevelSource::Dungeon(dungeon) => dungeon.plan(depth.checked_sub(1)?),
            _ => None,
        }
    }

    /// The tiles that its levels are made of.
    pub fn tiles(&self) -> TileSet {
        let set_up = || self.setup.source.tiles();
        self.changed_tiles.unwrap_or_else(set_up)
    }

    /// Has it be made from the files of its folder of assets as they are by now, if it has one. What is broken stays as it
    /// was.
    pub fn look_again(&mut self) {
        let monsters = &mut self.setup.monsters;
        // Those that there are too many of are told of where the folder is watched.
        let _ = monsters.look_again();
        if let Some(Ok(tiles)) = monsters.folder().map(read_tiles)
            && tiles != self.tiles()
        {
            self.changed_tiles = Some(tiles);
        }
    }

    /// The level at this depth, and who and what is on it.
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
        let populated = match source {
            LevelSource::Drawn(_) => as_drawn(level, bestiary),
            _ => at_random(level, *seed, depth, self.plan(depth), bestiary, things),
        };
        Ok(Populated {
            ambient,
            ..populated
        })
    }

    /// A game in another dungeon, whose seed follows from this one's. It fits in 32 bits, so that a person can copy it.
    pub fn next(&self) -> Self {
        let mut next = self.clone();
        next.setup.seed = stream(self.setup.seed, "next dungeon", 0).next_u32().into();
        // What a wizard has stretched does not last.
        if let (Some(first), Some(now)) = (self.setup.sight.radius, self.sight.radius) {
            next.sight.radius = Some(now.min(first));
        }
        next
    }

    /// The same game from its beginning, with the sight it began with.
    pub fn again(&self) -> Self {
        let mut same = self.clone();
        same.sight = self.setup.sight;
        same
    }
}

/// The tiles by the file `tiles.ron` of a folder; those that come with the game, if there is none.
///
/// # Errors
///
/// What is wrong with the file, a line each.
pub(crate) fn read_tiles(folder: &Path) -> Result<TileSet, Vec<String>> {
    let file = folder.join(TILES);
    let name = file.display().to_string();
    match read_text(&file, MAX_RON) {
        Ok(text) => TileSet::with(&name, &text)
            .map_err(|errors| errors.iter().map(ToString::to_string).collect()),
        Err(FileError::Missing) => Ok(TileSet::default()),
        Err(error) => Err(vec![format!("{name}: {error}")]),
    }
}
