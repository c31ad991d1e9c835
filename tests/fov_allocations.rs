//! A view asks for no memory once one like it was computed.

use std::alloc::System;

use bevy::math::{IVec2, UVec2};
use fogbound::fov::{Algorithm, FieldOfView, Sight, VisibleSet, Watch};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[path = "common/fov_maps.rs"]
mod maps;
#[path = "common/fov_oracle.rs"]
#[allow(dead_code, reason = "only the map is needed here")]
mod oracle;

#[global_allocator]
static COUNTER: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// How many times memory is asked for while `work` runs.
fn allocations(work: impl FnOnce()) -> usize {
    let region = Region::new(COUNTER);
    work();
    let change = region.change();
    change.allocations + change.reallocations
}

// One test, for the counter counts all threads.
#[test]
fn after_warm_up_no_view_allocates() {
    let mut dice = maps::Dice(9);
    let walls: Vec<_> = (0..30).map(|_| dice.walls()).collect();
    let maps: Vec<_> = walls.iter().map(maps::opacity).collect();
    let (mut engine, mut seen) = (FieldOfView::new(), VisibleSet::new());
    for algorithm in Algorithm::ALL {
        let mut look = || {
            for map in &maps {
                let UVec2 { x, y } = map.size();
                for radius in [Some(3), Some(11), Some(40), None] {
                    let sight = Sight {
                        radius,
                        ..Sight::default()
                    }
                    .with_algorithm(algorithm);
                    let eye = IVec2::new(x as i32 / 2, y as i32 / 3);
                    engine.compute(map, eye, sight, &mut seen);
                    engine.can_see(map, eye, IVec2::ZERO, sight);
                }
            }
        };
        look();
        assert_eq!(allocations(look), 0, "{algorithm}");
    }

    let eyes = [(IVec2::ZERO, Sight::default()); 300];
    let (mut watch, mut views) = (Watch::new(2), Vec::new());
    watch.compute(&maps[0], &eyes, &mut views);
    assert_eq!(
        allocations(|| watch.compute(&maps[0], &eyes, &mut views)),
        0,
        "many eyes"
    );

    // The counter does count.
    assert_eq!(allocations(|| drop(vec![1])), 1);
}
