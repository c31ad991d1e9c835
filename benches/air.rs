//! Measures the cost of moving air.
//!
//! ```text
//! cargo bench --no-default-features --bench air
//! ```
//!
//! The first lines compare the turns of a game with 100 monsters on a level of 64 × 36 cells:
//!
//! - with clear air, and with air that is still.
//! - with thin air that moves everywhere and blocks no sight: this is the cost of the air itself.
//! - with air that moves everywhere and turns opaque in some cells, and with dense air that turns opaque and clear in
//!   hundreds of cells: this adds the cost of recomputing views and lights. The benchmark stirs the air once a turn, when
//!   the game moves it.
//! - with fog that comes as in a game, faster than usual, until it fills the level.
//!
//! The games run side by side, turn by turn, so other work on the machine slows all of them equally. The last lines
//! measure the rule alone, on that level and for ten thousand moving cells on a level of 1,024 × 1,024.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use bevy::prelude::*;
use fogbound::dungeon::LevelSource;
use fogbound::dungeon::random::stream;
use fogbound::game::{
    Action, Clock, GameSetup, Health, LightRule, Numbers, Player, PlayerCommand, Turn, TurnSystems,
};
use fogbound::map::{Density, Tile, TileMap};
use rand::seq::SliceRandom;

mod crowd;

const MONSTERS: usize = 100;
const TURNS: usize = 200;

fn game(source: LevelSource, numbers: Numbers) -> App {
    let mut app = crowd::begin(GameSetup {
        source,
        light: LightRule::Dark,
        numbers,
        ..default()
    });
    let stirs = resource_exists::<Stirring>;
    app.add_systems(
        Turn,
        stir_each_turn.run_if(stirs).in_set(TurnSystems::Settle),
    );
    app
}

/// What happens to the air of a game.
#[derive(Clone, Copy, PartialEq)]
enum Air {
    /// Nothing. The air is clear.
    Clear,
    /// Nothing. Fog of 3 fills the level.
    Still,
    /// Before each turn, every second block is filled up to this density of fog, and the rest is emptied.
    Thin(u8),
    /// The same, but this much fog is added to what the block holds.
    Added(u8),
    /// Fog comes by the rules of the game.
    Comes,
}

/// The games that are compared.
const KINDS: [(&str, Air); 6] = [
    ("clear air", Air::Clear),
    ("still air", Air::Still),
    ("thin air that moves", Air::Thin(3)),
    ("air that moves and thickens", Air::Added(3)),
    ("dense air that moves", Air::Added(7)),
    ("fog that comes", Air::Comes),
];

/// Numbers with which light drives no fog off. The lights of the monsters would leave hardly any on the level.
const STAYS: &str = "(fog: (light: 20, every: 0))";

/// The same numbers, with which fog also comes soon and fills the level in the course of the benchmark.
const COMES: &str = "(fog: (light: 20, every: 0, after: 1, rate: 20))";

/// What stirs the air of a game, and how long that has taken.
#[derive(Resource)]
struct Stirring {
    air: Air,
    turn: u64,
    /// The time that stirring has taken, which is no part of the game.
    spent: Duration,
    /// The sum of the numbers of moving cells.
    moving: usize,
}

/// Stirs the air once a turn, before the game moves it.
fn stir_each_turn(clock: Res<Clock>, mut stirring: ResMut<Stirring>, mut map: ResMut<TileMap>) {
    if clock.turn() == stirring.turn {
        return;
    }
    let start = Instant::now();
    stirring.turn = clock.turn();
    stir(&mut map, (clock.turn() % 2) as i32, stirring.air);
    stirring.moving += map.air().moving();
    stirring.spent += start.elapsed();
}

/// Fills every second block of the map with fog and empties the rest, so that all of it moves.
fn stir(map: &mut TileMap, odd: i32, air: Air) {
    let (more, is_added) = match air {
        Air::Thin(more) => (more, false),
        Air::Added(more) => (more, true),
        Air::Clear | Air::Still | Air::Comes => return,
    };
    for cell in map.positions() {
        let is_filled = (cell.x / 3 + cell.y / 3) % 2 == odd;
        if !(is_filled && is_added) {
            map.take_air(cell, Density::fog(7));
        }
        if is_filled {
            map.add_air(cell, Density::fog(more));
        }
    }
}

