//! The library works on the longest maps and at the farthest coordinates.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use fogbound_fov::grid::{BitGrid, Direction, Grid, Rectangle};
use fogbound_fov::{
    Algorithm, Cone, FieldOfView, IVec2, OpacityMap, Shape, Sight, UVec2, VisibleSet, line,
    open_faces,
};

/// Returns the cells that the eye sees. Panics if the computation takes more than 10 s, a thousand times as long as it
/// should.
#[track_caller]
fn seen_in_time(map: OpacityMap, eye: IVec2, sight: Sight) -> VisibleSet {
    let (done, answer) = mpsc::channel();
    let (size, algorithm) = (map.size(), sight.algorithm);
    thread::spawn(move || {
        let mut seen = VisibleSet::new();
        FieldOfView::new().compute(&map, eye, sight, &mut seen);
        // The receiver no longer exists if the computation took too long.
        let _ = done.send(seen);
    });
    match answer.recv_timeout(Duration::from_secs(10)) {
        Ok(seen) => seen,
        Err(error) => panic!("{algorithm} on {size} from {eye}: {error}"),
    }
}

/// There are no cells beside a map one cell wide, but a scan of that area would take minutes.
#[test]
fn no_algorithm_scans_beside_a_corridor_of_65_535_cells() {
    const LENGTH: i32 = 65_535;
    // `line-of-sight` draws a line for every cell, so its time grows with the square of the corridor's length.
    let all = Algorithm::ALL.iter().copied();
    for algorithm in all.filter(|algorithm| *algorithm != Algorithm::LineOfSight) {
        let far = Sight::default().with_algorithm(algorithm).unlimited();
        // The position of an eye, and the first and last cells that it sees between the walls.
        for (is_horizontal, eye, first, last) in [
            (true, 0, 0, 2_000),
            (false, 40_000, 2_000, 60_000),
            (true, LENGTH - 1, 60_000, LENGTH - 1),
            (false, 63, 0, 2_000),
        ] {
            let place = |at| [IVec2::new(0, at), IVec2::new(at, 0)][usize::from(is_horizontal)];
            let size = place(LENGTH).max(IVec2::ONE).as_uvec2();
            let open = OpacityMap::new(size, false);
            for sight in [far, far.with_radius(u32::MAX)] {
                let seen = seen_in_time(open.clone(), place(eye), sight);
                assert_eq!(seen.len(), LENGTH as usize, "{sight:?} from {eye}");
            }
            let mut walls = open;
            for wall in [2_000, 60_000] {
                walls.set(place(wall), true);
            }
            let seen = seen_in_time(walls, place(eye), far);
            let is_right = |at| seen.contains(place(at)) == (first..=last).contains(&at);
            assert!((0..LENGTH).all(is_right), "{algorithm} from {eye}");
        }
    }
}

#[test]
fn recursive_does_not_scan_beside_a_wide_hall() {
    let far = Sight::default().unlimited();
    let far = far.with_algorithm(Algorithm::Recursive);
    let size = UVec2::new(65_535, 5);
    let seen = seen_in_time(OpacityMap::new(size, false), IVec2::new(4_000, 1), far);
    assert_eq!(seen.len(), 327_675);
}

/// Returns all combinations of the smallest, the largest and some other coordinates.
fn ends() -> Vec<IVec2> {
    let ends = [i32::MIN, i32::MIN + 1, -1, 0, i32::MAX - 1, i32::MAX];
    let pairs = ends.into_iter().flat_map(|x| ends.map(|y| (x, y)));
    pairs.map(IVec2::from).collect()
}

#[test]
fn a_wall_where_coordinates_end_has_no_open_faces() {
    let map = OpacityMap::new(UVec2::new(4, 3), false);
    for wall in ends() {
        // Walls at most one step from the map have open faces.
        if wall.min_element() < -1 || wall.max_element() > 4 {
            assert_eq!(open_faces(&map, wall).count(), 0, "{wall}");
        }
    }
    assert_eq!(open_faces(&map, IVec2::ZERO).count(), 2);
    assert_eq!(open_faces(&map, IVec2::new(-1, 2)).count(), 1);
    assert_eq!(open_faces(&map, IVec2::NEG_ONE).count(), 0);
}

