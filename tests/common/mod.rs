//! Apps that tests drive by hand, and helpers that inspect these apps.
// Each test program uses only some of these helpers.
#![allow(dead_code)]

pub mod arena;
pub mod assets;
pub mod cli;
pub mod files;
pub mod levels;
pub mod process;
pub mod puppets;
pub mod restless;
pub mod seeds;
pub mod simple_player;
pub mod verbs;

use bevy::ecs::query::QueryFilter;
use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;
use fogbound::dungeon::random::stream;
use fogbound::dungeon::{Builder, Level, LevelSource};
use fogbound::fov::{FieldOfView, Sight, VisibleSet};
use fogbound::frontend::text;
use fogbound::game::{
    Action, BeginGame, Blocks, Clock, Depth, Game, GameSetup, Health, LightRule, Player,
    PlayerCommand, SimulationPlugin,
};
use fogbound::grid::{BitGrid, Direction};
use fogbound::map::{AsciiMap, TileMap};
use fogbound::view::Screen;
use fogbound::vision::{
    Knowledge, LightMap, MapMemory, Position, Recomputations, Viewshed, VisionPlugin,
};
use rand::RngExt;
use rand::seq::IndexedRandom;

/// Parses a drawn map. Blank lines around the map are ignored.
pub fn drawn_map(drawing: &str) -> AsciiMap {
    AsciiMap::parse("a test's map", drawing.trim_matches('\n')).unwrap()
}

/// Returns an app with a map and vision but without the game.
pub fn vision_app(map: TileMap) -> App {
    let mut app = App::new();
    app.add_plugins(VisionPlugin::default())
        .insert_resource(map);
    app
}

/// Returns the setup of a game on levels from the default builder.
pub fn built(seed: u64) -> GameSetup {
    GameSetup { seed, ..default() }
}

/// Returns the setup of a game on small levels, where much happens within a few steps.
pub fn built_small(seed: u64) -> GameSetup {
    let builder = Builder::ALL[(seed % 2) as usize];
    let size = UVec2::new(30 + (seed % 7) as u32 * 4, 18 + (seed % 5) as u32 * 3);
    GameSetup {
        seed,
        source: LevelSource::Built { builder, size },
        ..default()
    }
}

/// Returns the same setup with darkness, which is the program's default.
pub fn dark(setup: GameSetup) -> GameSetup {
    GameSetup {
        light: LightRule::Dark,
        sight: Sight::default().unlimited(),
        ..setup
    }
}

/// Returns the setup of a game on levels from the default source. The game is dark if the seed is odd and classic if
/// the seed is even.
pub fn every_other_dark(seed: u64) -> GameSetup {
    let classic = GameSetup {
        light: LightRule::Off,
        sight: Sight::default(),
        ..built(seed)
    };
    if seed.is_multiple_of(2) {
        classic
    } else {
        dark(classic)
    }
}

/// Returns the setup of a game on a drawn level.
pub fn drawn(drawing: &str) -> GameSetup {
    let level = Level::from_ascii(drawn_map(drawing)).unwrap();
    GameSetup {
        source: LevelSource::Drawn(Box::new(level)),
        ..default()
    }
}

/// Returns the simulation without screens or keys, just started.
pub fn simulation(setup: GameSetup) -> App {
    let mut app = on_one_thread(unstarted(setup));
    app.update();
    app
}

/// Returns the simulation like [`simulation`], but its schedules run on as many threads as in a program.
pub fn simulation_on_threads(setup: GameSetup) -> App {
    let mut app = unstarted(setup);
    app.update();
    app
}

fn unstarted(setup: GameSetup) -> App {
    let mut app = App::new();
    app.add_plugins(SimulationPlugin)
        .begin_game(Game::new(setup).unwrap());
    app
}

/// Returns the simulation on a drawn level, just started, and its player.
pub fn start(drawing: &str) -> (App, Entity) {
    let mut app = simulation(drawn(drawing));
    let player = app.player().unwrap();
    (app, player)
}

/// Returns the game's time in ticks. A turn has 100 ticks.
pub fn tick(app: &App) -> u64 {
    app.world().resource::<Clock>().tick
}

/// Returns the number of the player's level, where 1 is the topmost.
pub fn depth(app: &App) -> u32 {
    app.world().resource::<Depth>().0
}

/// Runs all schedules on the calling thread, which halves the time that many small updates take.
pub fn on_one_thread(mut app: App) -> App {
    let mut schedules = app.world_mut().resource_mut::<Schedules>();
    for (_, schedule) in schedules.iter_mut() {
        schedule.set_executor(SingleThreadedExecutor::new());
    }
    app
}

/// Returns the whole game without a screen or keyboard, just started. Each update advances the game's clock by a
/// millisecond.
pub fn whole_game(setup: GameSetup) -> App {
    begun(text::app(), setup)
}

fn begun(mut app: App, setup: GameSetup) -> App {
    app.begin_game(Game::new(setup).unwrap());
    app.finish();
    app.cleanup();
    let mut app = on_one_thread(app);
    app.update();
    app
}

/// Returns the whole game like [`whole_game`], but one that never draws a screen, which saves time.
pub fn undrawn_game(setup: GameSetup) -> App {
    let mut app = text::app();
    app.world_mut().resource_mut::<Screen>().set_drawn(false);
    begun(app, setup)
}