fn turns() {
    let level = crowd::level(MONSTERS, UVec2::new(64, 36));
    let mut games = KINDS.map(|(_, air)| {
        let numbers = match air {
            Air::Comes => Numbers::read("numbers.ron", COMES).unwrap(),
            Air::Still => Numbers::read("numbers.ron", STAYS).unwrap(),
            _ => Numbers::default(),
        };
        let mut app = game(LevelSource::Drawn(Box::new(level.clone())), numbers);
        let world = app.world_mut();
        let mut bodies = world.query_filtered::<&mut Health, With<Player>>();
        *bodies.single_mut(world).unwrap() = Health::new(i32::MAX / 2, 0);
        if matches!(air, Air::Thin(_) | Air::Added(_)) {
            world.insert_resource(Stirring {
                air,
                turn: 0,
                spent: Duration::ZERO,
                moving: 0,
            });
        }
        if air == Air::Still {
            let mut map = world.resource_mut::<TileMap>();
            for cell in map.positions() {
                map.add_air(cell, Density::fog(3));
            }
        }
        app
    });
    let mut spent = [Duration::ZERO; KINDS.len()];
    let mut moving = [0; KINDS.len()];
    for number in 0..TURNS {
        for place in 0..KINDS.len() {
            let index = (number + place) % KINDS.len();
            let world = games[index].world_mut();
            if !world.contains_resource::<Stirring>() {
                moving[index] += world.resource::<TileMap>().air().moving();
            }
            world.write_message(PlayerCommand::Act(Action::WAIT));
            let start = Instant::now();
            games[index].update();
            spent[index] += start.elapsed();
        }
    }
    for (index, game) in games.iter().enumerate() {
        if let Some(stirring) = game.world().get_resource::<Stirring>() {
            spent[index] -= stirring.spent;
            moving[index] += stirring.moving;
        }
    }
    println!("a turn of {MONSTERS} monsters on 64 x 36:");
    let turn = spent.map(|it| it.as_secs_f64() * 1e3 / TURNS as f64);
    for (index, (name, _)) in KINDS.into_iter().enumerate() {
        println!(
            "  {name}: {:.3} ms, ratio {:.2}, {} moving cells, fog of {} in the end",
            turn[index],
            turn[index] / turn[0],
            moving[index] / TURNS,
            games[index]
                .world()
                .resource::<TileMap>()
                .air()
                .volume()
                .fog
        );
    }
}

/// Measures only the rule, on a small level that moves everywhere and on a large one.
fn rule(size: UVec2, blocks: usize) {
    let mut map = TileMap::new(size, Tile::FLOOR);
    let mut dice = stream(1, "clouds", 0);
    let mut places: Vec<IVec2> = map
        .positions()
        .filter(|it| it.x % 8 == 0 && it.y % 8 == 0)
        .collect();
    places.shuffle(&mut dice);
    places.truncate(blocks);
    let cloud = |at: IVec2| (0..64).map(move |it| at + IVec2::new(it % 8, it / 8));
    let (mut spent, mut moving) = (Duration::ZERO, 0);
    for turn in 0..TURNS {
        for cell in places.iter().copied().flat_map(cloud) {
            let amount = Density { fog: 7, smoke: 7 };
            if (cell.x / 2 + cell.y / 2 + turn as i32) % 2 == 0 {
                map.add_air(cell, amount);
            } else {
                map.take_air(cell, amount);
            }
        }
        moving += map.air().moving();
        let start = Instant::now();
        map.move_air(3, turn as u64);
        spent += start.elapsed();
    }
    println!(
        "the rule alone on {} x {}: {:.3} ms for {} moving cells",
        size.x,
        size.y,
        spent.as_secs_f64() * 1e3 / TURNS as f64,
        moving / TURNS
    );
}

fn main() {
    turns();
    rule(UVec2::new(64, 36), 32);
    rule(UVec2::splat(1024), 75);
}
