//! Computing a view allocates nothing once a similar view has been computed.

use fogbound_fov::{Algorithm, FieldOfView, IVec2, Sight, UVec2, VisibleSet};

use crate::common::maps::{self, Dice};
use crate::common::memory::{counted, in_own_process};

/// Runs `work` several times and returns the lowest number of allocations in a single run.
///
/// The counter covers all threads, and the thread that runs the tests allocates now and then. The allocations of `work`
/// itself are the same in every run.
fn fewest_allocations(mut work: impl FnMut()) -> usize {
    let counts = (0..5).map(|_| {
        let ((), memory) = counted(&mut work);
        memory.allocations + memory.reallocations
    });
    counts.min().unwrap_or_default()
}

#[test]
fn after_warm_up_no_view_allocates() {
    in_own_process(module_path!(), "after_warm_up_no_view_allocates", || {
        let mut dice = Dice(9);
        let walls: Vec<_> = (0..30).map(|_| dice.walls()).collect();
        let maps: Vec<_> = walls.iter().map(maps::opacity).collect();
        let (mut engine, mut seen) = (FieldOfView::new(), VisibleSet::new());
        for &algorithm in Algorithm::ALL {
            let mut look = || {
                for map in &maps {
                    let UVec2 { x, y } = map.size();
                    for radius in [Some(3), Some(11), Some(40), None] {
                        let mut sight = Sight::default().with_algorithm(algorithm);
                        sight.radius = radius;
                        let eye = IVec2::new(x as i32 / 2, y as i32 / 3);
                        engine.compute(map, eye, sight, &mut seen);
                        engine.can_see(map, eye, IVec2::ZERO, sight);
                    }
                }
            };
            look();
            assert_eq!(fewest_allocations(look), 0, "{algorithm}");
        }

        // Check that the counter works.
        assert_eq!(fewest_allocations(|| drop(vec![1])), 1);
    });
}
