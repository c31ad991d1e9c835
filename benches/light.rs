//! What light costs: a turn of 1,000 awake monsters of which 500 carry lights, in the dark and with light off, and what a
//! light costs beside a field of view.
//!
//! ```text
//! cargo bench --no-default-features --bench light
//! cargo bench --no-default-features --bench light -- lights
//! ```
//!
//! The second measures the lights alone.
//!
//! Both games are played turn by turn in one run, so what else the machine does slows both.
#![allow(missing_docs, clippy::unwrap_used)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use fogbound::dungeon::random::stream;
use fogbound::dungeon::{Builder, DungeonSpec, Level, LevelSource, build};
use fogbound::fov::{FieldOfView, Sight, VisibleSet};
use fogbound::game::bestiary::Bestiary;
use fogbound::game::mind::Sleeps;
use fogbound::game::{
    Action, Actor, BeginGame, Game, GameSetup, Health, LightRule, Player, PlayerCommand,
    SimulationPlugin,
};
use fogbound::map::TileMap;
use fogbound::vision::{Ambient, Light, LightMap, Position, Sharing, VisionPlugin};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

const MONSTERS: usize = 1_000;
const TURNS: u32 = 300;
const ROUNDS: usize = 300;

fn level() -> Level {
    let mut level = build(&DungeonSpec {
        builder: Builder::BSP,
        size: UVec2::splat(256),
        seed: 1,
        depth: 0,
    })
    .unwrap();
    let mut app = game(None, LightRule::Off);
    let bestiary = app.world_mut().resource::<Bestiary>();
    let awake = bestiary
        .iter()
        .filter(|it| it.minds.get::<Sleeps>().is_none());
    let letters: Vec<char> = awake.map(|it| it.glyph).collect();
    let mut dice = stream(1, "a crowd", 0);
    let mut floor: Vec<IVec2> = level
        .floor_cells()
        .filter(|&it| it != level.start)
        .collect();
    floor.shuffle(&mut dice);
    let creatures = floor.into_iter().take(MONSTERS);
    level.creatures = creatures
        .map(|cell| (cell, *letters.choose(&mut dice).unwrap()))
        .collect();
    level
}

fn game(level: Option<Level>, light: LightRule) -> App {
    let source = level.map(|level| LevelSource::Drawn(Box::new(level)));
    let game = Game::new(GameSetup {
        source: source.unwrap_or_default(),
        light,
        ..default()
    });
    let mut app = App::new();
    app.add_plugins(SimulationPlugin).begin_game(game.unwrap());
    app.update();
    app
}

/// Nobody dies, and every other monster carries a light of 5 to 8 cells and no other.
fn crowd(level: &Level, light: LightRule) -> App {
    let mut app = game(Some(level.clone()), light);
    let world = app.world_mut();
    let mut bodies = world.query_filtered::<(Entity, &Actor), Without<Player>>();
    let mut all: Vec<_> = bodies
        .iter(world)
        .map(|(entity, actor)| (actor.id, entity))
        .collect();
    all.sort_unstable();
    let mut dice = stream(1, "lights", 0);
    for (number, (_, entity)) in all.into_iter().enumerate() {
        let mut entity = world.entity_mut(entity);
        entity.remove::<Light>().insert(Health::new(1_000_000, 0));
        if number % 2 == 0 {
            entity.insert(Light::new(dice.random_range(5..9)));
        }
    }
    let player = world
        .query_filtered::<Entity, With<Player>>()
        .single(world)
        .unwrap();
    world
        .entity_mut(player)
        .insert(Health::new(i32::MAX / 2, 0));
    for _ in 0..10 {
        turn(&mut app);
    }
    app
}

fn turn(app: &mut App) {
    app.world_mut()
        .write_message(PlayerCommand::Act(Action::WAIT));
    app.update();
}

fn main() {
    let level = level();
    if std::env::args().any(|it| it == "lights") {
        return lights(&level);
    }
    let mut games = [LightRule::Off, LightRule::Dark].map(|light| crowd(&level, light));
    let mut spent = [Duration::ZERO; 2];
    for number in 0..TURNS {
        for index in [number as usize % 2, (number as usize + 1) % 2] {
            let begun = Instant::now();
            turn(&mut games[index]);
            spent[index] += begun.elapsed();
        }
    }
    let turn = spent.map(|it| it.as_secs_f64() * 1e3 / f64::from(TURNS));
    println!(
        "a turn of {MONSTERS} monsters, {} with lights: {:.2} ms with light off, {:.2} ms in the dark: {:.2} times",
        MONSTERS / 2,
        turn[0],
        turn[1],
        turn[1] / turn[0]
    );

    lights(&level);
}

/// What lights cost beside the fields of view that they are: all at once in a new world, and each that makes a step in a
/// world that goes on.
fn lights(level: &Level) {
    let map = level.map.opacity();
    let cells: Vec<IVec2> = level.floor_cells().step_by(37).collect();
    let beside = |cell: IVec2| {
        let sides = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y];
        let mut beside = sides.into_iter().map(|side| cell + side);
        beside.find(|&it| level.map.is_walkable(it)).unwrap_or(cell)
    };
    let places: Vec<[IVec2; 2]> = cells.iter().map(|&it| [it, beside(it)]).collect();
    let (mut fov, mut view) = (FieldOfView::new(), VisibleSet::new());
    let mut world = App::new();
    world
        .add_plugins(VisionPlugin::default())
        .insert_resource(Sharing {
            at_least: Some(usize::MAX),
        })
        .insert_resource(level.map.clone())
        .insert_resource(Ambient::dark());
    for &[cell, _] in &places {
        world.world_mut().spawn((Position(cell), Light::new(7)));
    }
    let mut positions = world.world_mut().query::<&mut Position>();
    world.update();
    let mut spent = [Duration::ZERO; 4];
    let mut measure = |index: usize, work: &mut dyn FnMut()| {
        let begun = Instant::now();
        work();
        spent[index] += begun.elapsed();
    };
    for round in 0..ROUNDS {
        let side = (round + 1) % 2;
        measure(0, &mut || {
            for place in &places {
                fov.compute(map, place[side], Sight::default().with_radius(7), &mut view);
                black_box(&view);
            }
        });
        measure(1, &mut || {
            let lights = cells.iter().map(|&it| (it, Light::new(7)));
            black_box(LightMap::of(map, Ambient::dark(), lights));
        });
        for (mut position, place) in positions.iter_mut(world.world_mut()).zip(&places) {
            position.0 = place[side];
        }
        measure(2, &mut || world.update());
        measure(3, &mut || world.update());
    }
    let each = spent.map(|it| it.as_secs_f64() * 1e6 / (ROUNDS * cells.len()) as f64);
    println!(
        "{} lights: {:.2} us each in a new world, {:.2} us each that makes a step, {:.2} us each that burns on; its \
         field of view takes {:.2} us",
        cells.len(),
        each[1],
        each[2],
        each[3],
        each[0],
    );
}
