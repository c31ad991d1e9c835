//! No creature acts on what it cannot sense: worlds that differ only in something that no creature senses develop in
//! the same way.

use bevy::prelude::*;
use fogbound::dungeon::random::stream;
use fogbound::dungeon::{Builder, DungeonSpec, Level, LevelSource, build};
use fogbound::game::bestiary::MonsterKind;
use fogbound::game::{
    Action, Actor, ActorId, Awareness, Clock, GameSetup, Health, LightRule, Numbers, Player,
    PlayerCommand,
};
use fogbound::grid::{Direction, Grid};
use fogbound::map::{Tile, TileMap};
use fogbound::vision::Position;
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

use super::bestiary::letters;
use crate::common::seeds::on_all_cores;
use crate::common::{AppExt, simulation};

/// A creature's ID, kind, cell, awareness, next tick and health.
type Doing = (ActorId, String, IVec2, Awareness, u64, i32);

/// Returns a built level that is full of every kind of monster. To the right of the level are two sealed chambers for
/// the player, one above the other. The player begins in the middle of the lower one.
fn crowded(seed: u64) -> Level {
    let spec = DungeonSpec {
        builder: Builder::ALL[seed as usize % Builder::ALL.len()],
        size: UVec2::new(44, 26),
        seed,
        depth: 0,
    };
    let built = build(&spec).unwrap();
    let size = UVec2::new(60, 26);
    let is_chamber = |cell: IVec2| {
        (46..58).contains(&cell.x) && ((2..12).contains(&cell.y) || (14..24).contains(&cell.y))
    };
    let tiles = Grid::from_fn(size, |cell| match built.map.get(cell) {
        Some(tile) => tile,
        None if is_chamber(cell) => Tile::FLOOR,
        None => Tile::WALL,
    });
    let mut dice = stream(seed, "a crowd", 0);
    let mut floor: Vec<IVec2> = built.floor_cells().collect();
    floor.shuffle(&mut dice);
    let creatures = floor
        .into_iter()
        .zip(letters().into_iter().cycle())
        .take(44);
    Level {
        map: TileMap::from_tiles(tiles),
        start: IVec2::new(52, 19),
        rooms: Vec::new(),
        lit_rooms: built.lit_rooms,
        dwellers: built.dwellers,
        vaults: built.vaults,
        creatures: creatures.collect(),
        legend: Default::default(),
    }
}

/// Plays a game in which the player begins at `start` and acts as `act` says. Returns what the other creatures do, turn
/// by turn. All of these creatures begin alarmed, so that they have something to hunt.
fn played(seed: u64, start: IVec2, act: impl Fn(usize) -> Action) -> Vec<Vec<Doing>> {
    let source = LevelSource::Drawn(Box::new(crowded(seed)));
    let mut app = simulation(GameSetup {
        seed,
        source,
        // Every second game is dark.
        light: [LightRule::Off, LightRule::Dark][seed as usize % 2],
        // Every step takes a turn, even in the dark.
        numbers: Numbers::read("numbers.ron", "(steps: (dark: 100))").unwrap(),
        ..default()
    });
    let player = app.player().unwrap();
    app.put(player, (start.x, start.y));
    app.make_player_tough();
    let mut dice = stream(seed, "rumours", 0);
    let mut all = app.entities::<(With<Actor>, Without<Player>)>();
    all.sort_by_key(|&it| app.part::<Actor>(it).id);
    for creature in all {
        let last_known = IVec2::new(dice.random_range(1..43), dice.random_range(1..25));
        let rumour = Awareness::Hunting { last_known };
        app.world_mut().entity_mut(creature).insert(rumour);
    }
    (0..120)
        .map(|turn| {
            app.command([PlayerCommand::Act(act(turn))]);
            let tick = app.world().resource::<Clock>().tick;
            assert_eq!(
                tick,
                100 * (turn as u64 + 1),
                "each action of the player takes a turn"
            );
            doings(&mut app)
        })
        .collect()
}

fn doings(app: &mut App) -> Vec<Doing> {
    let world = app.world_mut();
    let mut others = world
        .query_filtered::<(&Actor, &MonsterKind, &Position, &Awareness, &Health), Without<Player>>(
        );
    let mut doings: Vec<Doing> = others
        .iter(world)
        .map(|(actor, kind, at, &awareness, health)| {
            (
                actor.id,
                kind.0.clone(),
                at.0,
                awareness,
                actor.due,
                health.now(),
            )
        })
        .collect();
    doings.sort_by_key(|doing| doing.0);
    doings
}

fn compare(one: &[Vec<Doing>], other: &[Vec<Doing>], what: &str) {
    for (turn, (one, other)) in one.iter().zip(other).enumerate() {
        for (a, b) in one.iter().zip(other) {
            assert_eq!(a, b, "turn {turn}: {what}");
        }
        assert_eq!(one.len(), other.len());
    }
}

#[test]
fn an_unsensed_player_makes_no_difference() {
    let everything = letters().len();
    on_all_cores(0..6, |seed| {
        let waiting = played(seed, IVec2::new(52, 19), |_| Action::WAIT);
        assert!(waiting[0].len() >= everything, "some kinds are missing");
        let moved = waiting
            .windows(2)
            .filter(|turns| turns[0] != turns[1])
            .count();
        assert!(moved > 100, "the others hardly act");

        let elsewhere = played(seed, IVec2::new(47, 3), |_| Action::WAIT);
        compare(&waiting, &elsewhere, "the player is in the other chamber");

        let walking = played(seed, IVec2::new(52, 6), |turn| {
            // The player walks back and forth and never into a wall.
            let mut dice = stream(seed, "a prisoner", turn as u64 / 2);
            let way = *Direction::ALL.choose(&mut dice).unwrap();
            Action::step(if turn % 2 == 0 { way } else { way.opposite() })
        });
        compare(&waiting, &walking, "the player walks in its chamber");

        let crying = played(seed, IVec2::new(52, 19), |_| Action::cry(60));
        compare(&waiting, &crying, "the player cries out of earshot");
    });
}

/// The comparison detects a difference that creatures can sense.
#[test]
fn a_seen_or_heard_player_makes_a_difference() {
    let seed = 1;
    let waiting = played(seed, IVec2::new(52, 19), |_| Action::WAIT);
    let level = crowded(seed);
    let taken: Vec<IVec2> = level.creatures.iter().map(|&(cell, _)| cell).collect();
    let floor = level
        .floor_cells()
        .find(|cell| cell.x < 40 && !taken.contains(cell))
        .unwrap();
    assert_ne!(waiting, played(seed, floor, |_| Action::WAIT));
}
