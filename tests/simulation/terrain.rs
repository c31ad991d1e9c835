//! Tests of every kind of terrain: whether creatures can see through it, which viewsheds are recomputed when it
//! changes, and how it is remembered.

use bevy::prelude::*;
use fogbound::dungeon::{Dungeon, LevelSource, Stock};
use fogbound::fov::Sight;
use fogbound::game::{
    Action, GameSetup, LightRule, PlayerCommand, Quest, TICKS_PER_TURN, fingerprint,
};
use fogbound::grid::Direction::{East, West};
use fogbound::map::{Tile, TileMap};
use fogbound::vision::{Knowledge, MapMemory, Position, Viewshed};

use crate::common::arena::wait;
use crate::common::{AppExt, dark, drawn, simulation, start, tick};

/// Spawns a creature that only sees and remembers.
fn watcher(app: &mut App, cell: (i32, i32)) -> Entity {
    let watcher = (
        Position(cell.into()),
        Viewshed::new(Sight::default()),
        MapMemory::new(),
    );
    let watcher = app.world_mut().spawn(watcher).id();
    app.command([PlayerCommand::ChangeRadius(0)]);
    watcher
}

fn tile(app: &App, cell: (i32, i32)) -> Tile {
    app.map().tile(cell.into())
}

fn known(app: &App, eye: Entity, cell: (i32, i32)) -> Option<Tile> {
    app.knows(eye, cell).tile()
}

#[test]
fn some_terrain_can_be_seen_across_but_not_walked_on() {
    for glyph in ['~', ':', '|', '=', '/', '°'] {
        let (mut app, player) = start(&format!(
            "
########
#.@{glyph}...#
########"
        ));
        assert!(app.sees(player, (6, 1)), "{glyph}");
        if glyph == '/' {
            continue;
        }
        let before = (tick(&app), app.place_of(player));
        assert_eq!(app.recomputed_by(|app| app.step(East)), 0, "{glyph}");
        assert_eq!((tick(&app), app.place_of(player)), before, "{glyph}");
    }
}

#[test]
fn statues_block_sight_and_movement() {
    let (mut app, player) = start(
        "
#########
#.@&....#
#########",
    );
    assert!(app.sees(player, (3, 1)) && !app.sees(player, (4, 1)));
    app.step(East);
    assert_eq!(app.place_of(player), IVec2::new(2, 1));
}

/// A hall with a hedge across it, and a separate room.
const HEDGE: &str = "
##########################
#..@\"....#...............#
#...\"....#...............#
#...\"....#...............#
##########################";

#[test]
fn foliage_is_trampled_flat_and_grows_back() {
    let (mut app, player) = start(HEDGE);
    let behind = watcher(&mut app, (7, 1));
    let elsewhere = watcher(&mut app, (20, 2));
    assert!(!app.sees(player, (7, 1)) && !app.sees(behind, (3, 1)));
    // The viewsheds of the player, who has moved, and of the watcher behind the hedge are recomputed. The viewshed of
    // the watcher elsewhere is not.
    assert_eq!(app.recomputed_by(|app| app.step(East)), 2);
    assert_eq!(tile(&app, (4, 1)), Tile::TRAMPLED_FOLIAGE);
    assert!(app.sees(behind, (3, 1)) && app.sees(player, (7, 1)));
    assert_eq!(known(&app, behind, (4, 1)), Some(Tile::TRAMPLED_FOLIAGE));
    assert_eq!(known(&app, elsewhere, (4, 1)), None);
    // The foliage does not grow back while the player stands on it.
    wait(&mut app, 70);
    assert_eq!(tile(&app, (4, 1)), Tile::TRAMPLED_FOLIAGE);
    app.step(West);
    app.act(Action::WAIT);
    assert_eq!(tile(&app, (4, 1)), Tile::FOLIAGE);
    assert!(!app.sees(behind, (3, 1)));
    // Walking past foliage does not trample it.
    assert_eq!(tile(&app, (4, 2)), Tile::FOLIAGE);
}

