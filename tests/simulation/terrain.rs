//! Tests of terrain: which viewsheds are recomputed when it changes, and changes that are due later. The scenes in
//! `tests/scenes/terrain`, `foliage` and `doors` test how it hides, blocks and slows.

use bevy::prelude::*;
use fogbound::dungeon::{Dungeon, LevelSource, Stock};
use fogbound::fov::Sight;
use fogbound::game::{Action, GameSetup, LightRule, PlayerCommand, fingerprint};
use fogbound::grid::Direction::{East, West};
use fogbound::map::{Tile, TileMap};
use fogbound::vision::{Knowledge, MapMemory, Position, Viewshed};

use crate::common::arena::wait;
use crate::common::{AppExt, simulation, start};

fn tile(app: &App, cell: (i32, i32)) -> Tile {
    app.map().tile(cell.into())
}

/// A hall with a hedge across it, and a separate room.
const HEDGE: &str = "
##########################
#..@\"....#...............#
#...\"....#...............#
#...\"....#...............#
##########################";

/// Returns how many viewsheds are recomputed when the player steps east in a corridor that `row` begins, with a watcher
/// six cells from the west end.
fn recomputed(row: &str) -> u64 {
    let wall = "#".repeat(10);
    let (mut app, _) = start(&format!("{wall}\n#{row}...#\n{wall}"));
    let watcher = (
        Position(IVec2::new(6, 1)),
        Viewshed::new(Sight::default()),
        MapMemory::new(),
    );
    app.world_mut().spawn(watcher);
    app.command([PlayerCommand::ChangeRadius(0)]);
    app.recomputed_by(|app| app.step(East))
}

#[test]
fn only_terrain_that_changes_the_view_recomputes_others_views() {
    assert_eq!(recomputed("..@\"."), 2, "trampled foliage opens the view");
    assert_eq!(recomputed("..@%."), 1, "a curtain stays opaque");
    assert_eq!(recomputed("..@/."), 0, "opening a grate reveals nothing");
    assert_eq!(recomputed("..@~."), 0, "a refused step");
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
    let files = [("tiles.ron".to_owned(), MOSS.replace('´', "}"))].into();
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
