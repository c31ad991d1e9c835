//! Every algorithm shows exactly the cells that its definition or its published source prescribes.

use fogbound_fov::{Algorithm, BresenhamLines};

use crate::common::maps::Dice;
use crate::common::oracle::{self, Oracle};
use crate::common::trial::Trial;

const BRESENHAM: Algorithm = Algorithm::Bresenham(BresenhamLines::DEFAULT);

/// Compares an algorithm with its oracle on every small map, from `eyes` cells of the largest, and for `views` random views.
#[track_caller]
fn check(algorithm: Algorithm, oracle: Oracle, (eyes, views): (usize, u64)) {
    let trial = || Trial::new(algorithm, oracle);
    trial().small_maps(eyes);
    trial().random_maps(views);
}

#[test]
fn symmetric() {
    check(Algorithm::Symmetric, oracle::symmetric, (17, 40_000));
}

#[test]
fn recursive() {
    check(Algorithm::Recursive, oracle::recursive, (5, 20_000));
}

#[test]
fn line_of_sight() {
    check(Algorithm::LineOfSight, oracle::line_of_sight, (6, 20_000));
}

#[test]
fn diamond() {
    check(Algorithm::Diamond, oracle::diamond, (6, 20_000));
}

#[test]
fn restrictive() {
    Trial::new(Algorithm::Restrictive, oracle::restrictive).small_maps(4);
    Trial::new(Algorithm::Restrictive, oracle::restrictive).random_maps(7_000);
}

#[test]
fn raycast_and_bresenham() {
    let oracles: [(Algorithm, Oracle); 2] = [
        (Algorithm::Raycast, oracle::raycast),
        (BRESENHAM, oracle::bresenham),
    ];
    for (algorithm, oracle) in oracles {
        Trial::new(algorithm, oracle).small_maps(1);
        Trial::new(algorithm, oracle).random_maps(4_000);
    }
}

#[test]
fn permissive() {
    let trial = || Trial::new(Algorithm::Permissive, oracle::permissive);
    trial().small_maps(1);
    trial().maps_of(6_000, |dice| dice.small_walls(8));
    trial().maps_of(200, |dice| dice.small_walls(14));
    trial().maps_of(800, |dice| dice.few_walls(12));
}

#[test]
fn bresenham_with_other_points_and_another_distance() {
    for (points, distance) in [
        (0, None),
        (1, Some(5)),
        (64, None),
        (720, Some(30)),
        (7, Some(400)),
    ] {
        let lines = BresenhamLines { points, distance };
        let oracle = oracle::bresenham_with(points.into(), distance.map(i64::from));
        Trial::new(Algorithm::Bresenham(lines), oracle).random_maps(2_000);
    }
}

/// On long maps, rays and lines end so far away that floating-point numbers would round differently.
#[test]
fn rays_and_lines_on_long_maps() {
    let long = |dice: &mut Dice| {
        let mut walls = dice.long_walls(6_000, 8);
        if dice.below(2) == 0 {
            walls = walls.transposed();
        }
        walls
    };
    let raycast = || Trial::new(Algorithm::Raycast, oracle::raycast);
    let bresenham = || Trial::new(BRESENHAM, oracle::bresenham);
    raycast().maps_of(1_000, long);
    bresenham().maps_of(1_000, long);
    let radii = [101, 997, 65_536, 1 << 31, u32::MAX - 1, u32::MAX];
    raycast().radii_on_maps_of(1_000, &radii, long);
    bresenham().radii_on_maps_of(1_000, &radii, long);
}

/// Every pattern of walls on maps of up to 4 × 4 cells, from every cell. The other tests leave some of the eyes out, to
/// save time: run this one with `cargo test --release -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn every_small_map_from_every_cell() {
    let rest: [(Algorithm, Oracle); 7] = [
        (Algorithm::Recursive, oracle::recursive),
        (Algorithm::LineOfSight, oracle::line_of_sight),
        (Algorithm::Diamond, oracle::diamond),
        (Algorithm::Restrictive, oracle::restrictive),
        (Algorithm::Raycast, oracle::raycast),
        (BRESENHAM, oracle::bresenham),
        (Algorithm::Permissive, oracle::permissive),
    ];
    for (algorithm, oracle) in rest {
        Trial::new(algorithm, oracle).every_small_map();
    }
}

/// A million views in all, on other maps than in the other tests.
#[test]
#[ignore = "takes minutes"]
fn a_million_random_views() {
    let shares: [(Algorithm, Oracle, u64); 7] = [
        (Algorithm::Symmetric, oracle::symmetric, 500_000),
        (Algorithm::Recursive, oracle::recursive, 200_000),
        (Algorithm::Diamond, oracle::diamond, 100_000),
        (Algorithm::Restrictive, oracle::restrictive, 90_000),
        (Algorithm::LineOfSight, oracle::line_of_sight, 50_000),
        (Algorithm::Raycast, oracle::raycast, 30_000),
        (BRESENHAM, oracle::bresenham, 20_000),
    ];
    for (algorithm, oracle, views) in shares {
        Trial::new(algorithm, oracle)
            .with_seed(2)
            .random_maps(views);
    }
    Trial::new(Algorithm::Permissive, oracle::permissive)
        .with_seed(2)
        .maps_of(10_000, |dice| dice.small_walls(10));
}
