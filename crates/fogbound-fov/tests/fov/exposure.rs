//! How much of a cell an eye sees, compared with the definition: a slope reaches the cell if no cell that it crosses in a
//! nearer row is opaque. The oracle tries one slope between any two edges of cells, which no library code does.

use fogbound_fov::grid::Rectangle;
use fogbound_fov::{Algorithm, Exposure, FieldOfView, IVec2, Sight};

use crate::common::maps::{self, Dice};
use crate::common::oracle::{self, Walls};
use crate::common::trial::every_map;

/// A slope as a fraction with a positive denominator.
type Slope = (i128, i128);

fn is_less(one: Slope, two: Slope) -> bool {
    one.0 * two.1 < two.0 * one.1
}

/// Returns the runs of slopes between `from` and `to` that reach the row `last` of a quadrant. `is_wall` tells about a
/// row and a column.
fn lit_runs(
    from: Slope,
    to: Slope,
    last: i128,
    is_wall: impl Fn(i128, i128) -> bool,
) -> Vec<(Slope, Slope)> {
    let mut edges = vec![from, to];
    for row in 1..last {
        let first = (from.0 * row).div_euclid(from.1) - 1;
        for column in first..=first + 4 {
            let edge = (2 * column - 1, 2 * row);
            if is_less(from, edge) && is_less(edge, to) {
                edges.push(edge);
            }
        }
    }
    edges.sort_by(|one, two| (one.0 * two.1).cmp(&(two.0 * one.1)));
    edges.dedup_by(|one, two| one.0 * two.1 == two.0 * one.1);
    let mut runs: Vec<(Slope, Slope)> = Vec::new();
    for pair in edges.windows(2) {
        let middle = (
            pair[0].0 * pair[1].1 + pair[1].0 * pair[0].1,
            2 * pair[0].1 * pair[1].1,
        );
        let column = |row: i128| (2 * middle.0 * row + middle.1).div_euclid(2 * middle.1);
        if (1..last).any(|row| is_wall(row, column(row))) {
            continue;
        }
        match runs.last_mut() {
            Some(run) if run.1 == pair[0] => run.1 = pair[1],
            _ => runs.push((pair[0], pair[1])),
        }
    }
    runs
}

/// Returns the share of a cell that light reaches in the quadrants in which the cell lies.
fn lit_share(walls: &Walls, eye: (i64, i64), target: (i64, i64)) -> Exposure {
    let (x, y) = (target.0 - eye.0, target.1 - eye.1);
    let quadrants = [(y, x, true), (x, y, false)];
    let quadrants = quadrants
        .into_iter()
        .filter(|(row, column, _)| column.abs() <= row.abs());
    let (mut lit, mut whole) = ((0, 1), (0, 1));
    let add = |sum: &mut Slope, (start, end): (Slope, Slope)| {
        let length = (end.0 * start.1 - start.0 * end.1, start.1 * end.1);
        *sum = (sum.0 * length.1 + length.0 * sum.1, sum.1 * length.1);
    };
    for (row, column, is_upright) in quadrants {
        let last = i128::from(row.abs());
        let is_wall = |depth: i128, column: i128| {
            let (depth, column) = (depth as i64 * row.signum(), column as i64);
            let (x, y) = if is_upright {
                (column, depth)
            } else {
                (depth, column)
            };
            walls.is_opaque(eye.0 + x, eye.1 + y)
        };
        let edge = |column: i64| (2 * i128::from(column) - 1, 2 * last);
        let (mut from, mut to) = (edge(column), edge(column + 1));
        if is_less(from, (-1, 1)) {
            from = (-1, 1);
        }
        if is_less((1, 1), to) {
            to = (1, 1);
        }
        add(&mut whole, (from, to));
        for run in lit_runs(from, to, last, is_wall) {
            add(&mut lit, run);
        }
    }
    Exposure::new((lit.0 * whole.1) as u64, (lit.1 * whole.0) as u64)
}

