//! Any map, eye and sight, by every algorithm: no panic, nothing seen outside the shape, and a pair
//! is answered as the whole view does. `cargo +nightly fuzz run fov`.

#![no_main]

use fogbound_fov::{
    Algorithm, Cone, FieldOfView, IVec2, OpacityMap, Shape, Sight, UVec2, VisibleSet,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let [
        width,
        height,
        x,
        y,
        choice,
        radius,
        facing,
        degrees,
        bits @ ..,
    ] = data
    else {
        return;
    };
    let size = UVec2::new(u32::from(*width), u32::from(*height));
    // An eye may also stand just off the map.
    let eye = IVec2::new(i32::from(*x) - 2, i32::from(*y) - 2);
    let mut map = OpacityMap::new(size, false);
    for (at, byte) in (0..).zip(bits) {
        for bit in 0..8 {
            let index = at * 8 + bit;
            let cell = IVec2::new(index % size.x.max(1) as i32, index / size.x.max(1) as i32);
            map.set(cell, byte >> bit & 1 != 0);
        }
    }
    let choice = usize::from(*choice);
    let mut sight = Sight {
        algorithm: Algorithm::ALL[choice % 8],
        radius: Some(u32::from(*radius)).filter(|radius| *radius < 250),
        shape: Shape::ALL[choice / 8 % 3],
        cone: None,
        walls: choice / 24 % 2 == 0,
    };
    if choice >= 128 {
        let facing = IVec2::new(i32::from(facing & 15) - 7, i32::from(facing >> 4) - 7);
        sight = sight.with_cone(Cone::new(facing, 2 * u16::from(*degrees)));
    }

    let (mut engine, mut seen) = (FieldOfView::new(), VisibleSet::new());
    engine.compute(&map, eye, sight, &mut seen);
    assert_eq!(seen.contains(eye), map.contains(eye));
    // Where a raycast's rays end is rounded.
    let rounded = sight.algorithm == Algorithm::Raycast && sight.shape == Shape::Circle;
    for cell in seen.iter() {
        assert!(map.contains(cell) && (rounded || sight.reaches(cell - eye)));
    }
    let target = IVec2::new(i32::from(*facing), i32::from(*degrees));
    assert_eq!(
        engine.can_see(&map, eye, target, sight),
        seen.contains(target)
    );
});