#[test]
fn foliage_regrows_after_sixty_turns_but_not_in_memory() {
    let (mut app, player) = start(
        "
################
#@\"..+.........#
################",
    );
    for _ in 0..3 {
        app.step(East);
    }
    let trampled_at = 1;
    assert_eq!(known(&app, player, (2, 1)), Some(Tile::TRAMPLED_FOLIAGE));
    // The player closes the door from the other side. Out of sight, the foliage regrows but is remembered as trampled.
    for _ in 0..3 {
        app.step(East);
    }
    app.act(Action::close_door(West));
    assert_eq!(tile(&app, (5, 1)), Tile::CLOSED_DOOR);
    while tick(&app) < (trampled_at + 59) * TICKS_PER_TURN {
        app.act(Action::WAIT);
        assert_eq!(tile(&app, (2, 1)), Tile::TRAMPLED_FOLIAGE);
    }
    wait(&mut app, 3);
    assert_eq!(tile(&app, (2, 1)), Tile::FOLIAGE);
    assert_eq!(known(&app, player, (2, 1)), Some(Tile::TRAMPLED_FOLIAGE));
    // When the foliage is seen again, it is remembered as it is now.
    app.act(Action::open_door(West));
    assert_eq!(known(&app, player, (5, 1)), Some(Tile::OPEN_DOOR));
    assert_eq!(known(&app, player, (2, 1)), Some(Tile::FOLIAGE));
}

#[test]
fn curtains_can_be_walked_through_and_stay_opaque() {
    let (mut app, player) = start(
        "
#########
#.@%....#
#########",
    );
    let behind = watcher(&mut app, (6, 1));
    assert!(!app.sees(behind, (2, 1)));
    // Nothing has become transparent, so the watcher's view is not recomputed.
    assert_eq!(app.recomputed_by(|app| app.step(East)), 1);
    assert_eq!(tile(&app, (3, 1)), Tile::CURTAIN);
    assert!(
        app.sees(player, (6, 1)),
        "from within, the player sees both sides"
    );
    assert!(!app.sees(behind, (2, 1)));
}

#[test]
fn rubble_and_low_walls_slow_walking() {
    for (glyph, percent) in [('.', 100), (',', 200), ('-', 300), (';', 100)] {
        let (mut app, player) = start(&format!(
            "
########
#.@{glyph}...#
########"
        ));
        assert!(app.sees(player, (6, 1)), "{glyph}");
        let before = tick(&app);
        app.step(East);
        assert_eq!(app.place_of(player), IVec2::new(3, 1), "{glyph}");
        assert_eq!(
            tick(&app) - before,
            percent * TICKS_PER_TURN / 100,
            "{glyph}"
        );
    }
}

#[test]
fn a_grate_is_a_door_that_hides_nothing() {
    let (mut app, player) = start(
        "
#########
#.@/....#
#########",
    );
    assert!(app.sees(player, (6, 1)));
    assert_eq!(
        app.recomputed_by(|app| app.step(East)),
        0,
        "opening the grate reveals nothing"
    );
    assert_eq!(tile(&app, (3, 1)), Tile::OPEN_GRATE);
    assert_eq!(known(&app, player, (3, 1)), Some(Tile::OPEN_GRATE));
    app.act(Action::close_door(East));
    assert_eq!(tile(&app, (3, 1)), Tile::CLOSED_GRATE);
}

const SECRET: &str = "
###########
#....#....#
#.@..?....#
#....#....#
###########";

