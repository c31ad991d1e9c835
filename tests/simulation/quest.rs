//! Tests of the quest: the way down to the beacon and up again, and what changes on the way.

use std::collections::BTreeMap;

use bevy::prelude::*;
use fogbound::dungeon::{Dungeon, LevelSource};
use fogbound::fov::Sight;
use fogbound::game::{
    Action, Actor, Awareness, Clock, Fate, GameEvent, GameSetup, Happening, Health, LightRule,
    Numbers, Obstacle, Player, Quest,
};
use fogbound::map::{Stairs, Tile, TileMap};
use fogbound::vision::Ambient;

use crate::common::{AppExt, depth, drawn, simulation};

fn game(seed: u64) -> App {
    let mut app = simulation(GameSetup {
        seed,
        source: LevelSource::Dungeon(Dungeon::default()),
        light: LightRule::Dark,
        sight: Sight::default().unlimited(),
        ..default()
    });
    // The player must survive the whole way.
    let player = app.player().unwrap();
    app.world_mut()
        .entity_mut(player)
        .insert(Health::new(i32::MAX / 2, 0));
    app
}

fn find(app: &App, is_it: impl Fn(Tile) -> bool) -> (i32, i32) {
    let mut cells = app.map().iter().filter(|(_, tile)| is_it(*tile));
    cells.next().expect("the level has such a tile").0.into()
}

/// Puts the player beside `cell` and makes the player step onto it, so that entering the cell takes effect.
fn go(app: &mut App, cell: (i32, i32)) {
    let player = app.player().unwrap();
    let map = app.world().resource::<TileMap>();
    let ways = fogbound::grid::Direction::ALL.into_iter();
    let from = ways
        .map(|way| (way, IVec2::from(cell) - way.delta()))
        .find(|(_, from)| {
            let tile = map.tile(*from);
            tile.is_walkable() && tile.stairs().is_none() && tile.kind().taken.is_none()
        });
    let (way, from) = from.expect("there is ground beside the cell");
    // Remove every creature that might be in the way.
    let mut others = app
        .world_mut()
        .query_filtered::<Entity, (With<Actor>, Without<Player>)>();
    let others: Vec<Entity> = others.iter(app.world()).collect();
    for other in others {
        app.world_mut().despawn(other);
    }
    app.put(player, from.into());
    app.step(way);
    assert_eq!(app.place_of(player), IVec2::from(cell));
}

fn take(app: &mut App, stairs: Stairs) {
    let cell = find(app, |tile| tile.stairs() == Some(stairs));
    go(app, cell);
    app.act(Action::TAKE_STAIRS);
}

fn tiles(app: &App) -> Vec<Tile> {
    app.map().iter().map(|(_, tile)| tile).collect()
}

#[test]
fn fetching_the_beacon_and_returning_wins() {
    for seed in [1, 2] {
        let mut app = game(seed);
        let mut as_left: BTreeMap<u32, (Vec<Tile>, Ambient)> = BTreeMap::new();
        for level in 1..12 {
            assert_eq!(depth(&app), level);
            let stairs = find(&app, |tile| tile.stairs() == Some(Stairs::Down));
            go(&mut app, stairs);
            let light = app.world().resource::<Ambient>().clone();
            as_left.insert(level, (tiles(&app), light));
            app.act(Action::TAKE_STAIRS);
        }
        assert_eq!(depth(&app), 12);
        assert_eq!(app.world().resource::<Quest>().deepest, 12);
        assert!(
            tiles(&app)
                .iter()
                .all(|it| it.stairs() != Some(Stairs::Down))
        );
        let goal = find(&app, |tile| tile == Tile::BEACON);
        go(&mut app, goal);
        assert!(app.world().resource::<Quest>().has_beacon);
        assert_eq!(app.map().tile(goal.into()), Tile::PEDESTAL);
        for level in (1..12).rev() {
            take(&mut app, Stairs::Up);
            assert_eq!(depth(&app), level);
            // The level is as it was left, flames and all.
            let now = tiles(&app);
            let (before, light) = &as_left[&level];
            for (cell, (old, new)) in before.iter().zip(&now).enumerate() {
                let grown = old.kind().in_time.is_some() || *new == Tile::FOLIAGE;
                assert!(
                    new == old || grown,
                    "level {level}, cell {cell}: {old:?} {new:?}"
                );
            }
            assert_eq!(app.world().resource::<Ambient>(), light);
        }
        assert!(app.world().resource::<Fate>().is_alive());
        take(&mut app, Stairs::Up);
        let fate = app.world().resource::<Fate>().clone();
        let turn = app.world().resource::<Clock>().turn();
        assert!(matches!(fate, Fate::Won(_)), "{fate:?}");
        // The game is over, so no time passes.
        app.act(Action::WAIT);
        assert_eq!(app.world().resource::<Clock>().turn(), turn);
        let quest = app.world().resource::<Quest>();
        let numbers = app.world().resource::<Numbers>();
        assert!(quest.score(true, turn, &numbers.score) >= 475);
    }
}

#[test]
fn a_blow_in_the_winning_turn_does_not_undo_the_victory() {
    let mut struck_down = 0;
    for seed in 0..10 {
        let mut app = simulation(GameSetup {
            seed,
            ..drawn("#####\n#O@O#\n#####")
        });
        app.set_tile((2, 1), Tile::STAIRS_UP);
        let mut quest = app.world_mut().resource_mut::<Quest>();
        (quest.last, quest.has_beacon) = (Some(1), true);
        (quest.has_taken, quest.is_done) = (true, true);
        let tick = app.world().resource::<Clock>().tick;
        for ogre in app.entities::<(With<Actor>, Without<Player>)>() {
            let mut ogre = app.world_mut().entity_mut(ogre);
            let last_known = IVec2::new(2, 1);
            ogre.insert(Awareness::Hunting { last_known });
            ogre.get_mut::<Actor>().unwrap().due = tick;
        }
        let player = app.player().unwrap();
        let mut health = app.world_mut().get_mut::<Health>(player).unwrap();
        health.set_now(1);
        app.act(Action::TAKE_STAIRS);
        let fate = app.world().resource::<Fate>();
        assert!(matches!(fate, Fate::Won(_)), "{seed}: {fate:?}");
        struck_down += u32::from(app.part::<Health>(player).now() <= 0);
    }
    assert!(struck_down > 0);
}

#[test]
fn the_dungeon_cannot_be_left_without_the_beacon() {
    let mut app = game(3);
    let stairs = find(&app, |tile| tile.stairs() == Some(Stairs::Up));
    go(&mut app, stairs);
    let before = app.world().resource::<Clock>().tick;
    let mut events = app
        .world()
        .resource::<Messages<GameEvent>>()
        .get_cursor_current();
    app.act(Action::TAKE_STAIRS);
    let happenings: Vec<Happening> = events
        .read(app.world().resource::<Messages<GameEvent>>())
        .map(|it| it.what)
        .collect();
    assert_eq!(
        happenings,
        [Happening::Hindered(Obstacle::Named(
            "This is the way out, but you won't leave without the beacon."
        ))]
    );
    assert_eq!(app.world().resource::<Clock>().tick, before);
    assert!(app.world().resource::<Fate>().is_alive());
}
