//! Cones of zero, one, two and three quarter turns contain exactly the cells within their angles, and a view in a cone
//! is the part of the whole view inside it.

use fogbound_fov::{
    Algorithm, Cone, FieldOfView, IVec2, OpacityMap, Shape, Sight, UVec2, VisibleSet,
};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

/// Returns the components of `offset` along `facing` and across it, both multiplied by the length of `facing`.
fn along_and_across(facing: IVec2, offset: IVec2) -> (i128, i128) {
    let [fx, fy, x, y] = [facing.x, facing.y, offset.x, offset.y].map(i128::from);
    (fx * x + fy * y, fx * y - fy * x)
}

/// Returns whether the offset lies in the sector, using only integers. The edges of these sectors are the axis, the
/// diagonals and the perpendicular to the axis.
fn lies_in(facing: IVec2, degrees: u16, offset: IVec2) -> bool {
    let (along, across) = along_and_across(facing, offset);
    if offset == IVec2::ZERO || facing == IVec2::ZERO {
        return true;
    }
    match degrees {
        0 => across == 0 && along > 0,
        90 => along >= across.abs(),
        180 => along >= 0,
        270 => along >= -across.abs(),
        _ => unreachable!("not a sector with integer edges"),
    }
}

const EXACT: [u16; 4] = [0, 90, 180, 270];

#[track_caller]
fn check(facing: IVec2, offset: IVec2) {
    for degrees in EXACT {
        assert_eq!(
            Cone::new(facing, degrees).contains(offset),
            lies_in(facing, degrees, offset),
            "{offset} in {degrees} degrees around {facing}"
        );
    }
}

#[test]
fn a_cone_of_0_degrees_contains_only_its_axis() {
    let east = Cone::new(IVec2::X, 0);
    for on_axis in [0, 1, 2, 1_000_000, i32::MAX] {
        assert!(east.contains(IVec2::new(on_axis, 0)), "{on_axis}");
    }
    for beside in [(1_000_000, 1), (i32::MAX, -1), (-1, 0), (0, 1)] {
        assert!(!east.contains(beside.into()), "{beside:?}");
    }
    let slanted = Cone::new(IVec2::new(-1_500_000, 1_500_002), 0);
    assert!(slanted.contains(IVec2::new(-750_000, 750_001)));
    assert!(!slanted.contains(IVec2::new(-750_001, 750_002)));
}

#[test]
fn a_cell_next_to_the_edge_is_on_the_right_side_at_any_distance() {
    // Each offset misses an edge by the smallest possible angle between vectors of this length.
    let (p, q) = (2_000_000, 1);
    let facing = IVec2::new(p, q);
    let quarter = IVec2::new(p / 2 - 1, p / 2);
    assert!(!Cone::new(facing, 90).contains(quarter));
    assert!(Cone::new(facing, 90).contains(IVec2::new(p - q, p + q)));
    let across = IVec2::new(-1, p - 1);
    assert!(!Cone::new(facing, 180).contains(across));
    assert!(Cone::new(facing, 180).contains(IVec2::new(-q, p)));
    let behind = -quarter;
    assert!(Cone::new(facing, 270).contains(IVec2::new(-p - q, p - q)));
    check(facing, behind);
    for degrees in EXACT {
        let cone = Cone::new(IVec2::MIN, degrees);
        assert!(cone.contains(IVec2::MIN) && cone.contains(IVec2::NEG_ONE));
        assert!(!cone.contains(IVec2::MAX), "{degrees}");
    }
}

#[test]
fn small_sectors_are_exact_around_every_small_facing() {
    let small = |reach: i32| {
        (-reach..=reach).flat_map(move |x| (-reach..=reach).map(move |y| IVec2::new(x, y)))
    };
    for facing in small(6) {
        for offset in small(15) {
            check(facing, offset);
        }
    }
}

#[test]
fn sectors_are_exact_at_every_distance() {
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..200_000 {
        let scale = 1 << dice.random_range(1..31);
        let mut vector = || {
            IVec2::new(
                dice.random_range(-scale..=scale),
                dice.random_range(-scale..=scale),
            )
        };
        let (facing, offset) = (vector(), vector());
        check(facing, offset);
        // Check cells on all edges, and one cell beside each edge.
        let (p, q) = (facing.x / 2, facing.y / 2);
        let edges = [(p, q), (-q, p), (p - q, p + q), (-p - q, p - q)].map(IVec2::from);
        for edge in edges
            .into_iter()
            .flat_map(|edge| [edge, -edge, edge.perp()])
        {
            for aside in [IVec2::ZERO, IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y] {
                check(facing, edge + aside);
            }
        }
    }
}

