//! Splits work on many entities across the cores.

use std::cell::RefCell;

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;
use bevy_tasks::ComputeTaskPool;
use fogbound_fov::{FieldOfView, VisibleSet};

/// The number of batches per thread. With several batches, a thread that finishes early does not have to wait long for
/// the others.
const PARTS: usize = 4;

/// The minimum number of entities for work to be split across cores. Splitting does not change the result: a test
/// compares always splitting with never splitting.
#[derive(Resource, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Resource, Default, Debug, PartialEq, Clone)]
#[cfg_attr(feature = "serde", reflect(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Sharing {
    /// The minimum number of entities for work to be split. If this is `None`, each system uses its own limit.
    pub at_least: Option<usize>,
}

impl Sharing {
    /// Calls `work` on every item. If there are at least `worth` items, all cores share the work. Otherwise, and always
    /// in apps without threads, the calling thread handles the items one after another.
    ///
    /// Bevy's `par_iter` does not help here, for two reasons. First, on a machine with two cores, Bevy's pool has one
    /// thread, so `par_iter` never uses the second core; `share` also uses the calling thread. Second, `par_iter`
    /// splits whole tables, even though only a few of their entities need work in most ticks.
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

/// Calls `work` with this thread's engine and a spare set. Both keep their allocations between calls.
pub(crate) fn with_engine<T>(work: impl FnOnce(&mut FieldOfView, &mut VisibleSet) -> T) -> T {
    ENGINE.with_borrow_mut(|(engine, spare)| work(engine, spare))
}
