//! Many views of one map at once.

use std::num::NonZero;
use std::thread;

use glam::IVec2;

use super::{Algorithm, FieldOfView, OpacityMap, Sight, VisibleSet};

/// The work that is worth a thread of its own, in nanoseconds: several times what starting one
/// takes.
const PER_THREAD: u64 = 600_000;

/// Computes the views of many eyes on one map, by several threads where that pays.
///
/// What pays is estimated from each eye's radius and algorithm and from the size of the map: ten
/// far views by a slow algorithm may be worth a thread that a thousand small ones are not. Every
/// thread gets neighbouring eyes that cost about the same in all.
///
/// The memory of every thread is kept for the next call.
#[derive(Debug)]
pub struct Watch {
    engines: Vec<FieldOfView>,
}

/// Uses as many threads as the machine offers.
impl Default for Watch {
    fn default() -> Self {
        Self::new(thread::available_parallelism().map_or(1, NonZero::get))
    }
}

impl Watch {
    /// One that uses at most so many threads, among them the one that calls.
    pub fn new(threads: usize) -> Self {
        let engines = (0..threads.max(1)).map(|_| FieldOfView::new()).collect();
        Self { engines }
    }

    /// Fills `views`, in order, with what each of the `eyes` sees. It is made as long as `eyes`;
    /// sets that it has are used again.
    pub fn compute(
        &mut self,
        map: &OpacityMap,
        eyes: &[(IVec2, Sight)],
        views: &mut Vec<VisibleSet>,
    ) {
        views.resize_with(eyes.len(), VisibleSet::new);
        let cost_of = |(_, sight): &(IVec2, Sight)| cost(map, *sight);
        let total = eyes.iter().map(cost_of).fold(0, u64::saturating_add);
        let most = self.engines.len().min(eyes.len()).max(1);
        let threads = (total / PER_THREAD).clamp(1, most as u64);
        let (engine, others) = self.engines.split_at_mut(1);
        if threads == 1 {
            return look(&mut engine[0], map, eyes, views);
        }
        thread::scope(|scope| {
            let (mut eyes, mut views) = (eyes, &mut views[..]);
            let mut left = total;
            for (engine, threads_left) in others.iter_mut().zip((2..=threads).rev()) {
                let share = left / threads_left;
                let (count, spent) = fair_share(eyes.iter().map(cost_of), share);
                let (these_eyes, these_views);
                (these_eyes, eyes) = eyes.split_at(count);
                (these_views, views) = views.split_at_mut(count);
                left = left.saturating_sub(spent);
                scope.spawn(move || look(engine, map, these_eyes, these_views));
            }
            look(&mut engine[0], map, eyes, views);
        });
    }
}

/// How many of the first eyes cost `share` together, and how much they do: the last one counts if
/// more than half of it belongs to the share.
fn fair_share(costs: impl Iterator<Item = u64>, share: u64) -> (usize, u64) {
    let (mut count, mut sum) = (0, 0_u64);
    for cost in costs {
        if sum.saturating_add(cost / 2) >= share {
            break;
        }
        sum = sum.saturating_add(cost);
        count += 1;
    }
    (count, sum)
}

/// About how many nanoseconds a view takes where few walls stand. It is measured, and need be no
/// nearer to the truth than a factor of two.
fn cost(map: &OpacityMap, sight: Sight) -> u64 {
    let reach = u64::from(sight.radius.unwrap_or(u32::MAX));
    let [width, height] = map.size().to_array().map(u64::from);
    let diameter = 2 * reach + 1;
    let cells = width.min(diameter) * height.min(diameter);
    let farthest = width.max(height).min(reach);
    match sight.algorithm {
        Algorithm::Symmetric => 200 + cells / 4,
        Algorithm::Recursive | Algorithm::Diamond | Algorithm::Restrictive => 200 + 5 * cells,
        Algorithm::Permissive => 300 + 7 * cells,
        // Up to a few nanoseconds for each step of each ray.
        Algorithm::Raycast => 2_000 + 360 * 3 * farthest,
        Algorithm::Bresenham(lines) => {
            let length = lines.distance.map_or(farthest, |d| farthest.min(d.into()));
            u64::from(lines.points)
                .saturating_mul(5 * length)
                .saturating_add(2_000)
        }
        Algorithm::LineOfSight => cells
            .saturating_mul(farthest)
            .saturating_add(200 + 5 * cells),
    }
}

fn look(
    engine: &mut FieldOfView,
    map: &OpacityMap,
    eyes: &[(IVec2, Sight)],
    views: &mut [VisibleSet],
) {
    for ((eye, sight), view) in eyes.iter().zip(views) {
        engine.compute(map, *eye, *sight, view);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::UVec2;

    #[test]
    fn far_and_slow_views_cost_more() {
        let map = OpacityMap::new(UVec2::new(200, 100), false);
        let small = Sight::default().with_radius(8);
        let slow = small.with_algorithm(Algorithm::LineOfSight);
        assert!(cost(&map, small) * 1_000 < PER_THREAD);
        assert!(cost(&map, small.with_radius(60)) > 5 * cost(&map, small));
        assert!(cost(&map, slow) > 5 * cost(&map, small));
        assert!(cost(&map, slow.unlimited()) > PER_THREAD);
        // No radius reaches farther than the map goes.
        for &algorithm in Algorithm::ALL {
            let sight = small.with_algorithm(algorithm);
            let far = cost(&map, sight.with_radius(u32::MAX));
            assert_eq!(far, cost(&map, sight.unlimited()));
        }
    }

    #[test]
    fn shares_are_those_of_the_cost() {
        let share = |costs: &[u64], share| fair_share(costs.iter().copied(), share).0;
        assert_eq!(share(&[1, 1, 1, 1], 2), 2);
        assert_eq!(share(&[9, 1, 1, 1], 6), 1);
        assert_eq!(share(&[1, 1, 1, 9], 6), 3);
        assert_eq!(share(&[], 6), 0);
        assert_eq!(share(&[u64::MAX; 3], u64::MAX), 1);
    }

    #[test]
    fn many_threads_see_what_one_does() {
        let mut map = OpacityMap::new(UVec2::new(60, 40), false);
        (0..40).for_each(|i| map.set(IVec2::new(i * 7 % 60, i), true));
        let eyes: Vec<_> = (0..300)
            .map(|i| {
                let sight = Sight::default().with_radius(i as u32 % 40);
                let algorithm = if i < 50 {
                    Algorithm::LineOfSight
                } else {
                    Algorithm::Symmetric
                };
                (IVec2::new(i % 60, i / 10), sight.with_algorithm(algorithm))
            })
            .collect();
        let (mut alone, mut together) = (Vec::new(), Vec::new());
        Watch::new(1).compute(&map, &eyes, &mut alone);
        for threads in [2, 3, 7] {
            Watch::new(threads).compute(&map, &eyes, &mut together);
            assert_eq!(alone, together);
        }
        Watch::new(3).compute(&map, &[], &mut together);
        assert!(together.is_empty());
    }
}
