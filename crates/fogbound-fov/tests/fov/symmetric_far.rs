//! Symmetric views of maps up to 16,384 cells long match the definition cell by cell.
//!
//! Far from the eye, neighbouring slopes differ least, rows have many words, and there are many arcs. Errors in the
//! fixed-point arithmetic and in the handling of words are therefore most likely to show there.

use fogbound_fov::{Algorithm, FieldOfView, IVec2, OpacityMap, Shape, Sight, VisibleSet};

use crate::common::maps::{self, Dice};
use crate::common::oracle::{self, Walls};
use crate::common::trial::Trial;

/// The length of the longest map whose views are computed 64 cells at a time.
const LONGEST: i64 = 16_384;

/// Returns an unlimited sight, and one with a large radius and a random shape.
fn sights(dice: &mut Dice, length: i64) -> [Sight; 2] {
    let radius = length / 4 + dice.below(length as u64) as i64;
    let shape = dice.pick(Shape::ALL);
    let far = Sight::default().unlimited();
    [far, far.with_shape(shape).with_radius(radius as u32)]
}

/// Returns a random coordinate for an eye: at a border, next to a multiple of 64, or anywhere.
fn near_an_edge(dice: &mut Dice, length: i64) -> i64 {
    let word = 64 * dice.below(1 + length as u64 / 64) as i64;
    let at = match dice.below(4) {
        0 => dice.below(3) as i64,
        1 => length - 1 - dice.below(3) as i64,
        2 => word - 2 + dice.below(4) as i64,
        _ => dice.below(length as u64) as i64,
    };
    at.clamp(0, length - 1)
}

/// Compares the library's views with the oracle's, for `eyes` eyes on the map and as many eyes on the transposed map.
/// At least one eye must see a cell `far` cells away; otherwise, the map does not test what it should.
#[track_caller]
fn compare(walls: &Walls, eyes: u64, seed: u64, far: i32) {
    let mut dice = Dice(seed);
    let mut trial = Trial::new(Algorithm::Symmetric, oracle::symmetric);
    let mut farthest = 0;
    for walls in [walls, &walls.transposed()] {
        let map = maps::opacity(walls);
        let (width, height) = (walls.width, walls.height);
        for _ in 0..eyes {
            let mut eye = (0, 0);
            // Eyes inside walls can see as well, but eyes on floor cells see more.
            for _ in 0..10 {
                eye = (
                    near_an_edge(&mut dice, width),
                    near_an_edge(&mut dice, height),
                );
                if !walls.is_opaque(eye.0, eye.1) {
                    break;
                }
            }
            for sight in sights(&mut dice, width.max(height)) {
                trial.compare(walls, &map, eye, sight);
                let eye = IVec2::new(eye.0 as i32, eye.1 as i32);
                farthest = trial
                    .seen()
                    .iter()
                    .map(|cell| (cell - eye).abs().max_element())
                    .fold(farthest, i32::max);
                compare_pairs(&mut dice, &map, eye, sight, trial.seen());
            }
        }
    }
    assert!(farthest >= far, "{farthest} cells");
}

/// Checks `can_see` for some visible cells and for some cells beside them.
fn compare_pairs(dice: &mut Dice, map: &OpacityMap, eye: IVec2, sight: Sight, seen: &VisibleSet) {
    let mut engine = FieldOfView::new();
    let runs: Vec<_> = seen.runs().collect();
    for _ in 0..20 {
        let run = dice.pick(&runs);
        let ends = [-1, 0, run.length as i32 - 1, run.length as i32];
        let target = run.start + IVec2::new(dice.pick(&ends), dice.pick(&[-1, 0, 0, 1]));
        let answer = engine.can_see(map, eye, target, sight);
        assert_eq!(
            answer,
            seen.contains(target),
            "{target} from {eye} by {sight:?}"
        );
    }
}

fn drawn(width: i64, height: i64, mut is_wall: impl FnMut(i64, i64) -> bool) -> Walls {
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    Walls {
        width,
        height,
        opaque: cells.map(|(x, y)| is_wall(x, y)).collect(),
    }
}

#[test]
fn among_sparse_walls() {
    // One in `sparse` cells is a wall.
    for (seed, (width, height, sparse, far)) in [
        (LONGEST, 70, 300, 2_000),
        (LONGEST, 21, 3_000, 4_000),
        (LONGEST - 1, 130, 30_000, 16_000),
        (4_097, 64, 40, 300),
        (1_500, 1_300, 2_000, 1_000),
        (700, 900, 100, 400),
    ]
    .into_iter()
    .enumerate()
    {
        let mut dice = Dice(seed as u64);
        let walls = drawn(width, height, |_, _| dice.below(sparse) == 0);
        compare(&walls, 5, seed as u64, far);
    }
}

#[test]
fn along_corridors() {
    // Corridors 1 to 5 cells wide, between walls with a few holes through which light leaves far away.
    for (seed, (width, height, holes, far)) in [
        (LONGEST, 3, 5_000, 16_000),
        (LONGEST, 40, 200, 16_000),
        (LONGEST, 64, 20, 4_000),
        (8_192, 65, 7, 8_000),
    ]
    .into_iter()
    .enumerate()
    {
        let mut dice = Dice(seed as u64);
        let spacing = 2 + dice.below(5) as i64;
        let walls = drawn(width, height, |_, y| {
            y % spacing == 0 && dice.below(holes) > 0
        });
        compare(&walls, 20, seed as u64, far);
    }
}

#[test]
fn between_evenly_spaced_pillars() {
    // The edges of many pillars lie on one line from the eye, so their slopes are equal or nearly equal.
    for (seed, (width, height, step, thick, far)) in [
        (LONGEST, 50, (64, 7), 1, 16_000),
        (LONGEST, 33, (3, 2), 1, 16_000),
        (LONGEST - 63, 129, (1_000, 40), 2, 16_000),
        (2_000, 2_000, (31, 33), 1, 1_900),
        (1_025, 1_023, (5, 9), 2, 900),
    ]
    .into_iter()
    .enumerate()
    {
        let walls = drawn(width, height, |x, y| {
            x % step.0 < thick && y % step.1 < thick
        });
        compare(&walls, 5, seed as u64, far);
    }
}

#[test]
fn through_narrow_gaps_and_into_the_dark() {
    // Walls across the map with a few holes each, which cut the light into thin arcs that reach far.
    for seed in 0..4 {
        let mut dice = Dice(seed);
        let (width, height) = (LONGEST, 30 + 40 * seed as i64);
        let wall_every = 200 + dice.below(2_000) as i64;
        let middle = height / 2;
        let walls = drawn(width, height, |x, y| {
            x % wall_every == 77 && (y - middle).abs() > 2 && dice.below(9) > 0
        });
        compare(&walls, 7, seed, 3_000);
    }
}

/// On longer maps, another implementation gives the same results.
#[test]
fn where_the_fast_implementation_ends() {
    for (width, seed) in [(LONGEST + 1, 1), (LONGEST + 2, 2), (LONGEST + 700, 3)] {
        let mut dice = Dice(seed);
        let walls = drawn(width, 9, |_, _| dice.below(20_000) == 0);
        compare(&walls, 4, seed, 16_000);
    }
}
