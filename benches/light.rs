//! Measures the cost of light. One benchmark compares turns in the dark with turns with lighting off, in games with
//! 1,000 awake monsters, 500 of which carry lights. The other benchmark compares the cost of a light with that of a
//! field of view.
//!
//! ```text
//! cargo bench --no-default-features --bench light
//! cargo bench --no-default-features --bench light -- lights
//! ```
//!
//! The second command measures only the lights.
//!
//! The two games of the first benchmark run side by side, turn by turn, so other work on the machine slows both
//! equally.
#![allow(clippy::unwrap_used)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use fogbound::dungeon::random::stream;
use fogbound::dungeon::{Level, LevelSource};
use fogbound::fov::{FieldOfView, Sight, VisibleSet};
use fogbound::game::{Action, Actor, GameSetup, Health, LightRule, Player, PlayerCommand};
use fogbound::vision::{Ambient, Light, LightMap, Position, Sharing, Viewshed, VisionPlugin};
use rand::RngExt;

mod crowd;

const MONSTERS: usize = 1_000;
const TURNS: u32 = 300;
const ROUNDS: usize = 300;
/// The radius of the lights, and of the fields of view with which they are compared.
const RADIUS: u32 = 7;

/// Creates a game in which no creature can die. Every second monster carries a light with a radius of 5 to 8 cells; the
/// rest carry no light.
fn crowd(level: &Level, light: LightRule) -> App {
    let mut app = crowd::begin(GameSetup {
        source: LevelSource::Drawn(Box::new(level.clone())),
        light,
        ..default()
    });
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
    let level = crowd::level(MONSTERS, UVec2::splat(256));
    if std::env::args().any(|it| it == "lights") {
        return lights(&level);
    }
    let mut games = [LightRule::Off, LightRule::Dark].map(|light| crowd(&level, light));
    let mut spent = [Duration::ZERO; 2];
    for number in 0..TURNS {
        for index in [number as usize % 2, (number as usize + 1) % 2] {
            let start = Instant::now();
            turn(&mut games[index]);
            spent[index] += start.elapsed();
        }
    }
    let turn = spent.map(|it| it.as_secs_f64() * 1e3 / f64::from(TURNS));
    println!(
        "a turn of {MONSTERS} monsters, {} with lights: {:.2} ms with lighting off, {:.2} ms in the dark, ratio {:.2}",
        MONSTERS / 2,
        turn[0],
        turn[1],
        turn[1] / turn[0]
    );

    lights(&level);
}

/// Compares lights with fields of view. Measures all lights in a new world at once, then measures each light as it
/// takes a step in an existing world, along with a viewshed that takes the same step.
fn lights(level: &Level) {
    let map = level.map.opacity();
    let cells: Vec<IVec2> = level.floor_cells().step_by(37).collect();
    let beside = |cell: IVec2| {
        let sides = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y];
        let mut beside = sides.into_iter().map(|side| cell + side);
        beside.find(|&it| level.map.is_walkable(it)).unwrap_or(cell)
    };
    let places: Vec<[IVec2; 2]> = cells.iter().map(|&it| [it, beside(it)]).collect();
    let sight = Sight::default().with_radius(RADIUS);
    let mut burning = Walkers::new(level, &places, |mut it| {
        it.insert(Light::new(RADIUS));
    });
    burning.app.insert_resource(Ambient::dark());
    let mut looking = Walkers::new(level, &places, |mut it| {
        it.insert(Viewshed::new(sight));
    });
    let (mut fov, mut view) = (FieldOfView::new(), VisibleSet::new());
    let mut spent = [Duration::ZERO; 6];
    let mut measure = |index: usize, work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        spent[index] += start.elapsed();
    };
    for round in 0..=ROUNDS {
        let side = (round + 1) % 2;
        burning.go(side);
        looking.go(side);
        if round == 0 {
            // The first update adds the lights to the world.
            burning.app.update();
            looking.app.update();
            continue;
        }
        measure(0, &mut || {
            for place in &places {
                fov.compute(map, place[side], sight, &mut view);
                black_box(&view);
            }
        });
        measure(1, &mut || {
            let lights = cells.iter().map(|&it| (it, Light::new(RADIUS)));
            black_box(LightMap::of(map, Ambient::dark(), lights));
        });
        measure(2, &mut || burning.app.update());
        measure(3, &mut || burning.app.update());
        measure(4, &mut || looking.app.update());
        measure(5, &mut || looking.app.update());
    }
    let [fov, new, step, still, look, stare] =
        spent.map(|it| it.as_secs_f64() * 1e6 / (ROUNDS * cells.len()) as f64);
    let (step, look) = (step - still, look - stare);
    println!("{} lights of radius {RADIUS}, µs each:", cells.len());
    println!("  field of view {fov:.2}, light in a new world {new:.2}");
    println!(
        "  step of a viewshed {look:.2}, step of a light {step:.2} (ratio {:.2}), light that stays {still:.2}",
        step / look
    );
}

/// An app in which entities step back and forth.
struct Walkers {
    app: App,
    walkers: Vec<(Entity, [IVec2; 2])>,
}

impl Walkers {
    /// Spawns an entity for each element of `places`, and calls `insert` to add the entity's components.
    fn new(level: &Level, places: &[[IVec2; 2]], insert: impl Fn(EntityWorldMut)) -> Self {
        let mut app = App::new();
        app.add_plugins(VisionPlugin::default())
            .insert_resource(Sharing {
                at_least: Some(usize::MAX),
            })
            .insert_resource(level.map.clone());
        let world = app.world_mut();
        let spawn = |&place: &[IVec2; 2]| {
            let entity = world.spawn(Position(place[0])).id();
            insert(world.entity_mut(entity));
            (entity, place)
        };
        let walkers = places.iter().map(spawn).collect();
        Self { app, walkers }
    }

    fn go(&mut self, side: usize) {
        for &(entity, places) in &self.walkers {
            let position = self.app.world_mut().get_mut::<Position>(entity);
            position.unwrap().0 = places[side];
        }
    }
}
