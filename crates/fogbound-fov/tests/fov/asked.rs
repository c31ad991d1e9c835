//! A map that is read through a function is read lazily: each cell at most once, and only the cells that matter.

use std::collections::BTreeSet;

use fogbound_fov::grid::Rectangle;
use fogbound_fov::{
    Algorithm, Cone, FieldOfView, IVec2, OpacityMap, Shape, Sight, UVec2, VisibleSet,
};

use crate::common::maps::Dice;

/// Computes a view through a function and returns the view, the cells asked for, and the number of questions.
fn ask(
    fov: &mut FieldOfView,
    map: &OpacityMap,
    corner: IVec2,
    eye: IVec2,
    sight: Sight,
) -> (VisibleSet, BTreeSet<(i32, i32)>, usize) {
    let (mut asked, mut questions) = (BTreeSet::new(), 0);
    let mut seen = VisibleSet::new();
    let is_opaque = |cell: IVec2| {
        let cell = cell - corner;
        assert!(map.contains(cell), "{cell} is outside the map");
        asked.insert((cell.x, cell.y));
        questions += 1;
        map.is_opaque(cell)
    };
    let bounds = Rectangle::new(corner, map.size());
    fov.compute_with(bounds, corner + eye, sight, is_opaque, &mut seen);
    (seen, asked, questions)
}

fn random_sight(dice: &mut Dice, side: u64) -> Sight {
    let cone = Cone::new(dice.vector(3), dice.below(361) as u16);
    let mut sight = Sight::default()
        .with_algorithm(dice.pick(Algorithm::ALL))
        .with_shape(dice.pick(Shape::ALL));
    sight.radius = (dice.below(4) > 0).then(|| dice.below(side) as u32);
    sight.cone = (dice.below(3) == 0).then_some(cone);
    sight.walls = dice.below(3) > 0;
    sight
}

fn random_map(dice: &mut Dice, side: u64) -> (OpacityMap, IVec2) {
    let mut below = |end: u64| dice.below(end) as u32;
    let size = UVec2::new(1 + below(side), 1 + below(side));
    let walls = u64::from(below(50));
    let eye = IVec2::new(below(size.x.into()) as i32, below(size.y.into()) as i32);
    (OpacityMap::from_fn(size, |_| dice.below(100) < walls), eye)
}

#[test]
fn a_function_shows_what_a_map_shows_and_is_asked_once_for_each_cell() {
    let mut dice = Dice(31);
    let mut fov = FieldOfView::new();
    for round in 0..30_000 {
        let (map, eye) = random_map(&mut dice, if round % 50 == 0 { 200 } else { 40 });
        let mut sight = random_sight(&mut dice, 50);
        if round % 2 == 0 {
            sight.algorithm = Algorithm::Symmetric;
        }
        let corner = dice.vector(100);
        let (mut seen, asked, questions) = ask(&mut fov, &map, corner, eye, sight);
        assert_eq!(asked.len(), questions, "{eye} {sight:?}");
        assert_eq!(seen.origin(), corner + eye);
        seen = seen.iter().map(|cell| cell - corner).collect();
        assert_eq!(seen, fov.view(&map, eye, sight), "{eye} {sight:?}");
    }
}

/// The cells asked for are those on which the view depends.
#[test]
fn symmetric_asks_only_for_the_cells_that_light_reaches() {
    let mut dice = Dice(32);
    let mut fov = FieldOfView::new();
    for _ in 0..1_500 {
        let (map, eye) = random_map(&mut dice, 90);
        let sight = random_sight(&mut dice, 50);
        let sight = Sight::default()
            .with_radius(sight.radius.unwrap_or(200))
            .with_shape(sight.shape);
        let (_, asked, _) = ask(&mut fov, &map, IVec2::ZERO, eye, sight);
        for cell in Rectangle::from(map.size()).cells() {
            let matters = cell != eye && fov.depends_on(&map, eye, cell, sight);
            assert_eq!(
                asked.contains(&(cell.x, cell.y)),
                matters,
                "{cell} {eye} {sight:?}"
            );
        }
    }
}

