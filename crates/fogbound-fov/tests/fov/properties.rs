//! What fields of view promise on any map: symmetry, mirrorings, rooms seen whole, cones, pairs,
//! sets and many eyes.

use fogbound_fov::grid::Direction;
use fogbound_fov::properties::Properties;
use fogbound_fov::{
    Algorithm, Cone, FieldOfView, OpacityMap, Shape, Sight, VisibleSet, Watch, open_faces,
};
use fogbound_fov::{IVec2, UVec2};

use crate::common::maps::{self, Dice};
use crate::common::oracle::Walls;

fn view(map: &OpacityMap, eye: IVec2, sight: Sight) -> VisibleSet {
    let mut set = VisibleSet::new();
    FieldOfView::new().compute(map, eye, sight, &mut set);
    set
}

fn cells(map: &OpacityMap) -> impl Iterator<Item = IVec2> + use<> {
    let UVec2 { x, y } = map.size();
    (0..y as i32).flat_map(move |row| (0..x as i32).map(move |column| IVec2::new(column, row)))
}

fn is_ray(algorithm: Algorithm) -> bool {
    matches!(algorithm, Algorithm::Raycast | Algorithm::Bresenham(_))
}

fn assert_symmetric(algorithm: Algorithm, maps: u32) {
    let mut dice = Dice(1);
    for _ in 0..maps {
        let map = maps::opacity(&dice.small_walls(22));
        let sight = dice.sight().with_algorithm(algorithm);
        let floor: Vec<_> = cells(&map).filter(|cell| !map.is_opaque(*cell)).collect();
        let views: Vec<_> = floor.iter().map(|eye| view(&map, *eye, sight)).collect();
        for (a, seen_by_a) in floor.iter().zip(&views) {
            for (b, seen_by_b) in floor.iter().zip(&views) {
                assert_eq!(
                    seen_by_a.contains(*b),
                    seen_by_b.contains(*a),
                    "{a} {b} {sight:?}"
                );
            }
        }
    }
}

#[test]
fn symmetric_floor_cells_see_each_other_or_neither_does() {
    assert_symmetric(Algorithm::Symmetric, 1_500);
}

#[test]
fn permissive_floor_cells_see_each_other_or_neither_does() {
    assert_symmetric(Algorithm::Permissive, 150);
}

#[test]
fn a_mirrored_or_transposed_map_gives_the_mirrored_view() {
    let mut dice = Dice(2);
    // The rays' directions are rounded numbers, so they do not promise this.
    let algorithms = Algorithm::ALL
        .iter()
        .copied()
        .filter(|algorithm| !is_ray(*algorithm));
    for algorithm in algorithms.cycle().take(700) {
        let map = maps::opacity(&dice.small_walls(22));
        let properties = Properties::measure(algorithm, &map, dice.sight());
        assert!(
            properties.mirrors.is_whole(),
            "{algorithm}: {:?}",
            properties.mirrors
        );
    }
}

#[test]
fn each_algorithm_keeps_what_its_description_claims() {
    let map = maps::opacity(&Walls {
        width: 9,
        height: 9,
        opaque: vec![false; 81],
    });
    for &algorithm in Algorithm::ALL {
        let kept = Properties::measure(algorithm, &map, Sight::default().unlimited());
        use Algorithm::{LineOfSight, Permissive};
        let rays = is_ray(algorithm);
        assert!(
            kept.corners.is_whole() && kept.floors.is_whole(),
            "{kept:?}"
        );
        assert_eq!(
            kept.walls.is_whole(),
            !rays && algorithm != LineOfSight,
            "{kept:?}"
        );
        assert_eq!(
            kept.shadows.is_whole(),
            !rays && algorithm != Permissive,
            "{kept:?}"
        );
    }
}