#[test]
fn a_secret_door_looks_and_acts_like_a_wall() {
    let (mut app, player) = start(SECRET);
    assert_eq!(known(&app, player, (5, 2)), Some(Tile::WALL));
    app.step(East);
    app.step(East);
    let before = (tick(&app), app.place_of(player));
    assert_eq!(before.1, IVec2::new(4, 2));
    // Walking into the door is like walking into a wall: nothing happens, and no time passes.
    app.step(East);
    app.act(Action::open_door(East));
    assert_eq!((tick(&app), app.place_of(player)), before);
    assert_eq!(tile(&app, (5, 2)), Tile::SECRET_DOOR);
    assert_eq!(known(&app, player, (5, 2)), Some(Tile::WALL));
}

#[test]
fn searching_finds_a_secret_door() {
    let (mut app, player) = start(SECRET);
    // From three cells away, each search has a one-in-three chance of finding the door.
    let mut turns = 0;
    while tile(&app, (5, 2)) == Tile::SECRET_DOOR {
        turns += 1;
        assert!(turns < 60, "the secret door is never found");
        app.act(Action::SEARCH);
    }
    assert_eq!(
        tick(&app),
        turns * TICKS_PER_TURN,
        "each search takes a turn"
    );
    assert_eq!(tile(&app, (5, 2)), Tile::CLOSED_DOOR);
    app.act(Action::WAIT);
    assert_eq!(known(&app, player, (5, 2)), Some(Tile::CLOSED_DOOR));
    // From an adjacent cell, the first search finds the door.
    let (mut app, _) = start(SECRET);
    app.step(East);
    app.step(East);
    app.act(Action::SEARCH);
    assert_eq!(tile(&app, (5, 2)), Tile::CLOSED_DOOR);
    app.step(East);
    assert_eq!(tile(&app, (5, 2)), Tile::OPEN_DOOR);
}

#[test]
fn natives_use_secret_doors_and_so_reveal_them() {
    // The goblin hears the player and hunts it, but only the secret door leads to the player.
    let (mut app, player) = start(
        "
############
#....#.....#
#.@..?....g#
#....#.....#
############",
    );
    let mut was_shut = true;
    for _ in 0..60 {
        if tile(&app, (5, 2)) == Tile::OPEN_DOOR {
            was_shut = false;
            break;
        }
        app.act(Action::cry(30));
    }
    assert!(!was_shut, "the goblin never comes through its door");
    assert_eq!(known(&app, player, (5, 2)), Some(Tile::OPEN_DOOR));
}

#[test]
fn light_through_the_crack_gives_a_secret_door_away() {
    let lit = "
###########
#....#....#
#.@..?.*..#
#....#....#
###########";
    let of = |drawing: &str| {
        let mut app = simulation(dark(drawn(drawing)));
        app.act(Action::set_lantern(fogbound::game::Lantern::Shut));
        for _ in 0..2 {
            app.step(East);
        }
        wait(&mut app, 2);
        app
    };
    assert_eq!(tile(&of(lit), (5, 2)), Tile::CLOSED_DOOR);
    // Without light behind the door, the crack does not show.
    assert_eq!(tile(&of(&lit.replace('*', ".")), (5, 2)), Tile::SECRET_DOOR);
    // The player's own lantern outshines the crack.
    let mut app = simulation(dark(drawn(lit)));
    for _ in 0..2 {
        app.step(East);
    }
    wait(&mut app, 2);
    assert_eq!(tile(&app, (5, 2)), Tile::SECRET_DOOR);
}

#[test]
fn fire_spreads_gives_light_and_leaves_ashes() {
    let mut app = simulation(dark(drawn(
        "
############
#.@%%%..\"..#
############",
    )));
    let player = app.player().unwrap();
    app.act(Action::set_lantern(fogbound::game::Lantern::Shut));
    assert!(!app.light().is_lit((6, 1).into()));
    app.act(Action::tend(East));
    assert_eq!(tile(&app, (3, 1)), Tile::FIRE);
    assert_eq!(tile(&app, (4, 1)), Tile::CURTAIN);
    assert!(app.light().is_lit((2, 1).into()));
    wait(&mut app, 3);
    assert_eq!(tile(&app, (4, 1)), Tile::FIRE);
    wait(&mut app, 12);
    for x in 3..6 {
        assert_eq!(tile(&app, (x, 1)), Tile::ASHES, "{x}");
    }
    assert_eq!(
        tile(&app, (8, 1)),
        Tile::FOLIAGE,
        "the foliage is too far away"
    );
    assert!(!app.light().is_lit((2, 1).into()));
    assert_eq!(app.place_of(player), IVec2::new(2, 1));
}