#[test]
fn a_wider_cone_contains_every_cell_of_a_narrower_one() {
    let mut dice = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..2_000 {
        let scale = 1 << dice.random_range(1..31);
        let mut vector = || {
            IVec2::new(
                dice.random_range(-scale..=scale),
                dice.random_range(-scale..=scale),
            )
        };
        let (facing, offset) = (vector(), vector());
        let holds = |degrees: &u16| Cone::new(facing, *degrees).contains(offset);
        let narrowest = (0..=360).find(holds);
        let narrowest = narrowest.expect("all around");
        assert!(
            (narrowest..=400).all(|degrees| holds(&degrees)),
            "{offset} {facing}"
        );
        // Twice the angle between the two vectors is the width of the narrowest cone that contains the offset.
        let (along, across) = along_and_across(facing, offset);
        let angle = (across as f64).atan2(along as f64).abs().to_degrees() * 2.0;
        if offset != IVec2::ZERO && facing != IVec2::ZERO {
            let off = f64::from(narrowest) - angle;
            assert!(
                (-1e-3..=1.001).contains(&off),
                "{offset} {facing} {narrowest} {angle}"
            );
        }
    }
}

/// Returns a vector that is small, as long as a view, or as long as coordinates allow.
fn facing(dice: &mut ChaCha8Rng) -> IVec2 {
    let scale = [1, 3, 60, 1 << 20, i32::MAX][dice.random_range(0..5)];
    let mut part = || dice.random_range(-scale..=scale);
    IVec2::new(part(), part())
}

/// Returns a width that is often one of those with exact edges.
fn width(dice: &mut ChaCha8Rng) -> u16 {
    match dice.random_range(0..3) {
        0 => EXACT[dice.random_range(0..4)],
        _ => dice.random_range(0..365),
    }
}

/// Compares views in a cone with whole views whose cells are tested one by one.
#[track_caller]
fn check_views(seed: u64, views: u32, side: u32, algorithms: &[Algorithm]) {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let mut fov = FieldOfView::new();
    let (mut whole, mut part) = (VisibleSet::new(), VisibleSet::new());
    let mut cells = 0;
    for _ in 0..views / 5 {
        let size = UVec2::new(dice.random_range(1..=side), dice.random_range(1..=side));
        let per_mille = [0, 5, 30, 100, 250, 400][dice.random_range(0..6)];
        let map = OpacityMap::from_fn(size, |_| dice.random_range(0..1_000) < per_mille);
        for _ in 0..5 {
            let eye = IVec2::new(
                dice.random_range(0..size.x as i32),
                dice.random_range(0..size.y as i32),
            );
            let cone = Cone::new(facing(&mut dice), width(&mut dice));
            let radius = dice.random_range(0..side);
            let sight = Sight::default()
                .with_algorithm(algorithms[dice.random_range(0..algorithms.len())])
                .with_shape(Shape::ALL[dice.random_range(0..3)]);
            let sight = match dice.random_range(0..4) {
                0 => sight.unlimited(),
                _ => sight.with_radius(radius),
            };
            fov.compute(&map, eye, sight, &mut whole);
            whole.retain(|cell| cone.contains(cell - eye));
            fov.compute(&map, eye, sight.with_cone(cone), &mut part);
            assert_eq!(part, whole, "{eye} on {size}: {cone:?} {sight:?}");
            cells += part.len() as u64;
        }
    }
    assert!(cells > 10 * u64::from(views), "{cells}");
}

#[test]
fn a_view_in_a_cone_is_the_part_of_the_view_inside_it() {
    check_views(3, 60_000, 75, &[Algorithm::Symmetric]);
    check_views(4, 20_000, 400, &[Algorithm::Symmetric]);
    check_views(5, 20_000, 40, &Algorithm::ALL[1..]);
}

/// Cells up to the last row for which rows of cones are exact, and beyond.
#[test]
fn far_cones_are_exact() {
    let mut dice = ChaCha8Rng::seed_from_u64(6);
    let mut fov = FieldOfView::new();
    for length in [9_000, 16_385, 16_386, 17_000] {
        for size in [UVec2::new(length, 5), UVec2::new(5, length)] {
            let map = OpacityMap::from_fn(size, |_| dice.random_range(0..3_000) == 0);
            for _ in 0..60 {
                let eye = IVec2::new(dice.random_range(0..5), dice.random_range(0..5));
                let along = [size.as_ivec2(), facing(&mut dice)][dice.random_range(0..2)];
                let degrees = [0, 1, 2, 90, 180, 270, 359][dice.random_range(0..7)];
                let cone = Cone::new(along - eye, degrees);
                let mut whole = fov.view(&map, eye, Sight::default().unlimited());
                whole.retain(|cell| cone.contains(cell - eye));
                let sight = Sight::default().unlimited().with_cone(cone);
                assert_eq!(
                    fov.view(&map, eye, sight),
                    whole,
                    "{eye} on {size} {cone:?}"
                );
            }
        }
    }
}
