//! The way back with the beacon, and what earns points on the way down. Scenes in `tests/scenes/quest` test the rest.

use bevy::prelude::*;
use fogbound::game::{
    Action, Actor, Awareness, GameEvent, GameSetup, Happening, LightRule, Numbers, Player, Quest,
    Snapshot, State, fingerprint,
};
use fogbound::grid::Direction;
use fogbound::map::{Stairs, Tile};

use crate::common::{AppExt, built_small, depth, simulation, tick};

/// Returns a game of small levels with these numbers, without darkness, in which the player cannot die.
fn game(numbers: &str) -> App {
    let mut app = simulation(GameSetup {
        light: LightRule::Off,
        numbers: Numbers::read("numbers.ron", numbers).unwrap(),
        ..built_small(3)
    });
    app.make_player_tough();
    app
}

type Others = (With<Actor>, Without<Player>);

/// Removes all creatures, and moves the player by the stairs.
fn take(app: &mut App, stairs: Stairs) {
    for other in app.entities::<Others>() {
        app.world_mut().despawn(other);
    }
    let mut cells = app.map().iter();
    let cell = cells.find(|(_, tile)| tile.stairs() == Some(stairs));
    let (cell, _) = cell.unwrap();
    drop(cells);
    let player = app.player().unwrap();
    app.put(player, cell.into());
    let before = depth(app);
    app.act(Action::TAKE_STAIRS);
    assert_ne!(depth(app), before);
}

fn wait(app: &mut App, turns: u32) {
    for _ in 0..turns {
        app.act(Action::WAIT);
    }
}

fn quest(app: &App) -> &Quest {
    app.world().resource::<Quest>()
}

/// Returns how much treasure the player takes when it steps onto a treasure on this level.
fn take_treasure(app: &mut App) -> u32 {
    let player = app.player().unwrap();
    let here = app.place_of(player);
    let ways = Direction::ALL.into_iter();
    let free = ways.filter(|way| app.map().is_walkable(here + way.delta()));
    let way = free.last().unwrap();
    app.set_tile((here + way.delta()).into(), Tile::TREASURE);
    let before = quest(app).treasure;
    app.step(way);
    quest(app).treasure - before
}

#[test]
fn treasure_is_worth_more_on_deeper_levels() {
    for (numbers, worth) in [("()", [10, 15, 20]), ("(score: (treasure: 0))", [10; 3])] {
        let mut app = game(numbers);
        let taken = [1, 2, 3].map(|level| {
            if level > 1 {
                take(&mut app, Stairs::Down);
            }
            take_treasure(&mut app)
        });
        assert_eq!(taken, worth);
    }
}

/// A level counts once, when the player goes on to a new level and nothing has begun to hunt it.
#[test]
fn levels_left_unnoticed_count() {
    let mut app = game("()");
    take(&mut app, Stairs::Down);
    assert_eq!(quest(&app).unnoticed, 1);
    for stairs in [Stairs::Up, Stairs::Down] {
        take(&mut app, stairs);
        assert_eq!(quest(&app).unnoticed, 1, "known levels do not count");
    }
    let actor = app.world_mut().spawn_empty().id();
    let (from, to) = (State::Unaware, State::Hunting);
    let at = IVec2::ZERO;
    app.world_mut().write_message(GameEvent {
        actor,
        at,
        actor_at: at,
        actor_hidden: None,
        target_hidden: None,
        what: Happening::StateChanged { from, to },
    });
    wait(&mut app, 1);
    assert!(quest(&app).hunted > 0);
    // The level stays noticed while the player is elsewhere.
    take(&mut app, Stairs::Up);
    take(&mut app, Stairs::Down);
    take(&mut app, Stairs::Down);
    assert_eq!((depth(&app), quest(&app).unnoticed), (3, 1));
    take(&mut app, Stairs::Down);
    assert_eq!(quest(&app).unnoticed, 2);
}

/// Returns a game in which the player has come to the second level with the beacon, and there are no other creatures.
fn with_beacon(numbers: &str) -> App {
    let mut app = game(numbers);
    take(&mut app, Stairs::Down);
    let mut quest = app.world_mut().resource_mut::<Quest>();
    (quest.has_beacon, quest.has_taken, quest.is_done) = (true, true, true);
    for other in app.entities::<Others>() {
        app.world_mut().despawn(other);
    }
    app
}

const QUICK: &str = "(beacon: (first: 4, every: 4, group: (1, 1), most: 3))";

#[test]
fn hunters_make_for_the_place_where_the_beacon_shone() {
    let mut app = with_beacon(QUICK);
    let player = app.player().unwrap();
    let shone = app.place_of(player);
    while app.entities::<Others>().is_empty() {
        wait(&mut app, 1);
        assert!(tick(&app) < 2_000, "hunters come");
    }
    let hunter = app.entities::<Others>()[0];
    let last_known = match *app.part::<Awareness>(hunter) {
        Awareness::Hunting { last_known } => last_known,
        other => panic!("{other:?}"),
    };
    assert_eq!(last_known, shone);
}

/// Hunters that came once do not come again when the player returns, and the time elsewhere does not count.
#[test]
fn each_level_counts_its_own_hunters() {
    let mut app = with_beacon(QUICK);
    wait(&mut app, 6);
    let count = |app: &mut App| app.entities::<Others>().len();
    assert_eq!(count(&mut app), 1);
    take(&mut app, Stairs::Up);
    wait(&mut app, 30);
    take(&mut app, Stairs::Down);
    assert_eq!(count(&mut app), 0);
    wait(&mut app, 1);
    assert_eq!(count(&mut app), 0, "the next group is not due yet");
    wait(&mut app, 30);
    assert_eq!(count(&mut app), 2, "one of three had come before");
}

#[test]
fn without_numbers_no_hunters_come() {
    for numbers in [
        "(beacon: (first: 0))",
        "(beacon: (first: 4, every: 4, most: 0))",
    ] {
        let mut app = with_beacon(numbers);
        wait(&mut app, 60);
        assert!(app.entities::<Others>().is_empty(), "{numbers}");
    }
}

#[test]
fn a_restored_game_meets_the_same_hunters() {
    let mut app = with_beacon(QUICK);
    wait(&mut app, 6);
    let snapshot = Snapshot::take(app.world_mut()).unwrap();
    let play = |app: &mut App| {
        let turns = 0..12;
        let turns = turns.map(|_| {
            wait(app, 1);
            fingerprint(app.world_mut())
        });
        turns.collect::<Vec<u64>>()
    };
    let first = play(&mut app);
    snapshot.restore(app.world_mut());
    assert_eq!(play(&mut app), first);
    assert_eq!(app.entities::<Others>().len(), 3);
}
