//! A view asks for no memory once one like it was computed.

use fogbound_fov::{Algorithm, FieldOfView, IVec2, Sight, UVec2, VisibleSet};

use crate::common::maps::{self, Dice};
use crate::common::memory::{counted, in_own_process};

/// How many times memory is asked for while `work` runs: the fewest of some such counts. The counter counts all
/// threads, and the one that runs the tests asks for memory now and then, too; what a view itself asks for, it asks for
/// every time.
fn fewest_allocations(mut work: impl FnMut()) -> usize {
    let counts = (0..5).map(|_| {
        let ((), asked_for) = counted(&mut work);
        asked_for.allocations + asked_for.reallocations
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
                        let sight = Sight {
                            algorithm,
                            radius,
                            ..Sight::default()
                        };
                        let eye = IVec2::new(x as i32 / 2, y as i32 / 3);
                        engine.compute(map, eye, sight, &mut seen);
                        engine.can_see(map, eye, IVec2::ZERO, sight);
                    }
                }
            };
            look();
            assert_eq!(fewest_allocations(look), 0, "{algorithm}");
        }

        // The counter does count.
        assert_eq!(fewest_allocations(|| drop(vec![1])), 1);
    });
}
