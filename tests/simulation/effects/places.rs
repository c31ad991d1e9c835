//! Where monsters appear on built levels.

use bevy::prelude::*;
use fogbound::dungeon::Dungeon;
use fogbound::game::bestiary::{MonsterFiles, MonsterKind};
use fogbound::game::{BeginGame, Game, GameSetup};
use fogbound::grid::Direction;
use fogbound::map::Tile;
use fogbound::vision::Position;

use crate::common::seeds::on_all_cores;
use crate::common::{AppExt, built, dark, simulation};

/// Returns the cells of the beasts on the first level of several dungeons without other monsters, each with the tiles
/// beside it and whether it is lit.
fn beasts(appears: &'static str) -> Vec<(Vec<Tile>, bool)> {
    let text = format!("(name: \"beast\", glyph: 'b', health: 1, appears: ({appears}))");
    let setup = |seed| GameSetup {
        monsters: MonsterFiles::recorded([("beast.ron".to_owned(), text.clone())]),
        ..dark(built(seed))
    };
    let found_by = |app: &mut App, seed: u64| {
        app.begin_game(Game::new(setup(seed)).unwrap());
        let world = app.world_mut();
        let mut all = world.query_filtered::<&Position, With<MonsterKind>>();
        let cells: Vec<IVec2> = all.iter(world).map(|it| it.0).collect();
        let beside = |cell: IVec2| Direction::ALL.map(|way| app.map().tile(cell + way.delta()));
        // Vaults place their own monsters.
        let level = Dungeon::default().level(seed, 0).unwrap();
        let is_drawn = |cell: &&IVec2| level.vaults.iter().any(|(_, it)| it.contains(**cell));
        let found = cells.iter().filter(|it| !is_drawn(it)).map(|&cell| {
            let is_lit = app.light().level(cell) > 0;
            (beside(cell).to_vec(), is_lit)
        });
        found.collect::<Vec<_>>()
    };
    let seeds: Vec<u64> = (0..72).collect();
    let found = on_all_cores(seeds.chunks(9), |seeds| {
        let mut app = simulation(setup(seeds[0]));
        let found = seeds.iter().map(|&seed| found_by(&mut app, seed));
        found.flatten().collect::<Vec<_>>()
    });
    found.into_iter().flatten().collect()
}

#[test]
fn a_monster_appears_only_beside_the_tiles_it_needs() {
    let is_door = |tile: &Tile| [Tile::CLOSED_DOOR, Tile::OPEN_DOOR].contains(tile);
    let by_door = |all: &[(Vec<Tile>, bool)]| {
        let doors = all.iter().filter(|(beside, _)| beside.iter().any(is_door));
        (doors.count(), all.len())
    };
    let (by, all) = by_door(&beasts(""));
    assert!(by * 3 < all && all > 100, "{by} of {all}");
    let (by, all) = by_door(&beasts("beside: \"door\""));
    assert!(by * 10 > all * 8 && all > 50, "{by} of {all}");
    let either = beasts("beside: [\"brazier\", \"closed door\"]");
    let suits = |tile: &Tile| [Tile::CLOSED_DOOR, Tile::BRAZIER, Tile::COLD_BRAZIER].contains(tile);
    let by = either.iter().filter(|(beside, _)| beside.iter().any(suits));
    assert!(by.count() * 10 > either.len() * 8 && either.len() > 50);
    let elsewhere = beasts("beside: \"no such tile\"").len();
    assert!(elsewhere < all / 4, "{elsewhere} of {all}");
}

#[test]
fn a_monster_appears_only_in_light_or_only_in_darkness() {
    let lit = |all: Vec<(Vec<Tile>, bool)>| (all.iter().filter(|it| it.1).count(), all.len());
    let (some, all) = lit(beasts(""));
    assert!(some > 0 && some < all, "{some} of {all}");
    let (some, all) = lit(beasts("lit: true"));
    assert!(some * 10 > all * 8 && all > 50, "{some} of {all}");
    let (some, all) = lit(beasts("lit: false"));
    assert!(some * 10 < all * 2 && all > 50, "{some} of {all}");
}
