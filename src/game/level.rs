//! Where the game takes place: from a seed or a map file to a level with its inhabitants.

use std::fmt;
use std::sync::Arc;

use bevy::prelude::*;
use rand::Rng;

use super::bestiary::{Bestiary, Monster, MonsterFiles, spawn_monster};
use super::events::tell;
use super::followers::Followers;
use super::player::player;
use super::populate::{as_drawn, at_random, check_letters};
use super::stairs::LeftLevels;
use super::things::{Things, thing};
use super::turn::{find_player, look, witness_now};
use super::{Actor, ActorId, Clock, Fate, Happening, Native, OnLevel};
use crate::dungeon::random::stream;
use crate::dungeon::{DungeonError, LevelSource};
use crate::fov::Sight;
use crate::grid::Grid;
use crate::map::{Tile, TileMap};
use crate::vision::{Lore, MapMemory, Moment, ObjectKind, Plan};

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
}

/// The game that is being played: its seed, where its levels come from and how the player sees.
#[derive(Resource, Clone, Debug)]
pub struct Game {
    setup: GameSetup,
    sight: Sight,
    depth: u32,
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
        /// The letters that would do.
        known: String,
    },
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dungeon(error) => error.fmt(f),
            Self::UnknownCreature { glyph, cell, known } => write!(
                f,
                "{}:{}: '{glyph}' names no creature; known letters are {known}",
                cell.y + 1,
                cell.x + 1,
            ),
        }
    }
}

impl std::error::Error for GameError {}

impl Game {
    /// Checks that a game can be played with this setup.
    ///
    /// # Errors
    ///
    /// If the first level cannot be built, or is drawn with a letter that names no monster.
    pub fn new(setup: GameSetup) -> Result<Self, GameError> {
        let bestiary = Bestiary::without_minds(&setup.monsters);
        if let LevelSource::Drawn(level) = &setup.source {
            check_letters(level, &bestiary)?;
        }
        let sight = setup.sight;
        let game = Self {
            setup,
            sight,
            depth: 1,
        };
        game.build_level(1, &bestiary)?;
        Ok(game)
    }

    /// The seed of the dungeon that is being played.
    pub fn seed(&self) -> u64 {
        self.setup.seed
    }

    /// The level that is being played, counted from 1 downward.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// How the player sees now.
    pub fn sight(&self) -> Sight {
        self.sight
    }

    /// How the player saw when the game began.
    pub fn first_sight(&self) -> Sight {
        self.setup.sight
    }

    /// What levels are made from.
    pub fn source(&self) -> &LevelSource {
        &self.setup.source
    }

    /// What monsters are made from when the game starts.
    pub fn monsters(&self) -> &MonsterFiles {
        &self.setup.monsters
    }

    pub(super) fn set_sight(&mut self, sight: Sight) {
        self.sight = sight;
    }

    pub(super) fn set_depth(&mut self, depth: u32) {
        self.depth = depth;
    }

    /// The level at this depth, and who and what is on it.
    pub(super) fn build_level(
        &self,
        depth: u32,
        bestiary: &Bestiary,
    ) -> Result<Populated, GameError> {
        let GameSetup { seed, source, .. } = &self.setup;
        let level = source.level(*seed, depth - 1).map_err(GameError::Dungeon)?;
        match source {
            LevelSource::Built { .. } => Ok(at_random(level, *seed, depth, bestiary)),
            LevelSource::Drawn(_) => Ok(as_drawn(level, bestiary)),
        }
    }
}

/// A level with its inhabitants, not yet spawned.
#[derive(Debug)]
pub(super) struct Populated {
    pub(super) map: TileMap,
    pub(super) start: IVec2,
    pub(super) creatures: Vec<(IVec2, Arc<Monster>)>,
    pub(super) things: Vec<(IVec2, ObjectKind)>,
}

/// The number of the next actor.
#[derive(Resource, Default)]
pub(super) struct NextId(pub(super) u32);

impl NextId {
    /// A number that no actor of this game has had.
    pub(super) fn take(&mut self) -> ActorId {
        self.0 += 1;
        ActorId(self.0)
    }
}

