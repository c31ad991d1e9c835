//! Eyes and targets of several cells.

use fogbound_fov::grid::Rectangle;
use fogbound_fov::{Exposure, FieldOfView, IVec2, OpacityMap, Sight, UVec2, VisibleSet};

use crate::common::maps::{self, Dice};
use crate::common::trial::every_map;

/// Compares every answer about two bodies with the views from each of their cells.
fn check(fov: &mut FieldOfView, map: &OpacityMap, [mine, yours]: [&[IVec2]; 2], sight: Sight) {
    let mut union = std::collections::BTreeSet::new();
    for eye in mine {
        let view = FieldOfView::new().view(map, *eye, sight);
        union.extend(view.iter().map(|cell| (cell.y, cell.x)));
    }
    let seen = fov.view_from_any(map, mine.iter().copied(), sight);
    assert!(
        seen.iter()
            .map(|cell| (cell.y, cell.x))
            .eq(union.iter().copied()),
        "{mine:?} {sight:?} {map:?}"
    );
    let count = yours
        .iter()
        .filter(|cell| union.contains(&(cell.y, cell.x)));
    let count = count.count();
    let pairs = mine
        .iter()
        .flat_map(|eye| yours.iter().map(move |cell| (*eye, *cell)));
    let shares = pairs.map(|(eye, cell)| FieldOfView::new().exposure(map, eye, cell, sight));
    let best = shares.max().unwrap_or(Exposure::HIDDEN);
    let (mine, yours) = (mine.iter().copied(), yours.iter().copied());
    let found = fov.exposure_of_any(map, mine.clone(), yours.clone(), sight);
    assert_eq!(found, best);
    assert_eq!(best.is_hidden(), count == 0);
    assert_eq!(
        fov.count_seen(map, mine.clone(), yours.clone(), sight),
        count
    );
    assert_eq!(fov.sees_any(map, mine, yours, sight), count > 0);
}

fn square(corner: IVec2, side: u32) -> Vec<IVec2> {
    Rectangle::new(corner, UVec2::splat(side)).cells().collect()
}

#[test]
fn a_body_sees_what_any_of_its_cells_sees_on_every_small_map() {
    let mut fov = FieldOfView::new();
    for (width, height) in (1..=4).flat_map(|w| (1..=4).map(move |h| (w, h))) {
        for (number, walls) in every_map(width, height).enumerate() {
            let map = maps::opacity(&walls);
            let place = |salt: usize| {
                let number = (number * 31 + salt) as i32;
                IVec2::new(number % width as i32, number / 7 % height as i32)
            };
            let bodies = [square(place(0), 2), square(place(5), 2)];
            check(&mut fov, &map, [&bodies[0], &bodies[1]], Sight::default());
        }
    }
}

#[test]
fn a_body_sees_what_any_of_its_cells_sees_on_random_maps() {
    let (mut fov, mut dice) = (FieldOfView::new(), Dice(8));
    for _ in 0..10_000 {
        let walls = dice.small_walls(60);
        let map = maps::opacity(&walls);
        let bodies = [0; 2].map(|_| {
            // Some cells may be off the map, and bodies may have holes and overlap.
            let corner = dice.place(&walls);
            let mut cells = square(corner, 1 + dice.below(3) as u32);
            cells.retain(|_| dice.below(6) > 0);
            cells
        });
        check(&mut fov, &map, [&bodies[0], &bodies[1]], dice.sight());
    }
}

/// The recipe of [`OpacityMap::without`]: without it, one body's own cells block sight for one side only.
#[test]
fn opaque_bodies_see_each_other_or_neither_sees_the_other() {
    let (mut fov, mut dice) = (FieldOfView::new(), Dice(9));
    let (mut seen, mut one_way) = (0, 0);
    for _ in 0..10_000 {
        let percent = dice.below(30);
        let mut map = OpacityMap::from_fn((24, 16), |_| dice.below(100) < percent);
        let mut place = || IVec2::new(dice.below(23) as i32, dice.below(15) as i32);
        let bodies = [0; 4].map(|_| square(place(), 2));
        for cell in bodies.iter().flatten() {
            map.set(*cell, true);
        }
        let before = map.clone();
        let [one, two, ..] = &bodies;
        let cells = |body: &[IVec2]| body.to_vec();
        let both = cells(one).into_iter().chain(cells(two));
        let sight = Sight::default();
        let sees = map.without(both, |map| {
            [[one, two], [two, one]]
                .map(|[mine, yours]| fov.sees_any(map, cells(mine), cells(yours), sight))
        });
        assert_eq!(sees[0], sees[1], "{one:?} {two:?} {map:?}");
        assert_eq!(map, before);
        seen += u32::from(sees[0]);
        // Each side clears its own cells only.
        let sees = [[one, two], [two, one]].map(|[mine, yours]| {
            map.without(cells(mine), |map| {
                fov.sees_any(map, cells(mine), cells(yours), sight)
            })
        });
        one_way += u32::from(sees[0] != sees[1]);
    }
    assert!(seen > 2_000 && one_way > 100, "{seen} {one_way}");
}

#[test]
fn a_body_without_cells_neither_sees_nor_is_seen() {
    let map = OpacityMap::new((5, 5), false);
    let mut fov = FieldOfView::new();
    let no_cells: [IVec2; 0] = [];
    let sight = Sight::default();
    assert!(fov.view_from_any(&map, no_cells, sight).is_empty());
    assert!(!fov.sees_any(&map, no_cells, [(1, 1)], sight));
    assert!(!fov.sees_any(&map, [(1, 1)], no_cells, sight));
    assert_eq!(fov.count_seen(&map, [(1, 1)], no_cells, sight), 0);
    let mut view = VisibleSet::from_iter([(9, 9)]);
    fov.compute_from_any(&map, no_cells, sight, &mut view);
    assert!(view.is_empty());
}
