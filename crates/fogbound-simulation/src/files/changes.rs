//! Detecting changed files without polling.
//!
//! The operating system notifies a separate thread (through the `notify` crate). The thread waits until the writer has
//! finished, then sets a flag and calls a function.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use std::{fmt, io, thread};

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

/// The time without events after which a change counts as finished. Editors write files in several steps.
const QUIET: Duration = Duration::from_millis(60);

/// The maximum time to wait for a writer that does not finish.
const LONGEST: Duration = Duration::from_secs(1);

/// Watches folders for changes. It stops watching when it is dropped.
pub struct Changes {
    changed: Arc<AtomicBool>,
    watcher: RecommendedWatcher,
}

impl fmt::Debug for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Changes").finish_non_exhaustive()
    }
}

impl Changes {
    /// Starts watching. `concerns` decides whether a changed path matters. After each change that does, and once its
    /// writer has finished, `wake` is called on another thread.
    ///
    /// # Errors
    ///
    /// If the operating system does not support watching, or has no more room for it.
    pub fn start(
        concerns: impl Fn(&Path) -> bool + Send + 'static,
        wake: impl Fn() + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, receiver) = channel();
        let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            if event.is_ok_and(|event| is_change(&event, &concerns)) {
                // The receiver lives as long as the watcher.
                let _ = sender.send(());
            }
        })
        .map_err(io::Error::other)?;
        let changed = Arc::new(AtomicBool::new(false));
        let flag = changed.clone();
        thread::Builder::new()
            .name("changes".to_owned())
            .spawn(move || pass_on(&receiver, &flag, wake))?;
        Ok(Self { changed, watcher })
    }

    /// Watches a folder too, without the folders in it. Does nothing if the folder does not exist.
    ///
    /// # Errors
    ///
    /// If the folder exists and cannot be watched.
    pub fn add(&mut self, folder: &Path) -> io::Result<()> {
        let added = self.watcher.watch(folder, RecursiveMode::NonRecursive);
        match added {
            Err(error) if folder.exists() => Err(io::Error::other(error)),
            _ => Ok(()),
        }
    }

    /// Returns whether anything has changed since the last call.
    pub fn take(&self) -> bool {
        self.changed.swap(false, Ordering::Acquire)
    }
}

/// Returns whether an event may mean that a path that matters has changed. Read accesses do not count.
fn is_change(event: &Event, concerns: &impl Fn(&Path) -> bool) -> bool {
    let is_read = matches!(event.kind, EventKind::Access(_));
    let mut paths = event.paths.iter().map(PathBuf::as_path);
    // The operating system asks for a new scan if it has lost events.
    event.need_rescan() || (!is_read && paths.any(concerns))
}

/// Waits for changes, sets the flag and wakes after each one, and returns when the watcher is dropped.
fn pass_on(changes: &Receiver<()>, flag: &AtomicBool, wake: impl Fn()) {
    while changes.recv().is_ok() {
        let patience = Instant::now() + LONGEST;
        while Instant::now() < patience && changes.recv_timeout(QUIET).is_ok() {}
        flag.store(true, Ordering::Release);
        wake();
    }
}

#[cfg(test)]
mod tests {
    use notify::event::{AccessKind, Flag, ModifyKind};

    use super::*;

    #[test]
    fn reading_is_no_change_and_lost_events_are_one() {
        let concerns = |path: &Path| path == Path::new("/mine/rat.ron");
        let is = |kind, file: &str| is_change(&Event::new(kind).add_path(file.into()), &concerns);
        let change = EventKind::Modify(ModifyKind::Any);
        assert!(is(change, "/mine/rat.ron"));
        assert!(!is(change, "/mine/bat.ron"));
        assert!(!is(EventKind::Access(AccessKind::Read), "/mine/rat.ron"));
        let lost = Event::new(EventKind::Other).set_flag(Flag::Rescan);
        assert!(is_change(&lost, &concerns));
    }
}
