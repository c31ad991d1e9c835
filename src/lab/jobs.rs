//! Work split across threads, with results in order.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use bevy::app::App;

use crate::vision::Sharing;

/// Returns the number of threads to use if the user does not set it.
pub fn usual() -> u32 {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    u32::try_from(cores).unwrap_or(1)
}

/// Finishes building an app that plays without a front end, as one of `jobs` apps that play at the same time.
pub fn finish(app: &mut App, jobs: u32) {
    app.finish();
    app.cleanup();
    if jobs > 1 {
        // No cores are idle, so splitting the work of a turn would only cost time.
        app.insert_resource(Sharing {
            at_least: Some(usize::MAX),
        });
    }
}

/// Works on all items in `jobs` threads, and calls `each` with the results in the order of the items. `worker` is
/// called once in each thread, and returns the function that does the work there. Because every thread takes the next
/// item as soon as it has finished one, work that depends only on its item gives the same results with any number of
/// threads. The work ends early if `each` returns `false`.
///
/// # Errors
///
/// Returns the first error, in the order of the items, of the work or of `each`. The threads then stop.
pub fn in_order<T, R, W, E>(
    items: impl Iterator<Item = T> + Send,
    jobs: u32,
    worker: impl Fn() -> Result<W, E> + Sync,
    mut each: impl FnMut(R) -> Result<bool, E>,
) -> Result<(), E>
where
    R: Send,
    W: FnMut(T) -> Result<R, E>,
    E: Clone + Send,
{
    let items = Mutex::new(items.enumerate());
    let next = || {
        let mut items = items.lock().unwrap_or_else(PoisonError::into_inner);
        items.next()
    };
    let work = |results: mpsc::SyncSender<_>| {
        let mut work = worker();
        while let Some((number, item)) = next() {
            let result = match &mut work {
                Ok(work) => work(item),
                Err(error) => Err(error.clone()),
            };
            // If the receiver is gone, an error has ended the work.
            if results.send((number, result)).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        // The limit keeps results from piling up if they cannot be written as fast as they come.
        let (sender, results) = mpsc::sync_channel(1024);
        for _ in 0..jobs {
            let sender = sender.clone();
            let work = &work;
            scope.spawn(move || work(sender));
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for (number, result) in results {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&due) {
                if !each(result?)? {
                    return Ok(());
                }
                due += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items_with_any_number_of_threads() {
        for jobs in [1, 2, 7] {
            let mut results = Vec::new();
            let worker = || {
                Ok(|item: u64| {
                    // The first items take longest.
                    thread::sleep(Duration::from_micros(500 - 10 * item));
                    Ok::<_, String>(item * item)
                })
            };
            in_order(0..50, jobs, worker, |it| {
                results.push(it);
                Ok(true)
            })
            .unwrap();
            assert!(results.into_iter().eq((0..50).map(|it| it * it)));
        }
    }

    #[test]
    fn an_error_or_a_reader_who_has_enough_ends_the_work() {
        let mut results = Vec::new();
        let worker = || {
            Ok(|item: u64| match item {
                0..5 => Ok(item),
                _ => Err(item.to_string()),
            })
        };
        let end = in_order(0.., 3, worker, |it| {
            results.push(it);
            Ok(true)
        });
        assert_eq!(end.unwrap_err(), "5");
        assert_eq!(results, [0, 1, 2, 3, 4]);
        in_order(
            0..,
            3,
            || Ok(|item: u64| Ok::<_, String>(item)),
            |it| Ok(it < 9),
        )
        .unwrap();
    }
}
