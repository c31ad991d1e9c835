//! A view asks for no memory once one like it was computed.

use fogbound_fov::{Algorithm, FieldOfView, IVec2, OpacityMap, Sight, UVec2, VisibleSet, Watch};

use crate::common::maps::{self, Dice};
use crate::common::memory::{counted, in_own_process};

/// How many times memory is asked for while `work` runs.
fn allocations(work: impl FnOnce()) -> usize {
    let ((), asked_for) = counted(work);
    asked_for.allocations + asked_for.reallocations
}

/// The fewest of some such counts. The counter counts all threads, and the one that runs the tests asks for
/// memory now and then, too; what a view itself asks for, it asks for every time.
fn fewest_allocations(mut work: impl FnMut()) -> usize {
    let counts = (0..5).map(|_| allocations(&mut work));
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
            assert_eq!(fewest_allocations(look), 0, "{algorithm}");
        }

        one_thread_of_a_watch_allocates_nothing(&maps[0]);
        more_eyes_allocate_no_more(&mut dice);

        // The counter does count.
        assert_eq!(fewest_allocations(|| drop(vec![1])), 1);
    });
}

fn one_thread_of_a_watch_allocates_nothing(map: &OpacityMap) {
    let eyes = [(IVec2::ZERO, Sight::default()); 300];
    let (mut watch, mut views) = (Watch::new(2), Vec::new());
    watch.compute(map, &eyes, &mut views);
    assert_eq!(
        fewest_allocations(|| watch.compute(map, &eyes, &mut views)),
        0,
        "many eyes"
    );
}

/// Starting threads asks for memory, a little for each; looking does not.
fn more_eyes_allocate_no_more(dice: &mut Dice) {
    const THREADS: usize = 4;
    let walls = dice.small_walls(60);
    let map = maps::opacity(&walls);
    let mut eyes = || -> Vec<(IVec2, Sight)> {
        let mut eye = |algorithm| {
            let (x, y) = dice.eye(&walls);
            let sight = dice.sight().with_algorithm(algorithm);
            (IVec2::new(x as i32, y as i32), sight)
        };
        // Enough for every thread to be started.
        let algorithms = Algorithm::ALL.iter().copied().cycle();
        algorithms.take(10_000).map(&mut eye).collect()
    };
    let some = eyes();
    let more: Vec<_> = some.iter().chain(&some).chain(&some).copied().collect();
    let mut watch = Watch::new(THREADS);
    let counts = [&some, &more].map(|eyes| {
        let mut views = Vec::new();
        let mut compute = || watch.compute(&map, eyes, &mut views);
        compute();
        [allocations(&mut compute), allocations(&mut compute)]
    });
    let [few, many] = counts.map(|[one, other]| one.min(other));
    assert!(few > 0, "several threads are started");
    assert!(
        many <= 20 * THREADS && few <= 20 * THREADS,
        "10,000 eyes: {few} times, 30,000 eyes: {many} times"
    );
}