#[test]
fn a_15_by_15_room_is_seen_whole_from_its_centre() {
    let map = OpacityMap::new(UVec2::new(15, 15), false);
    for &algorithm in Algorithm::ALL {
        let sight = Sight::default().unlimited().with_algorithm(algorithm);
        let seen = view(&map, IVec2::new(7, 7), sight);
        // Rays leave gaps far from the eye.
        let gaps = if is_ray(algorithm) { 4 } else { 0 };
        assert!(seen.len() >= 225 - gaps, "{algorithm}");
    }
}

#[test]
fn nothing_is_seen_outside_shape_cone_or_map() {
    let mut dice = Dice(4);
    for algorithm in Algorithm::ALL.iter().copied().cycle().take(4_000) {
        let walls = dice.small_walls(22);
        let map = maps::opacity(&walls);
        let (x, y) = dice.eye(&walls);
        let eye = IVec2::new(x as i32, y as i32);
        let facing = IVec2::new(dice.below(7) as i32 - 3, dice.below(7) as i32 - 3);
        let cone = Cone::new(facing, dice.below(400) as u16);
        let whole = dice.sight().with_algorithm(algorithm);
        let (all, part) = (
            view(&map, eye, whole),
            view(&map, eye, whole.with_cone(cone)),
        );
        for cell in &all.iter().collect::<Vec<_>>() {
            // The length of its rays is the radius of a raycast, and where they end is rounded.
            let rounded = algorithm == Algorithm::Raycast && whole.shape == Shape::Circle;
            let near = rounded || whole.reaches(*cell - eye);
            assert!(map.contains(*cell) && near, "{cell} {whole:?}");
            assert_eq!(
                part.contains(*cell),
                cone.contains(*cell - eye),
                "{cell} {cone:?}"
            );
        }
        assert!(part.iter().all(|cell| all.contains(cell)) && part.contains(eye));
    }
}

/// Rays and lines end elsewhere with another radius; for the others it only hides what is far away.
#[test]
fn a_radius_shows_what_no_limit_does_inside_its_shape() {
    let mut dice = Dice(9);
    let algorithms = Algorithm::ALL.iter().copied();
    let algorithms = algorithms.filter(|algorithm| !is_ray(*algorithm));
    for algorithm in algorithms.cycle().take(4_000) {
        let walls = dice.small_walls(30);
        let map = maps::opacity(&walls);
        let (x, y) = dice.eye(&walls);
        let eye = IVec2::new(x as i32, y as i32);
        let sight = dice.sight().with_algorithm(algorithm);
        let mut all = view(&map, eye, sight.unlimited());
        all.retain(|cell| sight.reaches(cell - eye));
        assert_eq!(view(&map, eye, sight), all, "{eye} {sight:?} {walls:?}");
    }
}

