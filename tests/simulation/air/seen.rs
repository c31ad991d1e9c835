//! Air changes what is seen where it is, and nothing else.

use bevy::prelude::*;
use fogbound::game::{Arrange, PlayerCommand};
use fogbound::map::Density;
use fogbound::view::Screen;
use fogbound::vision::{MapMemory, Viewshed};

use crate::common::arena::{arena, creature, wait};
use crate::common::{AppExt, drawn, random_commands, whole_game};

/// Two halls. Neither can be seen from the other.
const HALLS: &str = "
#################
#.......#.......#
#.@.....#.......#
#.......#.......#
#################";

fn add(app: &mut App, cell: (i32, i32), more: Density) {
    let at = cell.into();
    app.command([PlayerCommand::Arrange(Arrange::Air { at, more })]);
}

#[test]
fn only_views_that_could_see_dense_air_are_recomputed() {
    let mut app = arena(HALLS);
    for x in 10..15 {
        creature(&mut app, (x, 1), ());
    }
    creature(&mut app, (1, 1), ());
    let in_east = |app: &mut App, more| add(app, (11, 3), more);
    let thin = app.recomputed_by(|app| in_east(app, Density::smoke(3)));
    assert_eq!(thin, 0, "thin air does not change what is seen");
    let dense = app.recomputed_by(|app| in_east(app, Density::smoke(1)));
    assert_eq!(dense, 5, "the eyes in the eastern hall");
    let denser = app.recomputed_by(|app| in_east(app, Density::smoke(3)));
    assert_eq!(denser, 0, "it is as opaque as before");
    let west = app.recomputed_by(|app| add(app, (1, 3), Density::fog(7)));
    assert_eq!(west, 2, "the eyes in the western hall");
}

#[test]
fn still_air_recomputes_nothing() {
    let mut app = arena(HALLS);
    creature(&mut app, (10, 1), ());
    for cell in app.map().positions() {
        add(&mut app, cell.into(), Density::fog(5));
    }
    // Fog rests in the first turn, because the player has just seen the halls.
    wait(&mut app, 3);
    assert!(app.map().air().is_still());
    assert_eq!(app.recomputed_by(|app| wait(app, 9)), 0);
}

/// Two worlds that differ only in air that the player does not see look the same, and so does every memory.
#[test]
fn unseen_air_leaves_no_trace() {
    for seed in 0..6 {
        let mut games = [false, true].map(|is_hazy| {
            let mut app = whole_game(drawn(HALLS));
            app.world_mut()
                .resource_mut::<Screen>()
                .resize(UVec2::new(90, 30));
            if is_hazy {
                let mut map = app.world_mut().resource_mut::<fogbound::map::TileMap>();
                for x in 9..14 {
                    map.add_air(IVec2::new(x, 2), Density { fog: 6, smoke: 7 });
                }
            }
            app.update();
            app
        });
        for command in random_commands(seed, 60) {
            if command == PlayerCommand::NewDungeon {
                continue;
            }
            let looks = games.each_mut().map(|app| {
                app.command([command]);
                app.update();
                let player = app.player().unwrap();
                let memory = app.part::<MapMemory>(player);
                let mut cells: Vec<_> = memory.known_cells().collect();
                cells.sort_by_key(|(cell, _)| (cell.y, cell.x));
                let view = app.part::<Viewshed>(player).visible().clone();
                let screen = app.world().resource::<Screen>().buffer().clone();
                (cells, view, screen)
            });
            let [plain, hazy] = looks;
            assert!(plain == hazy, "seed {seed}, {command:?}");
        }
        let [plain, hazy] = &games;
        assert!(plain.map().air().is_clear() && !hazy.map().air().is_clear());
    }
}
