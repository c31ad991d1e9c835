//! Saving `tiles.ron` changes the tiles of a running game.

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use fogbound::frontend::text;
use fogbound::game::{
    Action, BeginGame, Clock, Depth, Game, GameSetup, LightRule, fingerprint, reload_tiles,
};
use fogbound::grid::Direction::East;
use fogbound::map::{Tile, TileMap};
use fogbound::vision::Knowledge;

use crate::common::assets::{Assets, notices};
use crate::common::{AppExt, drawn, simulation};

/// A corridor with foliage across it, and a hall without foliage.
const CORRIDOR: &str = "
##################
#@>..\"...........#
##################
#...............O#
##################";

const LEAVES: (i32, i32) = (5, 1);
/// A cell behind the leaves.
const BEHIND: (i32, i32) = (9, 1);

const SPARSE: &str = "{\"foliage\": (opaque: false)}";

fn write(assets: &Assets, text: &str) {
    fs::write(assets.folder().join("tiles.ron"), text).unwrap();
}

fn game(assets: &Assets, light: LightRule) -> App {
    let mut app = simulation(GameSetup {
        monsters: assets.files(),
        light,
        ..drawn(CORRIDOR)
    });
    notices(&mut app);
    app
}

fn tile_of(known: Knowledge) -> Tile {
    known.tile().unwrap()
}

#[test]
fn a_reload_updates_sight_at_once_and_takes_no_time() {
    let assets = Assets::new("tiles-seen");
    let mut app = game(&assets, LightRule::Off);
    let player = app.player().unwrap();
    assert!(app.sees(player, LEAVES) && !app.sees(player, BEHIND));
    assert_eq!(app.knows(player, BEHIND), Knowledge::Unknown);
    let begun = app.world().resource::<Clock>().tick;

    write(&assets, SPARSE);
    // The ogre's view has not changed.
    let recomputed = app.recomputed_by(|app| reload_tiles(app.world_mut()));
    assert_eq!(recomputed, 1);
    assert_eq!(notices(&mut app), ["The tiles have changed."]);
    assert!(app.sees(player, BEHIND));
    assert_eq!(tile_of(app.knows(player, BEHIND)), Tile::FLOOR);
    assert!(!tile_of(app.knows(player, LEAVES)).is_opaque());
    assert_eq!(app.world().resource::<Clock>().tick, begun);

    // Loading the same file changes nothing, and a new glyph does not affect sight.
    let recomputed = app.recomputed_by(|app| reload_tiles(app.world_mut()));
    assert_eq!((recomputed, notices(&mut app).len()), (0, 0));
    write(&assets, "{\"foliage\": (opaque: false, drawn: '%')}");
    let recomputed = app.recomputed_by(|app| reload_tiles(app.world_mut()));
    assert_eq!(recomputed, 0);
    assert_eq!(notices(&mut app), ["The tiles have changed."]);
    assert_eq!(tile_of(app.knows(player, LEAVES)).kind().drawn, '%');

    fs::remove_file(assets.folder().join("tiles.ron")).unwrap();
    reload_tiles(app.world_mut());
    assert!(!app.sees(player, BEHIND) && tile_of(app.knows(player, LEAVES)).is_opaque());
    // The cell behind the leaves is remembered.
    assert_eq!(tile_of(app.knows(player, BEHIND)), Tile::FLOOR);
}

#[test]
fn a_broken_file_is_reported_and_changes_nothing() {
    let assets = Assets::new("tiles-broken");
    let mut app = game(&assets, LightRule::Off);
    let player = app.player().unwrap();
    let before = fingerprint(app.world_mut());
    write(&assets, "{\n    \"foliage\": (opaque: 3)\n}");
    reload_tiles(app.world_mut());
    let [message] = &notices(&mut app)[..] else {
        panic!("expected one message")
    };
    assert!(
        message.contains("tiles.ron:2:25: ") && message.contains("opaque"),
        "{message}"
    );
    assert!(!app.sees(player, BEHIND));
    assert_eq!(fingerprint(app.world_mut()), before);
}

#[test]
fn a_reload_changes_movement_and_flames() {
    let assets = Assets::new("tiles-rules");
    let mut app = game(&assets, LightRule::Dark);
    app.set_tile((3, 1), Tile::WATER);
    app.set_tile((12, 1), Tile::BRAZIER);
    app.act(Action::WAIT);
    assert_eq!(
        (
            app.light().level((4, 1).into()),
            app.light().level((10, 1).into())
        ),
        (5, 7)
    );
    write(
        &assets,
        "{\"water\": (walkable: true, percent: 300), \"brazier\": (flame: (radius: 3, color: \"#ff0000\"))}",
    );
    reload_tiles(app.world_mut());
    assert_eq!(app.light().level((10, 1).into()), 2);
    let player = app.player().unwrap();
    app.step(East);
    let before = app.world().resource::<Clock>().tick;
    app.step(East);
    assert_eq!(app.place_of(player), IVec2::new(3, 1));
    assert_eq!(app.world().resource::<Clock>().tick - before, 300);
}

#[test]
fn levels_the_player_left_get_the_new_tiles() {
    let assets = Assets::new("tiles-left");
    let mut app = game(&assets, LightRule::Off);
    app.step(East);
    app.act(Action::TAKE_STAIRS);
    assert_eq!(app.world().resource::<Depth>().0, 2);
    let other =
        "{\"foliage\": (opaque: false, trampled: \"rubble\"), \"stairs down\": (stairs: \"up\")}";
    write(&assets, other);
    reload_tiles(app.world_mut());
    let sparse = app.map().tile_set().get("foliage").unwrap();
    assert!(!sparse.is_opaque());
    // The stairs that led down now lead up, back to the first level.
    let player = app.player().unwrap();
    app.put(player, (2, 1));
    app.act(Action::TAKE_STAIRS);
    assert_eq!(app.world().resource::<Depth>().0, 1);
    assert_eq!(app.map().tile(LEAVES.into()).set(), sparse.set());
    let player = app.player().unwrap();
    assert!(app.sees(player, BEHIND));
    // The stairs can change again.
    write(&assets, SPARSE);
    reload_tiles(app.world_mut());
    let map = app.world().resource::<TileMap>();
    assert_eq!(
        map.tile((2, 1).into()).stairs(),
        Some(fogbound::map::Stairs::Down)
    );
}

#[test]
fn a_new_game_uses_the_tiles_of_its_folder() {
    let assets = Assets::new("tiles-begin");
    write(&assets, SPARSE);
    let mut game = Game::new(GameSetup {
        monsters: assets.files(),
        ..drawn(CORRIDOR)
    })
    .unwrap();
    game.look_again();
    let mut app = text::app();
    app.begin_game(game);
    let player = app.player().unwrap();
    assert!(app.sees(player, BEHIND));
    // Later changes to the file take effect, too.
    app.update();
    write(&assets, "{}");
    let begun = Instant::now();
    while app.sees(player, BEHIND) {
        assert!(
            begun.elapsed() < Duration::from_secs(20),
            "nothing happened"
        );
        sleep(Duration::from_millis(5));
        app.update();
    }
    assert!(tile_of(app.knows(player, LEAVES)).is_opaque());
}
