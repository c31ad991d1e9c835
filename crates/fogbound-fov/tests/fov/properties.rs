//! Tests for the promises that hold on any map: symmetry, mirrored views, whole rooms, cones, pairs of cells, and the
//! cells that a view depends on.

use fogbound_fov::grid::{Direction, Rectangle};
use fogbound_fov::properties::Properties;
use fogbound_fov::{
    Algorithm, Cone, FieldOfView, IVec2, OpacityMap, Shape, Sight, UVec2, VisibleSet, open_faces,
};

use crate::common::maps::{self, Dice, view};

fn cells(map: &OpacityMap) -> impl Iterator<Item = IVec2> + use<> {
    Rectangle::from(map.size()).cells()
}

/// Returns all algorithms in an endless cycle. If `exact` is `true`, algorithms that cast rays are left out.
fn algorithms(exact: bool) -> impl Iterator<Item = Algorithm> {
    let all = Algorithm::ALL.iter().copied().cycle();
    all.filter(move |algorithm| !exact || !is_ray(*algorithm))
}

fn is_ray(algorithm: Algorithm) -> bool {
    matches!(algorithm, Algorithm::Raycast | Algorithm::Bresenham(_))
}

#[test]
fn floor_cells_see_each_other_or_neither_does() {
    let mut dice = Dice(1);
    for (algorithm, maps) in [(Algorithm::Symmetric, 1_500), (Algorithm::Permissive, 150)] {
        for _ in 0..maps {
            let map = maps::opacity(&dice.small_walls(22));
            let sight = dice.sight().with_algorithm(algorithm);
            let floor: Vec<_> = cells(&map).filter(|cell| !map.is_opaque(*cell)).collect();
            let views: Vec<_> = floor.iter().map(|eye| view(&map, *eye, sight)).collect();
            for (a, seen_by_a) in floor.iter().zip(&views) {
                for (b, seen_by_b) in floor.iter().zip(&views) {
                    let (there, back) = (seen_by_a.contains(*b), seen_by_b.contains(*a));
                    assert_eq!(there, back, "{a} {b} {sight:?}");
                }
            }
        }
    }
}

#[test]
fn a_mirrored_or_transposed_map_gives_the_mirrored_view() {
    let mut dice = Dice(2);
    // Algorithms that cast rays do not promise this, because the directions of the rays are rounded.
    for algorithm in algorithms(true).take(700) {
        let map = maps::opacity(&dice.small_walls(22));
        let mirrors = Properties::measure(algorithm, &map, dice.sight()).mirrors;
        assert!(mirrors.is_whole(), "{algorithm}: {mirrors:?}");
    }
}

#[test]
fn each_algorithm_keeps_the_promises_in_its_description() {
    use Algorithm::{LineOfSight, Permissive};
    let map = OpacityMap::new(UVec2::splat(9), false);
    for &algorithm in Algorithm::ALL {
        let kept = Properties::measure(algorithm, &map, Sight::default().unlimited());
        let (walls, shadows) = match is_ray(algorithm) {
            true => (false, false),
            false => (algorithm != LineOfSight, algorithm != Permissive),
        };
        let found = [kept.corners, kept.floors, kept.walls, kept.shadows];
        let found = found.map(|share| share.is_whole());
        assert_eq!(found, [true, true, walls, shadows], "{kept:?}");
    }
}

#[test]
fn nothing_is_seen_outside_the_shape_cone_or_map() {
    let mut dice = Dice(4);
    for algorithm in algorithms(false).take(4_000) {
        let walls = dice.small_walls(22);
        let (map, eye) = (maps::opacity(&walls), dice.place(&walls));
        let cone = Cone::new(dice.vector(3), dice.below(400) as u16);
        let whole = dice.sight().with_algorithm(algorithm);
        let all = view(&map, eye, whole);
        let part = view(&map, eye, whole.with_cone(cone));
        for cell in &all {
            // With a circular radius, `raycast` is limited by the length of its rays, and the ends of the rays are
            // rounded.
            let rounded = algorithm == Algorithm::Raycast && whole.shape == Shape::Circle;
            let near = rounded || whole.reaches(cell - eye);
            assert!(map.contains(cell) && near, "{cell} {whole:?}");
            let is_in_cone = cone.contains(cell - eye);
            assert_eq!(part.contains(cell), is_in_cone, "{cell} {cone:?}");
        }
        assert!(part.iter().all(|cell| all.contains(cell)) && part.contains(eye));
    }
}

/// This promise does not hold for algorithms that cast rays: with another radius, the rays end elsewhere.
#[test]
fn a_radius_only_hides_the_cells_outside_it() {
    let mut dice = Dice(9);
    for algorithm in algorithms(true).take(4_000) {
        let walls = dice.small_walls(30);
        let (map, eye) = (maps::opacity(&walls), dice.place(&walls));
        let sight = dice.sight().with_algorithm(algorithm);
        let mut all = view(&map, eye, sight.unlimited());
        all.retain(|cell| sight.reaches(cell - eye));
        assert_eq!(view(&map, eye, sight), all, "{eye} {sight:?} {walls:?}");
    }
}

