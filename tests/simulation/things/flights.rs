//! What flies takes the line of sight: thrown things and fire reach what is in plain view, on random maps.

use bevy::prelude::*;
use fogbound::dungeon::random::stream;
use fogbound::fov::{FieldOfView, Sight};
use fogbound::game::mind::Breathes;
use fogbound::game::{Area, Flight, THROW, Terrain};
use fogbound::map::{Tile, TileMap};
use rand::RngExt;

const WALLS: &[Tile] = &[Tile::WALL, Tile::WALL, Tile::CLOSED_DOOR];
const LEAVES: &[Tile] = &[Tile::WALL, Tile::WALL, Tile::FOLIAGE, Tile::CURTAIN];
const ALL: &[Tile] = &[
    Tile::WALL,
    Tile::WALL,
    Tile::WINDOW,
    Tile::WATER,
    Tile::BARS,
    Tile::BRAZIER,
    Tile::FIRE,
    Tile::FOLIAGE,
];

/// Returns a random cave in which some cells are of these tiles.
fn cave(seed: u64, tiles: &[Tile]) -> TileMap {
    let mut dice = stream(seed, "caves", 0);
    let size = UVec2::new(dice.random_range(3..15), dice.random_range(3..12));
    let share = dice.random_range(10..50);
    let mut map = TileMap::new(size, Tile::FLOOR);
    for cell in map.positions() {
        if dice.random_range(0..100) < share {
            map.set(cell, tiles[dice.random_range(0..tiles.len())]);
        }
    }
    map
}

/// Calls `check` with every pair of different cells of a map that can be seen through, and whether they see each other.
fn for_pairs(map: &TileMap, mut check: impl FnMut(IVec2, IVec2, bool)) {
    let mut fov = FieldOfView::new();
    let far = Sight::default().unlimited();
    let transparent = || map.positions().filter(|it| !map.is_opaque(*it));
    for from in transparent() {
        let view = fov.view(map.opacity(), from, far);
        for to in transparent().filter(|it| *it != from) {
            check(from, to, view.contains(to));
        }
    }
}

fn thrown(map: &TileMap, from: IVec2, to: IVec2) -> Flight {
    Flight::thrown(from, to, |cell| map.get(cell))
}

/// Returns a breath that reaches this many cells far.
fn breath(range: u32) -> Breathes {
    let mut breath = Breathes::default();
    breath.range = range;
    breath
}

fn distance(from: IVec2, to: IVec2) -> i32 {
    (to - from).abs().max_element()
}

#[test]
fn a_throw_in_plain_view_arrives_and_back_by_the_same_cells_or_says_what_stopped_it() {
    let (mut arrived, mut stopped) = (0, 0);
    for seed in 0..600 {
        let map = cave(seed, [WALLS, LEAVES, ALL][seed as usize % 3]);
        for_pairs(&map, |from, to, sees| {
            let said = format!("seed {seed}: {from} to {to}");
            let flight = thrown(&map, from, to);
            let way = [&[from], &flight.cells[..]].concat();
            assert!(
                way.windows(2).all(|it| distance(it[0], it[1]) == 1),
                "{said}"
            );
            assert!(flight.cells.iter().all(|it| map.is_walkable(*it)), "{said}");
            assert_eq!(way.last(), Some(&flight.lands), "{said}");
            if distance(from, to) > THROW {
                return;
            }
            if let Some(tile) = flight.stopped_by {
                assert!(
                    !tile.is_walkable() && flight.lands != to,
                    "{said}: {tile:?}"
                );
                assert!(!sees || !tile.is_opaque(), "{said}: {tile:?}");
                stopped += i32::from(sees);
            } else {
                assert_eq!(flight.lands, to, "{said}");
                let back = thrown(&map, to, from);
                let back = [&[to], &back.cells[..]].concat().into_iter().rev();
                // Nobody stands where nobody can walk, so nothing lands there.
                let is_same = back.eq(way);
                assert!(is_same || !map.is_walkable(from), "{said}");
                arrived += i32::from(sees);
            }
        });
    }
    assert!(arrived > 50_000 && stopped > 10_000, "{arrived} {stopped}");
}

#[test]
fn a_flight_does_not_depend_on_where_the_map_lies() {
    let offsets = [(1, 0), (0, 1), (1, 1), (2, 3), (5, 2)].map(IVec2::from);
    for seed in 0..60 {
        let map = cave(seed, ALL);
        let breath = Breathes::default();
        for offset in offsets {
            let size = map.size() + offset.as_uvec2();
            let mut moved = TileMap::new(size, Tile::WALL);
            for cell in map.positions() {
                moved.set(cell + offset, map.get(cell).unwrap());
            }
            for (from, to) in map
                .positions()
                .flat_map(|it| map.positions().map(move |to| (it, to)))
            {
                let here = thrown(&map, from, to);
                let there = thrown(&moved, from + offset, to + offset);
                assert_eq!(
                    here.lands + offset,
                    there.lands,
                    "seed {seed}: {from} to {to}"
                );
                assert!(
                    here.cells
                        .iter()
                        .map(|it| *it + offset)
                        .eq(there.cells.iter().copied())
                );
                let here = breath.line(from, to, |it| map.get(it));
                let there = breath.line(from + offset, to + offset, |it| moved.get(it));
                assert!(here.iter().map(|it| *it + offset).eq(there));
            }
        }
    }
}

#[test]
fn fire_in_plain_view_burns_its_target() {
    let mut burned = 0;
    for seed in 0..400 {
        let map = cave(seed, [WALLS, LEAVES][seed as usize % 2]);
        let breath = breath((seed % 9) as u32 + 2);
        let reach = Sight::default().with_radius(breath.range);
        for_pairs(&map, |from, to, sees| {
            if sees && reach.reaches(to - from) {
                let fire = breath.line(from, to, |cell| map.get(cell));
                assert!(fire.contains(&to), "seed {seed}: {from} to {to}");
                burned += 1;
            }
        });
    }
    assert!(burned > 30_000, "{burned}");
}

#[test]
fn fire_throws_and_effects_along_a_line_take_the_cells_of_the_line_of_sight() {
    let mut pairs = 0;
    for seed in 0..200 {
        let map = cave(seed, WALLS);
        for_pairs(&map, |from, to, sees| {
            if !sees {
                return;
            }
            let line = Terrain::of(&map, |it| it.reached(Area::LINE, from, to));
            let said = format!("seed {seed}: {from} to {to}: {line:?}");
            assert!(line.iter().all(|it| map.is_walkable(*it)), "{said}");
            assert_eq!((line[0], line.last()), (from, Some(&to)), "{said}");
            let flight = thrown(&map, from, to).cells;
            let fire = breath(40).line(from, to, |cell| map.get(cell));
            assert!(line[1..].starts_with(&flight), "{said}");
            assert!(fire.starts_with(&line[1..]), "{said}");
            pairs += 1;
        });
    }
    assert!(pairs > 30_000, "{pairs}");
}
