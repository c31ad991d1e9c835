//! What fields of view promise on any map: symmetry, mirrorings, rooms seen whole, cones, pairs,
//! sets and many eyes.

use fogbound_fov::grid::Direction;
use fogbound_fov::properties::Properties;
use fogbound_fov::{
    Algorithm, Cone, FieldOfView, OpacityMap, Shape, Sight, VisibleSet, Watch, open_faces,
};
use fogbound_fov::{IVec2, UVec2};

mod common;

use common::maps::{self, Dice};
use common::oracle::Walls;

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