#[test]
fn no_eye_target_offset_or_facing_overflows() {
    let map = OpacityMap::new(UVec2::new(4, 3), false);
    let mut engine = FieldOfView::new();
    for (&algorithm, far) in Algorithm::ALL
        .iter()
        .flat_map(|algorithm| ends().into_iter().map(move |far| (algorithm, far)))
        .filter(|(_, far)| !map.contains(*far))
    {
        for facing in [IVec2::MIN, IVec2::MAX, far] {
            for radius in [Some(0), Some(u32::MAX), None] {
                let mut sight = Sight::default().with_algorithm(algorithm);
                sight.radius = radius;
                let sight = sight.with_cone(Cone::new(facing, 90));
                assert!(engine.view(&map, far, sight).is_empty());
                assert!(engine.view(&map, IVec2::ONE, sight).contains(IVec2::ONE));
                for (eye, target) in [(far, IVec2::ONE), (IVec2::ONE, far), (far, far)] {
                    assert!(!engine.can_see(&map, eye, target, sight));
                }
                for offset in ends() {
                    sight.reaches(offset);
                    let depends = sight.depends_on(far, offset);
                    assert_eq!(depends, sight.depends_on(offset, far));
                    assert!(depends || radius.is_some(), "{offset} from {far}");
                }
            }
        }
    }
}

/// Positions and sizes are clipped to the range of coordinates.
#[test]
fn no_rectangle_exceeds_the_range_of_coordinates() {
    let sizes = [0, 1, 2, 5, u32::MAX].into_iter();
    let sizes = sizes.flat_map(|width| [0, 1, 3].map(|height| UVec2::new(width, height)));
    let sizes: Vec<UVec2> = sizes.collect();
    let all = || {
        ends()
            .into_iter()
            .flat_map(|min| sizes.iter().map(move |&size| (min, size)))
    };
    for (min, size) in all() {
        let rectangle = Rectangle::new(min, size);
        let (max, is_empty) = (rectangle.max(), rectangle.is_empty());
        if !is_empty {
            for inside in [min, max, rectangle.center()] {
                assert!(rectangle.contains(inside), "{inside} of {rectangle:?}");
            }
            assert!(rectangle.is_border(min) && rectangle.is_border(max));
            let common = rectangle.intersection(&rectangle);
            assert_eq!(common.map(|it| it.max()), Some(max));
        }
        let mut cells = rectangle.cells().take(20);
        assert!(cells.all(|cell| rectangle.contains(cell)), "{rectangle:?}");
        for by in [i32::MIN, -1, 0, 1, i32::MAX] {
            let expanded = rectangle.expanded(by);
            if by >= 0 && !is_empty {
                assert!(expanded.contains(min), "{rectangle:?} by {by}");
                assert!(expanded.contains(max) || size.x == u32::MAX);
            }
        }
    }
    let corner = Rectangle::new(IVec2::MAX - 1, UVec2::splat(9));
    assert_eq!((corner.cells().count(), corner.max()), (4, IVec2::MAX));
    assert_eq!(corner.expanded(1).min, IVec2::MAX - 2);
    let first = Rectangle::new(IVec2::MIN, UVec2::ONE).expanded(1);
    assert_eq!((first.min, first.max()), (IVec2::MIN, IVec2::MIN + 1));
}

#[test]
fn grids_maps_and_sets_accept_all_coordinates() {
    let size = UVec2::new(4, 3);
    let mut map = OpacityMap::new(size, false);
    let mut bits = BitGrid::new(size);
    let mut grid = Grid::new(size, 0);
    for far in ends()
        .into_iter()
        .filter(|cell| !grid.contains(*cell))
        .collect::<Vec<_>>()
    {
        map.set(far, true);
        assert!(map.is_opaque(far) && map.bits().is_empty());
        bits.set(far, true);
        assert!(!bits.contains(far) && bits.columns(far) == 0 && bits.row_words(far.y).len() < 2);
        assert!(!grid.set(far, 1) && grid.get(far).is_none() && grid.row(far.y).len() < 5);
        let mut set: VisibleSet = [far].into_iter().collect();
        assert!(set.columns(far) & 1 == 1);
        bits.union_with(&set);
        assert_eq!(bits.len(), 0);
        set.difference_with(&bits);
        set.remove(IVec2::ZERO);
        set.remove(far);
        assert!(set.is_empty());
        Direction::towards(far);
        for other in ends() {
            for cell in line(far, other).take(3) {
                assert!(cell == far || cell.as_i64vec2().distance_squared(far.as_i64vec2()) < 9);
            }
        }
        for (radius, shape) in [0, 1, u32::MAX].into_iter().zip(Shape::ALL.iter().cycle()) {
            shape.contains(far, radius);
        }
        let near = Sight::default().with_radius(2);
        let bounds = Rectangle::from_corners(far, far);
        let mut seen = VisibleSet::new();
        FieldOfView::new().compute_with(bounds, far, near, |_| false, &mut seen);
        FieldOfView::new().compute_with(bounds, IVec2::ZERO, near, |_| false, &mut seen);
    }
}
