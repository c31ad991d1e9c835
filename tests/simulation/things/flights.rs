//! What flies takes the line of sight: thrown things and fire reach what is in plain view, on random maps.

use bevy::prelude::*;
use fogbound::dungeon::random::stream;
use fogbound::fov::{FieldOfView, Sight, VisibleSet};
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

/// Calls `check` with every pair of different cells of a map that can be seen through and see each other.
fn for_pairs_in_plain_view(map: &TileMap, mut check: impl FnMut(IVec2, IVec2)) -> usize {
    let mut fov = FieldOfView::new();
    let mut view = VisibleSet::new();
    let mut pairs = 0;
    for from in map.positions().filter(|it| !map.is_opaque(*it)) {
        fov.compute(map.opacity(), from, Sight::default().unlimited(), &mut view);
        for to in view.iter().filter(|it| *it != from && !map.is_opaque(*it)) {
            check(from, to);
            pairs += 1;
        }
    }
    pairs
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
fn a_throw_in_plain_view_arrives_or_says_what_it_was_that_can_be_seen_through() {
    let (mut arrived, mut stopped) = (0, 0);
    for seed in 0..600 {
        let tiles = [WALLS, LEAVES, ALL][seed as usize % 3];
        let map = cave(seed, tiles);
        for_pairs_in_plain_view(&map, |from, to| {
            if distance(from, to) > THROW {
                return;
            }
            let flight = thrown(&map, from, to);
            match flight.stopped_by {
                None => {
                    assert_eq!(flight.lands, to, "seed {seed}: {from} to {to}");
                    arrived += 1;
                }
                Some(tile) => {
                    let is_seen_through = !tile.is_opaque() && !tile.is_walkable();
                    assert!(is_seen_through, "seed {seed}: {from} to {to}: {tile:?}");
                    assert_ne!(flight.lands, to, "seed {seed}: {from} to {to}");
                    stopped += 1;
                }
            }
        });
    }
    assert!(arrived > 50_000 && stopped > 10_000, "{arrived} {stopped}");
}

#[test]
fn a_flight_passes_only_what_can_be_walked_on_and_back_it_takes_the_same_cells() {
    let mut crossed = 0;
    for seed in 0..200 {
        let map = cave(seed, ALL);
        for from in map.positions().filter(|it| map.is_walkable(*it)) {
            for to in map.positions().filter(|it| *it != from) {
                let flight = thrown(&map, from, to);
                let mut at = from;
                for &cell in &flight.cells {
                    assert!(map.is_walkable(cell), "seed {seed}: {from} to {to}");
                    assert_eq!(distance(at, cell), 1, "seed {seed}: {from} to {to}");
                    at = cell;
                }
                assert_eq!(flight.lands, at, "seed {seed}: {from} to {to}");
                let is_whole = distance(from, to) <= THROW;
                let is_stopped = flight.stopped_by.is_some();
                assert_eq!(is_whole && at == to, is_whole && !is_stopped);
                if is_whole && at == to {
                    let mut back = thrown(&map, to, from).cells;
                    back.reverse();
                    let there = flight.cells.split_last().unwrap().1;
                    let back = back.split_first().map(|it| it.1);
                    assert_eq!(Some(there), back, "seed {seed}: {from} to {to}");
                    crossed += there.len();
                }
            }
        }
    }
    assert!(crossed > 10_000, "{crossed}");
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
        let tiles = [WALLS, LEAVES][seed as usize % 2];
        let map = cave(seed, tiles);
        let breath = breath((seed % 9) as u32 + 2);
        let reach = Sight::default().with_radius(breath.range);
        for_pairs_in_plain_view(&map, |from, to| {
            if reach.reaches(to - from) {
                let fire = breath.line(from, to, |cell| map.get(cell));
                assert!(fire.contains(&to), "seed {seed}: {from} to {to}");
                burned += 1;
            }
        });
    }
    assert!(burned > 30_000, "{burned}");
}

#[test]
fn fire_and_throws_take_the_same_cells_and_so_do_effects_along_a_line() {
    let tiles = [WALLS, &[Tile::WINDOW, Tile::WATER, Tile::WALL]].concat();
    let breath = breath(40);
    let mut pairs = 0;
    for seed in 0..200 {
        let map = cave(seed, &tiles);
        pairs += for_pairs_in_plain_view(&map, |from, to| {
            let flight = thrown(&map, from, to);
            let fire = breath.line(from, to, |cell| map.get(cell));
            assert!(
                fire.starts_with(&flight.cells),
                "seed {seed}: {from} to {to}"
            );
            if flight.lands == to {
                let cells = [vec![from], flight.cells].concat();
                let line = Terrain::of(&map, |it| it.reached(Area::Line, from, to));
                assert_eq!(line, cells, "seed {seed}: {from} to {to}");
            }
        });
    }
    assert!(pairs > 30_000, "{pairs}");
}
