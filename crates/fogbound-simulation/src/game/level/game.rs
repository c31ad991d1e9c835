//! Where the game takes place: from a seed or a map file to a level with its inhabitants.

use bevy::prelude::*;
use rand::Rng;

use super::error::GameError;
use super::light::LightRule;
use super::populate::{as_drawn, at_random, check_letters};
use super::populated::Populated;
use super::tile_file::read_tiles;
use crate::dungeon::random::stream;
use crate::dungeon::{DepthPlan, LevelSource};
use crate::fov::Sight;
use crate::game::being::Things;
use crate::game::bestiary::{Bestiary, MonsterFiles};
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

/// The game that is being played: its seed, where its levels come from and how the player sees.
#[derive(Resource, Clone, Debug)]
pub struct Game {
    setup: GameSetup,
    sight: Sight,
    /// The tiles that all levels are made of, if they have changed since it was set up.
    tiles: Option<TileSet>,
}

impl Game {
    /// Checks that a game can be played with this setup.
    ///
    /// # Errors
    ///
    /// If the first level cannot be built, or is drawn with a letter that names no monster.
    pub fn new(setup: GameSetup) -> Result<Self, GameError> {
        let bestiary = Bestiary::without_minds(&setup.monsters);
        let sight = setup.sight;
        let game = Self {
            setup,
            sight,
            tiles: None,
        };
        game.check_letters(&bestiary)?;
        game.build_level(1, &bestiary, &Things::default())?;
        Ok(game)
    }

    /// Checks the same of a game in which the player does not see as at its beginning any more.
    ///
    /// # Errors
    ///
    /// As of [`new`](Self::new).
    pub fn with_sight(setup: GameSetup, sight: Sight) -> Result<Self, GameError> {
        Ok(Self {
            sight,
            ..Self::new(setup)?
        })
    }

    /// Checks that every letter of a map that somebody drew names a monster of this bestiary, which knows the
    /// minds of an app and so more than [`Game::new`] does.
    ///
    /// # Errors
    ///
    /// If one does not.
    pub fn check_letters(&self, bestiary: &Bestiary) -> Result<(), GameError> {
        match &self.setup.source {
            LevelSource::Drawn(level) => check_letters(level, bestiary),
            LevelSource::Built { .. } | LevelSource::Dungeon(_) => Ok(()),
        }
    }

    /// What it was started with.
    pub fn setup(&self) -> GameSetup {
        self.setup.clone()
    }

    /// The seed of the dungeon that is being played.
    pub fn seed(&self) -> u64 {
        self.setup.seed
    }

    /// How the player sees now.
    pub fn sight(&self) -> Sight {
        self.sight
    }

    /// How the player saw when the game began.
    pub fn first_sight(&self) -> Sight {
        self.setup.sight
    }

    /// Whether there is darkness.
    pub fn light(&self) -> LightRule {
        self.setup.light
    }

    /// What levels are made from.
    pub fn source(&self) -> &LevelSource {
        &self.setup.source
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
        self.tiles.unwrap_or_else(|| self.setup.source.tiles())
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
            self.tiles = Some(tiles);
        }
    }

    /// Those that they are made of since they have changed, if they have.
    pub fn changed_tiles(&self) -> Option<TileSet> {
        self.tiles
    }

    /// Has all its levels be made of these tiles. In a game that is played, [`replace_tiles`](crate::game::replace_tiles)
    /// does it.
    pub fn change_tiles(&mut self, tiles: TileSet) {
        self.tiles = Some(tiles);
    }

    /// What monsters are made from when the game starts.
    pub fn monsters(&self) -> &MonsterFiles {
        &self.setup.monsters
    }

    pub(crate) fn set_sight(&mut self, sight: Sight) {
        self.sight = sight;
    }

    /// The level at this depth, and who and what is on it.
    pub(crate) fn build_level(
        &self,
        depth: u32,
        bestiary: &Bestiary,
        things: &Things,
    ) -> Result<Populated, GameError> {
        let GameSetup { seed, source, .. } = &self.setup;
        let mut level = source.level(*seed, depth - 1).map_err(GameError::from)?;
        if let Some(tiles) = self.tiles {
            level.map.take_set(tiles);
        }
        let ambient = self.setup.light.ambient(&level);
        let populated = match source {
            LevelSource::Built { .. } => at_random(level, *seed, depth, None, bestiary, things),
            LevelSource::Dungeon(dungeon) => {
                let plan = dungeon.plan(depth - 1);
                at_random(level, *seed, depth, plan, bestiary, things)
            }
            LevelSource::Drawn(_) => as_drawn(level, bestiary),
        };
        Ok(Populated {
            ambient,
            ..populated
        })
    }

    /// A game in another dungeon, whose seed follows from this one's.
    pub fn next(&self) -> Self {
        let mut next = self.clone();
        next.setup.seed = next_seed(self.setup.seed);
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

/// The seed of the dungeon after this one. It fits in 32 bits, so that a person can copy it.
fn next_seed(seed: u64) -> u64 {
    u64::from(stream(seed, "next dungeon", 0).next_u32())
}