#[test]
fn treasure_is_taken_once_and_counted() {
    let (mut app, player) = start(
        "
########
#.@$.$.#
########",
    );
    for _ in 0..4 {
        app.step(East);
    }
    assert_eq!(app.place_of(player), IVec2::new(6, 1));
    assert_eq!(tile(&app, (3, 1)), Tile::FLOOR);
    assert_eq!(app.world().resource::<Quest>().treasure, 20);
    app.step(West);
    assert_eq!(app.world().resource::<Quest>().treasure, 20);
}

#[test]
fn pending_tile_changes_are_part_of_the_world() {
    let world = || {
        let (mut app, _) = start(HEDGE);
        app.step(East);
        app.step(West);
        wait(&mut app, 20);
        app
    };
    let (mut one, mut other) = (world(), world());
    assert_eq!(fingerprint(one.world_mut()), fingerprint(other.world_mut()));
    let snapshot = fogbound::game::Snapshot::take(one.world_mut()).unwrap();
    wait(&mut one, 60);
    wait(&mut other, 60);
    assert_eq!(tile(&one, (4, 1)), Tile::FOLIAGE);
    snapshot.restore(one.world_mut());
    assert_eq!(tile(&one, (4, 1)), Tile::TRAMPLED_FOLIAGE);
    wait(&mut one, 60);
    assert_eq!(tile(&one, (4, 1)), Tile::FOLIAGE);
    assert_eq!(fingerprint(one.world_mut()), fingerprint(other.world_mut()));
}

/// Custom tiles.
const MOSS: &str = r##"{
    "moss": (
        description: "It glows.",
        glyph: '`',
        walkable: true,
        flame: (radius: 2, color: "#80ff80"),
        trampled: "dead moss",
        like: "floor",
    ),
    "dead moss": (glyph: '´', walkable: true, mass: true),
    "foliage": (opaque: false),
}"##;

#[test]
fn custom_tiles_can_be_replaced_during_a_game() {
    let files = [("tiles.ron".to_owned(), MOSS.replace('´', "{"))].into();
    let (stock, errors) = Stock::read(&files, &fogbound::dungeon::Builders::default());
    assert!(errors.is_empty(), "{errors:?}");
    let moss = stock.tiles().get("moss").unwrap();
    let mut app = simulation(GameSetup {
        source: LevelSource::Dungeon(Dungeon {
            stock: stock.clone(),
            ..Dungeon::default()
        }),
        light: LightRule::Dark,
        ..default()
    });
    let player = app.player().unwrap();
    let at = app.place_of(player);
    let mut map = app.world_mut().resource_mut::<TileMap>();
    let cell = at + IVec2::X;
    map.set(cell, moss);
    map.set(cell + IVec2::X, Tile::FOLIAGE);
    assert!(
        !map.is_opaque(cell + IVec2::X),
        "the custom foliage is transparent"
    );
    app.step(East);
    assert_eq!(app.map().tile(cell).name(), "dead moss");
    // Build the same map with the built-in tiles.
    let mut map = app.world_mut().resource_mut::<TileMap>();
    map.take_set(fogbound::map::TileSet::default());
    assert!(map.is_opaque(cell + IVec2::X));
    app.act(Action::WAIT);
    assert!(matches!(
        app.knows(player, (cell + IVec2::X).into()),
        Knowledge::Seen { .. }
    ));
}
