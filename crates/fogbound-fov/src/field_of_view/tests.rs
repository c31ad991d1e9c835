//! Tests of the entry point with random maps, eyes and sights.

use super::*;
use crate::grid::BitGrid;
use crate::{Cone, Shape};
use glam::UVec2;
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

/// Returns a random map, an eye on it or next to it, and a random sight.
fn scene(dice: &mut ChaCha8Rng) -> (OpacityMap, IVec2, Sight) {
    let size = UVec2::new(dice.random_range(1..90), dice.random_range(1..90));
    let walls = dice.random_range(0..40);
    let map = OpacityMap::from_fn(size, |_| dice.random_range(0..100) < walls);
    let mut pick = |from: i32, to: i32| dice.random_range(from..to);
    let eye = IVec2::new(pick(-1, size.x as i32 + 1), pick(-1, size.y as i32 + 1));
    let facing = IVec2::new(pick(-3, 4), pick(-3, 4));
    let cone = Cone::new(facing, pick(0, 500) as u16);
    let sight = Sight {
        algorithm: Algorithm::ALL[pick(0, 8) as usize],
        radius: Some(pick(0, 50) as u32).filter(|radius| *radius < 45),
        shape: Shape::ALL[pick(0, 3) as usize],
        cone: Some(cone).filter(|_| pick(0, 3) == 0),
        walls: pick(0, 3) > 0,
    };
    (map, eye, sight)
}

#[test]
fn a_closure_gives_the_same_view_as_the_map_it_describes() {
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    let (mut fov, mut seen) = (FieldOfView::new(), VisibleSet::new());
    for _ in 0..3_000 {
        let (map, eye, sight) = scene(&mut dice);
        let corner = dice.random_range(-200..200);
        let corner = match dice.random_range(0..8) {
            0 => IVec2::new(-(1 << 30), (1 << 30) - map.size().y as i32),
            1 => IVec2::ZERO,
            _ => IVec2::new(corner, -corner / 2),
        };
        let mut asked = BitGrid::new(map.size());
        let bounds = Rectangle::new(corner, map.size());
        let is_opaque = |cell| {
            let cell = cell - corner;
            assert!(
                map.contains(cell) && !asked.contains(cell),
                "{cell} {sight:?}"
            );
            let reach = sight.farthest_dependence().unwrap_or(u32::MAX);
            assert!(
                Shape::Square.contains(cell - eye, reach),
                "{cell} {sight:?}"
            );
            asked.set(cell, true);
            map.is_opaque(cell)
        };
        fov.compute_with(bounds, corner + eye, sight, is_opaque, &mut seen);
        assert_eq!(seen.origin(), corner + eye);
        let expected = fov.view(&map, eye, sight);
        let moved: VisibleSet = expected.iter().map(|cell| corner + cell).collect();
        assert_eq!(seen, moved, "{eye} of {} {sight:?}", map.size());
    }
}

#[test]
fn an_endless_world_is_not_read_beyond_the_radius() {
    let mut seen = VisibleSet::new();
    let world = Rectangle::from_corners(IVec2::MIN, IVec2::MAX);
    for eye in [(0, 0), (1 << 29, -(1 << 29)), (-(1 << 30), (1 << 30) - 1)] {
        let mut asked = 0;
        let count = |_| {
            asked += 1;
            false
        };
        let sight = Sight::default().with_radius(5);
        FieldOfView::new().compute_with(world, eye, sight, count, &mut seen);
        assert!(seen.contains(eye) && asked <= 121);
    }
    for off in [IVec2::MIN, IVec2::MAX, IVec2::splat(1 << 30)] {
        let never = |_| panic!("the eye is off the map");
        FieldOfView::new().compute_with(world, off, Sight::default(), never, &mut seen);
        assert!(seen.is_empty());
    }
}

/// Runs the README's program and compares its output with the output that the README shows.
#[test]
fn the_readme_program_prints_its_picture() {
    let rows = [
        "#########",
        "#...#...#",
        "#.@.#...#",
        "#.......#",
        "#########",
    ];
    let map = OpacityMap::from_rows(rows);
    let seen = FieldOfView::new().view(&map, (2, 2), Sight::default());
    let mut picture = String::new();
    for (row, y) in rows.iter().zip(0..) {
        let cells = row.chars().zip(0..);
        let shown = cells.map(|(glyph, x)| if seen.contains((x, y)) { glyph } else { ' ' });
        let line: String = shown.collect();
        picture += line.trim_end();
        picture += "\n";
    }
    let readme = include_str!("../../README.md");
    assert!(
        readme.contains(&format!("```text\n{picture}```")),
        "{picture}"
    );
}

#[test]
fn without_walls_everything_else_stays_visible() {
    let mut dice = ChaCha8Rng::seed_from_u64(2);
    let mut fov = FieldOfView::new();
    for _ in 0..1_000 {
        let (map, eye, sight) = scene(&mut dice);
        let with = Sight {
            walls: true,
            ..sight
        };
        let mut expected = fov.view(&map, eye, with);
        expected.retain(|cell| cell == eye || !map.is_opaque(cell));
        let seen = fov.view(&map, eye, with.without_walls());
        assert_eq!(seen, expected, "{eye} {sight:?}");
        for cell in Rectangle::from(map.size()).cells().step_by(7) {
            let pair = fov.can_see(&map, eye, cell, with.without_walls());
            assert_eq!(pair, seen.contains(cell), "{eye} {cell} {sight:?}");
        }
    }
}

#[test]
fn a_symmetric_view_lies_in_a_window_of_limited_size() {
    let sizes = [
        (1, 1),
        (10, 300),
        (300, 10),
        (64, 64),
        (40, 24),
        (1000, 3),
        (3, 1000),
    ];
    for size in sizes.map(UVec2::from) {
        let map = OpacityMap::new(size, false);
        let last = size.as_ivec2() - 1;
        for eye in [IVec2::ZERO, last / 2, last, IVec2::new(0, last.y)] {
            for sight in [
                Sight::default().with_radius(70),
                Sight::default().unlimited(),
            ] {
                let view = FieldOfView::new().view(&map, eye, sight);
                let (rows, words_per_row, is_whole) = view.window();
                let side = |cells: u32| cells.max(63) as usize;
                assert!(rows <= side(size.y), "{} rows, {size}", rows);
                // Rounding to whole words adds up to 63 columns on each side.
                let words = (side(size.x) + 2 * 63) / 64;
                assert!(words_per_row <= words, "{} words, {size}", words_per_row);
                assert!(is_whole && !view.is_empty());
            }
        }
    }
}
