//! Many views of one map at once.

use std::num::NonZero;
use std::thread;

use glam::IVec2;

use super::{FieldOfView, OpacityMap, Sight, VisibleSet};

/// A thread pays only from so many views on, for starting it takes as long as some hundreds.
const VIEWS_PER_THREAD: usize = 2_000;

/// Computes the views of many eyes on one map, by several threads where that pays.
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
        let threads = (eyes.len() / VIEWS_PER_THREAD).clamp(1, self.engines.len());
        let share = eyes.len().div_ceil(threads).max(1);
        let shares = eyes.chunks(share).zip(views.chunks_mut(share));
        let mut work = self.engines.iter_mut().zip(shares);
        let Some((engine, (eyes, views))) = work.next() else {
            return;
        };
        if threads == 1 {
            return look(engine, map, eyes, views);
        }
        thread::scope(|scope| {
            for (engine, (eyes, views)) in work {
                scope.spawn(|| look(engine, map, eyes, views));
            }
            look(engine, map, eyes, views);
        });
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
