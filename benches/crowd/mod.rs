//! A level full of awake monsters of all kinds, for several benchmarks.

use bevy::app::TaskPoolPlugin;
use bevy::prelude::*;
use fogbound::dungeon::random::stream;
use fogbound::dungeon::{Builder, DungeonSpec, Level, build};
use fogbound::game::bestiary::{Bestiary, Monster, MonsterFiles};
use fogbound::game::mind::Sleeps;
use fogbound::game::{BeginGame, Game, GameSetup, SimulationPlugin};
use rand::seq::{IndexedRandom, SliceRandom};

/// Begins a game in an app with as many threads as the front ends have.
pub(crate) fn begin(setup: GameSetup) -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), SimulationPlugin))
        .begin_game(Game::new(setup).unwrap());
    app.update();
    app
}

/// Returns a level of this size with `count` monsters on it.
pub(crate) fn level(count: usize, size: UVec2) -> Level {
    let mut level = build(&DungeonSpec {
        builder: Builder::BSP,
        size,
        seed: 1,
        depth: 0,
    })
    .unwrap();
    let letters = letters_of_the_awake();
    let mut dice = stream(1, "a crowd", 0);
    let mut floor: Vec<IVec2> = level
        .floor_cells()
        .filter(|&cell| cell != level.start)
        .collect();
    floor.shuffle(&mut dice);
    assert!(
        floor.len() >= count,
        "the level has no room for {count} monsters"
    );
    let creatures = floor.into_iter().take(count);
    level.creatures = creatures
        .map(|cell| (cell, *letters.choose(&mut dice).unwrap()))
        .collect();
    level
}

/// Returns the glyphs of all monsters that do not start asleep and do not need fog.
fn letters_of_the_awake() -> Vec<char> {
    let app = begin(GameSetup {
        monsters: MonsterFiles::built_in(),
        ..default()
    });
    let is_awake = |it: &Monster| it.minds.get::<Sleeps>().is_none() && !it.appears.in_fog;
    let bestiary = app.world().resource::<Bestiary>();
    let awake = bestiary.iter().filter(|it| is_awake(it));
    awake.map(|it| it.glyph).collect()
}
