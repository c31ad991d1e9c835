//! Every algorithm shows exactly the cells that its specification or its published source names.

use fogbound_fov::{Algorithm, BresenhamLines};

use crate::common::maps::Dice;
use crate::common::oracle;
use crate::common::trial::Trial;

#[test]
fn symmetric_on_every_small_map() {
    Trial::new(Algorithm::Symmetric, oracle::symmetric).every_small_map();
}

#[test]
fn symmetric_on_200_000_random_views() {
    Trial::new(Algorithm::Symmetric, oracle::symmetric).random_maps(200_000);
}

#[test]
fn recursive_on_every_small_map() {
    Trial::new(Algorithm::Recursive, oracle::recursive).every_small_map();
}

#[test]
fn recursive_on_200_000_random_views() {
    Trial::new(Algorithm::Recursive, oracle::recursive).random_maps(200_000);
}

#[test]
fn raycast_on_small_maps() {
    Trial::new(Algorithm::Raycast, oracle::raycast).small_maps(1);
}

#[test]
fn raycast_on_40_000_random_views() {
    Trial::new(Algorithm::Raycast, oracle::raycast).random_maps(40_000);
}

#[test]
fn bresenham_on_small_maps() {
    Trial::new(
        Algorithm::Bresenham(BresenhamLines::DEFAULT),
        oracle::bresenham,
    )
    .small_maps(1);
}

#[test]
fn bresenham_on_40_000_random_views() {
    Trial::new(
        Algorithm::Bresenham(BresenhamLines::DEFAULT),
        oracle::bresenham,
    )
    .random_maps(40_000);
}

#[test]
fn line_of_sight_on_every_small_map() {
    Trial::new(Algorithm::LineOfSight, oracle::line_of_sight).every_small_map();
}

#[test]
fn line_of_sight_on_40_000_random_views() {
    Trial::new(Algorithm::LineOfSight, oracle::line_of_sight).random_maps(40_000);
}

#[test]
fn diamond_on_every_small_map() {
    Trial::new(Algorithm::Diamond, oracle::diamond).every_small_map();
}

#[test]
fn diamond_on_100_000_random_views() {
    Trial::new(Algorithm::Diamond, oracle::diamond).random_maps(100_000);
}

#[test]
fn restrictive_on_every_small_map() {
    Trial::new(Algorithm::Restrictive, oracle::restrictive).every_small_map();
}

#[test]
fn restrictive_on_100_000_random_views() {
    Trial::new(Algorithm::Restrictive, oracle::restrictive).random_maps(100_000);
}

#[test]
fn permissive_on_small_maps() {
    Trial::new(Algorithm::Permissive, oracle::permissive).small_maps(1);
}

#[test]
fn permissive_on_10_000_random_views() {
    let trial = || Trial::new(Algorithm::Permissive, oracle::permissive);
    trial().maps_of(9_000, |dice| dice.small_walls(8));
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

/// Far ends and long maps, where numbers that are not whole would round elsewhere.
#[test]
fn rays_and_lines_without_end_on_long_maps() {
    let long = |dice: &mut Dice| {
        let mut walls = dice.long_walls(6_000, 8);
        if dice.below(2) == 0 {
            walls = walls.transposed();
        }
        walls
    };
    let raycast = || Trial::new(Algorithm::Raycast, oracle::raycast);
    let bresenham = || {
        Trial::new(
            Algorithm::Bresenham(BresenhamLines::DEFAULT),
            oracle::bresenham,
        )
    };
    raycast().maps_of(1_000, long);
    bresenham().maps_of(1_000, long);
    let radii = [101, 997, 65_536, 1 << 31, u32::MAX - 1, u32::MAX];
    raycast().radii_on_maps_of(1_000, &radii, long);
    bresenham().radii_on_maps_of(1_000, &radii, long);
}