#[test]
fn can_see_agrees_with_the_whole_view() {
    let mut dice = Dice(5);
    let mut engine = FieldOfView::new();
    // Every second algorithm is the default, which has a separate implementation for pairs.
    let often = algorithms(false).flat_map(|algorithm| [algorithm, Algorithm::Symmetric]);
    for algorithm in often.take(1_600) {
        let walls = match dice.below(8) {
            0 => dice.walls(),
            _ => dice.small_walls(22),
        };
        let (map, eye) = (maps::opacity(&walls), dice.place(&walls));
        let sight = dice.sight().with_algorithm(algorithm);
        let seen = view(&map, eye, sight);
        for target in cells(&map) {
            if map.size().element_product() > 500 && dice.below(20) > 0 {
                continue;
            }
            let pair = engine.can_see(&map, eye, target, sight);
            assert_eq!(pair, seen.contains(target), "{eye} {target} {sight:?}");
        }
    }
}

#[test]
fn no_size_or_radius_is_too_small_or_too_large() {
    for &algorithm in Algorithm::ALL {
        for (width, height) in [(0, 0), (0, 5), (5, 0), (1, 1), (1, 300), (300, 1), (65, 2)] {
            for opaque in [false, true] {
                let map = OpacityMap::new(UVec2::new(width, height), opaque);
                for radius in [0, 1, 2, 1_000, u32::MAX / 2, u32::MAX] {
                    for &shape in Shape::ALL {
                        let sight = Sight::default().with_algorithm(algorithm).with_shape(shape);
                        let far = view(&map, IVec2::ZERO, sight.with_radius(radius));
                        assert_eq!(far.contains(IVec2::ZERO), width * height > 0);
                        if radius >= 1_000 {
                            assert_eq!(far, view(&map, IVec2::ZERO, sight.unlimited()));
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_torch_lights_its_own_side_of_the_wall() {
    // Put a wall across the middle, with a torch in the wall.
    let mut map = OpacityMap::new(UVec2::new(11, 9), false);
    (0..11).for_each(|x| map.set(IVec2::new(x, 4), true));
    let torch = IVec2::new(5, 4);
    assert!(open_faces(&map, torch).eq([Direction::North, Direction::South]));
    for &algorithm in Algorithm::ALL {
        let sight = Sight::default().with_algorithm(algorithm);
        assert!(view(&map, torch, sight).iter().any(|cell| cell.y < 4));
        let lit = view(&map, torch, sight.on_wall(Direction::South));
        assert!(lit.iter().all(|cell| cell.y >= 4), "{algorithm}");
        assert!(
            lit.contains(IVec2::new(5, 8)) && lit.contains(IVec2::new(4, 4)),
            "{algorithm}"
        );
    }
}

/// Returns a crowded map, an eye on that map, and a random sight.
fn crowded(dice: &mut Dice) -> (OpacityMap, IVec2, Sight) {
    let side = |dice: &mut Dice| 1 + dice.below(17) as u32;
    let size = UVec2::new(side(dice), side(dice));
    let percent = 5 + dice.below(60);
    let map = OpacityMap::from_fn(size, |_| dice.below(100) < percent);
    let eye = IVec2::new(
        dice.below(size.x.into()) as i32,
        dice.below(size.y.into()) as i32,
    );
    let mut algorithm = dice.pick(Algorithm::ALL);
    if let Algorithm::Bresenham(lines) = &mut algorithm {
        lines.points = dice.pick(&[1, 16, 60, 360]);
        lines.distance = dice.pick(&[None, Some(0), Some(4), Some(30)]);
    }
    let cone = Cone::new(dice.vector(2), dice.below(361) as u16);
    let mut sight = Sight::default().with_algorithm(algorithm);
    sight.radius = (dice.below(9) > 0).then(|| dice.below(9) as u32);
    sight.shape = dice.pick(Shape::ALL);
    sight.cone = (dice.below(3) == 0).then_some(cone);
    sight.walls = dice.below(3) > 0;
    (map, eye, sight)
}

/// Toggles every cell, including cells far beyond the radius.
#[test]
fn a_view_changes_only_with_the_cells_that_it_depends_on() {
    let mut dice = Dice(27);
    let mut fov = FieldOfView::new();
    let (mut before, mut after) = (VisibleSet::new(), VisibleSet::new());
    let mut outside = [0; 8];
    for _ in 0..12_000 {
        let (mut map, eye, sight) = crowded(&mut dice);
        fov.compute(&map, eye, sight, &mut before);
        let mut cells_seen = before.iter();
        assert!(cells_seen.all(|cell| sight.depends_on(eye, cell) || sight.walls));
        for cell in cells(&map) {
            let was_opaque = map.is_opaque(cell);
            map.set(cell, !was_opaque);
            fov.compute(&map, eye, sight, &mut after);
            map.set(cell, was_opaque);
            if before == after {
                continue;
            }
            assert!(sight.depends_on(eye, cell), "{cell} from {eye}, {sight:?}");
            let mut all_around = sight;
            all_around.cone = None;
            if !all_around.reaches(cell - eye) {
                let is_same = |it: &Algorithm| it.name() == sight.algorithm.name();
                let index = Algorithm::ALL.iter().position(is_same);
                outside[index.expect("it is in the list")] += 1;
            }
        }
    }
    println!("changes outside the radius that mattered: {outside:?}");
    // Only `raycast` and `diamond` look beyond the radius.
    assert!(outside[2] > 100 && outside[5] > 10);
    assert_eq!(outside.iter().filter(|count| **count > 0).count(), 2);
}

/// Toggles many cells at once, as fog does, and asks about the map as it is afterwards.
#[test]
fn a_view_stays_the_same_if_it_depends_on_none_of_the_cells_that_changed() {
    let mut dice = Dice(28);
    let mut fov = FieldOfView::new();
    let (mut before, mut after) = (VisibleSet::new(), VisibleSet::new());
    let (mut spared, mut hidden_floor) = (0, 0);
    for round in 0..60_000 {
        let (mut map, eye, mut sight) = crowded(&mut dice);
        if round % 4 > 0 {
            sight = sight.with_algorithm(Algorithm::Symmetric);
        }
        fov.compute(&map, eye, sight, &mut before);
        let share = 1 + dice.below(12);
        let changed = cells(&map).filter(|_| dice.below(24) < share);
        let changed: Vec<IVec2> = changed.collect();
        for cell in &changed {
            map.set(*cell, !map.is_opaque(*cell));
        }
        fov.compute(&map, eye, sight, &mut after);
        let matters = |cell: &&IVec2| fov.depends_on(&map, eye, **cell, sight);
        if let Some(cell) = changed.iter().find(|it| matters(it)) {
            hidden_floor += usize::from(!before.contains(*cell) && !after.contains(*cell));
            continue;
        }
        assert_eq!(before, after, "{changed:?} from {eye}, {sight:?}");
        spared += usize::from(changed.iter().any(|cell| sight.depends_on(eye, *cell)));
    }
    println!("spared {spared}, {hidden_floor}");
    assert!(spared > 1000 && hidden_floor > 1000);
}

/// Returns a map with few walls, on which an eye sees more than a hundred cells far.
fn large(dice: &mut Dice) -> (OpacityMap, IVec2, Sight) {
    let size = UVec2::new(300, 120);
    let per_mille = 1 + dice.below(30);
    let map = OpacityMap::from_fn(size, |_| dice.below(1000) < per_mille);
    let eye = IVec2::new(dice.below(300) as i32, dice.below(120) as i32);
    (map, eye, Sight::default().unlimited())
}

/// With `symmetric`, a view depends on the cells that the eye would see if they were walls.
#[test]
fn a_symmetric_view_depends_on_what_the_eye_would_see_as_a_wall() {
    let mut dice = Dice(29);
    let mut fov = FieldOfView::new();
    let mut answers = [0, 0];
    for round in 0..3_000 {
        let (mut map, eye, sight) = match round {
            0..40 => large(&mut dice),
            _ => crowded(&mut dice),
        };
        let mut sight = sight.with_algorithm(Algorithm::Symmetric);
        (sight.cone, sight.walls) = (None, true);
        let step = 1 + map.size().element_product() as usize / 300;
        let all: Vec<IVec2> = cells(&map).skip(round % step).step_by(step).collect();
        for cell in all {
            let depends = fov.depends_on(&map, eye, cell, sight);
            let was_opaque = map.is_opaque(cell);
            map.set(cell, true);
            let is_seen = fov.view(&map, eye, sight).contains(cell);
            map.set(cell, was_opaque);
            assert_eq!(depends, is_seen, "{cell} from {eye}, {sight:?}");
            answers[usize::from(depends)] += 1;
        }
    }
    assert!(answers.iter().all(|count| *count > 1000), "{answers:?}");
}

#[test]
fn a_view_depends_on_nothing_far_outside_its_radius() {
    let around = |cell: IVec2, reach: u32| {
        Rectangle::new(cell, UVec2::ONE)
            .expanded(reach as i32)
            .cells()
    };
    let eye = IVec2::new(-3, 700);
    for (&algorithm, radius) in Algorithm::ALL
        .iter()
        .flat_map(|algorithm| (0..12).map(move |radius| (algorithm, radius)))
    {
        for &shape in Shape::ALL {
            let sight = Sight::default().with_algorithm(algorithm);
            let sight = sight.with_shape(shape).with_radius(radius);
            for cell in around(IVec2::ZERO, 13) {
                let depends = sight.depends_on(eye, eye + cell);
                let reaches = sight.reaches(cell);
                let is_near = around(cell, 1).any(|near| sight.reaches(near));
                let looks_beyond = algorithm == Algorithm::Diamond && radius > 0;
                assert!(depends || !reaches, "{cell} {sight:?}");
                assert!(
                    !depends || reaches || looks_beyond && is_near,
                    "{cell} {sight:?}"
                );
                let blind = sight.without_walls().depends_on(eye, eye + cell);
                assert!(!blind || depends || is_near && algorithm == Algorithm::Raycast);
            }
        }
    }
}
