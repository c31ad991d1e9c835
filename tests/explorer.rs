//! A player who explores gets to know all that it can walk to, by what it knows and nothing else.
#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use bevy::prelude::*;
use common::{AppExt, drawn, on_one_thread, simulation};
use fogbound::dungeon::{Builder, DungeonSpec, LevelSource, build};
use fogbound::explorer::{Explorer, NoStep};
use fogbound::fov::Sight;
use fogbound::game::{Action, Fate, GameSetup};
use fogbound::grid::Direction;
use fogbound::map::{Tile, TileMap};
use fogbound::vision::MapMemory;

/// The next step of an explorer in the player's shoes.
fn next(app: &mut App, explorer: &mut Explorer) -> Result<Action, NoStep> {
    let player = app.player().unwrap();
    let here = app.place_of(player);
    let memory = app.world().get::<MapMemory>(player).unwrap();
    explorer.explore(memory, here, |_| false)
}

/// Explores to the end; how many steps that took.
fn explore(app: &mut App) -> usize {
    let mut explorer = Explorer::default();
    for steps in 0..5_000 {
        match next(app, &mut explorer) {
            Ok(action) => app.act(action),
            Err(why) => {
                assert_eq!(why, NoStep::Done);
                return steps;
            }
        }
    }
    panic!("it walks for ever");
}

/// The cells that can be reached on foot from `start`, doors no hindrance.
fn reachable(map: &TileMap, start: IVec2) -> Vec<IVec2> {
    let mut found = vec![start];
    let mut next = 0;
    while next < found.len() {
        for way in Direction::ALL {
            let cell = found[next] + way.delta();
            if map.tile(cell).is_passable() && !found.contains(&cell) {
                found.push(cell);
            }
        }
        next += 1;
    }
    found
}

/// Whatever can be reached is known, and seen.
fn assert_explored(app: &mut App, start: IVec2, what: &str) {
    let player = app.player().unwrap();
    let world = app.world();
    let memory = world.get::<MapMemory>(player).unwrap();
    for cell in reachable(world.resource::<TileMap>(), start) {
        assert!(memory.has_seen(cell), "{what}: {cell} was not seen");
    }
}

#[test]
fn all_that_can_be_reached_is_explored_on_three_hundred_levels_of_each_builder() {
    for builder in Builder::ALL {
        for seed in 0..300 {
            let size = UVec2::new(26 + (seed % 9) as u32 * 3, 16 + (seed % 4) as u32 * 4);
            let level = build(&DungeonSpec {
                builder,
                size,
                seed,
                depth: (seed % 3) as u32,
            });
            let setup = GameSetup {
                seed,
                source: LevelSource::Drawn(Box::new(level.unwrap())),
                sight: Sight::default().with_radius(3 + (seed % 8) as u32),
                ..default()
            };
            let mut app = on_one_thread(simulation(setup));
            let player = app.player().unwrap();
            let start = app.place_of(player);
            let steps = explore(&mut app);
            assert!(steps > 0);
            assert_explored(&mut app, start, &format!("{builder} {seed}"));
        }
    }
}

#[test]
fn doors_are_opened_and_windows_and_open_edges_keep_nobody_busy() {
    for (map, steps) in [
        ("#######\n#@+..+.\n#######", 7),
        ("#######\n#@=...#\n#######", 0),
        ("@..\n...", 5),
        ("@", 0),
    ] {
        let mut app = on_one_thread(simulation(drawn(map)));
        let player = app.player().unwrap();
        let start = app.place_of(player);
        assert!(explore(&mut app) <= steps, "{map}");
        assert_explored(&mut app, start, map);
    }
}

/// A rectangle of hall, with something behind a wall that nobody has seen.
const SEALED: &str = "
####################
#@.......#.........#
#........#....r....#
#........#.........#
#........+.........#
####################";

#[test]
fn worlds_that_look_alike_give_the_same_step() {
    let others = [
        SEALED.replace("....r....", "#########"),
        SEALED.replace("....r....", ".OOOOOOO."),
        SEALED.replace(
            "#.........#\n#........#....r",
            "#\"\"\"\"\"\"\"\"\"#\n#........#....r",
        ),
    ];
    let mut app = on_one_thread(simulation(drawn(SEALED)));
    let mut others = others.map(|map| on_one_thread(simulation(drawn(&map))));
    let mut explorers: [Explorer; 4] = default();
    let [first, rest @ ..] = &mut explorers;
    // As long as the door is closed nothing of what is behind it can be known.
    for _ in 0..30 {
        let step = next(&mut app, first);
        let door = app.world().resource::<TileMap>().tile(IVec2::new(9, 4));
        assert_eq!(door, Tile::ClosedDoor);
        for (other, explorer) in others.iter_mut().zip(&mut *rest) {
            assert_eq!(next(other, explorer), step);
        }
        let action = step.unwrap();
        for app in others.iter_mut().chain([&mut app]) {
            app.act(action);
        }
        let door = app.world().resource::<TileMap>().tile(IVec2::new(9, 4));
        if door != Tile::ClosedDoor {
            return;
        }
    }
    panic!("the door stays closed");
}

#[test]
fn somebody_in_the_only_way_is_told_apart_from_no_way() {
    let mut app = simulation(drawn("#########\n#@......#\n#########"));
    let player = app.player().unwrap();
    let memory = app.world().get::<MapMemory>(player).unwrap();
    let (here, to) = (IVec2::new(1, 1), IVec2::new(7, 1));
    let explorer = Explorer::default();
    let east = Ok(Action::step(Direction::East));
    assert_eq!(explorer.travel(memory, here, to, |_| false), east);
    let taken = |cell| cell == IVec2::new(3, 1);
    assert_eq!(
        explorer.travel(memory, here, to, taken),
        Err(NoStep::Blocked)
    );
    let nowhere = IVec2::new(4, 0);
    assert_eq!(
        explorer.travel(memory, here, nowhere, |_| false),
        Err(NoStep::NoWay)
    );
    assert_eq!(
        explorer.travel(memory, here, here, |_| false),
        Err(NoStep::Done)
    );
    assert!(app.world().resource::<Fate>().is_alive());
}
