//! Where the game takes place: from a seed or a map file to a level with its inhabitants.

use std::fmt;

use bevy::prelude::*;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::creatures::{BESTIARY, creature};
use super::player::player;
use super::things::{THINGS, thing};
use super::turn::{find_player, look};
use super::{ActorId, Clock, CreatureKind, Happening, OnLevel, act};
use crate::dungeon::random::stream;
use crate::dungeon::{DungeonError, Level, LevelSource};
use crate::fov::Sight;
use crate::map::TileMap;
use crate::vision::{Moment, ObjectKind};

/// What a game is started with.
#[derive(Clone, Debug, Default)]
pub struct GameSetup {
    /// Decides everything that is left to chance.
    pub seed: u64,
    /// What levels are made from.
    pub source: LevelSource,
    /// How the player sees.
    pub sight: Sight,
}

/// The game that is being played: its seed, where its levels come from and how the player sees.
#[derive(Resource, Clone, Debug)]
pub struct Game {
    setup: GameSetup,
}

/// Why a game cannot be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameError {
    /// The builder cannot build what was asked for.
    Dungeon(DungeonError),
    /// The map has a letter that names no creature.
    UnknownCreature {
        /// The letter.
        glyph: char,
        /// The letter's cell.
        cell: IVec2,
    },
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dungeon(error) => error.fmt(f),
            Self::UnknownCreature { glyph, cell } => write!(
                f,
                "{}:{}: '{glyph}' names no creature; known letters are {}",
                cell.y + 1,
                cell.x + 1,
                CreatureKind::known_glyphs()
            ),
        }
    }
}

impl std::error::Error for GameError {}

/// One creature for this many cells of floor.
const CELLS_PER_CREATURE: usize = 55;
/// One thing for this many cells of floor.
const CELLS_PER_THING: usize = 70;
/// Creatures start at least this far from the player, in steps of a king.
const BREATHING_SPACE: i32 = 4;

impl Game {
    /// Checks that a game can be played with this setup.
    pub fn new(setup: GameSetup) -> Result<Self, GameError> {
        let game = Self { setup };
        game.build_level()?;
        Ok(game)
    }

    /// The seed of the dungeon that is being played.
    pub fn seed(&self) -> u64 {
        self.setup.seed
    }

    /// How the player sees.
    pub fn sight(&self) -> Sight {
        self.setup.sight
    }

    /// What levels are made from.
    pub fn source(&self) -> &LevelSource {
        &self.setup.source
    }

    pub(super) fn set_sight(&mut self, sight: Sight) {
        self.setup.sight = sight;
    }

    /// The level, and who and what is on it.
    fn build_level(&self) -> Result<Populated, GameError> {
        let level = self.setup.source.level(self.setup.seed, 0);
        let level = level.map_err(GameError::Dungeon)?;
        match &self.setup.source {
            LevelSource::Built { .. } => Ok(Populated::at_random(level, self.setup.seed)),
            LevelSource::Drawn(_) => Populated::as_drawn(level),
        }
    }
}

/// A level with its inhabitants, not yet spawned.
struct Populated {
    map: TileMap,
    start: IVec2,
    creatures: Vec<(IVec2, CreatureKind)>,
    things: Vec<(IVec2, ObjectKind)>,
}

impl Populated {
    fn at_random(level: Level, seed: u64) -> Self {
        let mut dice = stream(seed, "population", 0);
        let mut cells: Vec<IVec2> = level.floor_cells().collect();
        let floor = cells.len();
        cells.retain(|&cell| cell != level.start);
        cells.shuffle(&mut dice);
        let far = |cell: &IVec2| (*cell - level.start).abs().max_element() > BREATHING_SPACE;
        let mut free = cells.into_iter();
        let things = free
            .by_ref()
            .take(floor / CELLS_PER_THING)
            .map(|cell| {
                let kind = dice.random_range(0..THINGS.len() as u32);
                (cell, ObjectKind(kind as u16))
            })
            .collect();
        let creatures = free
            .filter(far)
            .take(floor / CELLS_PER_CREATURE)
            .map(|cell| {
                let kind = dice.random_range(0..BESTIARY.len() as u32);
                (cell, BESTIARY[kind as usize])
            })
            .collect();
        Self {
            map: level.map,
            start: level.start,
            creatures,
            things,
        }
    }

    fn as_drawn(level: Level) -> Result<Self, GameError> {
        let creatures = level
            .creatures
            .iter()
            .map(|&(cell, glyph)| match CreatureKind::from_glyph(glyph) {
                Some(kind) => Ok((cell, kind)),
                None => Err(GameError::UnknownCreature { glyph, cell }),
            })
            .collect::<Result<_, _>>()?;
        Ok(Self {
            map: level.map,
            start: level.start,
            creatures,
            things: Vec::new(),
        })
    }

    /// Replaces the level that `world` holds by this one, at tick 0.
    fn enter(self, world: &mut World, sight: Sight) {
        let old: Vec<Entity> = world
            .query_filtered::<Entity, With<OnLevel>>()
            .iter(world)
            .collect();
        for entity in old {
            world.despawn(entity);
        }
        world.insert_resource(self.map);
        world.insert_resource(Clock::default());
        world.insert_resource(Moment::default());
        world.spawn(player(self.start, sight));
        for (cell, kind) in self.things {
            world.spawn(thing(kind, cell));
        }
        for (id, (cell, kind)) in (1..).map(ActorId).zip(self.creatures) {
            world.spawn(creature(id, kind, cell));
        }
        look(world);
    }
}

/// Enters the first level. Runs once, at start-up.
pub(super) fn start_first(world: &mut World) {
    start(world);
}

/// Enters a fresh dungeon, whose seed follows from the one before.
pub(super) fn start_next(world: &mut World) {
    let mut game = world.resource_mut::<Game>();
    game.setup.seed = next_seed(game.setup.seed);
    start(world);
}

fn start(world: &mut World) {
    let game = world.resource::<Game>();
    let sight = game.sight();
    let what = match game.build_level() {
        Ok(level) => {
            level.enter(world, sight);
            Happening::Arrived
        }
        Err(error) => {
            warn!("no fresh dungeon: {error}");
            Happening::NoDungeon
        }
    };
    if let Some((player, at)) = find_player(world) {
        act::tell(world, player, at, what);
    }
}

/// The seed of the dungeon after this one. It fits in 32 bits, so that a person can copy it.
fn next_seed(seed: u64) -> u64 {
    u64::from(stream(seed, "next dungeon", 0).next_u32())
}
