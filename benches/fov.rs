//! Measures how long fields of view take to compute: by algorithm, radius and kind of map, for a single pair of cells,
//! for thousands of creatures, and on maps of very different sizes.

use bevy::math::{IVec2, UVec2};
use divan::{Bencher, black_box};
use fogbound::fov::{Algorithm, FieldOfView, OpacityMap, Sight, VisibleSet};

fn main() {
    divan::main();
}

/// The position of the eye on most maps.
const EYE: IVec2 = IVec2::new(64, 64);

#[derive(Clone, Copy, Debug)]
enum Kind {
    Open,
    Walls10,
    Walls25,
    Rooms,
}

const KINDS: [Kind; 4] = [Kind::Open, Kind::Walls10, Kind::Walls25, Kind::Rooms];
const RADII: [u32; 3] = [8, 20, 60];

impl Kind {
    fn build(self, width: u32, height: u32, eye: IVec2) -> OpacityMap {
        let mut map = OpacityMap::new(UVec2::new(width, height), false);
        let mut dice = 1u64;
        for (y, x) in (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (y, x))) {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let percent = (dice >> 33) % 100;
            let cell = IVec2::new(x, y);
            let opaque = match self {
                Self::Open => false,
                Self::Walls10 => percent < 10 && cell != eye,
                Self::Walls25 => percent < 25 && cell != eye,
                Self::Rooms => is_room_wall(cell - eye),
            };
            map.set(cell, opaque);
        }
        map
    }
}

/// Returns whether the cell at `offset` from the eye is a wall. There is a wall every 12 cells, with a door in the
/// middle of each side of a room, and the eye is in the middle of a room.
fn is_room_wall(offset: IVec2) -> bool {
    let place = (offset + 6).rem_euclid(IVec2::splat(12));
    let door = (place.x == 0) != (place.y == 0) && (place.x == 6 || place.y == 6);
    (place.x == 0 || place.y == 0) && !door
}

fn measure(bencher: Bencher, map: &OpacityMap, eye: IVec2, sight: Sight) {
    let (mut engine, mut seen) = (FieldOfView::new(), VisibleSet::new());
    bencher.bench_local(|| engine.compute(black_box(map), eye, sight, &mut seen));
}

#[divan::bench(args = KINDS, consts = RADII)]
fn symmetric<const RADIUS: u32>(bencher: Bencher, kind: Kind) {
    measure(
        bencher,
        &kind.build(129, 129, EYE),
        EYE,
        Sight::default().with_radius(RADIUS),
    );
}

#[divan::bench(args = Algorithm::ALL.iter().copied(), consts = RADII)]
fn rooms_by_algorithm<const RADIUS: u32>(bencher: Bencher, algorithm: Algorithm) {
    let sight = Sight::default()
        .with_radius(RADIUS)
        .with_algorithm(algorithm);
    measure(bencher, &Kind::Rooms.build(129, 129, EYE), EYE, sight);
}

#[divan::bench(args = Algorithm::ALL.iter().copied())]
fn open_field_radius_20_by_algorithm(bencher: Bencher, algorithm: Algorithm) {
    let sight = Sight::default().with_radius(20).with_algorithm(algorithm);
    measure(bencher, &Kind::Open.build(129, 129, EYE), EYE, sight);
}

/// Measures views of the same room on maps of very different sizes, without a radius.
#[divan::bench(args = [(64, 36), (4096, 4096)])]
fn closed_room_on_a_map_of(bencher: Bencher, (width, height): (u32, u32)) {
    let eye = IVec2::new(width as i32 / 2, height as i32 / 2);
    let mut map = OpacityMap::new(UVec2::new(width, height), true);
    for (y, x) in (-8..=8).flat_map(|y| (-12..=12).map(move |x| (y, x))) {
        map.set(eye + IVec2::new(x, y), false);
    }
    measure(bencher, &map, eye, Sight::default().unlimited());
}

#[divan::bench(args = KINDS)]
fn can_see_a_cell_18_away(bencher: Bencher, kind: Kind) {
    let map = kind.build(129, 129, EYE);
    let mut engine = FieldOfView::new();
    let target = EYE + IVec2::new(10, 15);
    let sight = Sight::default().with_radius(20);
    bencher.bench_local(|| engine.can_see(black_box(&map), EYE, black_box(target), sight));
}

/// Measures `count` viewsheds with a radius of 8 cells on a single level that consists of rooms.
#[divan::bench(args = [1_000, 10_000])]
fn viewsheds(bencher: Bencher, count: usize) {
    let map = Kind::Rooms.build(80, 50, IVec2::new(40, 25));
    let floor = |at: &IVec2| !map.is_opaque(*at);
    let cells = (0..)
        .map(|n| IVec2::new(n * 37 % 80, n * 61 / 80 % 50))
        .filter(floor);
    let sight = Sight::default().with_radius(8);
    let eyes: Vec<IVec2> = cells.take(count).collect();
    let (mut engine, mut views) = (FieldOfView::new(), vec![VisibleSet::new(); count]);
    bencher.bench_local(|| {
        for (eye, view) in eyes.iter().zip(&mut views) {
            engine.compute(black_box(&map), *eye, sight, view);
        }
    });
}
