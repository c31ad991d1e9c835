//! Loops over many seeds, split across all cores.

use std::env;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::thread;

/// Returns the results of `work` in the order of the items. Each core takes the next item as soon as it finishes one.
pub fn on_all_cores<I, R>(items: I, work: impl Fn(I::Item) -> R + Sync) -> Vec<R>
where
    I: IntoIterator<IntoIter: Send>,
    R: Send,
{
    let items = Mutex::new(items.into_iter().enumerate());
    let next = || items.lock().unwrap().next();
    let results = Mutex::new(Vec::new());
    let run = || {
        while let Some((number, item)) = next() {
            let result = work(item);
            results.lock().unwrap().push((number, result));
        }
    };
    let cores = thread::available_parallelism().map_or(2, Into::into);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(run)).collect();
        for thread in threads {
            if let Err(panic) = thread.join() {
                resume_unwind(panic);
            }
        }
    });
    let mut results = results.into_inner().unwrap();
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Returns the number of random games that `FOGBOUND_GAMES` in the environment asks for, if it is set.
pub fn games_asked_for() -> Option<u64> {
    let asked = env::var("FOGBOUND_GAMES").ok();
    asked.and_then(|it| it.parse().ok())
}