/// What those who live on a level know of it: its plan, as it was when they came.
#[derive(Resource, Clone, Debug)]
pub(super) struct LevelLore(pub(super) Lore);

impl Default for LevelLore {
    fn default() -> Self {
        Self(Arc::new(Plan::new(Grid::new(UVec2::ZERO, Tile::Rock))))
    }
}

impl Populated {
    /// Spawns the inhabitants, who may act from `tick` on.
    pub(super) fn settle(self, world: &mut World, tick: u64) {
        let plan = world.resource::<TileMap>().plan().clone();
        world.insert_resource(LevelLore(Arc::new(plan)));
        for (cell, kind) in self.things {
            world.spawn(thing(kind, cell));
        }
        for (cell, monster) in self.creatures {
            spawn_native(world, &monster, cell, tick);
        }
    }

    /// Begins a game on this level, at tick 0.
    fn begin(mut self, world: &mut World, sight: Sight) {
        let old: Vec<Entity> = world
            .query_filtered::<Entity, (
                With<OnLevel>,
                bevy::ecs::query::Allow<bevy::ecs::entity_disabling::Disabled>,
            )>()
            .iter(world)
            .collect();
        for entity in old {
            world.despawn(entity);
        }
        world.insert_resource(LeftLevels::default());
        world.insert_resource(Followers::default());
        let map = std::mem::replace(&mut self.map, TileMap::new(UVec2::ONE, Tile::Rock));
        world.insert_resource(map);
        world.insert_resource(Clock::default());
        world.insert_resource(Moment::default());
        world.insert_resource(NextId::default());
        world.insert_resource(Fate::default());
        world.insert_resource(Things::default());
        world.resource_mut::<Game>().depth = 1;
        world.spawn(player(self.start, sight));
        self.settle(world, 0);
        look(world);
    }
}

/// A monster that belongs to the current level and knows its plan.
pub(super) fn spawn_native(
    world: &mut World,
    monster: &Arc<Monster>,
    cell: IVec2,
    tick: u64,
) -> Entity {
    let id = world.resource_mut::<NextId>().take();
    let depth = world.resource::<Game>().depth();
    let lore = world.resource::<LevelLore>().0.clone();
    let entity = spawn_monster(world, id, monster, cell);
    let mut entity_mut = world.entity_mut(entity);
    entity_mut.insert((MapMemory::knowing(lore), Native(depth)));
    if let Some(mut actor) = entity_mut.get_mut::<Actor>() {
        actor.due = tick;
    }
    entity
}

/// Enters the first level. Runs once, at start-up.
pub(super) fn start_first(world: &mut World) {
    start(world);
}

/// Begins a new game, whose seed follows from the one before.
pub(super) fn start_next(world: &mut World) {
    let mut game = world.resource_mut::<Game>();
    game.setup.seed = next_seed(game.setup.seed);
    // What a wizard has stretched does not last.
    if let (Some(first), Some(now)) = (game.setup.sight.radius, game.sight.radius) {
        game.sight.radius = Some(now.min(first));
    }
    start(world);
}

/// Begins the same game again, with the sight it began with.
pub(super) fn start_again(world: &mut World) {
    let mut game = world.resource_mut::<Game>();
    game.sight = game.setup.sight;
    start(world);
}

fn start(world: &mut World) {
    let game = world.resource::<Game>();
    let sight = game.sight();
    let what = match game.build_level(1, world.resource::<Bestiary>()) {
        Ok(level) => {
            level.begin(world, sight);
            Happening::Arrived
        }
        Err(error) => {
            warn!("no fresh dungeon: {error}");
            Happening::NoDungeon
        }
    };
    if let Some((player, at)) = find_player(world) {
        tell(world, player, at, what);
    }
    witness_now(world);
}

/// The seed of the dungeon after this one. It fits in 32 bits, so that a person can copy it.
fn next_seed(seed: u64) -> u64 {
    u64::from(stream(seed, "next dungeon", 0).next_u32())
}