/// From a closet, even an endless map takes only a few questions and little memory.
#[test]
fn a_closet_on_an_endless_map_takes_a_few_questions() {
    let world = Rectangle::from_corners(IVec2::MIN / 2, IVec2::MAX / 2);
    let eye = IVec2::new(-70_000, 123_456);
    // `line-of-sight` begins at its targets.
    let algorithms = Algorithm::ALL.iter().copied();
    for algorithm in algorithms.filter(|it| *it != Algorithm::LineOfSight) {
        for sight in [
            Sight::default().unlimited(),
            Sight::default().with_radius(60),
        ] {
            let (mut seen, mut questions) = (VisibleSet::new(), 0);
            let closet = |cell: IVec2| {
                questions += 1;
                (cell - eye).abs().max_element() >= 2
            };
            let sight = sight.with_algorithm(algorithm);
            FieldOfView::new().compute_with(world, eye, sight, closet, &mut seen);
            assert!(seen.len() <= 25, "{sight:?}");
            assert!(questions <= 24, "{questions} {sight:?}");
        }
    }
}

#[test]
fn a_function_that_panics_leaves_nothing_behind() {
    let pillar = |cell: IVec2| cell.x % 3 == 0 && cell.y % 3 == 1;
    let (size, eye) = (UVec2::splat(40), IVec2::new(19, 20));
    let sight = Sight::default().with_radius(15);
    let (mut engine, mut seen) = (FieldOfView::new(), VisibleSet::new());
    let mut expected = VisibleSet::new();
    let room = |cell: IVec2| (cell - eye).abs().max_element() > 3;
    FieldOfView::new().compute_with(size, eye, sight, room, &mut expected);
    for last in 0..300 {
        let mut asked = 0;
        let ask = |cell| {
            asked += 1;
            assert!(asked <= last, "the function panics");
            pillar(cell)
        };
        let view = || engine.compute_with(size, eye, sight, ask, &mut seen);
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(view));
        engine.compute_with(size, eye, sight, room, &mut seen);
        assert_eq!(seen, expected, "after {last} answers");
    }
}

#[test]
fn a_single_target_is_judged_through_a_function_as_on_the_map() {
    let mut dice = Dice(33);
    let mut fov = FieldOfView::new();
    for round in 0..20_000 {
        let (map, eye) = random_map(&mut dice, 40);
        let mut sight = random_sight(&mut dice, 50);
        if round % 2 == 0 {
            sight.algorithm = Algorithm::Symmetric;
        }
        // Some targets are off the map.
        let target = IVec2::new(dice.below(44) as i32, dice.below(44) as i32) - 2;
        let corner = dice.vector(1 << 28);
        let bounds = Rectangle::new(corner, map.size());
        let mut asked = BTreeSet::new();
        let mut is_opaque = |cell: IVec2| {
            let cell = cell - corner;
            assert!(map.contains(cell), "{cell} is outside the map");
            let is_new = asked.insert((cell.x, cell.y));
            assert!(is_new || cell == target, "{cell} for {target} {sight:?}");
            map.is_opaque(cell)
        };
        let (from, to) = (corner + eye, corner + target);
        let sees = fov.can_see_with(bounds, from, to, sight, &mut is_opaque);
        assert_eq!(sees, fov.can_see(&map, eye, target, sight), "{sight:?}");
        let is_opaque = |cell: IVec2| map.is_opaque(cell - corner);
        let exposure = fov.exposure_with(bounds, from, to, sight, is_opaque);
        assert_eq!(
            exposure,
            fov.exposure(&map, eye, target, sight),
            "{sight:?}"
        );
        assert_eq!(exposure.is_hidden(), !sees);
    }
}
