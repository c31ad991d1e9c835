//! Sets whose cells are as far apart as coordinates allow can be combined without panicking and with little memory.

use fogbound_fov::{IVec2, VisibleSet};

use crate::common::memory::{counted, in_own_process};

/// The memory limit in bytes, which is enough for all of these tests together. A window that reached from corner to
/// corner would be far larger.
const ENOUGH: usize = 64 << 20;

/// Runs `work`, and fails if it allocates [`ENOUGH`] bytes or more.
#[track_caller]
fn cheaply<T>(work: impl FnOnce() -> T) -> T {
    let (result, memory) = counted(work);
    let bytes = memory.bytes_allocated;
    assert!(bytes < ENOUGH, "{bytes} bytes");
    result
}

/// Returns a set of some cells around a place, without cells outside the range of coordinates.
fn around(place: IVec2) -> VisibleSet {
    cells_around(place).into_iter().collect()
}

fn cells_around(place: IVec2) -> Vec<IVec2> {
    let mut cells: Vec<_> = [(0, 0), (1, 0), (0, 1), (-1, -1), (-3, 0), (70, 2), (-5, 64)]
        .into_iter()
        .filter_map(|offset| place.checked_add(offset.into()))
        .collect();
    cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
    cells
}

/// Returns pairs of opposite corners of the largest map, and pairs of opposite corners and of opposite sides of the
/// whole range of coordinates.
fn far_pairs() -> Vec<[IVec2; 2]> {
    let last = (1 << 30) - 1;
    let map = [IVec2::ZERO, IVec2::splat(last)];
    let other = [IVec2::new(last, 0), IVec2::new(0, last)];
    let all = [IVec2::MIN, IVec2::MAX];
    let across = [
        IVec2::new(i32::MAX, i32::MIN),
        IVec2::new(i32::MIN, i32::MAX),
    ];
    let top = [IVec2::new(i32::MIN, 0), IVec2::new(i32::MAX, 0)];
    let side = [IVec2::new(9, i32::MIN), IVec2::new(9, i32::MAX)];
    [map, other, all, across, top, side]
        .into_iter()
        .flat_map(|[one, two]| [[one, two], [two, one]])
        .collect()
}

#[test]
fn a_set_where_coordinates_end_is_like_any_other() {
    in_own_process(
        module_path!(),
        "a_set_where_coordinates_end_is_like_any_other",
        || {
            for place in far_pairs().into_iter().flatten() {
                let cells = cells_around(place);
                let mut set = cheaply(|| around(place));
                assert!(set.iter().eq(cells.iter().copied()), "{place}");
                assert_eq!(set.len(), cells.len());
                assert!(cells.iter().all(|cell| set.contains(*cell)));
                let along = |run: fogbound_fov::Run| {
                    let start = run.start;
                    (0..run.length as i32).map(move |x| start + IVec2::new(x, 0))
                };
                assert!(set.runs().flat_map(along).eq(cells.iter().copied()));
                let empty = VisibleSet::new();
                let mut alone = 0;
                set.each_difference(&empty, |run, mine| alone += run.length * u32::from(mine));
                assert_eq!(alone as usize, cells.len());
                let mut copy = empty.clone();
                copy.union_with(&set);
                assert_eq!(copy, set);
                copy.intersect_with(&set);
                assert_eq!(copy, set);
                copy.difference_with(&set);
                assert!(copy.is_empty());
                set.retain(|cell| cell == place);
                assert!(set.iter().eq([place]));
                set.remove(place);
                assert!(set.is_empty() && set.bounds().is_none());
            }
        },
    );
}

#[test]
fn the_bounds_of_a_distant_set_are_exact() {
    for place in far_pairs().into_iter().flatten() {
        let cells = cells_around(place);
        let bounds = around(place)
            .bounds()
            .map(|bounds| (bounds.min, bounds.max()));
        let corner = |of: fn(IVec2, IVec2) -> IVec2| cells.iter().copied().reduce(of);
        assert_eq!(
            bounds,
            corner(IVec2::min).zip(corner(IVec2::max)),
            "{place}"
        );
    }
}

#[test]
fn cells_in_opposite_corners_unite() {
    in_own_process(module_path!(), "cells_in_opposite_corners_unite", || {
        for [one, two] in far_pairs() {
            let mut set = around(one);
            cheaply(|| set.union_with(&around(two)));
            let mut cells = [cells_around(one), cells_around(two)].concat();
            cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
            assert!(
                cheaply(|| set.iter().eq(cells.iter().copied())),
                "{one} {two}"
            );
            assert_eq!(set.len(), cells.len());
        }
    });
}

#[test]
fn a_distant_cell_is_added() {
    in_own_process(module_path!(), "a_distant_cell_is_added", || {
        for [one, two] in far_pairs() {
            let mut set = around(one);
            cheaply(|| set.insert(two));
            assert!(set.contains(two) && set.len() == cells_around(one).len() + 1);
            cheaply(|| set.remove(one));
            assert!(!set.contains(one) && set.len() == cells_around(one).len());
        }
    });
}

#[test]
fn opposite_corners_have_nothing_in_common() {
    in_own_process(
        module_path!(),
        "opposite_corners_have_nothing_in_common",
        || {
            for [one, two] in far_pairs() {
                let (here, there) = (around(one), around(two));
                let mut set = here.clone();
                cheaply(|| set.difference_with(&there));
                assert_eq!(set, here);
                let mut cells = [0, 0];
                cheaply(|| {
                    here.each_difference(&there, |run, mine| {
                        cells[usize::from(mine)] += run.length
                    });
                });
                assert_eq!(
                    cells,
                    [there.len() as u32, here.len() as u32],
                    "{one} {two}"
                );
                cheaply(|| set.intersect_with(&there));
                assert!(set.is_empty());
                assert_ne!(here, there);
            }
        },
    );
}
