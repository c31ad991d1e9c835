//! Work on many entities at once, shared out among the cores.

use std::cell::RefCell;

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;
use bevy_tasks::ComputeTaskPool;
use fogbound_fov::{FieldOfView, VisibleSet};
use serde::{Deserialize, Serialize};

/// Parts of the work for each thread: enough that none waits long for the others.
const PARTS: usize = 4;

/// From how many entities on work is shared out among the cores. The result is the same either way; a test
/// shares everything and nothing, and compares.
#[derive(Resource, Reflect, Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Resource, Default, Debug, PartialEq, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sharing {
    /// At least this many; `None`: each system decides for itself.
    pub at_least: Option<usize>,
}

impl Sharing {
    /// Does `work` on every item: on all cores if there are at least `worth` of them, else, and in an app
    /// without threads, one after another where it is called.
    ///
    /// Bevy's own `par_iter` uses no second core where the pool has one thread, as it has on a machine of
    /// two cores; the calling thread works here too. And it hands out whole tables, of which in most ticks
    /// only a few entities have anything to do.
    pub fn share<T: Send>(
        self,
        items: impl Iterator<Item = T>,
        worth: usize,
        work: impl Fn(T) + Sync,
    ) {
        let worth = self.at_least.unwrap_or(worth);
        let mut items: Vec<T> = items.collect();
        let pool = ComputeTaskPool::try_get().filter(|_| items.len() >= worth);
        let Some(pool) = pool else {
            items.into_iter().for_each(work);
            return;
        };
        let length = items.len().div_ceil(PARTS * (pool.thread_num() + 1)).max(1);
        let work = &work;
        pool.scope(|scope| {
            while !items.is_empty() {
                let part = items.split_off(items.len().saturating_sub(length));
                scope.spawn(async move { part.into_iter().for_each(work) });
            }
        });
    }
}

thread_local! {
    static ENGINE: RefCell<(FieldOfView, VisibleSet)> = RefCell::default();
}

/// Does `work` with the engine of this thread, and a set to work in: their memory is used again, however the work is
/// shared out.
pub(crate) fn with_engine<T>(work: impl FnOnce(&mut FieldOfView, &mut VisibleSet) -> T) -> T {
    ENGINE.with_borrow_mut(|(engine, spare)| work(engine, spare))
}