/// Compares what an eye sees of each of the targets.
fn check(fov: &mut FieldOfView, walls: &Walls, eye: (i64, i64), sight: Sight, targets: &[IVec2]) {
    let map = maps::opacity(walls);
    let view = oracle::symmetric(walls, eye, sight.radius.map(i64::from), sight.shape);
    let at = IVec2::new(eye.0 as i32, eye.1 as i32);
    for target in targets {
        let cell = (i64::from(target.x), i64::from(target.y));
        let expected = if cell == eye {
            Exposure::WHOLE
        } else if view.sees(cell.0, cell.1) {
            lit_share(walls, eye, cell)
        } else {
            Exposure::HIDDEN
        };
        let found = fov.exposure(&map, at, *target, sight);
        assert_eq!(found, expected, "{target} from {at} {sight:?} {walls:?}");
        assert_eq!(found.is_hidden(), !view.sees(cell.0, cell.1));
        assert_eq!(fov.can_see(&map, at, *target, sight), !found.is_hidden());
    }
}

#[test]
fn the_share_is_that_of_the_slopes_that_reach_the_cell_on_every_small_map() {
    let mut fov = FieldOfView::new();
    let sight = Sight::default().unlimited();
    for (width, height) in (1..=4).flat_map(|w| (1..=4).map(move |h| (w, h))) {
        let cells: Vec<IVec2> = Rectangle::new(IVec2::ZERO, (width as u32, height as u32).into())
            .cells()
            .collect();
        for (number, walls) in every_map(width, height).enumerate() {
            // The largest maps take turns with their eyes.
            let eyes = if width * height > 12 { 2 } else { cells.len() };
            for eye in cells
                .iter()
                .cycle()
                .skip(number * 7 % cells.len())
                .take(eyes)
            {
                let eye = (i64::from(eye.x), i64::from(eye.y));
                check(&mut fov, &walls, eye, sight, &cells);
            }
        }
    }
}

#[test]
fn the_share_is_that_of_the_slopes_that_reach_the_cell_on_random_maps() {
    let (mut fov, mut dice) = (FieldOfView::new(), Dice(3));
    for round in 0..10_000 {
        let walls = if round % 2 == 0 {
            dice.walls()
        } else {
            dice.few_walls(40)
        };
        let (eye, sight) = (dice.eye(&walls), dice.sight());
        let targets: Vec<IVec2> = (0..12).map(|_| dice.place(&walls)).collect();
        check(&mut fov, &walls, eye, sight, &targets);
    }
}

#[test]
fn a_cell_that_nothing_hides_is_seen_entirely_however_far() {
    let map = fogbound_fov::OpacityMap::new((1 << 16, 3), false);
    let sight = Sight::default().unlimited();
    let mut fov = FieldOfView::new();
    for x in [1, 2, 30, 40, 1 << 14, 40_000, (1 << 16) - 1] {
        for y in 0..3 {
            assert!(
                fov.exposure(&map, (0, 1), (x, y), sight).is_whole(),
                "{x} {y}"
            );
        }
    }
    // A wall far away hides a little less than half of the cell behind it to the side.
    let mut map = map;
    map.set((40_000, 1), true);
    let exposure = fov.exposure(&map, (0, 1), (60_000, 0), sight);
    assert_eq!(exposure, Exposure::new(3, 4));
}

#[test]
fn with_other_algorithms_a_cell_is_seen_entirely_or_not_at_all() {
    let (mut fov, mut dice) = (FieldOfView::new(), Dice(4));
    for _ in 0..500 {
        let walls = dice.small_walls(20);
        let map = maps::opacity(&walls);
        let (eye, target) = (dice.place(&walls), dice.place(&walls));
        for &algorithm in &Algorithm::ALL[1..] {
            let sight = dice.sight().with_algorithm(algorithm);
            let exposure = fov.exposure(&map, eye, target, sight);
            let is_seen = fov.view(&map, eye, sight).contains(target);
            assert_eq!(exposure, Exposure::new(is_seen.into(), 1), "{algorithm}");
        }
    }
}