#[test]
fn a_pair_is_answered_as_the_whole_view_does() {
    let mut dice = Dice(5);
    let mut engine = FieldOfView::new();
    let often = [Algorithm::Symmetric; 8];
    for algorithm in Algorithm::ALL
        .iter()
        .copied()
        .chain(often)
        .cycle()
        .take(1_600)
    {
        let walls = if dice.below(8) == 0 {
            dice.walls()
        } else {
            dice.small_walls(22)
        };
        let map = maps::opacity(&walls);
        let (x, y) = dice.eye(&walls);
        let eye = IVec2::new(x as i32, y as i32);
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
fn eyes_and_targets_off_the_map_see_nothing() {
    let map = OpacityMap::new(UVec2::new(4, 3), false);
    let on_map = IVec2::new(1, 1);
    for off in [(-1, 0), (4, 0), (0, 3), (i32::MIN, i32::MAX)].map(IVec2::from) {
        for &algorithm in Algorithm::ALL {
            let sight = Sight::default().unlimited().with_algorithm(algorithm);
            assert!(view(&map, off, sight).is_empty());
            let mut engine = FieldOfView::new();
            assert!(!engine.can_see(&map, off, off, sight));
            assert!(!engine.can_see(&map, off, on_map, sight));
            assert!(!engine.can_see(&map, on_map, off, sight));
        }
    }
}

#[test]
fn no_size_and_no_radius_is_too_small_or_too_large() {
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
fn a_map_too_long_for_the_fast_way_is_seen_to_its_end() {
    let mut map = OpacityMap::new(UVec2::new(40_000, 3), false);
    map.set(IVec2::new(30_000, 1), true);
    let seen = view(&map, IVec2::new(5, 1), Sight::default().unlimited());
    assert!(seen.contains(IVec2::new(30_000, 1)) && !seen.contains(IVec2::new(30_001, 1)));
    assert!(seen.contains(IVec2::new(29_999, 0)) && seen.contains(IVec2::new(39_999, 2)));
}

#[test]
fn sets_combine_as_their_cells_do() {
    let mut dice = Dice(6);
    for _ in 0..300 {
        let mut set = || -> VisibleSet {
            let (x, y) = (dice.below(300) as i32 - 150, dice.below(300) as i32 - 150);
            let cell = |d: &mut Dice| IVec2::new(x + d.below(90) as i32, y + d.below(9) as i32);
            (0..dice.below(200)).map(|_| cell(&mut dice)).collect()
        };
        let (a, b) = (set(), set());
        let filter = |keep: fn(bool, bool) -> bool| -> VisibleSet {
            let all = a.iter().chain(b.iter());
            all.filter(|cell| keep(a.contains(*cell), b.contains(*cell)))
                .collect()
        };
        let combined = |operation: fn(&mut VisibleSet, &VisibleSet)| {
            let mut result = a.clone();
            operation(&mut result, &b);
            result
        };
        assert_eq!(combined(VisibleSet::union_with), filter(|a, b| a || b));
        assert_eq!(combined(VisibleSet::intersect_with), filter(|a, b| a && b));
        assert_eq!(
            combined(VisibleSet::difference_with),
            filter(|a, b| a && !b)
        );

        let runs: Vec<_> = a.runs().collect();
        let along = |run: &fogbound_fov::Run| {
            let start = run.start;
            (0..run.length as i32).map(move |x| start + IVec2::new(x, 0))
        };
        assert!(runs.iter().flat_map(along).eq(a.iter()));
        // No run could be longer.
        let ends = runs
            .iter()
            .map(|run| run.start + IVec2::new(run.length as i32, 0));
        assert!(
            ends.zip(&runs)
                .all(|(end, run)| !a.contains(end) && !a.contains(run.start - IVec2::X))
        );
    }
}

#[test]
fn a_torch_lights_its_own_side_of_the_wall() {
    // A wall across the middle, a torch in it.
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

#[test]
fn many_eyes_see_what_each_sees_alone() {
    let mut dice = Dice(7);
    let walls = Walls {
        width: 80,
        height: 50,
        opaque: (0..80 * 50).map(|_| dice.below(100) < 15).collect(),
    };
    let map = maps::opacity(&walls);
    let mut look = |count| -> Vec<(IVec2, Sight)> {
        let mut eye = || {
            let (x, y) = dice.eye(&walls);
            (IVec2::new(x as i32, y as i32), dice.sight())
        };
        (0..count).map(|_| eye()).collect()
    };
    let (mut watch, mut views) = (Watch::new(3), Vec::new());
    for count in [7_000, 0, 7] {
        let eyes = look(count);
        watch.compute(&map, &eyes, &mut views);
        assert_eq!(views.len(), count);
        for ((eye, sight), seen) in eyes.iter().zip(&views) {
            assert_eq!(*seen, view(&map, *eye, *sight));
        }
    }
}

/// A crowded map, an eye on it, and a sight of any kind.
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
    let facing = IVec2::new(dice.below(5) as i32 - 2, dice.below(5) as i32 - 2);
    let cone = Cone::new(facing, dice.below(361) as u16);
    let sight = Sight {
        algorithm,
        radius: (dice.below(9) > 0).then(|| dice.below(9) as u32),
        shape: dice.pick(Shape::ALL),
        cone: (dice.below(3) == 0).then_some(cone),
        walls: dice.below(3) > 0,
    };
    (map, eye, sight)
}

/// Every cell is toggled, also far beyond the radius.
#[test]
fn a_view_changes_only_with_the_cells_that_it_depends_on() {
    let mut dice = Dice(27);
    let mut fov = FieldOfView::new();
    let (mut before, mut after) = (VisibleSet::new(), VisibleSet::new());
    let mut outside = [0; 8];
    for _ in 0..12_000 {
        let (mut map, eye, sight) = crowded(&mut dice);
        fov.compute(&map, eye, sight, &mut before);
        assert!(
            before
                .iter()
                .all(|cell| sight.depends_on(eye, cell) || sight.walls)
        );
        for cell in cells(&map) {
            let was_opaque = map.is_opaque(cell);
            map.set(cell, !was_opaque);
            fov.compute(&map, eye, sight, &mut after);
            map.set(cell, was_opaque);
            if before != after {
                assert!(sight.depends_on(eye, cell), "{cell} from {eye}, {sight:?}");
                let all_around = Sight {
                    cone: None,
                    ..sight
                };
                if !all_around.reaches(cell - eye) {
                    let index = Algorithm::ALL
                        .iter()
                        .position(|it| it.name() == sight.algorithm.name());
                    outside[index.expect("it is one of all")] += 1;
                }
            }
        }
    }
    println!("changes of cells outside the radius that mattered: {outside:?}");
    // `raycast` and `diamond`; for the others the radius is the limit.
    assert!(outside[2] > 100 && outside[5] > 10);
    assert_eq!(outside.iter().filter(|count| **count > 0).count(), 2);
}

#[test]
fn diamond_depends_on_a_wall_behind_a_wall() {
    let mut map = OpacityMap::new(UVec2::splat(9), false);
    let (eye, wall) = (IVec2::splat(2), IVec2::new(3, 2));
    map.set(eye + IVec2::ONE, true);
    map.set(eye + wall, true);
    let sight = Sight::default().with_radius(4);
    let sight = sight.with_algorithm(Algorithm::Diamond);
    let behind = eye + IVec2::new(4, 2);
    let before = view(&map, eye, sight).contains(eye + wall);
    map.set(behind, true);
    assert_ne!(view(&map, eye, sight).contains(eye + wall), before);
    assert!(sight.depends_on(eye, behind) && !sight.reaches(behind - eye));
}

#[test]
fn a_view_depends_on_nothing_far_outside_its_radius() {
    let around =
        |cell: IVec2| (-1..=1).flat_map(move |y| (-1..=1).map(move |x| cell + IVec2::new(x, y)));
    for &algorithm in Algorithm::ALL {
        for &shape in Shape::ALL {
            for radius in 0..12 {
                let sight = Sight::default().with_algorithm(algorithm);
                let sight = sight.with_shape(shape).with_radius(radius);
                for cell in around(IVec2::ZERO).flat_map(|part| {
                    let part = part * 9;
                    (-4..=4).flat_map(move |y| (-4..=4).map(move |x| part + IVec2::new(x, y)))
                }) {
                    let eye = IVec2::new(-3, 700);
                    let depends = sight.depends_on(eye, eye + cell);
                    assert!(depends || !sight.reaches(cell), "{cell} {sight:?}");
                    if algorithm == Algorithm::Diamond && radius > 0 {
                        let is_near = around(cell).any(|near| sight.reaches(near));
                        assert!(!depends || is_near, "{cell} {sight:?}");
                    } else {
                        assert_eq!(depends, sight.reaches(cell), "{cell} {sight:?}");
                    }
                    let blind = sight.without_walls().depends_on(eye, eye + cell);
                    let is_near = around(cell).any(|near| sight.reaches(near));
                    assert!(!blind || depends || is_near && algorithm == Algorithm::Raycast);
                }
            }
        }
    }
}