/// Shorthands for driving and inspecting an app.
pub trait AppExt {
    fn app(&self) -> &App;
    fn app_mut(&mut self) -> &mut App;

    /// Gives the player all these commands within one update.
    fn command(&mut self, commands: impl IntoIterator<Item = PlayerCommand>) {
        for command in commands {
            self.app_mut().world_mut().write_message(command);
        }
        self.app_mut().update();
    }

    fn act(&mut self, action: Action) {
        self.command([PlayerCommand::Act(action)]);
    }

    fn step(&mut self, direction: Direction) {
        self.act(Action::step(direction));
    }

    /// Makes the player act. Returns how many ticks the action took.
    fn ticks_of(&mut self, action: Action) -> u64 {
        let before = tick(self.app());
        self.act(action);
        tick(self.app()) - before
    }

    /// Gives the player more health than any test can take away.
    fn make_player_tough(&mut self) {
        let player = self.player().unwrap();
        let tough = Health::new(1_000_000, 0);
        self.app_mut().world_mut().entity_mut(player).insert(tough);
    }

    /// Returns how many viewsheds were computed while `act` ran.
    fn recomputed_by(&mut self, act: impl FnOnce(&mut App)) -> u64 {
        let before = self.app().world().resource::<Recomputations>().0;
        act(self.app_mut());
        self.app().world().resource::<Recomputations>().0 - before
    }

    /// Returns the player, if there is one.
    fn player(&mut self) -> Option<Entity> {
        self.entities::<With<Player>>().first().copied()
    }

    fn entities<F: QueryFilter>(&mut self) -> Vec<Entity> {
        let world = self.app_mut().world_mut();
        world.query_filtered::<Entity, F>().iter(world).collect()
    }

    fn map(&self) -> &TileMap {
        self.app().world().resource::<TileMap>()
    }

    fn light(&self) -> &LightMap {
        self.app().world().resource::<LightMap>()
    }

    fn set_tile(&mut self, cell: (i32, i32), tile: fogbound::map::Tile) {
        let mut map = self.app_mut().world_mut().resource_mut::<TileMap>();
        assert!(map.set(cell.into(), tile), "{cell:?} is off the map");
    }

    fn place_of(&self, entity: Entity) -> IVec2 {
        self.part::<Position>(entity).0
    }

    fn put(&mut self, entity: Entity, cell: (i32, i32)) {
        let cell = Position::new(cell.0, cell.1);
        self.app_mut().world_mut().entity_mut(entity).insert(cell);
    }

    fn sees(&self, entity: Entity, cell: (i32, i32)) -> bool {
        self.part::<Viewshed>(entity).sees(cell.into())
    }

    fn knows(&self, entity: Entity, cell: (i32, i32)) -> Knowledge {
        self.part::<MapMemory>(entity).get(cell.into())
    }

    fn part<C: Component>(&self, entity: Entity) -> &C {
        self.app().world().get::<C>(entity).unwrap()
    }

    /// Returns the cell of each blocker. A cell with two blockers is listed twice.
    fn blocked_cells(&mut self) -> Vec<IVec2> {
        let world = self.app_mut().world_mut();
        let mut cells = world.query_filtered::<&Position, With<Blocks>>();
        cells.iter(world).map(|position| position.0).collect()
    }
}

impl AppExt for App {
    fn app(&self) -> &App {
        self
    }

    fn app_mut(&mut self) -> &mut App {
        self
    }
}

/// Computes the field of view of an eye from scratch.
pub fn fresh_view(map: &TileMap, eye: IVec2, sight: Sight) -> VisibleSet {
    let mut view = VisibleSet::new();
    FieldOfView::new().compute(map.opacity(), eye, sight, &mut view);
    view
}

/// Returns the cells that have been seen, according to the memory.
pub fn remembered(memory: &MapMemory, size: UVec2) -> BitGrid {
    let mut seen = BitGrid::new(size);
    for (cell, knowledge) in memory.known_cells() {
        assert!(knowledge.is_seen(), "{cell} is known but was never seen");
        assert!(cell.cmpge(IVec2::ZERO).all() && cell.cmplt(size.as_ivec2()).all());
        seen.set(cell, true);
    }
    seen
}

/// Returns random commands of all kinds, mostly steps.
pub fn random_commands(seed: u64, count: usize) -> Vec<PlayerCommand> {
    let mut dice = stream(seed, "a restless player", 0);
    let mut heading = Direction::North;
    let commands = (0..count).map(|_| match dice.random_range(0..100) {
        0..70 => {
            // The direction usually stays the same. Otherwise, the player would never leave the first room.
            if dice.random_range(0..3) == 0 {
                heading = *Direction::ALL.choose(&mut dice).unwrap();
            }
            PlayerCommand::Act(Action::step(heading))
        }
        70..82 => PlayerCommand::Act(Action::WAIT),
        82..90 => PlayerCommand::Act(Action::CLOSE_A_DOOR),
        90..95 => PlayerCommand::ChangeRadius(dice.random_range(-4..=4)),
        95..99 => PlayerCommand::NextAlgorithm,
        _ => PlayerCommand::NewDungeon,
    });
    commands.collect()
}
