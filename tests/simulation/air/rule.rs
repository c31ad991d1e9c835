//! The rule by which fog and smoke move, compared with a slow version that visits every cell.

use bevy::math::{IVec2, UVec2};
use fogbound::grid::Grid;
use fogbound::map::{Density, Tile, TileMap, Volume};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// The rule, written for clarity. Every pair of every phase is visited.
fn slow_step(map: &TileMap, air: &mut Grid<Density>, thins: u32, turn: u64) {
    let size = air.size().as_ivec2();
    for (step, first) in [(IVec2::X, 0), (IVec2::X, 1), (IVec2::Y, 0), (IVec2::Y, 1)] {
        for y in (0..size.y).filter(|y| step == IVec2::X || y % 2 == first) {
            for x in (0..size.x).filter(|x| step == IVec2::Y || x % 2 == first) {
                let (one, two) = (IVec2::new(x, y), IVec2::new(x, y) + step);
                if !map.tile(one).passes_air() || !map.tile(two).passes_air() {
                    continue;
                }
                let (Some(&here), Some(&there)) = (air.get(one), air.get(two)) else {
                    continue;
                };
                let share = |here: u8, there: u8| {
                    let moves = (i32::from(here) - i32::from(there)) / 2;
                    (
                        (i32::from(here) - moves) as u8,
                        (i32::from(there) + moves) as u8,
                    )
                };
                let fog = share(here.fog, there.fog);
                let smoke = share(here.smoke, there.smoke);
                let held = |fog, smoke| Density { fog, smoke };
                air.set(one, held(fog.0, smoke.0));
                air.set(two, held(fog.1, smoke.1));
            }
        }
    }
    for cell in air.positions() {
        let it = &mut air.get_mut(cell).unwrap().smoke;
        let place = (cell.x + cell.y) as u64;
        if *it > 0 && thins > 0 && (turn + place).is_multiple_of(u64::from(thins)) {
            *it -= 1;
        }
    }
}

fn volume(air: &Grid<Density>) -> Volume {
    let all = air.iter().map(|(_, it)| it);
    all.fold(Volume::default(), |sum, it| Volume {
        fog: sum.fog + u64::from(it.fog),
        smoke: sum.smoke + u64::from(it.smoke),
    })
}

fn any_tile(dice: &mut ChaCha8Rng) -> Tile {
    match dice.random_range(0..12) {
        0..=1 => Tile::WALL,
        2 => Tile::CLOSED_DOOR,
        3 => Tile::OPEN_DOOR,
        4 => Tile::WINDOW,
        5 => Tile::FOLIAGE,
        6 => Tile::BARS,
        _ => Tile::FLOOR,
    }
}

fn any_cell(dice: &mut ChaCha8Rng, size: UVec2) -> IVec2 {
    // Some of the cells are outside the map.
    IVec2::new(
        dice.random_range(-1..=size.x as i32),
        dice.random_range(-1..=size.y as i32),
    )
}

/// Changes the map, and the slow copy of its air, at random.
fn disturb(dice: &mut ChaCha8Rng, map: &mut TileMap, air: &mut Grid<Density>) {
    let size = map.size();
    for _ in 0..dice.random_range(0..3) {
        let cell = any_cell(dice, size);
        let tile = any_tile(dice);
        map.set(cell, tile);
    }
    for _ in 0..dice.random_range(0..4) {
        let cell = any_cell(dice, size);
        let some = Density {
            fog: dice.random_range(0..9),
            smoke: dice.random_range(0..9),
        };
        let old = air.get(cell).copied().unwrap_or_default();
        let new = if dice.random_range(0..4) == 0 {
            let taken = map.take_air(cell, some);
            Density {
                fog: old.fog - taken.fog,
                smoke: old.smoke - taken.smoke,
            }
        } else {
            let added = map.add_air(cell, some);
            assert!(map.tile(cell).passes_air() || added.is_clear());
            Density {
                fog: old.fog + added.fog,
                smoke: old.smoke + added.smoke,
            }
        };
        assert!(new.fog <= Density::MAX && new.smoke <= Density::MAX);
        air.set(cell, new);
    }
}

/// Checks that the map's air is the slow copy, and that exactly the cells with dense air and opaque tiles block sight.
fn check(map: &TileMap, air: &Grid<Density>, what: &str) {
    for (cell, &density) in air.iter() {
        assert_eq!(map.air().at(cell), density, "{what}, {cell}");
        let is_opaque = map.tile(cell).is_opaque() || density.is_dense();
        assert_eq!(map.is_opaque(cell), is_opaque, "{what}, {cell}");
    }
    assert_eq!(map.air().volume(), volume(air), "{what}");
    let listed: Vec<IVec2> = map.air().iter().map(|(cell, _)| cell).collect();
    let all = air.iter().filter(|(_, it)| !it.is_clear());
    assert_eq!(listed, Vec::from_iter(all.map(|(cell, _)| cell)), "{what}");
}

/// How many games are played with the rule.
const MAPS: u64 = 10_000;

#[test]
fn air_moves_as_in_the_slow_rule_and_nothing_is_lost_but_what_thins() {
    for seed in 0..MAPS {
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        let size = UVec2::new(dice.random_range(1..12), dice.random_range(1..9));
        let mut map = TileMap::from_tiles(Grid::from_fn(size, |_| any_tile(&mut dice)));
        let mut air = Grid::new(size, Density::default());
        let thins = dice.random_range(0..5);
        for turn in 0..dice.random_range(1..24) {
            if turn < 4 || dice.random_range(0..4) == 0 {
                disturb(&mut dice, &mut map, &mut air);
            }
            let (before, is_still) = (air.clone(), map.air().is_still());
            map.move_air(thins, turn);
            slow_step(&map, &mut air, thins, turn);
            check(&map, &air, &format!("map {seed}, turn {turn}"));
            assert!(!is_still || before == air, "map {seed}, turn {turn}");
            assert_eq!(volume(&before).fog, volume(&air).fog);
            assert!(volume(&before).smoke >= volume(&air).smoke);
            assert!(thins > 0 || volume(&before).smoke == volume(&air).smoke);
        }
    }
}

#[test]
fn a_cloud_in_a_closed_hall_comes_to_rest_and_then_costs_nothing() {
    let mut map = TileMap::new(UVec2::new(20, 10), Tile::FLOOR);
    for x in 0..6 {
        map.add_air(IVec2::new(x, 4), Density::fog(7));
    }
    let mut turns = 0;
    while !map.air().is_still() {
        map.move_air(3, turns);
        turns += 1;
        assert!(turns < 200, "{} cells still move", map.air().moving());
    }
    assert_eq!(map.air().volume().fog, 42);
    let before = map.changes().revision();
    map.move_air(3, turns);
    assert_eq!(map.changes().revision(), before);
}
